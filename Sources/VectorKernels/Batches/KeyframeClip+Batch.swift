internal import CVectorKernels

extension KeyframeClip {
  /// Computes the values of all components at one time, starting the search where the last call stopped.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start of the tracks. An infinite time gives the first or last values, and NaN
  ///     gives NaN.
  ///   - cursors: `componentCount` positions in the tracks, 0 at first. Each call updates them for the next one. They
  ///     may hold any numbers: they affect only the cost, never the result.
  ///   - out: Receives the `componentCount` values.
  /// - Complexity: O(n) if each track is at its cursor's keyframe or the next one; otherwise O(n log m) for m pieces
  ///   per track. Moves 20 bytes per component, and the keyframe.
  public func values(at time: Double, cursors: consuming MutableSpan<Int32>, into out: consuming MutableSpan<Float>) {
    requireCount(cursors.count, "cursors.count", equals: componentCount, "componentCount")
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    evaluate(rows, at: time, cursors: cursors.memory, into: out.memory)
  }

  /// Computes the values of all components at one time, in any order of times.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start of the tracks. An infinite time gives the first or last values, and NaN
  ///     gives NaN.
  ///   - out: Receives the `componentCount` values.
  /// - Complexity: O(n log m) for m pieces per track.
  public func values(at time: Double, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    evaluate(rows, at: time, into: out.memory)
  }

  /// Computes the velocities of all components at one time, starting the search where the last call stopped.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start of the tracks, as for ``values(at:cursors:into:)``.
  ///   - cursors: `componentCount` positions in the tracks, which calls for values may use too.
  ///   - out: Receives the `componentCount` velocities, per second, as precise as those of
  ///     ``PreparedKeyframes/velocities(at:starts:into:)-(_,_,MutableSpan<Float>)``.
  /// - Complexity: That of ``values(at:cursors:into:)``. The first call also differentiates all tracks.
  public func velocities(
    at time: Double, cursors: consuming MutableSpan<Int32>, into out: consuming MutableSpan<Float>
  ) {
    requireCount(cursors.count, "cursors.count", equals: componentCount, "componentCount")
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    evaluate(velocityRows, at: time, cursors: cursors.memory, into: out.memory)
  }

  /// Computes the velocities of all components at one time, in any order of times.
  ///
  /// - Parameters:
  ///   - time: The seconds since the start of the tracks, as for ``values(at:into:)``.
  ///   - out: Receives the `componentCount` velocities, per second.
  /// - Complexity: That of ``values(at:into:)``. The first call also differentiates all tracks.
  public func velocities(at time: Double, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    evaluate(velocityRows, at: time, into: out.memory)
  }

  /// Evaluates rows of coefficients, from where the cursors are.
  private func evaluate(
    _ rows: [Float], at time: Double, cursors: UnsafeMutablePointer<Int32>, into out: UnsafeMutablePointer<Float>
  ) {
    evaluate(rows, at: time, cursors: { cursors + $0 }, into: out)
  }

  /// Evaluates rows of coefficients without cursors.
  private func evaluate(_ rows: [Float], at time: Double, into out: UnsafeMutablePointer<Float>) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: KeyframeBlock.size) { cursors in
      cursors.initialize(repeating: 0)
      evaluate(rows, at: time, cursors: { _ in cursors.baseAddress! }, into: out)
    }
  }

  /// Evaluates rows of coefficients block by block. All kernels of a call have the same level.
  ///
  /// - Parameter cursors: Returns the cursors of the block that starts with a component.
  private func evaluate(
    _ rows: [Float], at time: Double, cursors: (_ start: Int) -> UnsafeMutablePointer<Int32>,
    into out: UnsafeMutablePointer<Float>
  ) {
    let level = vk_level_in_use()
    rows.withUnsafeBufferPointer { rows in
      var pieces = vk_keyframe_pieces(
        rows: rows.baseAddress!, table: nil, count: ends.count, degree: Int32(degree))
      KeyframeBlock.forEach(componentCount) { block, start, count in
        follow(time, cursors(start), block, start, count, level)
        vk_keyframes_values_f32_at(level, &pieces, block.pieces, block.offsets, out + start, count)
      }
    }
  }

  private func follow(
    _ time: Double, _ cursors: UnsafeMutablePointer<Int32>, _ block: KeyframeBlock, _ start: Int, _ n: Int,
    _ level: vk_level
  ) {
    ends.withUnsafeBufferPointer { ends in
      first.withUnsafeBufferPointer { first in
        count.withUnsafeBufferPointer { count in
          vk_keyframes_follow_f32_at(
            level, ends.baseAddress!, first.baseAddress! + start, count.baseAddress! + start, steps, time, cursors,
            block.pieces, block.offsets, n)
        }
      }
    }
  }
}
