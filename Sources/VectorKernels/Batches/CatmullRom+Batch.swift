internal import CVectorKernels

extension CatmullRom {
  /// Writes the amounts at n progresses in 0...1. `out` may be the memory of `x`.
  func evaluate(at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level) {
    evaluate(rows, columns, at: x, into: out, n, level)
  }

  /// Writes the velocities at n progresses in 0...1. `out` may be the memory of `x`.
  func evaluateVelocities(
    at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int, _ level: vk_level
  ) {
    evaluate(velocityRows, velocityColumns, at: x, into: out, n, level)
  }

  /// Evaluates cubics as keyframes, whose time is the progress.
  private func evaluate(
    _ rows: [Float], _ columns: [Float], at x: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, _ n: Int,
    _ level: vk_level
  ) {
    ends.withUnsafeBufferPointer { ends in
      rows.withUnsafeBufferPointer { rows in
        columns.withUnsafeBufferPointer { columns in
          var index = vk_keyframe_index(
            ends: ends.baseAddress!, buckets: nil, count: pieceCount, scale: 0, last_bucket: 0)
          var pieces = vk_keyframe_pieces(
            rows: rows.baseAddress!, table: columns.isEmpty ? nil : columns.baseAddress, count: pieceCount, degree: 3)
          KeyframeBlock.forEach(n) { block, start, count in
            vk_keyframes_locate_f32_at(level, &index, x + start, 1, 0, block.pieces, block.offsets, count)
            vk_keyframes_values_f32_at(level, &pieces, block.pieces, block.offsets, out + start, count)
          }
        }
      }
    }
  }
}
