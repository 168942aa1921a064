internal import CVectorKernels

extension KeyframeClip {
  /// The values of all components at one time, from where the last call left off.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the tracks. One that isn't finite gives the first or last values, NaN gives
  ///     NaN.
  ///   - cursors: `componentCount` places in the tracks, 0 at first, which each call leaves for the next one. They make
  ///     no difference to the result, whatever they hold.
  ///   - out: Receives the `componentCount` values.
  /// - Complexity: O(n) where each track is at the keyframe that its cursor is at, or at the next; O(n log m) for m
  ///   pieces a track elsewhere. Moves 20 bytes per component, and its keyframe.
  public func values(at time: Double, cursors: consuming MutableSpan<Int32>, into out: consuming MutableSpan<Float>) {
    requireCount(cursors.count, "cursors.count", equals: componentCount, "componentCount")
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    let (cursors, out) = (cursors.memory, out.memory)
    evaluate { pieces, block, start, count in
      follow(time, cursors + start, block, start, count)
      vk_keyframes_values_f32(pieces, block.pieces, block.offsets, out + start, count)
    }
  }

  /// The values of all components at one time, wherever the last one was.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start of the tracks. One that isn't finite gives the first or last values, NaN gives
  ///     NaN.
  ///   - out: Receives the `componentCount` values.
  /// - Complexity: O(n log m) for m pieces a track.
  public func values(at time: Double, into out: consuming MutableSpan<Float>) {
    requireCount(out.count, "out.count", equals: componentCount, "componentCount")
    if out.isEmpty { return }
    let out = out.memory
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: KeyframeBlock.size) { cursors in
      cursors.initialize(repeating: 0)
      evaluate { pieces, block, start, count in
        follow(time, cursors.baseAddress!, block, start, count)
        vk_keyframes_values_f32(pieces, block.pieces, block.offsets, out + start, count)
      }
    }
  }

  private func evaluate(
    _ body: (
      UnsafePointer<vk_keyframe_pieces>, KeyframeBlock, _ start: Int, _ count: Int
    ) -> Void
  ) {
    rows.withUnsafeBufferPointer { rows in
      var pieces = vk_keyframe_pieces(
        rows: rows.baseAddress!, table: nil, count: ends.count, degree: Int32(degree))
      KeyframeBlock.forEach(componentCount) { block, start, count in
        body(&pieces, block, start, count)
      }
    }
  }

  private func follow(
    _ time: Double, _ cursors: UnsafeMutablePointer<Int32>,
    _ block: KeyframeBlock, _ start: Int, _ n: Int
  ) {
    ends.withUnsafeBufferPointer { ends in
      first.withUnsafeBufferPointer { first in
        count.withUnsafeBufferPointer { count in
          vk_keyframes_follow_f32(
            ends.baseAddress!, first.baseAddress! + start, count.baseAddress! + start, steps, time, cursors,
            block.pieces, block.offsets, n)
        }
      }
    }
  }
}
