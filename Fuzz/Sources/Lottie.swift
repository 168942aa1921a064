import Foundation
import VectorKernels
import bench

/// Animation files, as text and by edits of their trees.
enum Lottie {
  static let edits = TreeEdits(folder: "Fuzz/Corpus/lottie")

  static func testText(_ input: [UInt8]) { play(input) }

  static func testEdits(_ input: [UInt8]) {
    var bytes = Bytes(input)
    play(Array(edits.tree(&bytes).tree.data))
  }

  /// Reads a file, and plays and samples it.
  private static func play(_ bytes: [UInt8]) {
    do {
      let tracks = try LottieTracks(LottieAnimation(parsing: bytes))
      for property in LottieSamples(tracks, at: [-1e7, 0, 0.5, 5, 1e7]).properties {
        require(property.values.count == 5 && !property.path.description.isEmpty)
      }
      let player = try LottiePlayer(tracks, instances: 3)
      let scalar = ScalarLottiePlayer(player)
      for frame in [0, 7.5, 1e5] {
        player.play(at: frame)
        scalar.play(at: frame)
        _ = scalar.largestDeviation()
      }
    } catch let error as LottieError {
      require(!error.message.isEmpty)
    } catch is UsageError {
    } catch {
      fatalError("\(error) is thrown, not a LottieError")
    }
  }
}
