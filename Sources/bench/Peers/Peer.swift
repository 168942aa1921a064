import Foundation
import VectorKernels

/// The address of a function whose signature only the caller knows.
typealias CFunction = UnsafeRawPointer

/// Another implementation of the kernels: a shared library with the C interface that Benchmarks/peers describes.
struct Peer {
  typealias In = UnsafeRawPointer
  typealias Out = UnsafeMutableRawPointer

  /// The name of its results, such as "intrinsics x86-64-v4".
  let name: String
  /// The level at which the library is compared with it.
  let level: InstructionSet

  private let handle: UnsafeMutableRawPointer

  /// A function of the peer, nil when it lacks that kernel.
  ///
  /// Signatures spell every pointer as `In` or `Out`: to C they are all alike, and Float and Double kernels can share
  /// the code that calls them.
  func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    symbol(name).map { unsafeBitCast($0, to: type) }
  }

  func symbol(_ name: String) -> CFunction? {
    dlsym(handle, name).map { CFunction($0) }
  }

  /// Loads the libraries of a directory that can be compared at one of the levels, the first of which is the
  /// subject. What cannot be used is reported and left out.
  static func load(from directory: String, levels: [InstructionSet]) throws -> [Peer] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw UsageError("--peers: cannot read the directory '\(directory)'")
    }
    return names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") }.sorted().compactMap { name in
      do throws(Unusable) {
        return try Peer(library: "\(directory)/\(name)", levels: levels)
      } catch {
        Output.error.write("bench: skipping the peer \(name): \(error.reason)\n")
        return nil
      }
    }
  }

  private struct Unusable: Error {
    let reason: String
  }

  private init(library path: String, levels: [InstructionSet]) throws(Unusable) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Unusable(reason: dlerror().map { String(cString: $0) } ?? "it cannot be loaded")
    }
    func text(_ function: String) -> String? {
      typealias Text = @convention(c) () -> UnsafePointer<CChar>?
      return dlsym(handle, function).flatMap { unsafeBitCast($0, to: Text.self)() }.map { String(cString: $0) }
    }
    guard let name = text("vk_peer_name"), !name.isEmpty else { throw Unusable(reason: "it has no vk_peer_name") }
    let levelName = text("vk_peer_level") ?? ""
    let level = levelName.isEmpty ? levels.first : InstructionSet(rawValue: levelName)
    guard let level, levels.contains(level) else { throw Unusable(reason: "it needs \(levelName), not measured here") }
    self.handle = handle
    self.level = level
    self.name = levelName.isEmpty ? name : "\(name) \(levelName)"
  }
}
