/// A kernel or a scene that `bench scaling` measures at all sizes.
enum ScalingSubject {
  case kernel(KernelCase)
  case scene(Scene)

  /// Stable: results of different versions are matched by it.
  var name: String {
    switch self {
    case .kernel(let kernel): kernel.name
    case .scene(let scene): "scenes/\(scene.name)"
    }
  }

  /// Returns the most bytes that the elements need: a kernel's columns, a copy of its results, and the two buffers of
  /// the copy that it is measured beside; a scene's properties with the animator's columns.
  func memory(count: Int) -> Double {
    switch self {
    case .kernel(let kernel): 3 * kernel.bytesPerElement * Double(count)
    case .scene: 256 * Double(count)
    }
  }

  static var all: [ScalingSubject] {
    KernelCase.all.map { .kernel($0) } + Scene.all.map { .scene($0) }
  }

  /// One of each kind, from those that only move memory to those that compute the most: what the report shows.
  static var representative: [ScalingSubject] {
    let names: Set = [
      "interpolate/uniform/f32", "interpolate/each/f32", "interpolate/uniform/f64", "bezier/baked/f32",
      "bezier/solved/f32", "bezier/own/f32", "easing/elastic/f32", "progress/autoreverse/f32", "keyframes/seek/f32",
      "colors/mix/oklab-to-rgba8", "packing/rgba8/f32", "rotations/slerp-each/f32", "springs/positions/shared/f32",
      "springs/step/shared/f32", "scenes/curves", "scenes/springs", "scenes/keyframes",
    ]
    return all.filter { names.contains($0.name) }
  }
}
