import CSDL2
import Foundation
import VectorKernels

/// Plays a script and writes its frames: a line of text with their width, height, number and rate per second, and then
/// the pixels of each frame, each a number 0xRRGGBB of 32 bits. It needs no display, and writes the same bytes each time.
///
/// - Parameter step: Only each `step`-th frame is drawn and written.
func record(to path: String, each step: Int) throws(StalePropertyError) {
  let (width, height, framesPerSecond) = (640, 360, 25)
  let samples = 4
  guard
    let surface = SDL_CreateRGBSurfaceWithFormat(
      0, Int32(width * samples), Int32(height * samples), 32, SDL_PIXELFORMAT_XRGB8888.rawValue),
    let renderer = SDL_CreateSoftwareRenderer(surface)
  else { fail() }
  var script = Script()
  let count = Int(script.duration * Double(framesPerSecond))
  guard let file = fopen(path, "wb") else { fatalError("\(path) can't be written") }
  defer { fclose(file) }
  fputs("\(width) \(height) \(count) \(framesPerSecond)\n", file)

  var table = try Table(size: windowSize)
  try table.deal()
  // The first picture shows the cards at home, and so does the last.
  try table.advance(to: 10)
  var painter = CardPainter()
  for frame in 0..<count {
    let time = Double(frame) / Double(framesPerSecond)
    try table.advance(to: 10 + time)
    for event in script.events(until: time) { try table.handle(event) }
    guard frame.isMultiple(of: step) else { continue }
    painter.draw(table, pointer: script.pointer, on: renderer)
    SDL_RenderFlush(renderer)
    let pixels = averages(of: surface.pointee, samples: samples)
    fwrite(pixels, 4, pixels.count, file)
  }
}

/// Returns the pixels of a picture with fewer of them, each the average of a square.
private func averages(of surface: SDL_Surface, samples: Int) -> [UInt32] {
  let (width, height, pitch) = (Int(surface.w) / samples, Int(surface.h) / samples, Int(surface.pitch))
  let pixels = UnsafeRawPointer(surface.pixels!)
  var averages: [UInt32] = []
  averages.reserveCapacity(width * height)
  for y in 0..<height {
    for x in 0..<width {
      var sum = SIMD4<UInt32>(repeating: UInt32(samples * samples / 2))
      for row in 0..<samples {
        for column in 0..<samples {
          let pixel = pixels.load(
            fromByteOffset: (y * samples + row) * pitch + 4 * (x * samples + column), as: SIMD4<UInt8>.self)
          sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel)
        }
      }
      let average = sum / UInt32(samples * samples)
      averages.append(average.z << 16 | average.y << 8 | average.x)
    }
  }
  return averages
}

/// The movements of a hand, by time.
private struct Script {
  private enum Deed {
    case press, release, key(SDL_KeyCode)
  }

  private let path = KeyframeTimeline<SIMD2<Float>>(initialValue: [1010, 420]) {
    // To a card, which it drags about and flings.
    CubicKeyframe([320, 180], duration: 0.7)
    MoveKeyframe([320, 180])
    LinearKeyframe([320, 180], duration: 0.1)
    CubicKeyframe([480, 360], duration: 0.45)
    CubicKeyframe([290, 370], duration: 0.4)
    CubicKeyframe([620, 250], duration: 0.2)
    CubicKeyframe([690, 240], duration: 0.2)
    CubicKeyframe([690, 250], duration: 0.4)
    // Between cards, for another theme, and away.
    CubicKeyframe([224, 315], duration: 0.6)
    LinearKeyframe([224, 315], duration: 0.4)
    CubicKeyframe([-40, 420], duration: 0.6)
  }
  private let deeds: [(time: Double, deed: Deed)] = [
    (0.76, .press), (1.83, .release), (3.1, .press), (3.26, .release), (4.5, .key(SDLK_RETURN)),
    (5.4, .key(SDLK_SPACE)),
  ]
  let duration = 8.0

  private(set) var pointer = Pointer(position: .zero)
  private var done = 0

  /// Returns the events since the last call.
  mutating func events(until time: Double) -> [SDL_Event] {
    var events: [SDL_Event] = []
    pointer.position = path.value(time: time)
    var motion = SDL_Event(type: SDL_MOUSEMOTION.rawValue)
    (motion.motion.x, motion.motion.y) = (Int32(pointer.position.x), Int32(pointer.position.y))
    events.append(motion)
    while done < deeds.count, deeds[done].time <= time {
      switch deeds[done].deed {
      case .press, .release:
        pointer.isPressed.toggle()
        let type = pointer.isPressed ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP
        var button = SDL_Event(type: type.rawValue)
        (button.button.x, button.button.y) = (motion.motion.x, motion.motion.y)
        events.append(button)
      case .key(let code):
        var key = SDL_Event(type: SDL_KEYDOWN.rawValue)
        key.key.keysym.sym = SDL_Keycode(code.rawValue)
        events.append(key)
      }
      done += 1
    }
    return events
  }
}
