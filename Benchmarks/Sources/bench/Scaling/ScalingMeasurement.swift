import VectorKernels

/// A kernel or a scene at one size on a number of cores.
struct ScalingMeasurement {
  /// The bandwidth of a kernel, and of a copy of the same number of bytes that takes turns with it on the same cores.
  struct Bandwidth {
    /// The bytes that one pass reads and writes on all cores together.
    let bytes: Double
    let gigabytesPerSecond: Double
    let copyGigabytesPerSecond: Double
  }

  let subject: ScalingSubject
  let size: Size
  /// The elements that were measured: whole groups of a kernel's on each core.
  let count: Int
  let cores: Int
  /// Nanoseconds per element, or for a scene per component that moves.
  let median, minimum, maximum: Double
  /// Nil for scenes.
  let bandwidth: Bandwidth?

  /// Measures; nil when interrupted.
  init?(_ subject: ScalingSubject, at size: Size, cores: Int, seconds: Double, interruption: Interruption) {
    switch subject {
    case .kernel(let kernel):
      let measurement = Measurement(seconds: seconds, interruption: interruption)
      self.init(subject, kernel, at: size, cores: cores, with: measurement)
    case .scene(let scene):
      self.init(subject, scene, at: size, cores: cores, seconds: seconds, interruption: interruption)
    }
  }

  /// A kernel: every core calls it on columns of its own, which together have the size.
  private init?(
    _ subject: ScalingSubject, _ kernel: KernelCase, at size: Size, cores: Int, with measurement: Measurement
  ) {
    let share = max(kernel.group, size.count / cores / kernel.group * kernel.group)
    let bytes = kernel.bytesPerElement * Double(share)
    let team = WorkerTeam(count: cores)
    defer { team.disband() }
    // Each core writes its columns first, and so has them where it reaches them fastest.
    let workers = team.map { _ in
      let work = Workload(count: share)
      return (work: work, library: kernel.contestants(work).library, copies: work.copies(bytes: Int(bytes)))
    }
    let level = InstructionSet.active
    let computing = Variant(name: level.rawValue, role: .library(level), calls: workers.map(\.library), on: team)
    let copying = workers[0].copies.indices.map { index in
      Variant(name: workers[0].copies[index].name, role: .copy, calls: workers.map { $0.copies[index].run }, on: team)
    }
    // The calls hold addresses, and the workloads the memory behind them.
    guard let samples = withExtendedLifetime(workers, { measurement.run([computing] + copying) }) else { return nil }

    let total = share * cores
    let fastestCopy = samples[1...].min { $0.median < $1.median }!
    self.subject = subject
    self.size = size
    self.cores = cores
    count = total
    median = samples[0].median / Double(total)
    minimum = samples[0].minimum / Double(total)
    maximum = samples[0].maximum / Double(total)
    bandwidth = Bandwidth(
      bytes: bytes * Double(cores), gigabytesPerSecond: bytes * Double(cores) / samples[0].median,
      copyGigabytesPerSecond: bytes * Double(cores) / fastestCopy.median)
  }

  private static var warmUp: Int { 3 }
  private static var fewestFrames: Int { 7 }

  /// A scene: whole frames, for which the animator uses the cores as it sees fit.
  private init?(
    _ subject: ScalingSubject, _ scene: Scene, at size: Size, cores: Int, seconds: Double, interruption: Interruption
  ) {
    let frame = scene.make(size.count, cores)
    var times: [Double] = []
    var number = 0
    let started = Clock.now
    while number < ScalingMeasurement.warmUp + ScalingMeasurement.fewestFrames || Clock.now < started + seconds * 1e9 {
      if interruption.isRequested { return nil }
      number += 1
      let start = Clock.now
      frame(Double(number) / 120)
      if number > ScalingMeasurement.warmUp { times.append(Clock.now - start) }
    }
    let moving = Double(size.count * scene.components) * scene.moving
    self.subject = subject
    self.size = size
    self.cores = cores
    count = size.count
    median = Statistics.median(times) / moving
    minimum = times.min()! / moving
    maximum = times.max()! / moving
    bandwidth = nil
  }
}

extension Variant {
  /// Calls that a team makes side by side, one each.
  fileprivate init(name: String, role: Role, calls: [() -> Void], on team: WorkerTeam) {
    self.init(name: name, role: role, run: { team.run { calls[$0]() } }) { repetitions in
      team.run { calls[$0]() }
      let start = Clock.now
      team.run { worker in for _ in 0..<repetitions { calls[worker]() } }
      return Clock.now - start
    }
  }
}
