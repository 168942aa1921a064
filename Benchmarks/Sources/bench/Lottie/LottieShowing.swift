/// A place at which a composition is shown: the animation itself, or a layer that shows an asset.
struct LottieShowing {
  /// The clock from which the composition's frame follows.
  enum Clock {
    /// The animation's frame, less a start, over a stretch.
    case animation(start: Double, stretch: Double)
    /// The same of the frame of the composition that it is shown in.
    case parent(start: Double, stretch: Double)
    /// Always the same frame.
    case constant(Double)
    /// The seconds that this property of the layer gives.
    case remapped(property: Int)
  }

  /// The index in the animation's compositions.
  let composition: Int
  /// The showing, an earlier one, and the layer in its composition.
  let parent: (showing: Int, layer: Int)?
  let clock: Clock
  /// For each layer when it is seen, in frames of the animation; nil where that depends on a time remap. Such layers are
  /// played whenever their composition is seen.
  let seen: [Range<Double>?]

  /// All showings in an animation, those that others are shown in before these.
  ///
  /// - Throws: ``LottieError`` where there are more than `most`, where they have more layers or keyframes together than
  ///   `mostParts`, or where stretches multiply beyond what one layer may have.
  static func all(in animation: LottieAnimation, most: Int, mostParts: Int) throws -> [LottieShowing] {
    let main = LottieShowing(animation, animation.main, nil, .animation(start: 0, stretch: 1))
    let parts = animation.compositions.map { composition in
      composition.layers.reduce(0) { sum, layer in
        sum + 1 + layer.properties.reduce(0) { $0 + $1.segments.count + 1 }
      }
    }
    var showings = [main]
    var partCount = parts[animation.main]
    var index = 0
    while index < showings.count {
      let showing = showings[index]
      for (number, layer) in animation.compositions[showing.composition].layers.enumerated() {
        guard let shown = layer.shown else { continue }
        if showings.count == most {
          throw LottieError(layer.path.member("refId"), "compositions are shown more than \(most) times")
        }
        partCount += parts[shown]
        if partCount > mostParts {
          throw LottieError(
            layer.path.member("refId"), "compositions are shown with more than \(mostParts) layers and keyframes")
        }
        let clock = showing.clock(of: layer, frameRate: animation.frameRate)
        if case .animation(_, let stretch) = clock, !LottieLayer.stretches.contains(abs(stretch)) {
          throw LottieError(
            layer.path.member("sr"), "with the layers that it is shown in, this stretches by \(stretch)")
        }
        showings.append(LottieShowing(animation, shown, (index, number), clock))
      }
      index += 1
    }
    return showings
  }

  private init(_ animation: LottieAnimation, _ composition: Int, _ parent: (showing: Int, layer: Int)?, _ clock: Clock)
  {
    self.composition = composition
    self.parent = parent
    self.clock = clock
    seen = animation.compositions[composition].layers.map { layer in
      guard case .animation(let start, let stretch) = clock else { return nil }
      let ends = (start + stretch * layer.inFrame, start + stretch * layer.outFrame)
      let (low, high) = stretch < 0 ? (ends.1, ends.0) : ends
      return low..<max(low, high)
    }
  }

  private func clock(of layer: LottieLayer, frameRate: Double) -> Clock {
    switch (layer.timeRemap, clock) {
    case (.constant(let seconds), _): .constant(seconds * frameRate)
    case (.property(let index), _): .remapped(property: index)
    case (nil, .animation(let start, let stretch)):
      .animation(start: start + stretch * layer.start, stretch: stretch * layer.stretch)
    case (nil, _): .parent(start: layer.start, stretch: layer.stretch)
    }
  }
}
