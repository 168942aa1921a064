import Foundation

/// The animated properties of a Lottie file, and the frames in which they are visible.
package struct LottieAnimation {
  /// Frames per second.
  package let frameRate: Double
  /// The frames that are played: from the first up to, but not including, the second.
  let frames: Range<Double>
  /// The file's own layers and those of its assets, in the order of the file.
  let compositions: [LottieComposition]
  /// The index of the file's own layers in `compositions`.
  let main: Int
  /// The animations that aren't played.
  package let unsupported: [LottieNote]

  /// All properties with keyframes, in the order of the file.
  package var properties: [LottieProperty] { compositions.flatMap { $0.layers.flatMap(\.properties) } }
}

/// Layers that share a clock.
struct LottieComposition {
  /// The path of the layers, such as `layers` and `assets[2].layers`.
  let path: LottiePath
  let layers: [LottieLayer]
}

/// A layer's place in time, and what moves in it. Its times are frames of the composition that it lies in.
struct LottieLayer {
  /// Beyond, the one clock stands still while the other runs through all the frames that there may be.
  static let stretches = 1 / LottieNode.latestFrame...LottieNode.latestFrame

  let path: LottiePath
  /// When it is seen: from the first up to, but not including, the second.
  let inFrame: Double
  let outFrame: Double
  let start: Double
  /// The frames of this composition for each frame of the one that the layer shows. Below 0 it runs backwards.
  let stretch: Double
  /// The index of the composition that the layer shows.
  let shown: Int?
  /// The property that sets the time of the shown composition, if the start and the stretch don't.
  let timeRemap: LottieTimeRemap?
  let properties: [LottieProperty]
}

/// The seconds that a shown composition is at.
enum LottieTimeRemap {
  case constant(Double)
  /// The property of the layer with this index.
  case property(Int)
}

/// Something of a file that isn't played.
package struct LottieNote: Hashable {
  package let path: LottiePath
  package let reason: String
}

/// An error in a file, with its path.
package struct LottieError: LocalizedError, Hashable {
  /// The JSON path of the key, empty for the whole file.
  package let path: String
  package let message: String

  init(_ path: LottiePath, _ message: String) {
    self.path = path.description
    self.message = message
  }

  package var errorDescription: String? { path.isEmpty ? message : "\(path): \(message)" }
}
