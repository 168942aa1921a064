import CSDL2
import VectorKernels

/// What is drawn of a card, as the animators pack it.
struct Instance: BitwiseCopyable {
  var card = Card(position: .zero)
  var color = SDL_Color()
}

/// A hand that isn't there, for recordings.
struct Pointer {
  var position: SIMD2<Float>
  var isPressed = false
}

/// Draws a table with one call of `SDL_RenderGeometry`.
struct CardPainter {
  private var instances = [Instance](repeating: Instance(), count: Table.columns * Table.rows)
  private var tableColors = [SDL_Color](repeating: SDL_Color(), count: 2)
  private var vertices: [SDL_Vertex] = []
  private var indices: [Int32] = []
  /// The points of a circle, clockwise: a quarter of them rounds each corner of a shape.
  private let circle: [SIMD2<Float>]

  private static let pointsPerCorner = 6

  init() {
    let last = Float(Self.pointsPerCorner - 1)
    circle = (0..<4).flatMap { corner in
      (0..<Self.pointsPerCorner).map { SIMD2(1, 0).turned(by: (Float(corner) + Float($0) / last) * .pi / 2) }
    }
  }

  /// Draws all cards, from the lowest to the topmost.
  mutating func draw(_ table: borrowing Table, pointer: Pointer? = nil, on renderer: OpaquePointer) {
    table.cards.pack(\.self, as: .float32, into: instances.mutableSpan, at: \.card)
    table.colors.packColors(
      \.self, in: table.deckColors.columnRange, as: .rgba8, into: instances.mutableSpan, at: \.color)
    table.colors.packColors(
      \.self, in: table.tableColors.columnRange, as: .rgba8, into: tableColors.mutableSpan, at: \.self)

    // A display may have several pixels to a point.
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetRendererOutputSize(renderer, &width, &height)
    let scale = Float(width) / table.size.x
    SDL_RenderSetScale(renderer, scale, scale)

    vertices.removeAll(keepingCapacity: true)
    for index in table.order { add(instances[index], rim: tableColors[1], pixel: 1 / scale) }
    if let pointer { add(pointer, pixel: 1 / scale) }

    let indexCount = indicesOfVertices()

    let background = tableColors[0]
    SDL_SetRenderDrawColor(renderer, background.r, background.g, background.b, 255)
    SDL_RenderClear(renderer)
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
    SDL_RenderGeometry(renderer, nil, vertices, Int32(vertices.count), indices, Int32(indexCount))
  }

  /// Adds a card: its shadow, its rim and its face.
  private mutating func add(_ instance: Instance, rim: SDL_Color, pixel: Float) {
    let (card, half) = (instance.card, instance.card.halfSize)
    let shadow = SDL_Color(r: 20, g: 15, b: 40, a: 70)
    let below = card.position + SIMD2(0, 2 + 8 * card.lift)
    add(shadow, at: below, half, angle: card.angle, radius: 7, feather: 7 + 15 * card.lift)
    add(rim, at: card.position, half, angle: card.angle, radius: 7, feather: pixel)
    add(instance.color, at: card.position, half - 3.5, angle: card.angle, radius: 4, feather: pixel)
  }

  private mutating func add(_ pointer: Pointer, pixel: Float) {
    let radius: Float = pointer.isPressed ? 9 : 12
    let (outer, inner) = (SDL_Color(r: 255, g: 255, b: 255, a: 230), SDL_Color(r: 30, g: 30, b: 40, a: 255))
    add(outer, at: pointer.position, SIMD2(repeating: radius), angle: 0, radius: radius, feather: pixel)
    add(inner, at: pointer.position, SIMD2(repeating: radius - 3), angle: 0, radius: radius - 3, feather: pixel)
  }

  /// Adds a rectangle with round corners, whose edge fades out over the width of the feather.
  private mutating func add(
    _ color: SDL_Color, at middle: SIMD2<Float>, _ half: SIMD2<Float>, angle: Float, radius: Float, feather: Float
  ) {
    let radius = max(radius, feather / 2)
    let corners: [SIMD2<Float>] = [[1, 1], [-1, 1], [-1, -1], [1, -1]]
    for (edge, alpha) in [(radius - feather / 2, color.a), (radius + feather / 2, 0)] {
      for (index, direction) in circle.enumerated() {
        let corner = corners[index / Self.pointsPerCorner] * (half - radius)
        let point = middle + (corner + direction * edge).turned(by: angle)
        vertices.append(
          SDL_Vertex(
            position: SDL_FPoint(x: point.x, y: point.y),
            color: SDL_Color(r: color.r, g: color.g, b: color.b, a: alpha), tex_coord: SDL_FPoint()))
      }
    }
  }

  /// Returns how many indices make triangles of all vertices.
  private mutating func indicesOfVertices() -> Int {
    let points = Int32(circle.count)
    let indicesPerShape = 3 * (circle.count - 2) + 6 * circle.count
    let shapes = vertices.count / (2 * circle.count)
    // Every shape has the same ones, so those of the frame before serve again.
    for shape in indices.count / indicesPerShape..<max(shapes, indices.count / indicesPerShape) {
      let first = 2 * points * Int32(shape)
      for point in 1..<points - 1 { indices += [first, first + point, first + point + 1] }
      for point in 0..<points {
        let (here, next) = (first + point, first + (point + 1) % points)
        indices += [here, next, here + points, here + points, next, next + points]
      }
    }
    return shapes * indicesPerShape
  }
}
