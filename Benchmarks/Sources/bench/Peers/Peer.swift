import Foundation
import VectorKernels

/// The address of a function whose signature only the caller knows.
typealias CFunction = UnsafeRawPointer

/// Another implementation: a shared library with one of the C interfaces that Benchmarks/peers describes.
package struct Peer {
  typealias In = UnsafeRawPointer
  typealias Out = UnsafeMutableRawPointer

  package let name: PeerName

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

  struct Unusable: Error {
    let reason: String
  }

  init(library path: String, levels: [InstructionSet]) throws(Unusable) {
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
    self.name = PeerName(
      text: levelName.isEmpty ? name : "\(name) \(levelName)", level: level,
      keepsPromises: dlsym(handle, "vk_peer_keeps_promises") != nil)
  }
}
