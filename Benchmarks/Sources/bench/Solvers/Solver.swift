import Foundation
import VectorKernels

/// A way of solving timing curves.
struct Solver {
  typealias Floats = UnsafeMutableBufferPointer<Float>

  let name: String
  /// Prepares a curve and returns a function that computes y for each x.
  let prepared: (CubicBezier) -> (_ at: Floats, _ out: Floats) -> Void

  /// The library's own.
  static var own: [Solver] {
    [
      Solver(name: "VectorKernels") { curve in { at, out in curve.values(at: at.span, into: out.mutableSpan) } },
      Solver(name: "VectorKernels, baked") { curve in
        let tabulated = curve.tabulated()
        return { at, out in tabulated.values(at: at.span, into: out.mutableSpan) }
      },
      Solver(name: "VectorKernels, one value at a time") { curve in
        let unit = UnitCurve.bezier(
          startControlPoint: UnitPoint(x: curve.x1, y: curve.y1), endControlPoint: UnitPoint(x: curve.x2, y: curve.y2))
        return { at, out in
          for i in at.indices { out[i] = Float(unit.value(at: Double(at[i]))) }
        }
      },
    ]
  }

  /// The usual ones and Qt's, as far as `make peers` has built them.
  static func others(in directory: String) -> [Solver] {
    ported(library: "\(directory)/solvers.so") + qt(library: "\(directory)/libqt.so")
  }

  private static func ported(library path: String) -> [Solver] {
    typealias Name = @convention(c) (Int) -> UnsafePointer<CChar>?
    typealias Run = @convention(c) (Int, Peer.In, Peer.In, Peer.Out, Int) -> Void
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), let nameSymbol = dlsym(handle, "vk_solver_name"),
      let runSymbol = dlsym(handle, "vk_solver_run")
    else { return [] }
    let nameOf = unsafeBitCast(nameSymbol, to: Name.self)
    let run = unsafeBitCast(runSymbol, to: Run.self)
    var solvers: [Solver] = []
    while let name = nameOf(solvers.count) {
      let index = solvers.count
      solvers.append(
        Solver(name: String(cString: name)) { curve in
          let points = [curve.x1, curve.y1, curve.x2, curve.y2]
          return { at, out in points.withUnsafeBytes { run(index, $0.baseAddress!, at.start, out.start, at.count) } }
        })
    }
    return solvers
  }

  private static func qt(library path: String) -> [Solver] {
    typealias Run = @convention(c) (Peer.In, Peer.In, Peer.Out, Int) -> Void
    guard let peer = try? Peer(library: path, levels: [InstructionSet.active]),
      let run = peer.function("vk_bezier_f32", as: Run.self)
    else { return [] }
    return [
      Solver(name: "QEasingCurve") { curve in
        let points = [curve.x1, curve.y1, curve.x2, curve.y2]
        return { at, out in points.withUnsafeBytes { run($0.baseAddress!, at.start, out.start, at.count) } }
      }
    ]
  }
}
