import Testing
import VectorKernels

/// Tests the statements that closures of timelines and tracks take.
@Suite(.seeded) struct KeyframeBuilderTests {
  struct Pose: Equatable {
    var scale = 0.0
    var rotation = 0.0
    var offset = SIMD2<Double>.zero
  }

  @Test func tracksAnimateParts() {
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      KeyframeTrack(\.scale) {
        LinearKeyframe(1.0, duration: 0.5)
        SpringKeyframe(2.0, duration: 0.4, spring: .snappy)
        CubicKeyframe(1.0, duration: 0.6)
      }
      KeyframeTrack(\.rotation) {
        SpringKeyframe(-35, duration: 0.4, spring: .smooth)
        SpringKeyframe(35, duration: 0.8, spring: .smooth)
        LinearKeyframe(0, duration: 0.3)
      }
    }
    #expect(timeline.duration == 0.4 + 0.8 + 0.3)
    #expect(timeline.value(time: 0) == Pose())
    #expect(timeline.value(time: 0.25).scale == 0.5)
    #expect(timeline.value(time: 2) == Pose(scale: 1, rotation: 0))
    var pose = Pose(scale: 7, rotation: 7, offset: [3, 4])
    timeline.update(value: &pose, time: 0.5)
    #expect(pose.scale == 1 && pose.offset == [3, 4])
    timeline.update(value: &pose, progress: 1)
    #expect(pose == Pose(scale: 1, rotation: 0, offset: [3, 4]))
  }

  @Test func wholeValuesNeedNoTrack() {
    let bare = KeyframeTimeline(initialValue: SIMD2<Double>(0, 0)) {
      LinearKeyframe([1, 2], duration: 1)
      MoveKeyframe([5, 5])
      LinearKeyframe([6, 6], duration: 1)
    }
    let wrapped = KeyframeTimeline(initialValue: SIMD2<Double>(0, 0)) {
      KeyframeTrack {
        LinearKeyframe([1, 2], duration: 1)
        MoveKeyframe([5, 5])
        LinearKeyframe([6, 6], duration: 1)
      }
    }
    for time in [-1, 0, 0.5, 1, 1.5, 2, 3] {
      #expect(bare.value(time: time) == wrapped.value(time: time))
    }
    #expect(bare.value(progress: 0.75) == [5.5, 5.5])
  }

  @Test(arguments: [false, true]) func controlFlow(isLong: Bool) {
    enum Style { case calm, wild, still }
    func timeline(_ style: Style, steps: [Double]) -> KeyframeTimeline<Double> {
      KeyframeTimeline(initialValue: 0) {
        switch style {
        case .calm: LinearKeyframe(1, duration: 1)
        case .wild:
          LinearKeyframe(1, duration: 0.5)
          LinearKeyframe(-1, duration: 0.5)
        case .still: MoveKeyframe(0)
        }
        if isLong {
          LinearKeyframe(10, duration: 10)
        }
        for step in steps {
          MoveKeyframe(step)
          LinearKeyframe(step + 1, duration: 1)
        }
        if steps.isEmpty { LinearKeyframe(3, duration: 2) } else { LinearKeyframe(4, duration: 3) }
      }
    }
    let extra = isLong ? 10.0 : 0
    #expect(timeline(.calm, steps: []).duration == 3 + extra)
    #expect(timeline(.wild, steps: [1, 2]).duration == 6 + extra)
    #expect(timeline(.still, steps: [5]).duration == 4 + extra)
    #expect(timeline(.wild, steps: []).value(time: 0.75) == 0)
    #expect(timeline(.still, steps: [5]).value(time: extra + 0.5) == 5.5)
  }

  @Test(arguments: [false, true]) func controlFlowOfTracks(hasOffset: Bool) {
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      if hasOffset {
        KeyframeTrack(\.offset) { LinearKeyframe([1, 1], duration: 4) }
      } else {
        KeyframeTrack(\.offset) { LinearKeyframe([1, 1], duration: 3) }
      }
      if hasOffset {
        KeyframeTrack(\.scale) { MoveKeyframe(2) }
      }
      for part in [\Pose.scale, \Pose.rotation] {
        KeyframeTrack(part) { LinearKeyframe(1, duration: 1) }
      }
      KeyframeTrack(\.offset.y) {}
    }
    #expect(timeline.duration == (hasOffset ? 4 : 3))
    #expect(timeline.value(time: 3).rotation == 1)
  }

  @Test func nothingIsTheInitialValue() {
    let empty = KeyframeTimeline(initialValue: 3.0) {}
    let emptyPose = KeyframeTimeline(initialValue: Pose(scale: 2)) {}
    let emptyTrack = KeyframeTimeline(initialValue: 3.0) { KeyframeTrack {} }
    for time in [-1, 0, 1, .infinity, .nan] {
      #expect(empty.value(time: time) == 3 && emptyTrack.value(time: time) == 3)
      #expect(empty.value(progress: time) == 3 && emptyTrack.velocity(time: time) == 0)
      #expect(emptyPose.value(time: time) == Pose(scale: 2))
    }
    #expect(empty.duration == 0 && emptyPose.duration == 0 && emptyTrack.duration == 0)
  }

  /// Of two tracks for one part the last one counts.
  @Test func laterTracksWin() {
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      KeyframeTrack(\.scale) { LinearKeyframe(1, duration: 1) }
      KeyframeTrack(\.scale) { LinearKeyframe(2, duration: 1) }
    }
    #expect(timeline.value(time: 0.5).scale == 1)
    #expect(timeline.velocity(of: \.scale, time: 0.5) == 2)
    #expect(timeline.velocity(of: \.rotation, time: 0.5) == 0)
  }

  @Test func contentsOfOnesOwn() {
    struct Shake: KeyframeTrackContent {
      var width: Double

      var body: some KeyframeTrackContent<Double> {
        LinearKeyframe(width, duration: 0.25)
        LinearKeyframe(-width, duration: 0.25)
      }
    }
    struct Entrance: Keyframes {
      var body: some Keyframes<Pose> {
        KeyframeTrack(\.scale) { LinearKeyframe(1, duration: 1) }
        KeyframeTrack(\.rotation) {
          Shake(width: 4)
          LinearKeyframe(0, duration: 0.5)
        }
      }
    }
    let timeline = KeyframeTimeline(initialValue: Pose()) {
      Entrance()
      KeyframeTrack(\.offset.x) { Shake(width: 1) }
    }
    #expect(timeline.duration == 1)
    #expect(timeline.value(time: 0.375) == Pose(scale: 0.375, rotation: 0, offset: [0, 0]))
    #expect(timeline.value(time: 0.75).rotation == -2)
  }

  @Test func keyframesReadLikeTheirCode() {
    #expect("\(LinearKeyframe(1.0, duration: 0.5))" == "LinearKeyframe(1.0, duration: 0.5)")
    #expect(
      "\(CubicKeyframe(1.0, duration: 0.5, endVelocity: 2.0))" == "CubicKeyframe(1.0, duration: 0.5, endVelocity: 2.0)")
    #expect("\(SpringKeyframe(1.0, startVelocity: 3.0))" == "SpringKeyframe(1.0, startVelocity: 3.0)")
    #expect("\(MoveKeyframe(1.0))" == "MoveKeyframe(1.0)")
    #expect(LinearKeyframe(1.0, duration: 0.5).hashValue == LinearKeyframe(1.0, duration: 0.5).hashValue)
    #expect(MoveKeyframe(1.0) != MoveKeyframe(2.0))
  }
}
