import Foundation
import bench

/// A run of a made-up benchmark on a machine that misbehaves the way shared machines do.
struct SimulatedRun {
  static let kernels = 100
  static let levels = 3
  static let counts = [1 << 10, 1 << 14, 1 << 18, 1 << 22]

  var observations: [Observation] = []

  /// - Parameters:
  ///   - noise: how far results scatter: 1 is a machine that does nothing else.
  ///   - factor: by how much a kernel's time is longer than in other runs.
  init(
    seed: UInt64, noise: Double = 1, factor: (_ kernel: Int, _ level: Int, _ count: Int) -> Double = { _, _, _ in 1 }
  ) {
    var random = Random(state: seed)
    // The clock of this run, and what copies reach at each size.
    let clock = exp(0.03 * random.normal())
    let copies = SimulatedRun.counts.map { _ in clock * exp(0.05 * random.normal()) }
    var drift = 0.0
    for kernel in 0..<SimulatedRun.kernels {
      for (index, count) in SimulatedRun.counts.enumerated() {
        // Other work of the machine comes and goes, and affects many results in a row, of all runs measured in turns.
        drift = 0.98 * drift + 0.002 * random.normal()
        for level in 0..<SimulatedRun.levels {
          // Where this run's memory lies: heavy tails.
          var own = exp(0.001 * noise * random.student())
          // Now and then memory lies where it slows a result down, or a neighbour does so but for the fastest batch.
          if random.uniform() < 0.003 { own *= 1 + 0.15 * random.uniform() }
          let neighbour = random.uniform() < 0.02 ? 1 + 0.15 * random.uniform() : 1
          own *= factor(kernel, level, count)
          let fastest = Double(kernel % 7 + 1) * own
          let time = fastest * neighbour * 1.02
          let common = clock * exp(drift)
          var figures = [
            Observation.ownTime: figure(time * common, &random),
            Observation.fastest: figure(fastest / 20 * exp(0.002 * noise * random.student()), &random),
            "copy": figure(
              time * common / (copies[index] * exp(drift)) * exp(0.004 * noise * random.student()), &random),
            "scalar": figure(time / 20 * exp(0.001 * noise * random.student()), &random),
          ]
          if kernel % 5 < 3 { figures["peer"] = figure(time * exp(0.001 * noise * random.student()), &random) }
          observations.append(
            Observation(subject: "kernel \(kernel) at level \(level)", count: count, figures: figures))
        }
      }
    }
  }

  /// A median of samples that are skewed to the right, and how sure it is.
  private func figure(_ value: Double, _ random: inout Random) -> Observation.Figure {
    let uncertainty = 0.0005 + 0.002 * random.uniform()
    return Observation.Figure(
      value * (1 + uncertainty * exp(0.5 * random.normal()) - uncertainty), uncertainty: uncertainty)
  }

  /// Steele, Lea and Flood's generator and distributions from it.
  private struct Random {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

    /// Box and Muller's.
    mutating func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }

    /// Student's with four degrees of freedom.
    mutating func student() -> Double {
      let squares = (0..<4).map { _ in normal() }.reduce(0) { $0 + $1 * $1 }
      return normal() / (squares / 4).squareRoot()
    }
  }
}
