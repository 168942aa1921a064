import Foundation
import Testing

/// `Benchmarks/peers/build.sh` where nothing is installed: a tool that isn't there is a name that no command has.
@Suite struct PeersBuildTests {
  @Test func namesWhatIsMissing() throws {
    let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    // A copy, so that what the developer has built stays.
    let copy = URL(fileURLWithPath: NSTemporaryDirectory()).appending(path: "peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    let script = copy.appending(path: "build.sh")
    try FileManager.default.copyItem(at: benchmarks.appending(path: "peers/build.sh"), to: script)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [script.path]
    process.environment = [
      "PATH": "/usr/bin:/bin", "CC": "no-such-compiler", "CXX": "no-such-compiler", "PYTHON": "no-such-python",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.contains("skipped intrinsics x86-64-v4: needs "))
    #expect(text.contains("(Debian: g++)"))
    #expect(text.contains("skipped numpy and numba: they need Python 3 (Debian: python3)"))
    #expect(!text.contains("built"))
  }
}
