import Foundation
import VectorKernels

/// `bench scenes`: whole frames of an animator.
enum ScenesCommand: Command {
  static let name = "scenes"
  static let summary = "time of whole frames of an animator, against an object for each animation"

  static func run(_ arguments: Arguments) throws -> Int32 {
    let options = try ScenesOptions(arguments)
    if options.showsHelp {
      Output.standard.write(ScenesOptions.help)
      return 0
    }
    let scenes = try options.scenes()
    if options.lists {
      Output.standard.write(scenes.map { $0.name + "\n" }.joined())
      return 0
    }
    let jsonFile = try options.jsonPath.map { try Destination(path: $0, option: "--json") }
    let display = jsonFile?.isStandardOutput == true ? Output.error : .standard

    // Before anything that may start a thread: a signal goes to whichever thread does not hold it back.
    let interruption = Interruption()
    let machine = Machine.current()
    let peers = try Peers.libraries(
      in: options.peerDirectory, prefix: "scenes-", levels: [InstructionSet.active])
    display.write(ScenesReport.line(ScenesReport.headings))
    func sizes(of scene: Scene) -> [Size] { options.sizes.filter { $0.count <= scene.mostProperties } }
    let total = scenes.reduce(0) { $0 + sizes(of: $1).count } * options.cores.count * options.passes
    let progress = Progress(total: total)
    let core = Core()
    let sceneEvents = SceneEvents(core: core)
    let measuresEvents = options.filters.isEmpty
    let singleValues = SingleValues(core: core)
    let measuresTwice = measuresEvents && options.passes > 1
    var events = measuresTwice ? sceneEvents.ofTenThousand() : []
    var values = measuresTwice ? singleValues.measured() : []
    var measurements: [SceneMeasurement] = []
    var finished = 0
    var (isInterrupted, isWrong) = (false, false)
    measuring: for scene in Array(repeating: scenes, count: options.passes).joined() {
      for size in sizes(of: scene) {
        for cores in options.cores {
          progress.show("\(scene.name) at \(size.count)", finished: finished)
          guard
            let measurement = SceneMeasurement(
              scene, count: size.count, cores: cores, seconds: options.seconds, on: core,
              peers: cores == 1 ? peers : [], interruption: interruption)
          else {
            isInterrupted = true
            break measuring
          }
          progress.clear()
          finished += 1
          let earlier = measurements.firstIndex {
            $0.scene == measurement.scene && $0.count == measurement.count && $0.cores == cores
          }
          if let earlier {
            measurements[earlier] = measurements[earlier].better(measurement)
          } else {
            measurements.append(measurement)
          }
          display.write(ScenesReport.line(ScenesReport.cells(of: measurement)))
          for peer in measurement.peers where !PeerTweens.isRight(peer.error) {
            isWrong = isWrong || peer.name.keepsPromises
            Output.error.write(
              "bench: WRONG RESULTS: \(scene.name) at \(size.count): \(peer.name.text) errs by \(peer.error)\n")
          }
        }
      }
    }
    progress.clear()
    if measuresEvents, !isInterrupted {
      func better(_ first: [SceneEvent], _ second: [SceneEvent]) -> [SceneEvent] {
        first.isEmpty ? second : zip(first, second).map { $0.nanoseconds <= $1.nanoseconds ? $0 : $1 }
      }
      events = better(events, sceneEvents.ofTenThousand()) + sceneEvents.ofAMillion()
      values = better(values, singleValues.measured())
    }
    for event in events + values { display.write(ScenesReport.line(event)) }
    if !measurements.isEmpty {
      let report = ScenesReport(machine: machine, measurements: measurements, events: events, values: values)
      try jsonFile?.replaceContents(with: report.json)
    }
    if isInterrupted {
      Output.error.write("bench: interrupted after \(finished) of \(total) measurements\n")
      return 130
    }
    return isWrong ? 1 : 0
  }
}
