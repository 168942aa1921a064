// A colour mixer: two colours as CSS text, and their mixtures in several colour spaces. Mix your own: swift run
// ColorMixer "#ff5733" "oklch(0.7 0.15 250)"

import Foundation
import VectorKernels

let texts = CommandLine.arguments.count == 3 ? Array(CommandLine.arguments[1...]) : ["red", "blue"]
let (first, second) = (try Color(css: texts[0]), try Color(css: texts[1]))

// SwiftUI's two spaces: Oklab unless told otherwise, and sRGB as it is stored.
print("perceptual:", first.mix(with: second, by: 0.5))
print("device:", first.mix(with: second, by: 0.5, in: .device))

// CSS's spaces. A mixture is a colour of its space; a screen shows it in 8 bits of sRGB.
for space in [CSSColorSpace.srgb, .srgbLinear, .oklab, .oklch, .lab, .hsl] {
  let steps = [0, 0.25, 0.5, 0.75, 1].map { hexadecimal(first.mix(with: second, by: $0, in: space)) }
  print(space.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0), steps.joined(separator: " "))
}

// A hue may go either way around the circle.
for arc in [HueArc.shorter, .longer] {
  print(arc, "arc:", first.mix(with: second, by: 0.5, in: .hsl, hue: arc))
}

// Style sheets mix by the same rules, and a colour's text parses to the same colour.
let quarter = first.mix(with: second, by: 0.25, in: .oklab)
let css = try Color(css: "color-mix(in oklab, \(texts[0]) 75%, \(texts[1]))")
print("as CSS:", hexadecimal(css), hexadecimal(quarter), try Color(css: "\(quarter)") == quarter)

// For a text that isn't a colour, the error gives the reason.
do {
  _ = try Color(css: "rgb(255 87)")
} catch {
  print(error)
}

func hexadecimal(_ color: Color) -> String {
  let bytes = color.rgba8
  return String(format: "#%02x%02x%02x", bytes.x, bytes.y, bytes.z)
}

// Prints:
// perceptual: oklab(0.5399845410479274 0.09620304662773807 -0.09284094417349639)
// device: color(srgb 0.5 0 0.5)
// srgb        #ff0000 #bf0040 #800080 #4000bf #0000ff
// srgb-linear #ff0000 #e10089 #bc00bc #8900e1 #0000ff
// oklab       #ff0000 #c6496d #8c53a2 #5147d2 #0000ff
// oklch       #ff0000 #e8007b #ba00c2 #7a00f4 #0000ff
// lab         #ff0000 #e3004f #c10088 #9100c2 #0000ff
// hsl         #ff0000 #ff0080 #ff00ff #8000ff #0000ff
// shorter arc: hsl(300 100% 50%)
// longer arc: hsl(120 100% 50%)
// as CSS: #c6496d #c6496d true
// expected a number, a percentage or none instead of ")" at offset 10
