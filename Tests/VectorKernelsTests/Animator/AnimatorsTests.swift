import Testing
import VectorKernels

/// Several animators with one owner.
@Suite(.seeded) struct AnimatorsTests {
  /// Each moves as it would alone.
  @Test func areToldTheTimeTogether() throws {
    var animators = Animators(time: 5)
    let points = animators.add(Animator<Point2D<Double>>(time: 5))
    let colors = animators.add(Animator<Color>(time: 5))
    let numbers = animators.add(Animator<Float>(time: 5))
    var alone = Animator<Point2D<Double>>(time: 5)
    let (there, here) = (
      animators[points].add(Point2D(x: 1, y: 2), count: 100), alone.add(Point2D(x: 1, y: 2), count: 100)
    )
    let color = animators[colors].add(.white)
    var isAtRest = animators.isAtRest
    #expect(isAtRest)
    try animators[points].animate(there, to: Point2D(x: 30, y: -7), using: .bouncy, stagger: 0.01)
    try alone.animate(here, to: Point2D(x: 30, y: -7), using: .bouncy, stagger: 0.01)
    try animators[colors].animate(color, to: .black, using: .linear(duration: 0.2))
    isAtRest = animators.isAtRest
    #expect(!isAtRest)
    for frame in 1...240 {
      animators.advance(to: 5 + Double(frame) / 60)
      alone.advance(to: 5 + Double(frame) / 60)
      for component in 0..<2 {
        let (column, expected) = (animators[points].column(component), alone.column(component))
        for place in expected.indices { #expect(column[place] == expected[place]) }
      }
      let completions = animators[points].completions
      #expect(completions == alone.completions)
    }
    isAtRest = animators.isAtRest
    let (time, ownTime) = (animators.time, animators[numbers].time)
    #expect(isAtRest && time == 9 && ownTime == 9)
    let black = try animators[colors].value(of: color)
    #expect(black.rgba8 == SIMD4(0, 0, 0, 255))
  }

  /// A removed animator's place is used again, and every key is another one.
  @Test func placesAreUsedAgain() {
    var animators = Animators()
    let first = animators.add(Animator<Float>())
    var keys: Set<AnimatorKey<Float>> = [first]
    for _ in 0..<1000 {
      let key = animators.add(Animator<Float>())
      keys.insert(key)
      _ = animators.remove(key)
    }
    let second = animators.add(Animator<Float>())
    let (count, description) = (animators.count, "\(second)")
    #expect(keys.count == 1001 && count == 2 && description == "AnimatorKey<Float>(index: 1)")
  }

  @Test func areHandedOut() throws {
    var animators = Animators()
    let first = animators.add(Animator<Float>())
    let second = animators.add(Animator<Float>())
    var count = animators.count
    #expect(first != second && count == 2)
    let handle = animators[second].add(1)
    try animators[second].animate(handle, to: 2, using: .linear(duration: 1))
    animators.advance(by: 0.5)
    animators.advance(by: .nan)
    var removed = animators.remove(second)
    let (isAtRest, time) = (animators.isAtRest, animators.time)
    count = animators.count
    #expect(count == 1 && isAtRest && time == 0.5)
    removed.advance(by: 0.5)
    let value = removed[handle]
    #expect(value == 2)
    // Its place isn't taken by another one.
    let third = animators.add(removed)
    #expect(third != second)
    let kept = animators[third][handle]
    #expect(kept == 2)
  }

  /// Steps move each on from its own time, and a time is the same for all.
  @Test func continueFromTheirOwnTimes() throws {
    var animators = Animators()
    let late = animators.add(Animator<Float>(time: 5))
    let early = animators.add(Animator<Double>(time: -1))
    let (one, other) = (animators[late].add(0), animators[early].add(0))
    try animators[late].animate(one, to: 1, using: .linear(duration: 1))
    try animators[early].animate(other, to: 1, using: .linear(duration: 1))
    animators.advance(by: 0.25)
    animators.advance(by: 0.25)
    var times = [animators.time, animators[late].time, animators[early].time]
    #expect(times == [0.5, 5.5, -0.5])
    let values = (animators[late][one], animators[early][other])
    #expect(values.0 == 0.5 && values.1 == 0.5)
    animators.advance(to: 8)
    times = [animators.time, animators[late].time, animators[early].time]
    #expect(times == [8, 8, 8])
  }

  @Test(arguments: [false, true])
  func strangersStopTheProgram(isRemoved: Bool) async {
    if isRemoved {
      await #expect(processExitsWith: .failure) {
        var animators = Animators()
        let key = animators.add(Animator<Float>())
        _ = animators.remove(key)
        print(animators[key].count)
      }
    } else {
      await #expect(processExitsWith: .failure) {
        var others = Animators()
        let key = others.add(Animator<Double>())
        var animators = Animators()
        _ = animators.add(Animator<Float>())
        print(animators[key].count)
      }
    }
  }
}
