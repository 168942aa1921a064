/// A parser or a decoder that takes input from outside.
struct Target: Sendable {
  let name: String
  /// Inputs that choose each of its samples, where it edits some. Other targets begin with texts of Fuzz/Corpus.
  var seeds: @Sendable () -> [[UInt8]] = { [] }
  /// Traps where an input breaks a promise.
  let test: @Sendable (_ input: [UInt8]) -> Void

  static let all = [
    Target(name: "canary", test: Canary.test),
    Target(name: "easing", test: Texts.testEasing),
    Target(name: "color", test: Texts.testColor),
    Target(name: "path", test: Texts.testPath),
    Target(name: "json", test: Texts.testJSON),
    Target(name: "types", seeds: { CodableTypes.edits.seeds }, test: CodableTypes.test),
    Target(name: "keyframes", seeds: { Keyframes.edits.seeds }, test: Keyframes.test),
    Target(name: "snapshots", seeds: { Snapshots.seeds }, test: Snapshots.test),
    Target(name: "lottie", test: Lottie.testText),
    Target(name: "lottie-edits", seeds: { Lottie.edits.seeds }, test: Lottie.testEdits),
    Target(name: "results", seeds: { Results.edits.seeds }, test: Results.test),
  ]
}

/// Traps for one input, which is found in seconds where coverage guides the search, and else never.
enum Canary {
  static func test(_ input: [UInt8]) {
    let secret = Array("VKfuzz".utf8)
    guard input.count >= secret.count else { return }
    // One branch after the other: each is coverage of its own.
    if input[0] != secret[0] { return }
    if input[1] != secret[1] { return }
    if input[2] != secret[2] { return }
    if input[3] != secret[3] { return }
    if input[4] != secret[4] { return }
    if input[5] != secret[5] { return }
    fatalError("the canary is found")
  }
}
