import Testing
import VectorKernels

@Suite(.seeded) struct SystemColorsTests {
  /// The table "System colors" of Apple's Human Interface Guidelines before June 2025: red, green and blue, light and
  /// dark.
  @Test func valuesArePublishedOnes() {
    let table: [(KeyPath<SystemColors, Color>, Color, SIMD3<UInt8>, SIMD3<UInt8>)] = [
      (\.red, .red, [255, 59, 48], [255, 69, 58]), (\.orange, .orange, [255, 149, 0], [255, 159, 10]),
      (\.yellow, .yellow, [255, 204, 0], [255, 214, 10]), (\.green, .green, [52, 199, 89], [48, 209, 88]),
      (\.mint, .mint, [0, 199, 190], [99, 230, 226]), (\.teal, .teal, [48, 176, 199], [64, 200, 224]),
      (\.cyan, .cyan, [50, 173, 230], [100, 210, 255]), (\.blue, .blue, [0, 122, 255], [10, 132, 255]),
      (\.indigo, .indigo, [88, 86, 214], [94, 92, 230]), (\.purple, .purple, [175, 82, 222], [191, 90, 242]),
      (\.pink, .pink, [255, 45, 85], [255, 55, 95]), (\.brown, .brown, [162, 132, 94], [172, 142, 104]),
      (\.gray, .gray, [142, 142, 147], [142, 142, 147]),
    ]
    for (path, constant, light, dark) in table {
      #expect(SystemColors.light[keyPath: path].rgba8 == SIMD4(light, 255))
      #expect(SystemColors.dark[keyPath: path].rgba8 == SIMD4(dark, 255))
      #expect(constant == SystemColors.light[keyPath: path] && constant.space == .srgb)
    }
  }
}

@Suite(.seeded) struct HSBTests {
  /// The hexcone of Smith's paper ("Color Gamut Transform Pairs", 1978) in higher precision: the brightness is the
  /// largest component, the hue counts sixths of a turn from the corner of that component.
  @Test func agreesWithTheHexcone() {
    check(Draw<Double>.uniform(-0.1...1.1), .uniform(-0.1...1.1), .uniform(-0.1...1.1)) { cases, verdict in
      for row in cases.indices {
        let rgb = [cases[0][row], cases[1][row], cases[2][row]]
        let color = Color(.srgb, [rgb[0], rgb[1], rgb[2]], alpha: 0.25)
        let clipped = rgb.map { Reference(min(1, max(0, $0))) }
        let (most, least) = (clipped.max()!, clipped.min()!)
        var sixths: Reference = 0
        if most > least {
          let corner = clipped.firstIndex(of: most)!
          // Towards the next corner is forwards.
          sixths = 2 * Reference(corner) + (clipped[(corner + 1) % 3] - clipped[(corner + 2) % 3]) / (most - least)
          if sixths < 0 { sixths += 6 }
        }
        let wanted = [sixths / 6, most == 0 ? 0 : (most - least) / most, most]
        let hsb = color.hsb
        // A few roundings of numbers up to 6, in sixths, and of the difference by which is divided. A hue just below a
        // whole turn may be rounded to 0.
        let tolerance: Reference = 0x1p-49 / max(most - least, 1e-9)
        let turn = abs(Reference(hsb.hue) - wanted[0])
        let isClose =
          min(turn, 1 - turn) <= tolerance && abs(Reference(hsb.saturation) - wanted[1]) <= tolerance
          && Reference(hsb.brightness) == wanted[2]
        verdict.require(isClose, row, "\(color): \(hsb), not \(wanted)")
        verdict.require(hsb.opacity == 0.25 && (0..<1).contains(hsb.hue), row, "\(color): \(hsb)")
        let again = Color(hue: hsb.hue, saturation: hsb.saturation, brightness: hsb.brightness, opacity: hsb.opacity)
        let distance = again.components - color.components.clamped(lowerBound: .zero, upperBound: .one)
        verdict.require(max(distance.max(), -distance.min()) < 1e-13, row, "\(color) is \(again) from \(hsb)")
      }
    }
  }

  @Test func greysAndOtherSpaces() throws {
    #expect(Color.black.hsb == (0, 0, 0, 1) && Color.white.hsb == (0, 0, 1, 1))
    for grey in [Color(.oklab, 0.5, 0, 0), Color(.displayP3, white: 0.5), Color(.lab, 30, 0, 0)] {
      #expect(grey.hsb.hue == 0 && grey.hsb.saturation == 0 && grey.hsb.brightness > 0.2)
    }
    #expect(Color(.srgb, 2, -1, 0).hsb == (0, 1, 1, 1))
    let sea = try Color(css: "hwb(120 25% 50% / 0.5)").hsb
    #expect(abs(sea.hue - 1.0 / 3) < 1e-15 && abs(sea.saturation - 0.5) < 1e-15 && sea.brightness == 0.5)
    #expect(sea.opacity == 0.5)
  }
}
