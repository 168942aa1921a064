// A gradient of five stops that changes from one theme to another, mixed in Oklab, and its ramp at seven moments as a
// PNG: swift run ThemeGradient picture.png

import Foundation
import VectorKernels

func gradient(_ stops: [(String, Double)]) throws -> Gradient {
  Gradient(stops: try stops.map { Gradient.Stop(color: try Color(css: $0), location: $1) })
}

let day = try gradient([
  ("#0b5fb0", 0), ("deepskyblue", 0.3), ("oklch(0.92 0.06 210)", 0.55), ("#ffe9a8", 0.8), ("hsl(38 95% 62%)", 1),
])
let night = try gradient([
  ("#060a1f", 0), ("oklch(0.28 0.1 275)", 0.35), ("rebeccapurple", 0.6), ("#d1495b", 0.85), ("orange", 1),
])

let (width, bandHeight, gap, moments) = (448, 20, 2, 7)
let background: [UInt8] = [255, 255, 255]
var rows: [[UInt8]] = []
for moment in 0..<moments {
  let progress = UnitCurve.easeInOut.value(at: Double(moment) / Double(moments - 1))
  let mixed = day.mix(with: night, by: progress)

  var ramp = [UInt8](repeating: 0, count: 4 * width)
  PreparedGradient(mixed).ramp(intoRGBA8: ramp.mutableSpan)
  let row = (0..<width).flatMap { ramp[4 * $0..<4 * $0 + 3] }
  if moment > 0 { rows += Array(repeating: Array(repeating: background, count: width).flatMap { $0 }, count: gap) }
  rows += Array(repeating: row, count: bandHeight)

  let colors = [0, 0.25, 0.5, 0.75, 1].map { hexadecimal(mixed.color(at: $0)) }
  print(String(format: "%.2f", progress), colors.joined(separator: " "))
}

let picture = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
try png(rows).write(to: picture ?? FileManager.default.temporaryDirectory.appending(path: "theme-gradient.png"))
print(width, "by", rows.count, "pixels written")

func hexadecimal(_ color: Color) -> String {
  let bytes = color.rgba8
  return String(format: "#%02x%02x%02x", bytes.x, bytes.y, bytes.z)
}

/// Rows of RGB as a PNG, not compressed: stored blocks, with the checksums that the format wants.
func png(_ rows: [[UInt8]]) -> Data {
  func bigEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }

  func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var crc: UInt32 = .max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1) * 0xedb8_8320 }
    }
    return bigEndian(content.count) + body + bigEndian(Int(~crc))
  }

  // Each row begins with its filter: none.
  let pixels = rows.flatMap { row -> [UInt8] in [0] + row }
  var (a, b) = (1, 0)
  for byte in pixels {
    a = (a + Int(byte)) % 65521
    b = (b + a) % 65521
  }
  var stored: [UInt8] = [0x78, 0x01]
  for start in stride(from: 0, to: pixels.count, by: 65535) {
    let block = pixels[start..<min(pixels.count, start + 65535)]
    let (low, high) = (UInt8(block.count & 0xff), UInt8(block.count >> 8))
    stored += [block.endIndex == pixels.count ? 1 : 0, low, high, ~low, ~high] + block
  }
  stored += bigEndian(b << 16 | a)

  let header = bigEndian(rows[0].count / 3) + bigEndian(rows.count) + [8, 2, 0, 0, 0]
  return Data(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", stored) + chunk("IEND", [])
  )
}

// Prints:
// 0.00 #0b5fb0 #01aff2 #9fe7fc #f2ebba #fab742
// 0.06 #0c5aa7 #0ca5e7 #9adcf6 #efe2b7 #fab640
// 0.23 #0f498b #1b88c7 #8bb9e2 #e5c6ab #fbb339
// 0.50 #0e3263 #205e98 #7487c1 #d29b9a #fdae2c
// 0.77 #0b1b3d #1d386b #5d569e #bb6f89 #fea91c
// 0.94 #070e26 #182150 #4e3786 #aa517d #ffa609
// 1.00 #060a1f #161a47 #492c7f #a44779 #ffa500
// 448 by 152 pixels written
