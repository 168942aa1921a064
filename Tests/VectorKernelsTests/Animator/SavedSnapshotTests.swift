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
  "groups":[{"clock":"AAAAAAAIWUA=","columns":["","",""],"consecutive":[],"driver":{"tween":{"animation":{
  "curve":{"curve":{"curve":"bezier","endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0.42,"y":0}},
  "duration":1}}}},"earliest":"","epochs":"","latest":"","slots":"","speed":"AAAAAAAA8D8=","starts":"",
  "vacant":""},{"clock":"AAAAAAAIWUA=","columns":["","","","",""],"consecutive":[],"driver":{"spring":{
  "delay":"AAAAAAAAAAA=","epsilons":"bxKDOgrXIzw=","spring":{"angularFrequency":6.283185307179586,
  "dampingRatio":0.7,"mass":1}}},"earliest":"","epochs":"","latest":"","slots":"","speed":"AAAAAAAA8D8=",
  "starts":"","vacant":""},{"clock":"AAAAAAAMWUA=","columns":["AAAAAA==","ve7bQA==","AACgQA==","AAAAAA==",
  "AAAgQQ=="],"consecutive":[true],"driver":{"friction":{"epsilons":"bxKDOgrXIzw=",
  "timeConstant":"AAAAAAAA4D8="}},"earliest":"AAAAAAAAWUA=","epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=",
  "slots":"AgAAAA==","speed":"AAAAAAAA8D8=","starts":"AAAAAAAAWUA=","vacant":"AAAAAAAAAAA="},{
  "clock":"AAAAAAAMWUA=","columns":[""],"consecutive":[],"driver":{"keyframes":{"keyframes":{"coefficients":[
  "AAAAAAAAAAAAAAAAAAAAAAAAAEEAAIBBAAAAgAAAAIAAAIDAAAAAAAAAMEMAAIBDAACAwAAAAAAAAAAAAAAAAA=="],"degree":3,
  "duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},"repeats":true}},
  "earliest":"","epochs":"","latest":"","slots":"","speed":"AAAAAAAA8D8=","starts":"","vacant":""},{
  "clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AAAAAA==","AAAgQQ=="],"consecutive":[true],"driver":{"tween":{
  "animation":{"repetition":{"autoreverses":true,"base":{"curve":{"curve":{"curve":"bounce",
  "direction":"easeOut"},"duration":0.7}}}}}},"earliest":"AAAAAAAAWUA=","epochs":"AAAAAAAAWUA=",
  "latest":"AAAAAAAAWUA=","slots":"BAAAAA==","speed":"AAAAAAAA8D8=","starts":"AAAAAAAAWUA=",
  "vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAIWUA=","columns":["","",""],"consecutive":[],"driver":{"tween":{
  "animation":{"curve":{"curve":{"curve":"linear"},"duration":1}}}},"earliest":"","epochs":"","latest":"",
  "slots":"","speed":"AAAAAAAA8D8=","starts":"","vacant":""},{"clock":"AAAAAAAMWUA=","columns":["AAAAAAAAAAA="],
  "consecutive":[false],"driver":{"single":{}},"earliest":"AAAAAAAAWUA=","epochs":"AAAAAAAAWUA=",
  "latest":"AAAAAAAAWUA=","runs":[{"phases":{"timeline":{"animations":[{"spring":{"blendDuration":0,"spring":{
  "angularFrequency":20.943951023931955,"dampingRatio":1,"mass":1}}},{"spring":{"blendDuration":0,"spring":{
  "angularFrequency":20.943951023931955,"dampingRatio":1,"mass":1}}}],"phases":["AACAPw==","AABAQA=="],
  "repeatsForever":true}}},{"animations":{"animated":{"base":"AAAAAA==","first":"AAAAAA==",
  "nominalDuration":"AAAAAAAA8j8=","runs":[{"animation":{"curve":{"curve":{"curve":"linear"},"duration":1}},
  "change":"AAAgQQ==","isLogicallyComplete":false,"start":"AAAAAAAAAAA="},{"animation":{"curve":{"curve":{
  "curve":"bezier","endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0,"y":0}},"duration":1}},
  "change":"AADAwA==","isLogicallyComplete":false,"start":"AAAAAAAAwD8="}],"target":"AACAQA=="}}}],
  "slots":"BgAAAAUAAAA=","speed":"AAAAAAAA8D8=","starts":"AAAAAAAAWUAAAAAAAABZQA==","vacant":"AAAAAAAAAAA="},{
  "clock":"AAAAAAAMWUA=","columns":["AAAAAA==","AAAAAA==","AAAgQQ=="],"consecutive":[true],"driver":{"tween":{
  "animation":{"curve":{"curve":{"curve":"linear"},"duration":0.25}}}},"earliest":"AAAAAAAAWUA=",
  "epochs":"AAAAAAAAWUA=","latest":"AAAAAAAAWUA=","slots":"BwAAAA==","speed":"AAAAAAAA8D8=",
  "starts":"AAAAAAAAWUA=","vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMWcA=","columns":["AACAvQ==","AAAAAA==",
  "AAAgQQ=="],"consecutive":[true],"driver":{"tween":{"animation":{"curve":{"curve":{"curve":"bezier",
  "endControlPoint":{"x":0.58,"y":1},"startControlPoint":{"x":0.42,"y":0}},"duration":1}}}},
  "earliest":"AAAAAAAQWcA=","epochs":"AAAAAAAMWcA=","latest":"AAAAAAAQWcA=","slots":"AAAAAA==",
  "speed":"AAAAAAAA8L8=","starts":"AAAAAAAQWcA=","vacant":"AAAAAAAAAAA="},{"clock":"AAAAAAAMSUA=","columns":[
  "AAAAvg==","nF3kQQ==","AAAgQQ==","AAAAAA==","AAAAAA=="],"consecutive":[true],"driver":{"spring":{
  "delay":"AAAAAAAAAAA=","epsilons":"bxKDOgrXIzw=","spring":{"angularFrequency":6.283185307179586,
  "dampingRatio":0.7,"mass":1}}},"earliest":"AAAAAAD4SEA=","epochs":"AAAAAAAISUA=","latest":"AAAAAAD4SEA=",
  "slots":"AQAAAA==","speed":"AAAAAAAA4D8=","starts":"AAAAAAD4SEA=","vacant":"AAAAAAAAAAA="},{
  "clock":"AAAAAAAAAAA=","columns":["AABAvg=="],"consecutive":[true],"driver":{"keyframes":{"keyframes":{
  "coefficients":["AAAAAAAAAAAAAAAAAAAAAAAAAEEAAIBBAAAAgAAAAIAAAIDAAAAAAAAAMEMAAIBDAACAwAAAAAAAAAAAAAAAAA=="],
  "degree":3,"duration":"AAAAAAAA8D8=","ends":"AACAgAAAAD8AAIA///9/fw==","measuredError":"AAAAAAAAAAA="},
  "repeats":true}},"earliest":"AAAAAAAAyL8=","epochs":"AAAAAAAAAAA=","latest":"AAAAAAAAyL8=","slots":"AwAAAA==",
  "speed":"AAAAAAAAAAA=","starts":"AAAAAAAAyL8=","vacant":"AAAAAAAAAAA="}],"isPaused":false,
  "paused":"CAAAAAAAAAA=","reversed":"AQAAAAAAAAA=","speeds":"AACAPwAAAD8AAIA/AACAPwAAgD8AAIA/AACAPwAAgD8=",
  "touched":"CAAAAAAAAAA=","values":["fWCbPcp9PkCGIsg/AABAQPqgrUDAj6E/BZMzQAAA8EA="],"version":1}
  """#
