import Foundation
import VectorKernels

/// The other implementations that take part in a run.
package struct Peers {
  static var none: Peers { Peers(libraries: [], runners: [], level: nil) }

  /// The directory in which `make peers` builds.
  static let usualDirectory = "Benchmarks/peers/build"

  /// The number of elements beyond which the transfer of data through files takes longer than the measurement.
  private static let largestFileCount = 256 << 10

  let names: [PeerName]
  private let libraries: [Peer]
  private let runners: [Runner]
  /// The level that runners are compared with.
  private let level: InstructionSet?

  private init(libraries: [Peer], runners: [Runner], level: InstructionSet?) {
    self.libraries = libraries
    self.runners = runners
    self.level = level
    names =
      libraries.map(\.name)
      + runners.flatMap(\.kernels).compactMap { kernels in
        level.map { PeerName(text: kernels.peer, level: $0, keepsPromises: false) }
      }
  }

  /// The libraries `lib*.so` and the programs `run-*` of a directory that can be compared at one of the levels, the
  /// first of which is the subject. What cannot be used is reported and left out.
  static func load(from directory: String, levels: [InstructionSet]) throws -> Peers {
    let files = try files(in: directory)
    let libraries = try libraries(in: directory, prefix: "lib", levels: levels)
    let runners = files.filter { $0.hasPrefix("run-") }.compactMap { file -> Runner? in
      do {
        let runner = try Runner(program: "\(directory)/\(file)")
        for note in runner.notes { report("\(file): \(note)") }
        return runner
      } catch {
        report("skipping the peer \(file): \(reason(error))")
        return nil
      }
    }
    return Peers(libraries: libraries, runners: runners, level: levels.first)
  }

  /// The libraries of a directory whose names have a prefix; none without a directory. What cannot be used is reported
  /// and left out.
  package static func libraries(in directory: String?, prefix: String, levels: [InstructionSet]) throws -> [Peer] {
    guard let directory else { return [] }
    return try files(in: directory).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".so") }.compactMap { file in
      do throws(Peer.Unusable) {
        return try Peer(library: "\(directory)/\(file)", levels: levels)
      } catch {
        report("skipping the peer \(file): \(error.reason)")
        return nil
      }
    }
  }

  /// The directory that `--peers` names, or the usual one where there is one.
  static func directory(given: String?) -> String? {
    if let given { return given }
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: usualDirectory, isDirectory: &isDirectory)
    return isThere && isDirectory.boolValue ? usualDirectory : nil
  }

  private static func files(in directory: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    } catch {
      throw UsageError("--peers: cannot read the directory '\(directory)'")
    }
  }

  /// The variants of a case that are compared with the library at a level.
  func variants(
    of contestants: KernelCase.Contestants, kernel: String, work: Workload, level: InstructionSet
  ) -> [Variant] {
    let shared = libraries.filter { $0.name.level == level }.compactMap { peer in
      contestants.peer(peer).map { Variant(name: peer.name.text, role: .peer(level), run: $0) }
    }
    guard level == self.level, work.count <= Peers.largestFileCount else { return shared }
    return shared + runners.flatMap { variants(of: $0, kernel: kernel, work: work, level: level) }
  }

  private func variants(of runner: Runner, kernel: String, work: Workload, level: InstructionSet) -> [Variant] {
    let names = runner.kernels.filter { $0.names.contains(kernel) }.map(\.peer)
    if names.isEmpty || runner.hasStopped { return [] }
    let session: RunnerSession
    do {
      session = try RunnerSession(runner, kernel: kernel, work: work)
    } catch {
      Peers.report("\(runner.name): \(kernel): \(Peers.reason(error))")
      return []
    }
    return names.map { name in
      var hasFailed = false
      /// Infinite times and missing results keep failed peers out of the figures.
      func attempt<Value>(_ fallback: Value, _ body: () throws -> Value) -> Value {
        if hasFailed { return fallback }
        do {
          return try body()
        } catch {
          hasFailed = true
          Peers.report("\(runner.name): \(kernel): \(name): \(Peers.reason(error))")
          return fallback
        }
      }
      return Variant(
        name: name, role: .peer(level), run: { attempt(()) { try session.fetchResults(of: name) } },
        time: { repetitions in attempt(.infinity) { try session.time(of: name, repetitions: repetitions) } })
    }
  }

  private static func report(_ text: String) {
    Output.error.write("bench: \(text)\n")
  }

  private static func reason(_ error: any Error) -> String {
    (error as? RunnerError)?.reason ?? error.localizedDescription
  }
}
