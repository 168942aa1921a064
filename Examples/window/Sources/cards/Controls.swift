import CSDL2
import VectorKernels

extension Table {
  /// Does what an event asks for.
  mutating func handle(_ event: SDL_Event) throws(StalePropertyError) {
    switch SDL_EventType(event.type) {
    case SDL_MOUSEBUTTONDOWN: try press(at: SIMD2(Float(event.button.x), Float(event.button.y)))
    case SDL_MOUSEMOTION: try drag(to: SIMD2(Float(event.motion.x), Float(event.motion.y)))
    case SDL_MOUSEBUTTONUP: try release()
    case SDL_KEYDOWN where event.key.keysym.sym == SDLK_SPACE.rawValue: try changeTheme(from: size / 2)
    case SDL_KEYDOWN where event.key.keysym.sym == SDLK_RETURN.rawValue: try gather()
    case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_SIZE_CHANGED.rawValue:
      try resize(to: SIMD2(Float(event.window.data1), Float(event.window.data2)))
    default: break
    }
  }
}

extension SDL_Event {
  /// Whether somebody wants to leave.
  var isFarewell: Bool {
    type == SDL_QUIT.rawValue || type == SDL_KEYDOWN.rawValue && key.keysym.sym == SDLK_ESCAPE.rawValue
  }
}
