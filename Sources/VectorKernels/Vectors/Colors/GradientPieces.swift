/// A gradient as what lies between its stops: pairs of colours ready to be mixed, one after the other, with what is
/// before the first stop and behind the last one.
struct GradientPieces {
  struct Piece {
    /// Where it begins; the first one at minus infinity. It reaches to where the next one begins.
    let start: Double
    /// How long it is; 0 for what is before all stops and behind them.
    let length: Double
    let colors: ColorPair

    func color(at location: Double) -> Color {
      colors.mixed(by: length > 0 ? min(1, (location - start) / length) : 0)
    }
  }

  /// From which side a location is seen. They differ where the colour jumps.
  enum Side { case before, after }

  let space: ColorSpace
  /// At least 2, unless there are no stops.
  let pieces: [Piece]

  init(_ gradient: Gradient, in space: ColorSpace, hue arc: HueArc) {
    self.space = space
    let stops = gradient.orderedStops
    guard let first = stops.first, let last = stops.last else {
      pieces = []
      return
    }
    let between = zip(stops, stops.dropFirst()).filter { $0.location < $1.location }.map { from, to in
      Piece(
        start: from.location, length: to.location - from.location,
        colors: ColorPair(from.color, to.color, in: space, hue: arc))
    }
    // A component that the first stop lacks is its neighbour's also before it, so that nothing jumps there; likewise
    // behind the last one.
    func end(_ stop: Gradient.Stop, of piece: Piece?, _ color: KeyPath<ColorPair, SIMD4<Double>>) -> ColorPair {
      piece.map { ColorPair(constant: $0.colors[keyPath: color], like: $0.colors) }
        ?? ColorPair(stop.color, stop.color, in: space, hue: .shorter)
    }
    let opening = stops.count > 1 && stops[1].location > first.location ? between.first : nil
    let closing = stops.count > 1 && stops[stops.count - 2].location < last.location ? between.last : nil
    pieces =
      [Piece(start: -.infinity, length: 0, colors: end(first, of: opening, \.from))] + between
      + [Piece(start: last.location, length: 0, colors: end(last, of: closing, \.to))]
  }

  func color(at location: Double, _ side: Side = .after) -> Color {
    if pieces.isEmpty || location.isNaN { return Color(space, .zero, alpha: 0) }
    // The first piece begins before everything.
    let index = pieces.partitioningIndex { side == .after ? $0.start > location : $0.start >= location } - 1
    return pieces[max(0, index)].color(at: location)
  }

  /// Whether the colours on both sides of a location have stops of their own.
  func jumps(at location: Double) -> Bool {
    let after = pieces.partitioningIndex { $0.start >= location }
    guard after > 0, after < pieces.count, pieces[after].start == location else { return false }
    return color(at: location, .before) != color(at: location, .after)
  }
}

extension ColorPair {
  /// A colour with itself.
  init(constant color: SIMD4<Double>, like pair: ColorPair) {
    (space, from, to, missing) = (pair.space, color, color, pair.missing)
  }
}

extension Array {
  /// The first index from which on a condition holds, when it holds for a tail of the array.
  fileprivate func partitioningIndex(where isInTail: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isInTail(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
