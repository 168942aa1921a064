import Foundation
import Testing
import VectorKernels

/// A snapshot that was saved with AVX-512's kernels, and what followed from it there.
@Suite(.seeded) struct SavedSnapshotTests {
  @Test func goesOnAtAnyLevel() throws {
    let snapshot = try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: Data(saved.utf8))
    var animator = Animator(restoring: snapshot)
    #expect(animator.time == 100.1875 && animator.count == 8)
    animator.advance(by: 0.0625)
    expect(animator, [0, 3.8747828, 1.9673467, 3, 9.646046, 1.30852, 2.9336295, 10])
    #expect(Set(animator.completions.map(\.handle.index)) == [0, 7])
    animator.advance(by: 0.25)
    expect(animator, [0, 7.131001, 3.1606028, 3, 9.655612, 1.7567916, 3.0, 10])
  }

  /// Curves err by 2e-7 of their progress, times slopes of up to 8, springs and keyframes by 2e-6, of ways of 10.
  private func expect(_ animator: borrowing Animator<Float>, _ values: [Float]) {
    for (index, value) in values.enumerated() { #expect(abs(animator.column(0)[index] - value) <= 2e-5) }
  }
}

/// A curve on its way back, a spring at half the speed, a fling, keyframes that are paused, a curve that repeats, two
/// curves that add up, phases and a curve that ends.
private let saved = #"""
  {"clock":"AAAAAAAMWUAAAAAAAAxZQAAAAAAAAPA/AAAAAAAAWUAAAAAAAABZQA==","completions":[],"componentCount":1,
  "endedBetweenFrames":[],"epsilons":"bxKDOgrXIzw=","generations":"AQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAA=",
  "groups":[{"clock":"AAAAAAAIWUA=","columns":["","","",""],"consecutive":[],"direction":"AAAAAAAA8D8=",
  "driver":{"tween":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0.42,
  "y":0}}}},"earliest":"","epochs":"","latest":"","rates":"","slots":"","times":["","",""],"vacant":""},
  {"clock":"AAAAAAAMWUA=","columns":["AAAAvg==","AAAAPw==","m13kQQ==","AAAgQQ==","AAAAAA==","AAAAAA=="],
  "consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"springs":{"epsilons":"bxKDOgrXIzw="}},
  "earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AAAAPw==","slots":"AQAAAA==",
  "steps":"AAAAAAAA+H8=","times":["AAAAAAD4WEA=","AAAAAAAAAAA=","GC1EVPshGUA=","ZmZmZmZm5j8="],"uniform":[true],
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AACAPw==","ve7bQA==","AACgQA==",
  "AAAAAA==","AAAgQQ=="],"consecutive":[true],"direction":"AAAAAAAA8D8=",
  "driver":{"friction":{"epsilons":"bxKDOgrXIzw=","timeConstant":"AAAAAAAA4D8="}},"earliest":"AAAAAAAA8H8=",
  "epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AACAPw==","slots":"AgAAAA==","steps":"AAAAAAAA+H8=",
  "times":["AAAAAAAAWUA=","AAAAAAAAAAA="],"uniform":[true],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=",
  "columns":["",""],"consecutive":[],"direction":"AAAAAAAA8D8=","driver":{"keyframes":{"keyframes":{"coefficients":[
  "AAAAAAAAAAAAAAAAAAAAAAAAAEEAAIBBAAAAgAAAAIAAAIDAAAAAAAAAMEMAAIBDAACAwAAAAAAAAAAAAAAAAA=="],"degree":3,
  "duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},"repeats":true}},
  "earliest":"","epochs":"","latest":"","rates":"","slots":"","times":[""],"vacant":""},{"clock":"AAAAAAAMWUA=",
  "columns":["AAAAAA==","btu2Pw==","AAAAAA==","AAAgQQ==","AAAAAA==","AACA/w==","AACAPw==","AAAAAA=="],
  "consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"repetition":{"curve":{"curve":"bounce",
  "direction":"easeOut"}}},"earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=",
  "rates":"btu2Pw==","slots":"BAAAAA==","times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA8H8=","ZmZmZmZm9j8=",
  "AAAAAAAA8P8="],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AACAQA==","AAAAAA==",
  "AAAgQQ=="],"consecutive":[false],"direction":"AAAAAAAA8D8=","driver":{"tween":{"curve":{"curve":"linear"}}},
  "earliest":"AAAAAAAQWUA=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AACAQA==","slots":"BwAAAA==",
  "times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA0D8="],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=",
  "columns":["AAAAAAAAAAA=","AACAPwAAgD8="],"consecutive":[false],"direction":"AAAAAAAA8D8=","driver":{"single":{}},
  "earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AACAPw==","runs":[
  {"phases":{"timeline":{"animations":[{"spring":{"blendDuration":0,"spring":{"angularFrequency":20.943951023931955,
  "dampingRatio":1,"mass":1}}},{"spring":{"blendDuration":0,"spring":{"angularFrequency":20.943951023931955,
  "dampingRatio":1,"mass":1}}}],"phases":["AACAPw==","AABAQA=="],"repeatsForever":true}}},
  {"animations":{"animated":{"base":"AAAAAA==","first":"AAAAAA==","nominalDuration":"AAAAAAAA8j8=","runs":[
  {"animation":{"delay":{"base":{"curve":{"curve":{"curve":"linear"},"duration":1}},"seconds":0}},
  "change":"AAAgQQ==","isLogicallyComplete":false,"start":"AAAAAAAAAAA="},
  {"animation":{"curve":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0,
  "y":0}},"duration":1}},"change":"AADAwA==","isLogicallyComplete":false,"start":"AAAAAAAAwD8="}],
  "target":"AACAQA=="}}}],"slots":"BgAAAAUAAAA=","times":["AAAAAAAAWUAAAAAAAABZQA=="],"vacant":"AAAAAAAAAAA="},
  {"clock":"AAAAAAAMWcA=","columns":["AACAvQ==","AACAPw==","AAAAAA==","AAAgQQ=="],"consecutive":[true],
  "direction":"AAAAAAAA8L8=","driver":{"tween":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},
  "startControlPoint":{"x":0.42,"y":0}}}},"earliest":"AAAAAADQWMA=","epochs":"AAAAAAAMWcA=","latest":"AAAAAAAQWcA=",
  "rates":"AACAPw==","slots":"AAAAAA==","times":["AAAAAAAQWcA=","AAAAAAAAAAA=","AAAAAAAA8D8="],
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAAAAA=","columns":["AABAvg==","AACAPw=="],"consecutive":[true],
  "direction":"AAAAAAAAAAA=","driver":{"keyframes":{"keyframes":{"coefficients":[
  "AAAAAAAAAAAAAAAAAAAAAAAAAEEAAIBBAAAAgAAAAIAAAIDAAAAAAAAAMEMAAIBDAACAwAAAAAAAAAAAAAAAAA=="],"degree":3,
  "duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},"repeats":true}},
  "earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAAAA=","latest":"AAAAAAAAyL8=","rates":"AACAPw==","slots":"AwAAAA==",
  "times":["AAAAAAAAyL8="],"vacant":"AAAAAAAAAAA="}],"isPaused":false,"paused":"CAAAAAAAAAA=",
  "reversed":"AQAAAAAAAAA=","speeds":"AACAPwAAAD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8=","touched":"CAAAAAAAAAA=",
  "values":["fWCbPct9PkCHIsg/AABAQPqgrUDAj6E/BZMzQAAA8EA="],"version":2}
  """#
