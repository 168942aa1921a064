import CSDL2
import VectorKernels

/// The data from which a card is drawn, as the animators pack it.
struct Instance: BitwiseCopyable {
  var card = Card(position: .zero)
  var color = SDL_Color()
}

/// A pointer to be drawn, for pictures of a hand's movements.
struct Pointer {
  var position: SIMD2<Float>
  var isPressed = false
}

/// Draws a table.
struct CardPainter {
  private var instances = [Instance](repeating: Instance(), count: Table.columns * Table.rows)
  private var tableColors = [SDL_Color](repeating: SDL_Color(), count: 2)
  private var geometry = Geometry()

  /// Draws all cards, from the lowest to the topmost, in one call.
  mutating func draw(_ table: borrowing Table, pointer: Pointer? = nil, on renderer: OpaquePointer) {
    table.cards.pack(\.self, as: .float32, into: instances.mutableSpan, at: \.card)
    table.colors.packColors(
      \.self, in: table.deckColors.columnRange, as: .rgba8, into: instances.mutableSpan, at: \.color)
    table.colors.packColors(
      \.self, in: table.tableColors.columnRange, as: .rgba8, into: tableColors.mutableSpan, at: \.self)
    let (background, rim) = (tableColors[0], tableColors[1])

    // A display may have several pixels to a point.
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &width, &height)
    let scale = Float(width) / table.size.x
    SDL_RenderSetScale(renderer, scale, scale)

    geometry.removeAll()
    for index in table.order { add(instances[index], rim: rim, pixel: 1 / scale) }
    if let pointer { add(pointer, pixel: 1 / scale) }
    SDL_SetRenderDrawColor(renderer, background.r, background.g, background.b, 255)
    SDL_RenderClear(renderer)
    geometry.draw(on: renderer)
  }

  /// Adds a card: its shadow, its rim and its face.
  private mutating func add(_ instance: Instance, rim: SDL_Color, pixel: Float) {
    let card = instance.card
    let (place, half, axis) = (card.position, card.halfSize, card.axis)
    let shadow = SDL_Color(r: 20, g: 15, b: 40, a: 70)
    let below = place + SIMD2(0, 2 + 8 * card.lift)
    geometry.add(shadow, at: below, halfSize: half, axis: axis, radius: 7, feather: 7 + 15 * card.lift)
    geometry.add(rim, at: place, halfSize: half, axis: axis, radius: 7, feather: pixel)
    geometry.add(instance.color, at: place, halfSize: half - 3.5, axis: axis, radius: 4, feather: pixel)
  }

  private mutating func add(_ pointer: Pointer, pixel: Float) {
    let white = SDL_Color(r: 255, g: 255, b: 255, a: 230)
    let black = SDL_Color(r: 30, g: 30, b: 40, a: 255)
    let radius: Float = pointer.isPressed ? 9 : 12
    for (color, radius) in [(white, radius), (black, radius - 3)] {
      geometry.add(
        color, at: pointer.position, halfSize: SIMD2(repeating: radius), radius: radius, feather: pixel)
    }
  }
}
