internal import CVectorKernels

extension PreparedRotations {
  /// Computes the rotations of n instances at one time, each with its own start.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds, on the same scale as `starts`. An infinite time gives the first or last rotation,
  ///     and NaN gives NaN.
  ///   - starts: The n start times of the instances, in seconds. `Float` resolves 1 ms for only 4 hours, so count from
  ///     a recent moment.
  ///   - out: Receives the n rotations.
  /// - Complexity: O(n), as for ``values(at:into:)``.
  public func values(at time: Double, starts: Span<Float>, into out: consuming MutableSpan<Quaternion<Float>>) {
    requireCount(out.count, "out.count", equals: starts.count, "starts.count")
    if starts.isEmpty { return }
    evaluate(starts.memory, direction: -1, time, out.memory, starts.count)
  }

  /// Computes the rotations of n instances, each at its own time.
  ///
  /// - Parameters:
  ///   - times: The n times, in seconds since the start of the keyframes, in any order. An infinite time gives the
  ///     first or last rotation, and NaN gives NaN.
  ///   - out: Receives the n rotations.
  /// - Complexity: O(n), by the kernels of keyframes, slerp and nlerp, between which a plain loop fetches each
  ///   instance's rotations. Moves 4 bytes per instance and 16 per rotation, and the data in the first-level cache.
  public func values(at times: Span<Float>, into out: consuming MutableSpan<Quaternion<Float>>) {
    requireCount(out.count, "out.count", equals: times.count, "times.count")
    if times.isEmpty { return }
    evaluate(times.memory, direction: 1, 0, out.memory, times.count)
  }

  /// Writes the rotations at times less starts. Inlined twice, it would take 4 kB more.
  @inline(never)
  private func evaluate(
    _ column: UnsafePointer<Float>, direction: Float, _ time: Double, _ out: UnsafeMutablePointer<Quaternion<Float>>,
    _ n: Int
  ) {
    let level = vk_level_in_use()
    // The stack holds four numbers for each of this many rotations; the compiler would allocate memory for more.
    let size = 64
    track.withTables { tables in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * size) { scratch in
        let scratch = scratch.baseAddress!
        KeyframeBlock.forEach(n) { block, start, count in
          vk_keyframes_locate_f32_at(
            level, tables.index, column + start, direction, time, block.pieces, block.offsets, count)
          for first in stride(from: 0, to: count, by: size) {
            let (pieces, offsets, count) = (block.pieces + first, block.offsets + first, min(size, count - first))
            let rotations = out + (start + first)
            rotations.withMemoryRebound(to: Float.self, capacity: 4 * count) { numbers in
              if from.isEmpty {
                for component in 0..<4 {
                  vk_keyframes_values_f32_at(
                    level, tables.pieces + component, pieces, offsets, scratch + component * size, count)
                }
                for i in 0..<count {
                  for component in 0..<4 { numbers[4 * i + component] = scratch[component * size + i] }
                }
                // Normalises them.
                vk_nlerp_f32_at(level, numbers, numbers, 0, numbers, count)
              } else {
                for i in 0..<count {
                  let (from, to) = (from[Int(pieces[i])], to[Int(pieces[i])])
                  let (first, second) = (scratch + 4 * i, numbers + 4 * i)
                  (first[0], first[1], first[2], first[3]) = (from.x, from.y, from.z, from.w)
                  (second[0], second[1], second[2], second[3]) = (to.x, to.y, to.z, to.w)
                }
                vk_keyframes_values_f32_at(level, tables.pieces, pieces, offsets, offsets, count)
                vk_slerp_each_f32_at(level, scratch, numbers, offsets, numbers, count)
              }
            }
          }
        }
      }
    }
  }
}
