import VectorKernels

// Rotations and transforms in rows and in columns. All components of a result depend on all of those of its inputs.

extension Call where S: SIMDBatchElement {
  /// Rotations in rows and in columns.
  static var mixedRotations: [Call] {
    [false, true].flatMap { hasOwn in
      [
        rotation("slerp", hasOwn) { from, to, progress, out in
          if let progress {
            Batch.slerp(from: from.span, to: to.span, amounts: progress.span, into: out.mutableSpan)
          } else {
            Batch.slerp(from: from.span, to: to.span, amount: 0.3, into: out.mutableSpan)
          }
        },
        rotation("nlerp", hasOwn) { from, to, progress, out in
          if let progress {
            Batch.nlerp(from: from.span, to: to.span, amounts: progress.span, into: out.mutableSpan)
          } else {
            Batch.nlerp(from: from.span, to: to.span, amount: 0.3, into: out.mutableSpan)
          }
        },
        columns("slerp of columns", hasOwn) { from, to, progress, out in
          if let progress {
            Batch.slerp(from: from, to: to, amounts: progress.span, into: &out)
          } else {
            Batch.slerp(from: from, to: to, amount: 0.3, into: &out)
          }
        },
        columns("nlerp of columns", hasOwn) { from, to, progress, out in
          if let progress {
            Batch.nlerp(from: from, to: to, amounts: progress.span, into: &out)
          } else {
            Batch.nlerp(from: from, to: to, amount: 0.3, into: &out)
          }
        },
      ]
    }
  }

  private static var amount: Input { Input(draw: .uniform(-0.5...1.5)) }

  /// Far from 0, where a length is too short to be brought back to 1.
  fileprivate static var quaternion: Input { Input(draw: .uniform(0.25...1), width: 4, isWhole: true) }

  private typealias Values = UnsafeBufferPointer<Quaternion<S>>
  private typealias Results = UnsafeMutableBufferPointer<Quaternion<S>>

  private static func rotation(
    _ name: String, _ hasOwn: Bool,
    _ run: @escaping @Sendable (Values, Values, UnsafeBufferPointer<S>?, Results) -> Void
  ) -> Call {
    Call(
      name: hasOwn ? "\(name), own progress" : name, inputs: [quaternion, quaternion] + (hasOwn ? [amount] : []),
      outputs: [4], agreement: 16 * .ulpOfOne
    ) { inputs, outputs in
      let count = outputs[0].count / 4
      guard count > 0 else { return }
      func values(_ column: UnsafeBufferPointer<S>) -> Values {
        Values(start: UnsafeRawPointer(column.baseAddress!).assumingMemoryBound(to: Quaternion.self), count: count)
      }
      let out = UnsafeMutableRawPointer(outputs[0].baseAddress!).assumingMemoryBound(to: Quaternion<S>.self)
      run(values(inputs[0]), values(inputs[1]), hasOwn ? inputs[2] : nil, Results(start: out, count: count))
    }
  }

  private static func columns(
    _ name: String, _ hasOwn: Bool,
    _ run:
      @escaping @Sendable (
        Columns<Quaternion<S>>, Columns<Quaternion<S>>, UnsafeBufferPointer<S>?,
        inout Columns<Quaternion<S>>
      ) -> Void
  ) -> Call {
    Call(
      name: hasOwn ? "\(name), own progress" : name, inputs: [quaternion, quaternion] + (hasOwn ? [amount] : []),
      outputs: [4], mayAlias: false, agreement: 16 * .ulpOfOne
    ) { inputs, outputs in
      var out = Columns(repeating: Quaternion<S>.zero, count: outputs[0].count / 4)
      run(
        Columns(components: inputs[0].span), Columns(components: inputs[1].span), hasOwn ? inputs[2] : nil, &out)
      out.copyComponents(into: outputs[0].mutableSpan)
    }
  }
}

extension Call<Float> {
  static var rotations: [Call] {
    mixedRotations + [false, true].flatMap { hasOwn in [transforms2D(hasOwn), transforms3D(hasOwn)] }
      + [0.3, 1, 2].map { rotations(of: Spring(response: 0.75, dampingRatio: $0)) }
  }

  private static var amount: Input { Input(draw: .uniform(-0.5...1.5)) }

  private static func rotations(of spring: Spring) -> Call {
    let velocity = Input(draw: .uniform(-5...5), width: 3, isWhole: true)
    let start = Input(draw: .uniform(0...2))
    return Call(
      name: "rotations of spring \(spring.dampingRatio)", inputs: [quaternion, quaternion, velocity, start],
      outputs: [4], mayAlias: false, isLoop: true
    ) { inputs, outputs in
      let velocities = inputs[3].indices.map { SIMD3(inputs[2][3 * $0], inputs[2][3 * $0 + 1], inputs[2][3 * $0 + 2]) }
      var out = [Quaternion<Float>](repeating: .zero, count: velocities.count)
      spring.rotations(
        at: 1.5, from: values(Quaternion.self, inputs[0]).span, to: values(Quaternion.self, inputs[1]).span,
        initialVelocities: velocities.span, starts: inputs[3].span, into: out.mutableSpan)
      Columns(out).copyComponents(into: outputs[0].mutableSpan)
    }
  }

  private static func transforms2D(_ hasOwn: Bool) -> Call {
    let transform = Input(draw: .uniform(-2...2), width: 6, isWhole: true)
    return Call(
      name: hasOwn ? "transforms of the plane, own progress" : "transforms of the plane",
      inputs: [transform, transform] + (hasOwn ? [amount] : []), outputs: [6], mayAlias: false,
      agreement: 64 * .ulpOfOne
    ) { inputs, outputs in
      let mix = TransformMix2D(
        from: values(Transform2D.self, inputs[0]).span, to: values(Transform2D.self, inputs[1]).span)
      var out = [Transform2D<Float>](repeating: .zero, count: mix.count)
      if hasOwn {
        mix.transforms(by: inputs[2].span, into: out.mutableSpan)
      } else {
        mix.transforms(by: 0.3, into: out.mutableSpan)
      }
      Columns(out).copyComponents(into: outputs[0].mutableSpan)
    }
  }

  private static func transforms3D(_ hasOwn: Bool) -> Call {
    let transform = Input(draw: .uniform(-2...2), width: 16, isWhole: true)
    return Call(
      name: hasOwn ? "transforms of space, own progress" : "transforms of space",
      inputs: [transform, transform] + (hasOwn ? [amount] : []), outputs: [16], mayAlias: false
    ) { inputs, outputs in
      let mix = TransformMix3D(
        from: values(Transform3D.self, inputs[0]).span, to: values(Transform3D.self, inputs[1]).span)
      var out = [Transform3D<Float>](repeating: .zero, count: mix.count)
      if hasOwn {
        mix.transforms(by: inputs[2].span, into: out.mutableSpan)
      } else {
        mix.transforms(by: 0.3, into: out.mutableSpan)
      }
      Columns(out).copyComponents(into: outputs[0].mutableSpan)
    }
  }

  private static func values<V: ComponentVector>(_: V.Type, _ column: UnsafeBufferPointer<Float>) -> [V]
  where V.Component == Float {
    Array(Columns<V>(components: column.span))
  }
}

extension Call {
  /// From column to column, turns of 360.
  static var nearestAngles: Call {
    let angle = Input(draw: .uniform(-1000...1000))
    return Call(name: "nearest angles", inputs: [angle, angle], outputs: [1]) {
      Batch.nearestAngles(from: $0[0].span, to: $0[1].span, turn: 360, into: $1[0].mutableSpan)
    }
  }
}
