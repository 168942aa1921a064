import Foundation
import bench

/// Small files, and the formulas that their values are held against.
enum LottieFixtures {
  /// A file with one shape layer whose members are added to the usual ones.
  static func file(layer members: String, assets: String = "[]") -> String {
    #"{"fr": 30, "ip": 0, "op": 100, "assets": \#(assets), "layers": [{"ty": 4, "ip": 0, "op": 100, \#(members)}]}"#
  }

  static func animation(_ text: String) throws -> LottieAnimation {
    try LottieAnimation(parsing: Array(text.utf8))
  }

  /// The properties of a file at some frames.
  static func samples(_ text: String, at frames: [Double]) throws -> [LottieSamples.Property] {
    try LottieSamples(LottieTracks(animation(text)), at: frames).properties
  }

  /// The values, at some frames, of the property `ks.p` of a layer, whose JSON is given.
  static func values(of property: String, at frames: [Double]) throws -> [[Double]] {
    let found = try samples(file(layer: #""ks": {"p": \#(property)}"#), at: frames)
    guard found.count == 1 else { throw LottieFixtureError(count: found.count) }
    return found[0].values.map { $0.map(Double.init) }
  }

  /// The committed file of a name.
  static func committed(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../lottie/\(name)").standardized.path
  }

  // MARK: Formulas

  /// y of a cubic Bezier curve from (0, 0) to (1, 1) at x, by bisection.
  static func ease(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    func cubic(_ a: Double, _ b: Double, _ s: Double) -> Double {
      3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if cubic(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return cubic(y1, y2, (low + high) / 2)
  }

  /// The point of a cubic Bezier curve in the plane after a fraction of its length, by the sum of 20,000 chords. Where the
  /// curve has no cusp, that is short by less than 1e-8 of the length.
  static func place(_ points: [SIMD2<Double>], after fraction: Double) -> SIMD2<Double> {
    let count = 20_000
    func point(_ index: Int) -> SIMD2<Double> {
      let s = Double(index) / Double(count)
      let r = 1 - s
      let near = r * r * r * points[0] + 3 * r * r * s * points[1]
      return near + 3 * r * s * s * points[2] + s * s * s * points[3]
    }
    var lengths = [0.0]
    for index in 1...count {
      let chord = point(index) - point(index - 1)
      lengths.append(lengths[index - 1] + (chord * chord).sum().squareRoot())
    }
    let goal = fraction * lengths[count]
    let next = max(1, lengths.firstIndex { $0 >= goal } ?? count)
    let part = (goal - lengths[next - 1]) / (lengths[next] - lengths[next - 1])
    return point(next - 1) + part * (point(next) - point(next - 1))
  }
}

struct LottieFixtureError: Error {
  let count: Int
}
