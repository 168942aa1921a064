import Foundation
import Testing
import VectorKernels

private func grey(_ white: Double, _ alpha: Double = 1) -> Color { Color(.srgb, white, white, white, alpha: alpha) }

private func stop(_ white: Double, _ location: Double) -> Gradient.Stop {
  Gradient.Stop(color: grey(white), location: location)
}

@Suite(.seeded) struct GradientTests {
  /// The whites of a gradient of greys at locations.
  private func whites(_ stops: [Gradient.Stop], at locations: [Double]) -> [Double] {
    locations.map { location in
      let color = Gradient(stops: stops).color(at: location, in: .srgb)
      #expect(color.components.x == color.components.y && color.components.x == color.components.z)
      return color.components.x
    }
  }

  @Test func colorsBetweenStops() {
    #expect(whites([stop(0, 0), stop(1, 1)], at: [-1, 0, 0.25, 1, 2]) == [0, 0, 0.25, 1, 1])
    #expect(whites([stop(0.5, 0.3)], at: [-1, 0.3, 1]) == [0.5, 0.5, 0.5])
    #expect(whites([stop(0, 0), stop(1, 0.5), stop(0.5, 1)], at: [0.25, 0.5, 0.75]) == [0.5, 1, 0.75])
    #expect(Gradient(colors: [grey(0), grey(1), grey(0)]).stops.map(\.location) == [0, 0.5, 1])
    #expect(Gradient(colors: [grey(1)]).stops.map(\.location) == [0])
  }

  @Test func colorsJumpWhereStopsMeet() {
    let jump = [stop(0, 0), stop(0.5, 0.5), stop(1, 0.5), stop(0.75, 1)]
    #expect(whites(jump, at: [0.25, 0.5.nextDown, 0.5, 0.75]) == [0.25, 0.5.nextDown, 1, 0.875])
    #expect(whites([stop(0.25, 0), stop(0.5, 0), stop(1, 1)], at: [-0.1, 0, 0.5]) == [0.25, 0.5, 0.75])
    #expect(whites([stop(0.25, 0.5), stop(0.5, 0.5), stop(1, 0.5)], at: [0.4, 0.5, 0.6]) == [0.25, 1, 1])
  }

  @Test func stopsOutOfOrderMoveUp() {
    let moved = [stop(0, 0.5), stop(1, 0.2), stop(0.5, 1)]
    #expect(whites(moved, at: [0.4, 0.5, 0.75]) == [0, 1, 0.75])
    #expect(whites([stop(0, .nan), stop(1, .nan), stop(0.5, 1)], at: [-1, 0, 0.5]) == [0, 1, 0.75])
    #expect(whites([stop(0, -.infinity), stop(1, .infinity)], at: [0]) == [0.5])
  }

  @Test func nothingGivesNothing() {
    #expect(Gradient(stops: []).color(at: 0.5) == Color(.oklab, 0, 0, 0, alpha: 0))
    #expect(Gradient(colors: [.white, .black]).color(at: .nan) == Color(.oklab, 0, 0, 0, alpha: 0))
    #expect(Gradient(colors: [.white, .black]).color(at: .infinity, in: .srgb) == .black)
    #expect(Gradient(colors: [.white, .black]).color(at: -.infinity, in: .srgb) == .white)
  }

  /// A hue that an end lacks is its neighbour's, also beyond it.
  @Test func missingComponentsAreTheNeighboursOnEachSide() {
    let gradient = Gradient(colors: [
      Color(.oklch, 0.5, 0.1, 30), Color(.oklch, 0.5, 0.1, nil), Color(.oklch, 0.5, 0.1, 90),
    ])
    #expect(
      [0.25, 0.5.nextDown, 0.5, 0.75].map { gradient.color(at: $0, in: .oklch).components.z } == [30, 30, 90, 90])
    let ends = Gradient(colors: [Color(.oklch, 0.5, 0.1, nil), Color(.oklch, 0.5, 0.1, 90)])
    #expect([-1, 0, 0.5, 2].map { ends.color(at: $0, in: .oklch).components.z } == [90, 90, 90, 90])
  }

  /// Any gradient between any two stops is the mixture of their colours.
  @Test func betweenStopsItIsTheMixture() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    for row in 0..<Settings.cases / 50 {
      let stops = (0..<Int.random(in: 2...8, using: &generator)).map { _ in
        Gradient.Stop(
          color: .random(using: &generator), location: Double(Int.random(in: 0...12, using: &generator)) / 12)
      }.sorted { $0.location < $1.location }
      let space = CSSColorSpace.allCases.randomElement(using: &generator)!
      for (from, to) in zip(stops, stops.dropFirst()) where from.location < to.location {
        let fraction = Double.random(in: 0..<1, using: &generator)
        let found = Gradient(stops: stops).color(
          at: from.location + fraction * (to.location - from.location), in: space, hue: .longer)
        let expected = from.color.mix(with: to.color, by: fraction, in: space, hue: .longer)
        verdict.require(found.isClose(to: expected), row, "\(stops) in \(space): \(found), \(expected)")
      }
    }
  }

  @Test func gradientsWithEquallyManyStopsMixStopByStop() {
    let (first, second) = (Gradient(stops: [stop(0, 0), stop(1, 0.5)]), Gradient(stops: [stop(1, 0.2), stop(0, 1)]))
    let mixed = first.mix(with: second, by: 0.5, in: .srgb)
    #expect(mixed.stops == [stop(0.5, 0.1), stop(0.5, 0.75)])
    #expect(first.mix(with: second, by: 0, in: .srgb) == first && first.mix(with: second, by: 1, in: .srgb) == second)
  }

  /// With other numbers of stops each location has the mixture of both gradients' colours there.
  @Test func othersMixPlaceByPlace() {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    func gradient(_ count: Int) -> Gradient {
      Gradient(
        stops: (0..<count).map { _ in
          Gradient.Stop(
            color: Color(
              .oklab, .random(in: 0...1, using: &generator), .random(in: -0.3...0.3, using: &generator),
              .random(in: -0.3...0.3, using: &generator), alpha: .random(in: 0...1, using: &generator)),
            location: Double(Int.random(in: 0...6, using: &generator)) / 6)
        })
    }
    for row in 0..<Settings.cases / 100 {
      let count = Int.random(in: 0...5, using: &generator)
      let (first, second) = (gradient(count), gradient(count + Int.random(in: 1...3, using: &generator)))
      let fraction = Double.random(in: 0...1, using: &generator)
      let mixed = first.mix(with: second, by: fraction)
      for location in [-0.5, 0, 0.1, 1.0 / 3, 0.49, 0.5, 0.7, 1, 1.5] {
        let expected = first.color(at: location).mix(with: second.color(at: location), by: fraction)
        let found = mixed.color(at: location)
        // Colours that one hardly sees say little about themselves.
        let isClose = abs(found.alpha - expected.alpha) < 1e-9 && (found.alpha < 1e-6 || found.isClose(to: expected))
        verdict.require(isClose, row, "\(first), \(second) at \(location): \(found), \(expected)")
      }
    }
  }

  @Test func encodingLosesNothing() throws {
    let gradient = Gradient(stops: [stop(0.2, 0), Gradient.Stop(color: Color(.oklch, 0.5, nil, 3), location: 0.7)])
    #expect(try JSONDecoder().decode(Gradient.self, from: JSONEncoder().encode(gradient)) == gradient)
  }
}
