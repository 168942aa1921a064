import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct AnimationTests {
  // MARK: Names

  @Test func namesAreTheirCurves() {
    #expect(Animation.linear == .timingCurve(.linear, duration: 0.35))
    #expect(Animation.easeIn == .timingCurve(.easeIn, duration: 0.35))
    #expect(Animation.easeOut(duration: 2) == .timingCurve(0, 0, 0.58, 1, duration: 2))
    #expect(Animation.easeInOut == .timingCurve(0.42, 0, 0.58, 1))
  }

  @Test func namesAreTheirSprings() {
    #expect(Animation.spring == .spring(Spring(duration: 0.5, bounce: 0)))
    #expect(Animation.spring() == .spring(duration: 0.5, bounce: 0, blendDuration: 0))
    #expect(
      Animation.spring(dampingFraction: 0.825) == .spring(Spring(response: 0.5, dampingRatio: 0.825)))
    #expect(Animation.interactiveSpring == .spring(Spring(duration: 0.15, bounce: 0.15), blendDuration: 0.25))
    #expect(
      Animation.interactiveSpring(response: 0.15)
        == .spring(Spring(response: 0.15, dampingRatio: 0.86), blendDuration: 0.25))
    #expect(Animation.smooth == .spring(.smooth) && Animation.snappy == .spring(.snappy))
    #expect(Animation.bouncy(duration: 1, extraBounce: 0.1) == .spring(.bouncy(duration: 1, extraBounce: 0.1)))
    #expect(
      Animation.interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 3)
        == .interpolatingSpring(Spring(stiffness: 100, damping: 10), initialVelocity: 3))
    #expect(Animation.interpolatingSpring == .interpolatingSpring(.smooth))
    #expect(Animation.interpolatingSpring(duration: 0.4) == .interpolatingSpring(.smooth(duration: 0.4)))
    #expect(Animation.interpolatingSpring(.smooth) != .spring(.smooth))
  }

  /// A default animation equals only itself, and moves like the spring it stands for.
  @Test func defaultIsASpring() {
    let spring = Animation.spring(response: 0.55, dampingFraction: 1)
    #expect(Animation.default == .default && Animation.default != spring)
    #expect(Animation.default.duration == spring.duration)
    #expect(Animation.default.amount(at: 0.2) == spring.amount(at: 0.2))
  }

  // MARK: Forms

  /// Returns whether an animation is held as plain numbers, so that making it takes no memory.
  private func isPlain(_ animation: Animation) -> Bool {
    guard let form = Mirror(reflecting: animation).children.first?.value else { return false }
    return Mirror(reflecting: form).children.first?.label == "plain"
  }

  /// Most animations are held as plain numbers. An animation that counts as complete at some time moves as it does
  /// without that, but is an object: the numbers are those that follow from its parts.
  @Test func plainAnimationsAreTheirParts() throws {
    var random = Generator(seed: Settings.seed)
    for _ in 0..<2000 {
      let animation = Animation.plain(using: &random)
      let parts = animation.logicallyComplete(after: .infinity)
      #expect(isPlain(animation) && !isPlain(parts), "\(animation)")
      #expect(animation.duration == parts.duration, "\(animation)")
      #expect(try animation.prepared() == parts.prepared(), "\(animation)")
      for _ in 0..<4 {
        let time = Double.random(in: -1...9, using: &random)
        #expect(animation.amount(at: time) == parts.amount(at: time), "\(animation) at \(time)")
      }
      let decoded = try JSONDecoder().decode(Animation.self, from: JSONEncoder().encode(animation))
      #expect(isPlain(decoded) && decoded == animation && decoded.hashValue == animation.hashValue, "\(animation)")
    }
  }

  /// A single pass isn't a repetition, and a count need not fit into 32 bits.
  @Test func countsOfPassesAreKept() throws {
    let pass = Animation.easeInOut(duration: 0.5)
    #expect(pass.repeatCount(1) != pass && pass.repeatCount(1).duration == 0.5)
    #expect(pass.repeatCount(0) == pass.repeatCount(1) && pass.repeatCount(2) != pass.repeatForever())
    #expect(pass.repeatCount(2) != pass.repeatCount(2, autoreverses: false))
    for count in [2, Int(Int32.max), Int.max] {
      #expect(pass.repeatCount(count).duration == 0.5 * Double(count))
      #expect(try pass.repeatCount(count).prepared().passes == Double(count))
    }
  }

  // MARK: Values

  @Test func curvesAreSampled() {
    let animation = Animation.easeIn(duration: 2)
    #expect(animation.value(from: 10.0, to: 20.0, at: 1) == 10 + 10 * UnitCurve.easeIn.value(at: 0.5))
    #expect(animation.velocity(from: 10.0, to: 20.0, at: 1) == 10 * UnitCurve.easeIn.velocity(at: 0.5) / 2)
    #expect(animation.value(from: 10.0, to: 20.0, at: 0) == 10 && animation.value(from: 10.0, to: 20.0, at: -1) == 10)
    #expect(animation.value(from: 10.0, to: 20.0, at: 2) == 20 && animation.value(from: 10.0, to: 20.0, at: 3) == 20)
    #expect(animation.velocity(from: 10.0, to: 20.0, at: 2) == 0 && animation.velocity(from: 10.0, to: 20, at: -1) == 0)
    #expect(!animation.isFinished(at: 1.999) && animation.isFinished(at: 2) && !animation.isFinished(at: .nan))
    #expect(animation.value(from: 10.0, to: 20.0, at: .nan).isNaN)
    #expect(animation.value(from: 10.0, to: 20.0, at: .infinity) == 20)
    let forever = animation.repeatForever()
    #expect(forever.isFinished(at: .infinity) && forever.value(from: 10.0, to: 20.0, at: .infinity) == 20)
  }

  @Test func springsAreSampled() {
    let animation = Animation.interpolatingSpring(.bouncy, initialVelocity: 2)
    for time in [0.05, 0.2, 0.6] {
      let (value, velocity) = (
        animation.value(from: 10.0, to: 20.0, at: time), animation.velocity(from: 10.0, to: 20.0, at: time)
      )
      #expect(abs(value - 10 - Spring.bouncy.value(target: 10.0, initialVelocity: 20, time: time)) < 1e-13)
      #expect(abs(velocity - Spring.bouncy.velocity(target: 10.0, initialVelocity: 20, time: time)) < 1e-12)
    }
    #expect(animation.duration == Spring.bouncy.settlingDuration(target: 1.0, initialVelocity: 2, epsilon: 0.001))
    #expect(animation.value(from: 10.0, to: 20.0, at: animation.duration!) == 20)
  }

  @Test func animatableValues() {
    let (from, to) = (Mark(x: 1, label: "from"), Mark(x: 3, label: "to"))
    #expect(Animation.linear(duration: 2).value(fromValue: from, toValue: to, time: 1) == Mark(x: 2, label: "to"))
    #expect(Animation.linear(duration: 2).velocity(fromValue: from, toValue: to, time: 1) == Mark(x: 1, label: "to"))
  }

  /// A type that has nothing but the arithmetic.
  @Test func ownVectors() {
    let animation = Animation.linear(duration: 1).repeatCount(2)
    #expect(animation.value(from: Whole(0), to: Whole(100), at: 0.25) == Whole(25))
    #expect(animation.value(from: Whole(0), to: Whole(100), at: 1.25) == Whole(75))
  }

  // MARK: Modifiers

  /// Any five modifiers in any order agree with their definition.
  @Test func modifiersCompose() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<Settings.cases {
      let modifiers = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        Modifier(using: &generator, delays: -0.5...1)
      }
      let duration = generator.oneIn(20) ? 0 : Double.random(in: 0.1...2, using: &generator)
      let animation = modifiers.reduce(Animation.linear(duration: duration)) { $0.modified(by: $1) }
      let reference = ReferenceAnimation(duration: duration, modifiers: modifiers[...])
      let origin = "\(duration), \(modifiers)"
      let length = Double(reference.length)
      verdict.require(
        length == animation.duration || abs(animation.duration! - length) <= 1e-12 * max(1, length), row,
        "\(origin): lasts \(animation.duration!) instead of \(length)")
      // Passes are counted one by one, and a base that takes no time has none.
      let shortest =
        modifiers.indices.map {
          ReferenceAnimation(duration: duration, modifiers: modifiers[..<$0]).length
        }.filter { $0 > 0 }.min() ?? 1
      guard shortest > 1e-3 else { continue }
      for _ in 0..<3 {
        let time = Double.random(in: -0.2...min(2 * length + 0.5, 30), using: &generator)
        // Times are multiplied by at most 4^5, and passes are at least 1e-3 long: far from a boundary nothing jumps.
        let expected = reference.amounts(near: time, within: 1e-11)
        let found = animation.amount(at: time).reference
        verdict.require(
          found >= expected.lowerBound - 1e-9 && found <= expected.upperBound + 1e-9, row,
          "\(origin): \(found) instead of \(expected) at \(time)")
        let isFinished = animation.isFinished(at: time)
        verdict.require(
          isFinished == (max(0, time) >= animation.duration!), row, "\(origin): finished \(isFinished) at \(time)")
        if let prepared = try? animation.prepared() {
          let amount = prepared.amount(at: time).reference
          verdict.require(
            amount >= expected.lowerBound - 1e-9 && amount <= expected.upperBound + 1e-9, row,
            "\(origin): prepared to \(prepared), \(amount) instead of \(expected) at \(time)")
        }
      }
    }
  }

  /// By the expectations of people who write them.
  @Test func modifiersInOrder() {
    let base = Animation.linear(duration: 1)
    // Outside, a delay is waited for once; inside a repetition, in every pass.
    #expect(base.repeatCount(2, autoreverses: false).delay(1).duration == 3)
    #expect(base.delay(1).repeatCount(2, autoreverses: false).duration == 4)
    #expect(base.repeatCount(2, autoreverses: false).delay(1).amount(at: 2.25) == 0.25)
    #expect(base.delay(1).repeatCount(2, autoreverses: false).amount(at: 2.25) == 0)
    // A speed goes for the delays that it is written behind.
    #expect(base.delay(1).speed(2).duration == 1 && base.speed(2).delay(1).duration == 1.5)
    #expect(base.delay(1).speed(2).amount(at: 0.75) == 0.5)
    #expect(base.speed(2).delay(1).amount(at: 1.25) == 0.5)
    // Every pass counts, and a finished animation is at its target.
    let back = base.repeatCount(2, autoreverses: true)
    #expect(back.amount(at: 0.75) == 0.75 && back.amount(at: 1.25) == 0.75 && back.amount(at: 1.75) == 0.25)
    #expect(back.velocity(from: 0.0, to: 1.0, at: 1.5) == -1 && back.amount(at: 2) == 1)
    #expect(base.repeatCount(1, autoreverses: true).duration == 1)
    // The way back starts slowly too.
    let easing = Animation.easeIn(duration: 1).repeatForever()
    #expect(easing.amount(at: 1.25) == 1 - easing.amount(at: 0.25))
  }

  /// It moves as if nothing had been said of its completion, alone, among modifiers and prepared.
  @Test func logicalCompletionChangesNoMotion() throws {
    let plain = Animation.bouncy.delay(0.1).repeatCount(3)
    let complete = Animation.bouncy.logicallyComplete(after: 0.2).delay(0.1).logicallyComplete(after: -1).repeatCount(3)
    #expect(complete != plain && complete.duration == plain.duration)
    #expect(try complete.prepared() == plain.prepared())
    for time in [0, 0.05, 0.3, 1.4, 2, 100] {
      #expect(complete.amount(at: time) == plain.amount(at: time))
      #expect(complete.velocity(from: 0.0, to: 1.0, at: time) == plain.velocity(from: 0.0, to: 1.0, at: time))
    }
  }

  /// The phase of a repetition is exact after any number of passes.
  @Test func repetitionForWeeks() {
    let animation = Animation.linear(duration: 0.375).repeatForever()
    let month = 30.0 * 24 * 3600
    let passes = (month / 0.375).rounded(.down)
    for offset in [0.0, 0.125, 0.25, 0.375, 0.5] {
      let expected = offset <= 0.375 ? offset / 0.375 : 2 - offset / 0.375
      #expect(passes.truncatingRemainder(dividingBy: 2) == 0)
      #expect(abs(animation.amount(at: passes * 0.375 + offset) - expected) < 1e-8)
    }
  }

  @Test func velocityIsTheDerivative() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<Settings.cases / 4 {
      let base: Animation =
        switch row % 3 {
        case 0: .easeInOut(duration: Double.random(in: 0.2...2, using: &generator))
        case 1: .spring(duration: Double.random(in: 0.2...2, using: &generator), bounce: 0.4)
        default: .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 3)
        }
      let modifiers = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Modifier(using: &generator, delays: 0...1)
      }
      let animation = modifiers.reduce(base) { $0.modified(by: $1) }
      let (time, h) = (Double.random(in: 0...5, using: &generator), 1e-5)
      func difference(_ h: Double) -> Double {
        (animation.amount(at: time + h) - animation.amount(at: time - h)) / (2 * h)
      }
      // Where two differences agree there is no kink or jump between.
      let (near, far) = (difference(h), difference(2 * h))
      guard abs(near - far) < 1e-4 else { continue }
      let velocity = animation.velocity(from: 0.0, to: 1.0, at: time)
      verdict.require(
        abs(velocity - near) < 1e-3, row, "\(animation): \(velocity) instead of \(near) at \(time)")
    }
  }

  /// As many modifiers as there may be around one another are compared, printed, run and kept in files.
  @Test func deepAnimationsAreOnesLikeAnyOther() throws {
    func deep(_ count: Int) -> Animation {
      (0..<count).reduce(Animation.linear(duration: 1)) { animation, index in
        switch index % 3 {
        case 0: animation.delay(0.01)
        case 1: animation.speed(1)
        default: animation.logicallyComplete(after: 1)
        }
      }
    }
    let (animation, same) = (deep(200), deep(200))
    #expect(animation == same && animation.hashValue == same.hashValue && animation != deep(199))
    #expect(animation.description.count > 2000 && abs(animation.amount(at: 1.17) - 0.5) < 1e-9)
    #expect(try abs(animation.prepared().amount(at: 1.17) - 0.5) < 1e-9)
    let data = try JSONEncoder().encode(animation)
    #expect(try JSONDecoder().decode(Animation.self, from: data) == animation)
    // Deeper ones, as deep as JSON goes, are errors.
    var text = String(decoding: data, as: UTF8.self)
    for _ in 0..<5 { text = #"{"speed":{"factor":1,"base":\#(text)}}"# }
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Animation.self, from: Data(text.utf8)) }
    #expect(error?.explanation.hasSuffix("203 modifiers are nested, but at most 200 are allowed") ?? false)
  }

  /// No number is a trap, and every duration is one.
  @Test func absurdNumbers() {
    let absurdities: [Double] = [.nan, .infinity, -.infinity, 0, -1, .leastNonzeroMagnitude, 1e300, -1e300, 1]
    var generator = Generator(seed: Settings.seed)
    func absurdity() -> Double { absurdities.randomElement(using: &generator)! }
    for _ in 0..<20_000 {
      var animation: Animation =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .linear(duration: absurdity())
        case 1: .timingCurve(absurdity(), absurdity(), absurdity(), absurdity(), duration: absurdity())
        case 2: .spring(response: absurdity(), dampingFraction: absurdity(), blendDuration: absurdity())
        default:
          .interpolatingSpring(
            mass: absurdity(), stiffness: absurdity(), damping: absurdity(), initialVelocity: absurdity())
        }
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: animation = animation.delay(absurdity())
        case 1: animation = animation.speed(absurdity())
        case 2:
          let count = [Int.min, -1, 0, 1, 2, .max].randomElement(using: &generator)!
          animation = animation.repeatCount(count, autoreverses: generator.oneIn(2))
        default: animation = animation.repeatForever(autoreverses: generator.oneIn(2))
        }
      }
      #expect(animation.duration! >= 0 && animation == animation, "\(animation)")
      let prepared = try? animation.prepared()
      for time in absurdities {
        let (amount, isFinished) = (animation.amount(at: time), animation.isFinished(at: time))
        _ = animation.velocity(from: 0.0, to: 1.0, at: time)
        _ = prepared?.amount(at: time)
        #expect(!isFinished || amount == 1, "\(animation) at \(time)")
      }
      #expect(animation.amount(at: .nan).isNaN)
    }
  }

  // MARK: Preparation

  @Test func loweringSaysWhatItCannotDo() throws {
    let base = Animation.linear(duration: 1)
    let twoInThree = base.repeatCount(2, autoreverses: false).repeatCount(3, autoreverses: true)
    let delayed = base.repeatCount(2).delay(0.5).repeatCount(3)
    for animation in [twoInThree, delayed, base.repeatCount(3).repeatForever(autoreverses: false)] {
      #expect(throws: AnimationPreparationError.nestedRepetition(animation)) { try animation.prepared() }
    }
    let custom = Animation(Halfway()).delay(1)
    #expect(throws: AnimationPreparationError.custom(custom)) { try custom.prepared() }
    #expect("\(AnimationPreparationError.custom(custom))".contains("Halfway"))
    // These are one repetition.
    #expect(try base.repeatCount(2).repeatForever(autoreverses: false).prepared().passes == .infinity)
    #expect(try base.repeatCount(3).repeatCount(5).prepared().passes == 15)
    #expect(
      try base.repeatCount(2, autoreverses: false).speed(2).repeatCount(3, autoreverses: false).prepared().rate == 2)
    #expect(try base.repeatForever().repeatCount(3, autoreverses: false).prepared().passes == .infinity)
  }

  // MARK: Text and data

  @Test func descriptionsReadLikeTheCode() {
    let descriptions = [
      "Animation.easeInOut(duration: 0.5).delay(0.25).repeatForever(autoreverses: false)":
        Animation.easeInOut(duration: 0.5).delay(0.25).repeatForever(autoreverses: false),
      "Animation.linear(duration: 0.35).speed(2.0).repeatCount(3, autoreverses: true)": .linear.speed(2).repeatCount(3),
      "Animation.spring(Spring(duration: 0.5, bounce: 0.3))": .bouncy,
      "Animation.spring(Spring(duration: 0.15, bounce: 0.15), blendDuration: 0.25)": .interactiveSpring,
      "Animation.interpolatingSpring(Spring(stiffness: 100.0, damping: 10.0), initialVelocity: 2.0)":
        .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 2),
      "Animation.default.delay(1.0)": .default.delay(1),
      "Animation.default.logicallyComplete(after: 0.5)": .default.logicallyComplete(after: 0.5),
      "Animation(Halfway()).speed(0.5)": Animation(Halfway()).speed(0.5),
    ]
    for (description, animation) in descriptions { #expect("\(animation)" == description) }
  }

  /// The text of modifiers holds all their numbers.
  @Test func descriptionsOfModifiersMakeTheAnimation() {
    var verdict = Verdict()
    defer { verdict.report() }
    var generator = Generator(seed: Settings.seed)
    for row in 0..<10_000 {
      let modifiers = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
        Modifier(using: &generator, delays: -1...1)
      }
      let animation = modifiers.reduce(Animation.easeIn(duration: 0.7)) { $0.modified(by: $1) }
      let calls = "\(animation)".split(separator: ")").map { $0.split(separator: "(", maxSplits: 1) }
      var again: Animation?
      for call in calls {
        let arguments = call[1].split(separator: ", ").map { $0.split(separator: " ").last! }
        switch call[0] {
        case "Animation.easeIn": again = .easeIn(duration: Double(arguments[0])!)
        case ".delay": again = again?.delay(Double(arguments[0])!)
        case ".speed": again = again?.speed(Double(arguments[0])!)
        case ".repeatCount": again = again?.repeatCount(Int(arguments[0])!, autoreverses: arguments[1] == "true")
        case ".repeatForever": again = again?.repeatForever(autoreverses: arguments[0] == "true")
        default: again = nil
        }
      }
      verdict.require(again == animation, row, "\(animation)")
    }
  }

  @Test func codesAsItsNumbers() throws {
    let animations: [Animation] = [
      .default, .easeIn(duration: 2), .timingCurve(0.1, 0.2, 0.3, 0.4, duration: 1), .interactiveSpring,
      .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: 2),
      .spring.delay(1).speed(2).repeatCount(3, autoreverses: false).repeatForever(),
      .smooth.logicallyComplete(after: 1),
    ]
    for animation in animations {
      let data = try JSONEncoder().encode(animation)
      let again = try JSONDecoder().decode(Animation.self, from: data)
      #expect(again == animation && again.duration == animation.duration)
    }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Animation(Halfway())) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (animation, text) in [
      (
        Animation.linear(duration: 2).delay(1),
        #"{"delay":{"base":{"curve":{"curve":{"curve":"linear"},"duration":2}},"#
          + #""seconds":1}}"#
      ),
      (.default.speed(2), #"{"speed":{"base":{"systemDefault":{}},"factor":2}}"#),
      (
        .interpolatingSpring(Spring(stiffness: 100, damping: 10), initialVelocity: 3),
        #"{"interpolatingSpring":{"initialVelocity":3,"spring":{"angularFrequency":10,"dampingRatio":0.5,"mass":1}}}"#
      ),
      (
        .spring(Spring(stiffness: 100, damping: 10), blendDuration: 0.25),
        #"{"spring":{"blendDuration":0.25,"spring":{"angularFrequency":10,"dampingRatio":0.5,"mass":1}}}"#
      ),
      (
        .default.repeatCount(3, autoreverses: false),
        #"{"repetition":{"autoreverses":false,"base":{"systemDefault":{}},"count":3}}"#
      ),
      (.default.repeatForever(), #"{"repetition":{"autoreverses":true,"base":{"systemDefault":{}}}}"#),
      (.default.logicallyComplete(after: 1), #"{"logicalCompletion":{"after":1,"base":{"systemDefault":{}}}}"#),
    ] {
      let data = try encoder.encode(animation)
      #expect(String(decoding: data, as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(Animation.self, from: data) == animation)
    }
  }

  @Test(arguments: [
    (#"{"wait":{}}"#, ": wait is not the name of a case"),
    (#"{"delay":{"base":{"wait":{}},"seconds":1}}"#, "delay.base: wait is not the name of a case"),
    ("{}", ": there are 0 names of cases ([]) instead of one"),
    (
      #"{"systemDefault":{},"delay":{}}"#,
      #": there are 2 names of cases (["delay", "systemDefault"]) instead of one"#
    ),
  ])
  func impossibleDataIsRefused(data: String, explanation: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Animation.self, from: Data(data.utf8))
    }
    #expect(error?.explanation == explanation)
  }
}

private struct Mark: Animatable, Equatable {
  var x: Double
  var label: String

  var animatableData: Double {
    get { x }
    set { x = newValue }
  }
}

private struct Whole: VectorArithmetic {
  var value: Int

  init(_ value: Int) { self.value = value }

  static var zero: Whole { Whole(0) }
  static func + (a: Whole, b: Whole) -> Whole { Whole(a.value + b.value) }
  static func - (a: Whole, b: Whole) -> Whole { Whole(a.value - b.value) }
  mutating func scale(by factor: Double) { value = Int((Double(value) * factor).rounded()) }
  var magnitudeSquared: Double { Double(value) * Double(value) }
}

/// Halfway for a second, and then there.
private struct Halfway: CustomAnimation {
  func animate<V: VectorArithmetic>(value: V, time: Double, context: inout AnimationContext<V>) -> V? {
    time < 1 ? value.scaled(by: 0.5) : nil
  }
}
