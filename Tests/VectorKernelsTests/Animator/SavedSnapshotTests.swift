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
    expect(animator, [0, 2.1045039, 0.9836734, 1, 9.646046, 2.102944, 2.9336298, 10])
    #expect(Set(animator.completions.map(\.handle.index)) == [0, 7])
    animator.advance(by: 0.25)
    expect(animator, [0, 5.613759, 1.5803014, 1, 9.655612, 3.575783, 3, 10])
  }

  /// Curves err by 2e-7 of their progress, times slopes of up to 8, springs and keyframes by 2e-6, of ways of 10.
  private func expect(_ animator: borrowing Animator<Float>, _ values: [Float]) {
    for (index, value) in values.enumerated() { #expect(abs(animator.column(0)[index] - value) <= 2e-5) }
  }
}

/// A curve on its way back, a spring at half the speed, a fling, keyframes that are paused, a curve that repeats, a
/// spring with a curve that is added to it, phases and a curve that ends.
private let saved = #"""
  {"clock":"AAAAAAAMWUAAAAAAAAxZQAAAAAAAAPA/AAAAAAAAWUAAAAAAAABZQA==","completions":[],"componentCount":1,
  "endedBetweenFrames":[],"epsilons":"bxKDOgrXIzw=","generations":"AQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAA=",
  "groups":[{"clock":"AAAAAAAIWUA=","columns":["","","",""],"consecutive":[],"direction":"AAAAAAAA8D8=",
  "driver":{"tween":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0.42,
  "y":0}}}},"earliest":"","epochs":"","latest":"","rates":"","slots":"","times":["","",""],"vacant":""},
  {"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AAAAPw==","WE++QQ==","AAAgQQ==","AAAAAA==","AAAAAA=="],
  "consecutive":[false],"direction":"AAAAAAAA8D8=","driver":{"springs":{"epsilons":"bxKDOgrXIzw="}},
  "earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AADAfw==","slots":"AQAAAA==",
  "steps":"AAAAAAAAsD8=","times":["AAAAAAAAWUA=","AAAAAAAAAAA=","GC1EVPshGUA=","ZmZmZmZm5j8="],"uniform":[false],
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AACAPw==","ve5bQA==","AAAgQA==","AAAAAA==",
  "AACgQA=="],"consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"friction":{"epsilons":"bxKDOgrXIzw="}},
  "earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AACAPw==","slots":"AgAAAA==","steps":"AAAAAAAA+H8=","times":["AAAAAAAAWUA=","AAAAAAAAAAA=",
  "AAAAAAAAAEA=","AAAAAAAA8D8="],"uniform":[true],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAIWUA=","columns":["",""],
  "consecutive":[],"direction":"AAAAAAAA8D8=",
  "driver":{"keyframes":{"keyframes":{"coefficients":["AAAAAAAAAAAAAAAAAAAAAAAAgEAAAABBAAAAgAAAAIAAAEBAAAAAAAAA4EEAAEBCAABAQAAAAAAAAAAAAAAAAA=="],
  "degree":3,"duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},
  "repeats":true}},"earliest":"","epochs":"","latest":"","rates":"","slots":"","times":["","",""],"vacant":""},
  {"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","btu2Pw==","AAAAAA==","AAAgQQ==","AAAAAA==","AACA/w==","AACAPw==",
  "AAAAAA=="],"consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"repetition":{"curve":{"curve":"bounce",
  "direction":"easeOut"}}},"earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=",
  "rates":"btu2Pw==","slots":"BAAAAA==","times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA8H8=","ZmZmZmZm9j8=",
  "AAAAAAAA8P8="],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=","columns":["AAAAgA==","AACAPw==","AACAPw==",
  "AABAQA=="],"consecutive":[true],"direction":"AAAAAAAA8D8=",
  "driver":{"phases":{"animations":[{"spring":{"blendDuration":0,"spring":{"angularFrequency":20.943951023931955,
  "dampingRatio":1,"mass":1}}},{"spring":{"blendDuration":0,"spring":{"angularFrequency":20.943951023931955,
  "dampingRatio":1,"mass":1}}}]}},"earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=",
  "rates":"AACAPw==","slots":"BgAAAA==","times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA8H8="],
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AACAQA==","AAAAAA==","AAAgQQ=="],
  "consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"tween":{"curve":{"curve":"linear"}}},
  "earliest":"AAAAAAAQWUA=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","rates":"AACAQA==","slots":"BwAAAA==",
  "times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA0D8="],"vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWUA=",
  "columns":["AAAAvg==","AACAPw==","AACAQA=="],"consecutive":[true],"direction":"AAAAAAAA8D8=","driver":{"sum":{}},
  "earliest":"AAAAAAAAWUA=","epochs":"AAAAAAAIWUA=","latest":"AAAAAAAAWUA=","rates":"AACAPw==","slots":"BQAAAA==",
  "times":["AAAAAAAAWUA=","AAAAAAAAAAA=","AAAAAAAA8H8=","AAAAAAAAAEA="],"vacant":"AAAAAAAAAAA="},
  {"clock":"AAAAAAAMWcA=","columns":["AACAvQ==","AACAPw==","AAAAAA==","AAAgQQ=="],"consecutive":[true],
  "direction":"AAAAAAAA8L8=","driver":{"tween":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},
  "startControlPoint":{"x":0.42,"y":0}}}},"earliest":"AAAAAADQWMA=","epochs":"AAAAAAAMWcA=","latest":"AAAAAAAQWcA=",
  "rates":"AACAPw==","slots":"AAAAAA==","times":["AAAAAAAQWcA=","AAAAAAAAAAA=","AAAAAAAA8D8="],
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAAAAA=","columns":["AAAAvg==","AACAPw=="],"consecutive":[true],
  "direction":"AAAAAAAAAAA=",
  "driver":{"keyframes":{"keyframes":{"coefficients":["AAAAAAAAAAAAAAAAAAAAAAAAgEAAAABBAAAAgAAAAIAAAEBAAAAAAAAA4EEAAEBCAABAQAAAAAAAAAAAAAAAAA=="],
  "degree":3,"duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},
  "repeats":true}},"earliest":"AAAAAAAAB0A=","epochs":"AAAAAAAAAAA=","latest":"AAAAAAAAwL8=","rates":"AACAPw==",
  "slots":"AwAAAA==","times":["AAAAAAAAwL8=","AAAAAAAAAAA=","AAAAAAAACEA="],"vacant":"AAAAAAAAAAA="}],
  "isPaused":false,"layers":[{"groups":[{"clock":"AAAAAAAMWUA=","columns":["AAAAvg==","AACAPw==","yquJQQ==",
  "AAAAAA==","AAAgwQ==","AAAAAA=="],"consecutive":[true],"direction":"AAAAAAAA8D8=",
  "driver":{"springs":{"epsilons":"bxKDOgrXIzw="}},"earliest":"AAAAAAAA8H8=","epochs":"AAAAAAAIWUA=",
  "latest":"AAAAAAAAWUA=","rates":"AACAPw==","slots":"BQAAAA==","steps":"AAAAAAAA+H8=","times":["AAAAAAAAWUA=",
  "AAAAAAAAAAA=","0iEzf3zZEkA=","AAAAAAAA8D8="],"uniform":[true],"vacant":"AAAAAAAAAAA="}],
  "origins":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAMA/AAAAAAAAAAA=","values":["AAAAAAAAAAAAAAAAAAAAAAAAAACuHfnAAAAAAAAAAAA="]},
  {"groups":[{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AACAPw==","AADAQA==","AAAAAA=="],"consecutive":[true],
  "direction":"AAAAAAAA8D8=","driver":{"tween":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},
  "startControlPoint":{"x":0,"y":0}}}},"earliest":"AAAAAABIWUA=","epochs":"AAAAAAAIWUA=","latest":"AAAAAAAIWUA=",
  "rates":"AACAPw==","slots":"BQAAAA==","times":["AAAAAAAIWUA=","AAAAAAAAAAA=","AAAAAAAA8D8="],
  "vacant":"AAAAAAAAAAA="}],"values":["AAAAAAAAAAAAAAAAAAAAAAAAAADwY6xAAAAAAAAAAAA="]}],
  "origins":"AAAAAAAAAAAAAAAAAAAAAAAAgL8AAMA/AAAAAAAAAAA=","paused":"CAAAAAAAAAA=","removedAtEnd":"",
  "reversed":"AQAAAAAAAAA=","runs":"AQAAAAEAAAABAAAAAQAAAAEAAAABAAAAAQAAAAEAAAA=",
  "speeds":"AACAPwAAAD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8=","touched":"AAAAAAAAAAA=",
  "values":["fWCbPQUppz+HIkg/AACAP/qgrUAIGc0/BpMzQAAA8EA="],"version":4}
  """#
