import Foundation
import Testing
import VectorKernels

/// Each row of the article Names that says "the same" has a test that shows it: this is their list.
///
/// By the article's sections and the first cells of their rows. ``NamesTests`` shows of most names that code with them
/// compiles; the tests here show what the names do.
private let testsOfRows: [String: [String: [String]]] = [
  "SwiftUI: animated values": [
    "`scale(by:)`, `magnitudeSquared`": [
      "VectorArithmeticTests.floatsScaleAsFloats", "ComponentVectorTests.arithmeticIsThatOfTheComponents",
    ],
    "`scaled(by:)`, `interpolate(towards:amount:)`, `interpolated(towards:amount:)`": [
      "VectorArithmeticTests.interpolationStaysCloseToTheExactValue", "VectorArithmeticTests.endsAreExact",
    ],
    "`CGPoint`, `CGSize`, `CGRect`": ["RectanglesTests.theyAreTheirComponentsInOrder"],
    "`CGAffineTransform`": ["NamesArticleTests.transformsOfThePlaneHaveCoreGraphicssComponents"],
    "`CATransform3D`, `ProjectionTransform`": ["NamesArticleTests.transformsOfSpaceHaveCoreAnimationsComponents"],
    "`UnitPoint`, `.zero`, `.center`, `.topLeading` and the like": ["NamesTests.unitPoints"],
  ],
  "SwiftUI: colours": [
    "`Color(_:red:green:blue:opacity:)`, `Color(_:white:opacity:)`, `Color(hue:saturation:brightness:opacity:)`": [
      "ColorTextTests.swiftUIsInitializers"
    ],
    "`Color.red`, `.orange`, `.blue` and the rest, `.white`, `.black`, `.clear`": [
      "SystemColorsTests.valuesArePublishedOnes", "NamesArticleTests.opacitiesMultiply",
    ],
    "`Color.opacity(_:)`": ["NamesArticleTests.opacitiesMultiply"],
    "`Color.mix(with:by:in:)` with `.perceptual`, `.device`": [
      "ColorMixingTests.swiftUIsSpaces", "ColorMixingTests.mixturesOfAnyColors",
    ],
    "`Color.animatableData`": ["ColorMixingTests.animatableDataIsPremultipliedOklab"],
    "`Gradient(colors:)`, `Gradient(stops:)`, `Gradient.Stop(color:location:)`, `stops`": [
      "GradientTests.colorsBetweenStops", "GradientTests.stopsOutOfOrderMoveUp",
    ],
  ],
  "SwiftUI: curves and springs": [
    "`UnitCurve.bezier(startControlPoint:endControlPoint:)`": [
      "UnitCurveTests.bezierValuesAreOnTheCurve", "UnitCurveTests.inputIsClampedAndNaNStays",
    ],
    "`.linear`, `.easeIn`, `.easeOut`, `.easeInOut`": ["UnitCurveTests.presetsAreSwiftUIs"],
    "`.circularEaseIn`, `.circularEaseOut`, `.circularEaseInOut`": ["FamilyTests.valuesAreThoseOfTheFormula"],
    "`value(at:)`, `velocity(at:)`, `inverse`": [
      "FamilyTests.velocityIsTheDerivative", "FamilyTests.inverseComesBack",
      "NamesArticleTests.velocitiesAndInversesDifferAsWritten",
    ],
    "`Spring(duration:bounce:)`": ["SpringTests.bounceIsTheDampingRatio"],
    "`Spring(response:dampingRatio:)`": ["SpringTests.parametersReadBack"],
    "`Spring(mass:stiffness:damping:allowOverDamping:)`": ["SpringTests.physicsAreTheSame"],
    "`Spring(settlingDuration:dampingRatio:epsilon:)`": [
      "SpringSettlingTests.springsAreFoundBySettlingDuration", "SpringSettlingTests.settlingSpringsAreSwiftUIs",
    ],
    "`.smooth`, `.snappy`, `.bouncy`, with `(duration:extraBounce:)`": ["SpringTests.presets"],
    "`duration`, `bounce`, `response`, `dampingRatio`, `mass`, `stiffness`, `damping`": [
      "SpringTests.parametersReadBack", "NamesArticleTests.stiffnessesDifferAsWritten",
    ],
    "`value(target:initialVelocity:time:)`": ["SpringMotionOfOneValueTests.motionIsTheClosedForm"],
    "`velocity(target:initialVelocity:time:)`": ["SpringMotionOfOneValueTests.motionIsTheClosedForm"],
    "`update(value:velocity:target:deltaTime:)`": ["SpringMotionOfOneValueTests.updatesCompose", "NamesTests.springs"],
    "`force(target:position:velocity:)`": ["SpringMotionOfOneValueTests.forceIsMassTimesAcceleration"],
    "`value(fromValue:toValue:initialVelocity:time:)`, and the same for velocity and force": [
      "SpringMotionOfOneValueTests.valuesBetweenTwo", "SpringMotionOfOneValueTests.forceIsMassTimesAcceleration",
    ],
    "`settlingDuration`, `settlingDuration(target:initialVelocity:epsilon:)`": [
      "SpringSettlingTests.underdampedFollowsTheFormula", "SpringSettlingTests.criticalAndOverdampedAreTenths",
    ],
  ],
  "SwiftUI: animations": [
    "`.default`": ["AnimationTests.defaultIsASpring"],
    "`.linear`, `.easeIn`, `.easeOut`, `.easeInOut`, with `(duration:)`": [
      "AnimationTests.namesAreTheirCurves", "AnimationTests.curvesAreSampled",
    ],
    "`.timingCurve(_:_:_:_:duration:)`, `.timingCurve(_:duration:)`": [
      "AnimationTests.namesAreTheirCurves", "AnimationTests.curvesAreSampled",
    ],
    "`.spring(_:blendDuration:)`, `.spring(duration:bounce:blendDuration:)`, `.spring(response:dampingFraction:blendDuration:)`":
      ["AnimationTests.namesAreTheirSprings", "AnimationTests.springsAreSampled"],
    "`.interactiveSpring(response:dampingFraction:blendDuration:)`, `.interactiveSpring(duration:extraBounce:blendDuration:)`":
      ["AnimationTests.namesAreTheirSprings"],
    "`.interpolatingSpring`, `.interpolatingSpring(_:initialVelocity:)`, `(mass:stiffness:damping:initialVelocity:)`, `(duration:bounce:initialVelocity:)`":
      ["AnimationTests.namesAreTheirSprings", "AnimatedValueTests.interpolatingSpringsAdd"],
    "`.smooth`, `.snappy`, `.bouncy`, with `(duration:extraBounce:)`": ["AnimationTests.namesAreTheirSprings"],
    "`delay(_:)`, `speed(_:)`, `repeatCount(_:autoreverses:)`, `repeatForever(autoreverses:)`": [
      "AnimationTests.modifiersCompose", "AnimationTests.modifiersInOrder",
    ],
    "`logicallyComplete(after:)`": ["AnimatedValueTests.animationsAreLogicallyCompleteWhenTheySaySo"],
    "`AnimationContext`, `AnimationState`, `AnimationStateKey`": ["AnimatedValueTests.customAnimationsKeepState"],
  ],
  "SwiftUI: keyframes": [
    "`KeyframeTimeline(initialValue:content:)`": [
      "KeyframeBuilderTests.tracksAnimateParts", "KeyframeRuleTests.outsideAreTheInitialAndTheLastValue",
    ],
    "`duration`, `value(time:)`, `value(progress:)`, `update(value:time:)`, `update(value:progress:)`": [
      "KeyframePropertyTests.tracksFollowTheRules", "NamesTests.keyframes",
    ],
    "`KeyframeTrack(_:content:)`, `KeyframeTrack(content:)`": [
      "KeyframeBuilderTests.tracksAnimateParts", "KeyframeBuilderTests.wholeValuesNeedNoTrack",
    ],
    "`LinearKeyframe(_:duration:timingCurve:)`": [
      "KeyframePropertyTests.tracksFollowTheRules", "KeyframeRuleTests.noDurationIsAJump",
    ],
    "`CubicKeyframe(_:duration:startVelocity:endVelocity:)`": [
      "KeyframePropertyTests.tracksFollowTheRules", "KeyframeRuleTests.adjacentCubicsAreACatmullRomSpline",
      "KeyframeRuleTests.cubicsTakeTheirNeighboursVelocities",
    ],
    "`SpringKeyframe(_:duration:spring:startVelocity:)`": [
      "KeyframePropertyTests.tracksFollowTheRules", "KeyframeRuleTests.springsAreCutAndLastUntilTheySettle",
    ],
    "`MoveKeyframe(_:)`": ["KeyframeRuleTests.jumpsAtOneInstant", "KeyframePropertyTests.tracksFollowTheRules"],
    "`Keyframes`, `KeyframesBuilder`, `KeyframeTrackContent`, `KeyframeTrackContentBuilder`": [
      "KeyframeBuilderTests.controlFlow", "KeyframeBuilderTests.controlFlowOfTracks",
      "KeyframeBuilderTests.contentsOfOnesOwn",
    ],
  ],
  "Core Animation": [
    "`CASpringAnimation.mass`, `stiffness`, `damping`, `initialVelocity`": [
      "SpringTimingParametersTests.defaultsAreCoreAnimations"
    ],
    "`settlingDuration`": [
      "SpringTimingParametersTests.settlingFollowsTheFormula",
      "SpringTimingParametersTests.settlingAboveCriticalDampingIsInTenths",
    ],
    "`calculationMode`: `.linear`, `.discrete`, `.paced`, `.cubic`, `.cubicPaced`": [
      "KeyframeAnimationTests.linearGoesStraight", "KeyframeAnimationTests.discreteHoldsEachValueFromItsTime",
      "KeyframeAnimationTests.pacedKeepsItsSpeed", "KeyframeAnimationTests.cubicIsACatmullRomSpline",
      "KeyframeAnimationTests.cubicStartsAsInCoreAnimation",
      "KeyframeAnimationTests.cubicPacedKeepsItsSpeedAndItsValues",
    ],
    "`tensionValues`, `continuityValues`, `biasValues`": ["KeyframeAnimationTests.tensionContinuityAndBias"],
  ],
  "CSS": [
    "`calc()` in a colour": ["ColorCalculationTests.calculations", "ColorCalculationTests.agreesWithTrees"],
    "`rgb(from ...)`, `color(from ... srgb r g b)` and the other relative colours": [
      "RelativeColorTests.webPlatformTests", "RelativeColorTests.identitiesAreConversions",
    ],
    "`color-mix(in oklch longer hue, a, b 30%)`": [
      "ColorMixTextTests.webPlatformTests", "ColorMixTextTests.textsAreMixtures",
    ],
  ],
]

@Suite(.seeded) struct NamesArticleTests {
  /// Every row that claims to be the same is in the list, and nothing else is.
  @Test func rowsThatSayTheSameHaveTests() throws {
    var claims: [String: Set<String>] = [:]
    var section = ""
    let url = Self.package.appending(path: "Sources/VectorKernels/VectorKernels.docc/Names.md")
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      if line.hasPrefix("### ") { section = String(line.dropFirst(4)) }
      guard line.hasPrefix("| ") else { continue }
      let cells = line.dropFirst().split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.dropFirst().contains(where: { $0.lowercased().contains("the same") }) {
        let isNew = claims[section, default: []].insert(cells[0]).inserted
        #expect(isNew, "\(section) has two rows of \(cells[0])")
      }
    }
    #expect(Set(claims.keys) == Set(testsOfRows.keys))
    for (section, rows) in claims {
      let listed = Set((testsOfRows[section] ?? [:]).keys)
      #expect(rows.subtracting(listed) == [], "rows of \(section) without a test")
      #expect(listed.subtracting(rows) == [], "rows that \(section) hasn't, or that don't say so")
    }
    #expect(claims.values.map(\.count).reduce(0, +) > 40)
  }

  /// A test is a function after `@Test`, in a type that begins a line.
  @Test func theTestsOfRowsExist() throws {
    let type = /^(?:@Suite\(.*\) )?(?:private |fileprivate )?(?:struct|final class|enum|extension) (\w+)/
    let function = /\bfunc (\w+)/
    var tests: Set<String> = []
    let folder = Self.package.appending(path: "Tests/VectorKernelsTests")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      var (suite, isTest) = ("", false)
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let match = line.prefixMatch(of: type) { suite = String(match.1) }
        if line.contains("@Test") { isTest = true }
        if isTest, let match = line.firstMatch(of: function) {
          tests.insert("\(suite).\(match.1)")
          isTest = false
        }
      }
    }
    for (section, rows) in testsOfRows {
      for (row, names) in rows {
        #expect(!names.isEmpty && names.allSatisfy(tests.contains), "\(section): \(row) has \(names)")
      }
    }
  }

  private static let package = URL(filePath: #filePath).appending(path: "../../..").standardized
}

// MARK: - Claims that no other test shows

extension NamesArticleTests {
  /// "The components of the matrix are [a b 0; c d 0; tx ty 1], and the point is a row vector" (`CGAffineTransform`):
  /// x' = a x + c y + tx, y' = b x + d y + ty.
  @Test func transformsOfThePlaneHaveCoreGraphicssComponents() {
    let transform = Transform2D(a: 2.0, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    let components: [Double] = (0..<6).map { transform[component: $0] }
    #expect(components == [2, 3, 5, 7, 11, 13])
    // 2 * 17 + 5 * 19 + 11, and 3 * 17 + 7 * 19 + 13.
    #expect(Point2D(x: 17.0, y: 19).applying(transform) == Point2D(x: 140, y: 197))
    // "Concatenating combines two transforms: the first is applied first."
    let moved = transform.concatenating(Transform2D(translationX: 1, y: 2))
    #expect(moved == Transform2D(a: 2, b: 3, c: 5, d: 7, tx: 12, ty: 15))
  }

  /// `CATransform3D` has m11, m12, ... m44, and its translation in m41, m42 and m43 ("[1 0 0 0; 0 1 0 0; 0 0 1 0; tx ty
  /// tz 1]", `CATransform3DMakeTranslation`).
  @Test func transformsOfSpaceHaveCoreAnimationsComponents() {
    let move = Transform3D(translationX: 2.0, y: 3, z: 5)
    let components: [Double] = (0..<16).map { move[component: $0] }
    #expect(components == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2, 3, 5, 1])
    #expect(move.applied(to: SIMD3(7, 11, 13)) == SIMD3(9, 14, 18))
  }

  /// "Multiplies the opacity of the color by the given amount" (`Color.opacity(_:)`).
  @Test func opacitiesMultiply() {
    #expect(Color.white.opacity(0.5).opacity(0.5) == Color(white: 1, opacity: 0.25))
    #expect(Color.white == Color(white: 1) && Color.black == Color(white: 0) && Color.clear.alpha == 0)
    // Where SwiftUI doesn't clamp.
    #expect(Color.white.opacity(1.5).alpha == 1 && Color.white.opacity(-1).alpha == 0)
  }

  /// The limit of dy/dx, (1 - y2) / (1 - x2) = 1 / 0.58 where a control point lies on its end.
  @Test func velocitiesAndInversesDifferAsWritten() {
    #expect(abs(UnitCurve.easeIn.velocity(at: 1) - 1 / 0.58) < 1e-15)
    #expect(abs(UnitCurve.easeOut.velocity(at: 0) - 1 / 0.58) < 1e-15)
    #expect(UnitCurve.circularEaseInOut.inverse != .circularEaseInOut)
    #expect(UnitCurve.circularEaseInOut.inverse.inverse == .circularEaseInOut)
  }

  /// `mass * angularFrequency^2`; what SwiftUI has for an overdamped spring is 2 z^2 - 1 times as much.
  @Test func stiffnessesDifferAsWritten() {
    let spring = Spring(duration: 0.7, bounce: -0.2)
    let (w, z) = (2 * Double.pi / 0.7, 1.25)
    let stiffness = spring.stiffness
    #expect(abs(stiffness - w * w) < 1e-12 && abs(stiffness - 80.6) < 0.05)
    let theirs = stiffness * (2 * z * z - 1)
    #expect(abs(theirs - 171.2) < 0.05)
  }
}
