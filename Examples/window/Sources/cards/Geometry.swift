import CSDL2

/// Rectangles with round corners, drawn by one call of `SDL_RenderGeometry`.
///
/// Their edges fade out: over the width of a pixel, so that they look smooth, and over more in shadows.
struct Geometry {
  private var vertices: [SDL_Vertex] = []
  private var indices: [Int32] = []
  private let corners: [Corner]

  /// The direction of a corner from the middle, and those of its points from the corner's own middle.
  private struct Corner {
    let side: SIMD2<Float>
    let points: [SIMD2<Float>]
  }

  private static let pointsPerCorner = 6

  init() {
    let last = Float(Self.pointsPerCorner - 1)
    let quarter = (0..<Self.pointsPerCorner).map { SIMD2(direction: Float($0) / last * .pi / 2) }
    corners = [[1, 0], [0, 1], [-1, 0], [0, -1]].map { axis in
      Corner(side: SIMD2(1, 1).turned(by: axis), points: quarter.map { $0.turned(by: axis) })
    }
  }

  /// Removes all rectangles, and keeps their memory.
  mutating func removeAll() { vertices.removeAll(keepingCapacity: true) }

  /// Adds a rectangle, on top of those that are there.
  ///
  /// - Parameters:
  ///   - color: Its colour.
  ///   - middle: Its middle.
  ///   - halfSize: Half its width and half its height.
  ///   - axis: The direction of the side that is to the right of a rectangle that isn't turned.
  ///   - radius: The radius of its corners.
  ///   - feather: The width over which its edge fades out. Half of that is outside.
  mutating func add(
    _ color: SDL_Color, at middle: SIMD2<Float>, halfSize: SIMD2<Float>, axis: SIMD2<Float> = [1, 0], radius: Float,
    feather: Float
  ) {
    let first = Int32(vertices.count)
    let radius = max(radius, feather / 2)
    for (radiusOfEdge, alpha) in [(radius - feather / 2, color.a), (radius + feather / 2, 0)] {
      let faded = SDL_Color(r: color.r, g: color.g, b: color.b, a: alpha)
      for corner in corners {
        for point in corner.points {
          let place = middle + (corner.side * (halfSize - radius) + point * radiusOfEdge).turned(by: axis)
          vertices.append(
            SDL_Vertex(position: SDL_FPoint(x: place.x, y: place.y), color: faded, tex_coord: SDL_FPoint()))
        }
      }
    }
    // All rectangles have the same triangles, so those of earlier frames serve again.
    if indices.count < indexCount { addTriangles(from: first) }
  }

  /// Adds the triangles of a rectangle: slices from side to side, and a ring around them.
  private mutating func addTriangles(from first: Int32) {
    let points = Int32(4 * Self.pointsPerCorner)
    for slice in 0..<points / 2 - 1 {
      let (here, across) = (first + slice, first + points - 1 - slice)
      indices += [here, across, here + 1, here + 1, across, across - 1]
    }
    for point in 0..<points {
      let (here, next) = (first + point, first + (point + 1) % points)
      indices += [here, next, here + points, here + points, next, next + points]
    }
  }

  /// The number of indices of the rectangles that are there.
  private var indexCount: Int {
    let points = 4 * Self.pointsPerCorner
    return vertices.count / (2 * points) * (3 * (points - 2) + 6 * points)
  }

  /// Draws all rectangles, the first one lowest.
  func draw(on renderer: OpaquePointer) {
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
    SDL_RenderGeometry(renderer, nil, vertices, Int32(vertices.count), indices, Int32(indexCount))
  }
}
