// 100,000 dots with an animated place, colour and size, packed every frame into the instance buffer from which a
// renderer draws them: swift run InstanceBuffer picture.png

import Foundation
import VectorKernels

/// The renderer's data for each dot, in its own order and formats.
struct Instance: BitwiseCopyable {
  var position: SIMD2<Float> = .zero
  /// Blue, green, red and alpha in 8 bits each, premultiplied.
  var color: UInt32 = 0
  /// A half float.
  var radius: UInt16 = 0
  /// The renderer's own data, which nobody else may change.
  var layer: UInt16 = 7
}

/// From a square to a sunflower, where each dot starts a little later than the dots further in.
let count = 100_000
let side = 316
let golden = Double.pi * (3 - sqrt(5.0))
let square = Columns((0..<count).map { SIMD2(Float($0 % side) + 0.5, Float($0 / side) + 0.5) / Float(side) })
let sunflower = Columns(
  (0..<count).map { dot in
    let (angle, distance) = (Double(dot) * golden, 0.46 * sqrt(Double(dot) / Double(count)))
    return SIMD2(Float(0.5 + distance * cos(angle)), Float(0.5 + distance * sin(angle)))
  })
let themes = ColorMix(
  from: (0..<count).map { dot in
    Color(.oklch, 0.3 + 0.4 * Double(dot) / Double(count), 0.09, 250, alpha: 0.9)
  },
  to: (0..<count).map { dot in
    let turns = (Double(dot) * golden / (2 * .pi)).truncatingRemainder(dividingBy: 1)
    return Color(.oklch, 0.74, 0.05 + 0.12 * sqrt(Double(dot) / Double(count)), 360 * turns, alpha: 0.75)
  })
let starts = (0..<count).map { Float($0) / Float(count) }
let (small, large) = ([Float](repeating: 0.002, count: count), (0..<count).map { 0.003 + 0.002 * Float($0 % 3) })

// The memory for a frame's computations, and the buffer that the renderer draws. Both are created once.
let motion = try Animation.easeInOut(duration: 0.8).prepared()
var progress = [Float](repeating: 0, count: count)
var (positions, colors) = (square, Columns<SIMD4<Float>>(repeating: .zero, count: count))
var radii = small
var instances = [Instance](repeating: Instance(), count: count)

let panel = 216
var picture = [[SIMD3<Float>]](repeating: [], count: panel)
for time in [0.0, 0.7, 1.1, 1.8] {
  motion.amounts(at: time, starts: starts.span, into: progress.mutableSpan)
  Batch.interpolate(from: square, to: sunflower, amounts: progress.span, into: &positions)
  Batch.interpolate(from: small.span, to: large.span, amounts: progress.span, into: radii.mutableSpan)
  themes.colors(by: progress.span, as: .srgb, into: &colors)

  Batch.pack(positions, as: .float32, into: instances.mutableSpan, at: \.position)
  Batch.pack(colors, as: .bgra8.premultiplied, into: instances.mutableSpan, at: \.color)
  Batch.pack(radii.span, as: .float16, into: instances.mutableSpan, at: \.radius)

  for (y, row) in draw(instances, panel).enumerated() { picture[y] += row }
  let shown = [0, count / 2, count - 1].map { String(format: "%08x", instances[$0].color) }
  print(time, shown.joined(separator: " "))
}
precondition(instances.allSatisfy { $0.layer == 7 })

let path = CommandLine.arguments.dropFirst().first ?? NSTemporaryDirectory() + "instance-buffer.png"
try png(picture).write(to: URL(fileURLWithPath: path))
print(count, "instances of", MemoryLayout<Instance>.stride, "bytes")

/// Draws the buffer as a graphics processor would: discs, one over the other.
func draw(_ instances: [Instance], _ size: Int) -> [[SIMD3<Float>]] {
  var pixels = [[SIMD3<Float>]](repeating: Array(repeating: .one, count: size), count: size)
  var radii = [Float](repeating: 0, count: instances.count)
  Batch.unpack(instances.span, at: \.radius, as: .float16, into: radii.mutableSpan)
  for (instance, radius) in zip(instances, radii) {
    let (center, reach) = (instance.position * Float(size), radius * Float(size))
    let bytes = SIMD4((0..<4).map { Float(instance.color >> (8 * $0) & 255) }) / 255
    let color = SIMD3(bytes.z, bytes.y, bytes.x)
    for y in max(0, Int(center.y - reach - 1))...max(0, min(size - 1, Int(center.y + reach + 1))) {
      for x in max(0, Int(center.x - reach - 1))...max(0, min(size - 1, Int(center.x + reach + 1))) {
        let away = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - center
        let coverage = max(0, min(1, reach + 0.5 - (away * away).sum().squareRoot()))
        pixels[y][x] = color * coverage + pixels[y][x] * (1 - bytes.w * coverage)
      }
    }
  }
  return pixels
}

/// Rows of colours as a PNG, not compressed: stored blocks, with the checksums of the format.
func png(_ rows: [[SIMD3<Float>]]) -> Data {
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
  let pixels = rows.flatMap { row -> [UInt8] in
    let components = row.flatMap { [$0.x, $0.y, $0.z] }
    var bytes = [UInt8](repeating: 0, count: components.count)
    Batch.pack(components.span, as: .unorm8, into: bytes.mutableSpan)
    return [0] + bytes
  }
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

  let header = bigEndian(rows[0].count) + bigEndian(rows.count) + [8, 2, 0, 0, 0]
  return Data(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header) + chunk("IDAT", stored) + chunk("IEND", [])
  )
}

// Prints:
// 0.0 e6002a50 e6325c86 e66793bf
// 0.7 c090747e e13d627e e66793bf
// 1.1 bf95777f c47b8043 e46a92bb
// 1.8 bf95777f bf86852e bfaa7400
// 100000 instances of 16 bytes
