import CSDL2
import Foundation
import VectorKernels

/// The width and the height of the window at first, in points.
let windowSize: SIMD2<Float> = [960, 540]

/// Plays until somebody leaves.
func playInWindow() throws(StalePropertyError) {
  guard SDL_Init(SDL_INIT_VIDEO) == 0 else { fail() }
  defer { SDL_Quit() }
  let center = Int32(SDL_WINDOWPOS_CENTERED_MASK)
  let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
  guard let window = SDL_CreateWindow("Cards", center, center, Int32(windowSize.x), Int32(windowSize.y), flags),
    let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC.rawValue)
  else { fail() }

  var table = try Table(size: windowSize)
  var painter = CardPainter()
  try table.advance(to: now())
  try table.deal()
  while true {
    var event = SDL_Event()
    // Where nothing moves, there is nothing to draw until something happens.
    var hasEvent = table.isAtRest ? SDL_WaitEvent(&event) : SDL_PollEvent(&event)
    // Runs that events begin start now, and not with the frame before, which may be long ago.
    try table.advance(to: now())
    while hasEvent != 0 {
      if event.isFarewell { return }
      try table.handle(event)
      hasEvent = SDL_PollEvent(&event)
    }
    painter.draw(table, on: renderer)
    SDL_RenderPresent(renderer)
  }
}

/// Returns the seconds since some moment.
func now() -> Double { Double(SDL_GetPerformanceCounter()) / Double(SDL_GetPerformanceFrequency()) }

/// Ends the program with SDL's words.
func fail() -> Never {
  print("cards:", String(cString: SDL_GetError()))
  exit(1)
}
