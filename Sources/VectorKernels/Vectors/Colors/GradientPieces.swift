/// A gradient as what lies between its stops: pairs of colours ready to be mixed, one after the other.
struct GradientPieces {
  /// What lies between two locations, the first less than the second.
  struct Piece {
    let start, end: Double
    let colors: ColorPair

    func color(at location: Double) -> Color {
      colors.mixed(by: min(1, max(0, (location - start) / (end - start))))
    }
  }

  /// From which side a location is seen. They differ where the colour jumps.
  enum Side { case before, after }

  let space: CSSColorSpace
  /// At least one; each ends where the next one begins. Before the first one is its start, behind the last one its end.
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
    // A first or last stop that no piece begins or ends with is seen from one side only.
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

  /// Whether the colour is another one on both sides of a location.
  func jumps(at location: Double) -> Bool {
    color(at: location, .before) != color(at: location, .after)
  }
}

extension Gradient.Stop {
  /// A length that can be told from the location.
  fileprivate var reach: Double { max(1, location.magnitude) }
}

extension ColorPair {
  /// A colour with itself.
  fileprivate init(constant color: Color, in space: CSSColorSpace) {
    self.init(color, color, in: space, hue: .shorter)
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
