/// The pieces of a gradient between its stops: pairs of colours prepared for mixing, one after the other.
struct GradientPieces {
  /// A piece between two locations, the first less than the second.
  struct Piece {
    let start, end: Double
    let colors: ColorPair

    func color(at location: Double) -> Color {
      colors.mixed(by: min(1, max(0, (location - start) / (end - start))))
    }
  }

  /// The side from which a location is approached. The colours of the two sides differ where the gradient jumps.
  enum Side { case before, after }

  let space: CSSColorSpace
  /// The pieces, at least one. Each ends where the next one begins. Before the first piece is its start colour, after
  /// the last one its end colour.
  let pieces: [Piece]

  init(_ gradient: Gradient, in space: CSSColorSpace, hue arc: HueArc) {
    self.space = space
    let stops = gradient.orderedStops
    guard let first = stops.first, let last = stops.last else {
      pieces = [Piece(start: 0, end: 1, colors: ColorPair(constant: Color(space, .zero, alpha: 0), in: space))]
      return
    }
    var pieces = zip(stops, stops.dropFirst()).filter { $0.location < $1.location }.map { from, to in
      Piece(start: from.location, end: to.location, colors: ColorPair(from.color, to.color, in: space, hue: arc))
    }
    // A first or last stop that no piece begins or ends with is visible from one side only, and needs a constant piece.
    if stops.count == 1 || stops[1].location == first.location {
      let colors = ColorPair(constant: first.color, in: space)
      pieces.insert(Piece(start: first.location - first.reach, end: first.location, colors: colors), at: 0)
    }
    if stops.count == 1 || stops[stops.count - 2].location == last.location {
      let colors = ColorPair(constant: last.color, in: space)
      pieces.append(Piece(start: last.location, end: last.location + last.reach, colors: colors))
    }
    self.pieces = pieces
  }

  func color(at location: Double, _ side: Side = .after) -> Color {
    if location.isNaN { return Color(space, .zero, alpha: 0) }
    let next = pieces.partitioningIndex { side == .after ? $0.start > location : $0.start >= location }
    return pieces[max(0, next - 1)].color(at: location)
  }

  /// Returns whether the colours on both sides of a location differ.
  func jumps(at location: Double) -> Bool {
    color(at: location, .before) != color(at: location, .after)
  }
}

extension Gradient.Stop {
  /// A length that is large enough to change the location when it is added.
  fileprivate var reach: Double { max(1, location.magnitude) }
}

extension ColorPair {
  /// Creates a pair of a colour with itself.
  fileprivate init(constant color: Color, in space: CSSColorSpace) {
    self.init(color, color, in: space, hue: .shorter)
  }
}

extension Array {
  /// Returns the first index from which a condition holds, for a condition that holds for a tail of the array.
  func partitioningIndex(where isInTail: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isInTail(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
