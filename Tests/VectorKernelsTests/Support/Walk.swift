import Foundation

/// The largest error of one in `step` numbers of one sign, in as many tasks as there are cores.
func walk(
  _ sign: FloatingPointSign, from first: Float, through last: Float, step: UInt32,
  _ errors: @escaping @Sendable ([Float]) -> [Double]
) async -> (error: Double, input: Float) {
  let count = (last.bitPattern - first.bitPattern) / step + 1
  let chunk: UInt32 = 1 << 14
  let tasks = UInt32(ProcessInfo.processInfo.activeProcessorCount)
  return await withTaskGroup(of: (error: Double, input: Float).self) { group in
    for task in 0..<tasks {
      group.addTask {
        var worst = (error: 0.0, input: first)
        for start in stride(from: task * chunk, to: count, by: Int(tasks * chunk)) {
          let inputs = (start..<min(count, start + chunk)).map { index in
            let magnitude = Float(bitPattern: first.bitPattern + index * step)
            return sign == .minus ? -magnitude : magnitude
          }
          for (input, error) in zip(inputs, errors(inputs)) where !(error <= worst.error) {
            // Nothing is worse than NaN, which no comparison would say.
            worst = (error.isNaN ? .infinity : error, input)
          }
        }
        return worst
      }
    }
    return await group.reduce((0, first)) { $1.error <= $0.error ? $0 : $1 }
  }
}
