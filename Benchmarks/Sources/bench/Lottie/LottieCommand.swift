import Foundation
import VectorKernels

/// `bench lottie`: real animation files, played by many instances or sampled.
package enum LottieCommand: Command {
  package static let name = "lottie"
  package static let summary = "play Lottie files by many instances, or print what they animate at some frames"

  package static func run(_ arguments: Arguments) throws -> Int32 {
    let options = try LottieOptions(arguments)
    if options.showsHelp {
      Output.standard.write(LottieOptions.help)
      return 0
    }
    let files = try options.files.map { path in
      do {
        return (path: path, tracks: try LottieTracks(LottieAnimation(contentsOfFile: path)))
      } catch let error as LottieError {
        Output.error.write("bench: \(path): \(error.localizedDescription)\n")
        return nil
      }
    }.compactMap { $0 }
    if files.count < options.files.count { return 1 }
    if let frames = options.frames {
      let destination = try Destination(path: options.jsonPath ?? "-", option: "--json")
      try destination.replaceContents(with: LottieSamples(files[0].tracks, at: frames).json.text(depth: 3) + "\n")
      return 0
    }
    return try measure(files, options)
  }

  private static func measure(_ files: [(path: String, tracks: LottieTracks)], _ options: LottieOptions) throws -> Int32
  {
    let jsonFile = try options.jsonPath.map { try Destination(path: $0, option: "--json") }
    let display = jsonFile?.isStandardOutput == true ? Output.error : .standard
    // Before anything that may start a thread: a signal goes to whichever thread does not hold it back.
    let interruption = Interruption()
    let machine = Machine.current()
    let peers = try Peers.libraries(
      in: options.peerDirectory, prefix: "lottie-", levels: [InstructionSet.active])
    let names = files.map { URL(fileURLWithPath: $0.path).lastPathComponent }
    let fileWidth = names.map(\.count).max() ?? 0
    display.write(LottieReport.line(LottieReport.headings, fileWidth: fileWidth))
    let progress = Progress(total: files.count)
    var measurements: [LottieMeasurement] = []
    var (isInterrupted, isWrong) = (false, false)
    for (name, file) in zip(names, files) {
      progress.show(name, finished: measurements.count)
      let player: LottiePlayer
      do {
        player = try LottiePlayer(file.tracks, instances: options.instances)
      } catch let error as LottieError {
        progress.clear()
        Output.error.write("bench: \(file.path): \(error.localizedDescription)\n")
        isWrong = true
        continue
      }
      if player.componentCount == 0 {
        progress.clear()
        display.write(
          "\(name.padded(to: fileWidth))  nothing that is played\n" + LottieReport.notes(file.tracks.unsupported))
        continue
      }
      let result = LottieMeasurement(
        name, path: file.path, file.tracks, player, seconds: options.seconds, peers: peers,
        interruption: interruption)
      progress.clear()
      guard let result else {
        isInterrupted = true
        break
      }
      measurements.append(result)
      display.write(LottieReport.line(LottieReport.cells(of: result), fileWidth: fileWidth))
      display.write(LottieReport.notes(result.unsupported))
      for (peer, times) in result.timesFasterThanPeers where times == nil {
        Output.error.write("bench: \(name): \(peer) draws nothing, and is left out\n")
      }
      if !result.isRight {
        isWrong = true
        let deviation = "\(result.largestDeviation.rounded(digits: 3)) of a property's range"
        Output.error.write("bench: WRONG RESULTS: \(name): the players differ by \(deviation)\n")
      }
    }
    if !measurements.isEmpty {
      try jsonFile?.replaceContents(with: LottieReport(machine: machine, measurements: measurements).json)
    }
    if isInterrupted {
      Output.error.write("bench: interrupted after \(measurements.count) of \(files.count) files\n")
      return 130
    }
    return isWrong ? 1 : 0
  }
}
