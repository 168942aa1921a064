// A script's `element.animate(keyframes, timing)`, evaluated at several times: phases, iterations, and times without
// effect. Then the same for dots that start one after the other, and Core Animation's properties.

import VectorKernels

// element.animate({ left: ["0px", "200px"] }, { delay: 500, duration: 2000, iterationStart: 0.5, iterations: 2.5,
//   direction: "alternate", fill: "forwards", easing: "ease-in-out" })
let slide = try EffectTiming(
  delay: 0.5, duration: 2, iterationStart: 0.5, iterations: 2.5, direction: .alternate, fill: .forwards,
  easing: CSSEasing("ease-in-out"))
print("ends at", slide.endTime)
for time in [0, 0.5, 1, 3, 3.5, 5.5] {
  let computed = slide.computed(at: time)
  if let amount = computed.amount {
    let left = 0.0.interpolated(towards: 200, amount: amount)
    print(time, "\(computed.phase): iteration \(Int(computed.currentIteration!)), left \(rounded(left))")
  } else {
    print(time, "\(computed.phase): not in effect")
  }
}

// With iterationComposite: "accumulate", an iteration continues from the end of the one before.
let walk = try EffectTiming(duration: 1, iterations: 3, fill: .forwards)
print(
  "walk:",
  [0.5, 1.5, 2.5, 3].map { time in
    let computed = walk.computed(at: time)
    return computed.accumulated(40 * computed.amount!, final: 40)
  })

// Three dots, one call. A dot that isn't in effect has NaN.
let pulse = try EffectTiming(duration: 0.5, iterations: 2, direction: .alternate)
let starts: [Float] = [0, 0.25, 1]
var amounts: [Float] = [0, 0, 0]
for time in [0.125, 0.5, 1.125] {
  pulse.amounts(at: time, starts: starts.span, into: amounts.mutableSpan)
  print("dots at \(time):", amounts)
}

// A layer's animation: duration, speed, autoreverses and repeatCount, which counts the way there and back as one.
let layer = try EffectTiming(beginTime: 1, duration: 2, speed: 2, repeatCount: 3, autoreverses: true, fillMode: .both)
print("layer:", [0, 1.5, 2, 2.5, 3, 9].map { rounded(layer.computed(at: $0).amount!) })

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100
}

// Prints:
// ends at 5.5
// 0.0 before: not in effect
// 0.5 active: iteration 0, left 100.0
// 1.0 active: iteration 0, left 174.17
// 3.0 active: iteration 1, left 25.83
// 3.5 active: iteration 2, left 0.0
// 5.5 after: iteration 2, left 200.0
// walk: [20.0, 60.0, 100.0, 120.0]
// dots at 0.125: [0.25, nan, nan]
// dots at 0.5: [1.0, 0.5, nan]
// dots at 1.125: [nan, 0.25, 0.25]
// layer: [0.0, 0.5, 1.0, 0.5, 0.0, 0.0]
