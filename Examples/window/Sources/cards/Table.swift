import VectorKernels

/// A table with cards. Two animators hold all that moves: where cards are, and which colours things have.
///
/// A card that is dragged follows the pointer by a spring, so the animator knows its velocity. With that velocity it is
/// flung when it is let go, and then springs home.
struct Table: ~Copyable {
  static let columns = 14
  static let rows = 5

  /// The width and the height, in points.
  private(set) var size: SIMD2<Float>
  private(set) var cards = Animator<Card>()
  private(set) var colors = Animator<Color>()
  /// The cards by their places in the grid, row by row.
  let deck: PropertyRange
  /// The colours of the cards, in the same order, and those of the background and of the cards' rims.
  let deckColors, tableColors: PropertyRange
  /// The indices of the cards, from the lowest to the topmost.
  private(set) var order: [Int]

  private var theme = Theme.day
  /// The card in the hand, where the pointer is, and how far the card's middle is from there.
  private var held: (card: PropertyHandle, pointer: SIMD2<Float>, offset: SIMD2<Float>)?
  /// The flights of cards that were let go.
  private var flights: [AnimationRun] = []
  /// The way of the last card to the heap.
  private var gathering: AnimationRun?

  /// Creates a table with all cards in a heap.
  init(size: SIMD2<Float>) throws(StalePropertyError) {
    self.size = size
    deck = cards.add(Card(position: size / 2), count: Self.columns * Self.rows)
    let (colorsOfDeck, colorsOfTable) = (Self.deckColors(in: theme), [theme.background, theme.rim])
    (deckColors, tableColors) = (colors.add(colorsOfDeck.span), colors.add(colorsOfTable.span))
    // The first card is dealt first, so it is on top.
    order = deck.indices.reversed()
    // In points, it can't be seen that a card which is so close and so slow settles.
    (cards.valueEpsilon, cards.velocityEpsilon) = (Self.closeness, 10)
    let heap = deck.indices.map { inHeap($0) }
    try cards.set(deck, to: heap.span)
  }

  private static let closeness: Float = 0.005

  /// Whether nothing moves.
  var isAtRest: Bool { cards.isAtRest && colors.isAtRest }

  /// Moves everything to a time in seconds.
  mutating func advance(to time: Double) throws(StalePropertyError) {
    cards.advance(to: time)
    colors.advance(to: time)
    for completion in cards.completions {
      if let flight = flights.firstIndex(of: completion.run) {
        flights.remove(at: flight)
        if completion.reason == .finished { try sendHome(completion.handle) }
      }
      if completion.run == gathering { try deal() }
    }
    for flight in flights where isOutside(try cards.value(of: flight.handle)) { try sendHome(flight.handle) }
    // A card whose pointer stops hangs straight again.
    if let held { try drag(to: held.pointer) }
  }
}

// MARK: - Places

extension Table {
  /// The distances between the middles of neighbours, and from the edges of the table to the first and the last.
  private var pitch: SIMD2<Float> { size / SIMD2(Float(Self.columns + 1), Float(Self.rows + 1)) }

  /// Returns a card at its place in the grid.
  private func atHome(_ index: Int) -> Card {
    let (row, column) = index.quotientAndRemainder(dividingBy: Self.columns)
    return Card(position: pitch * SIMD2(Float(column + 1), Float(row + 1)))
  }

  /// Returns a card in the heap, slightly turned and out of place.
  private func inHeap(_ index: Int) -> Card {
    func scattered(_ factor: Int) -> Float { Float(index * factor % 31) / 15 - 1 }
    return Card(position: size / 2 + 12 * SIMD2(scattered(7), scattered(12)), angle: 0.3 * scattered(18))
  }

  private func isOutside(_ card: Card) -> Bool {
    any((card.position .< -card.halfSize) .| (card.position .> size + card.halfSize))
  }

  /// Returns the index of the card whose place in the grid is nearest to a point.
  private func nearest(to point: SIMD2<Float>) -> Int {
    let place = (point / pitch).rounded(.toNearestOrAwayFromZero) - 1
    let limits = SIMD2(Float(Self.columns - 1), Float(Self.rows - 1))
    let cell = place.clamped(lowerBound: .zero, upperBound: limits)
    return Int(cell.y) * Self.columns + Int(cell.x)
  }

  private static func deckColors(in theme: Theme) -> [Color] {
    (0..<columns * rows).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      return theme.color(atColumn: Double(column) / Double(columns - 1), row: Double(row) / Double(rows - 1))
    }
  }
}

// MARK: - Actions

extension Table {
  /// Sends all cards home, one after the other.
  mutating func deal() throws(StalePropertyError) {
    gathering = nil
    let homes = deck.indices.map { atHome($0) }
    try cards.animate(deck, to: homes.span, using: .spring(duration: 0.55, bounce: 0.25), stagger: 0.012)
  }

  /// Gathers all cards in a heap. The last card to arrive has them dealt anew.
  mutating func gather() throws(StalePropertyError) {
    (held, flights) = (nil, [])
    order = deck.indices.reversed()
    let heap = deck.indices.map { inHeap($0) }
    try cards.animate(deck, to: heap.span, using: .smooth(duration: 0.4), stagger: Stagger(each: 0.006, from: .last))
    gathering = try cards.run(of: deck[0])
  }

  /// Changes all colours, those of cards in a wave that begins at a point.
  mutating func changeTheme(from point: SIMD2<Float>) throws(StalePropertyError) {
    theme = theme.next
    let (colorsOfDeck, colorsOfTable) = (Self.deckColors(in: theme), [theme.background, theme.rim])
    let wave = Stagger(each: 0.05, from: .index(nearest(to: point)), columns: Self.columns)
    try colors.animate(deckColors, to: colorsOfDeck.span, using: .easeInOut(duration: 0.5), stagger: wave)
    try colors.animate(tableColors, to: colorsOfTable.span, using: .easeInOut(duration: 0.8))
  }

  /// Fits the grid to a table of another size.
  mutating func resize(to size: SIMD2<Float>) throws(StalePropertyError) {
    self.size = size
    try deal()
  }

  /// Takes the topmost card at a point, or changes the theme if there is none.
  mutating func press(at point: SIMD2<Float>) throws(StalePropertyError) {
    guard let place = order.lastIndex(where: { cards[deck[$0]]?.contains(point) == true }) else {
      return try changeTheme(from: point)
    }
    let card = deck[order[place]]
    order.append(order.remove(at: place))
    held = (card, point, try cards.value(of: card).position - point)
    try drag(to: point)
  }

  /// Has the card in the hand follow the pointer, and tilt as it is pulled sideways.
  mutating func drag(to point: SIMD2<Float>) throws(StalePropertyError) {
    guard let (card, _, offset) = held else { return }
    held?.pointer = point
    let tilt = max(-0.2, min(try cards.velocity(of: card).position.x / 5000, 0.2))
    try cards.animate(card, to: Card(position: point + offset, angle: tilt, lift: 1), using: .interactiveSpring)
  }

  /// Lets go of the card in the hand: it flies on as fast as it was dragged, or springs home if that was slow.
  mutating func release() throws(StalePropertyError) {
    guard let card = held?.card else { return }
    held = nil
    let velocity = try cards.velocity(of: card).position
    let speed = velocity.length
    if speed < 200 { return try sendHome(card) }
    // It needn't creep to its end, from where it springs home.
    cards.valueEpsilon = 2
    defer { cards.valueEpsilon = Self.closeness }
    let start = Card(position: velocity * min(1, 2500 / speed))
    flights.append(try cards.fling(card, velocity: start, timeConstant: 0.2))
  }

  /// Springs a card home, with its present velocity.
  private mutating func sendHome(_ card: PropertyHandle) throws(StalePropertyError) {
    let home = atHome(card.index - deck.columnRange.lowerBound)
    try cards.animate(card, to: home, using: .bouncy(duration: 0.6))
  }
}
