import Foundation
import Testing
import VectorKernels
import bench

private let compiler = "/usr/bin/cc"

/// Libraries with the interface of `Benchmarks/peers/vk_animation_peer.h`, compiled from C here.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: compiler))) struct AnimationPeerTests {
  private static var interface: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "peers").path
  }

  /// Compiles a peer and calls `body` with it.
  private func withPeer(_ prefix: String, _ source: String, _ body: (Peer) throws -> Void) throws {
    let directory = URL(fileURLWithPath: NSTemporaryDirectory()).appending(path: "animation-peer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "peer.c")
    try ("#include <vk_animation_peer.h>\n" + source).write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: compiler)
    process.arguments = [
      "-O1", "-shared", "-fPIC", "-I", Self.interface, file.path, "-o",
      directory.appending(path: "\(prefix)-made-up.so").path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let peers = try Peers.libraries(in: directory.path, prefix: "\(prefix)-", levels: [InstructionSet.active])
    #expect(try Peers.libraries(in: directory.path, prefix: "other-", levels: [InstructionSet.active]).isEmpty)
    try #require(peers.count == 1)
    try body(peers[0])
  }

  /// Objects of one component, which solve the curve by bisection and then multiply the amount by a factor.
  private func tweens(factor: String) -> String {
    """
    #include <stdlib.h>
    const char *vk_peer_name(void) { return "bisection"; }
    struct tweens { ptrdiff_t count; double points[4], *numbers; };
    void *vk_tweens_create(
        ptrdiff_t count, ptrdiff_t components, const double *targets, const double *durations,
        const double *elapsed, const double points[4]) {
      if (components != 1) return NULL;
      struct tweens *tweens = malloc(sizeof *tweens);
      tweens->count = count;
      tweens->numbers = calloc(4 * count, sizeof(double));
      for (int i = 0; i < 4; i++) tweens->points[i] = points[i];
      for (ptrdiff_t i = 0; i < count; i++) {
        tweens->numbers[4 * i] = targets[i];
        tweens->numbers[4 * i + 1] = durations[i];
        tweens->numbers[4 * i + 3] = elapsed[i];
      }
      return tweens;
    }
    static double cubic(double s, double p, double q) { return s * (3 * (1 - s) * ((1 - s) * p + s * q) + s * s); }
    void vk_tweens_move(void *pointer, int32_t milliseconds) {
      struct tweens *tweens = pointer;
      const double *p = tweens->points;
      for (ptrdiff_t i = 0; i < tweens->count; i++) {
        double *number = tweens->numbers + 4 * i, low = 0, high = 1;
        double x = (milliseconds / 1e3 + number[3]) / number[1];
        for (int k = 0; k < 60; k++) {
          double middle = (low + high) / 2;
          if (cubic(middle, p[0], p[2]) < x) low = middle; else high = middle;
        }
        number[2] = number[0] * cubic(low, p[1], p[3]) * \(factor);
      }
    }
    void vk_tweens_copy(const void *pointer, double *values) {
      const struct tweens *tweens = pointer;
      for (ptrdiff_t i = 0; i < tweens->count; i++) values[i] = tweens->numbers[4 * i + 2];
    }
    void vk_tweens_destroy(void *pointer) {
      free(((struct tweens *)pointer)->numbers);
      free(pointer);
    }
    """
  }

  private let numbers = Tweens(
    components: 1, targets: [100, -3, 0.5], durations: [1, 2, 3600], elapsed: [0.1, 0, 1000])

  /// An amount that is wrong by 1 % is found, and one that stays at zero, which Qt's does if it was never started.
  @Test(arguments: ["1", "1.01", "0", "-1", "(0.0 / 0.0)"])
  func errorsOfTweensAreFound(factor: String) throws {
    try withPeer("scenes", tweens(factor: factor)) { peer in
      #expect(peer.name.text == "bisection")
      let objects = try #require(PeerTweens(peer, numbers))
      objects.move(to: 400)
      let deviation = numbers.deviation(of: objects.values, at: 0.4)
      // The bisection is exact to 1e-15 of x, where the curve's slope is at most 2; the curve errs by 1e-14 at most.
      if factor == "1" { #expect(deviation < 1e-13) } else { #expect(deviation > 1e-3) }
      #expect(objects.frameTime(on: Core()) < 1e9)
      // In scenes, the animations last an hour.
      let scene = Tweens(components: 1, targets: [100, -3], durations: [3600, 1800], elapsed: [1800, 0])
      let error = try #require(PeerTweens(peer, scene)).largestError()
      if factor == "1" { #expect(error < 1e-13) } else { #expect(error > 1e-3) }
    }
  }

  @Test func tweensOfOtherComponentsAreLeftOut() throws {
    try withPeer("scenes", tweens(factor: "1")) { peer in
      let rectangles = Tweens(components: 4, targets: [1, 2, 3, 4], durations: [1], elapsed: [0])
      #expect(PeerTweens(peer, rectangles) == nil)
      #expect(PeerLottiePlayer(peer, path: "a file", phases: [0]) == nil)
    }
  }

  @Test func valuesOfAllComponentsAreCompared() {
    let rectangles = Tweens(
      components: 4, targets: [1, 2, 3, 4, 5, 6, 7, 8], durations: [1, 2], elapsed: [0, 0.5])
    let amounts = [0.5, 0.5].map { UnitCurve.easeInOut.value(at: $0) }
    var values = rectangles.targets.enumerated().map { $1 * amounts[$0 / 4] }
    #expect(rectangles.deviation(of: values, at: 0.5) == 0)
    values[6] += 0.8
    #expect(abs(rectangles.deviation(of: values, at: 0.5) - 0.1) < 1e-15)
    values[6] = .nan
    values[7] += 0.1
    #expect(rectangles.deviation(of: values, at: 0.5) == .infinity)
  }

  /// Instances draw as many things as the numbers of their frames say.
  @Test func lottieInstancesPlayFromTheirPhases() throws {
    let source = """
      #include <stdlib.h>
      #include <string.h>
      const char *vk_peer_name(void) { return "counter"; }
      void *vk_lottie_create(const char *path, ptrdiff_t instances) {
        if (strcmp(path, "a file")) return NULL;
        ptrdiff_t *count = malloc(sizeof *count);
        *count = instances;
        return count;
      }
      ptrdiff_t vk_lottie_frames(const void *instances) { return 10; }
      ptrdiff_t vk_lottie_move(void *instances, const ptrdiff_t *frames) {
        ptrdiff_t sum = 0;
        for (ptrdiff_t i = 0; i < *(ptrdiff_t *)instances; i++) sum += frames[i];
        return sum;
      }
      void vk_lottie_destroy(void *instances) { free(instances); }
      """
    try withPeer("lottie", source) { peer in
      #expect(PeerLottiePlayer(peer, path: "another file", phases: [0]) == nil)
      let few = try #require(PeerLottiePlayer(peer, path: "a file", phases: [0.5, 2.9, 9.1]))
      #expect(few.frameCount == 10)
      #expect(few.play(at: 0) == 0 + 2 + 9)
      #expect(few.play(at: 3) == 3 + 5 + 2)
      #expect(few.frameTime(seconds: 1e-3) != nil)
      // Every second one of them.
      let many = try #require(PeerLottiePlayer(peer, path: "a file", phases: (0..<32).map { $0 < 16 ? 1 : 2 }))
      #expect(many.play(at: 0) == 8 * 1 + 8 * 2)
    }
    let still = source.replacingOccurrences(of: "return 10;", with: "return 1;")
    try withPeer("lottie", still) { peer in #expect(PeerLottiePlayer(peer, path: "a file", phases: [0]) == nil) }
    let silent = source.replacingOccurrences(of: "return sum;", with: "return 0;")
    try withPeer("lottie", silent) { peer in
      let instances = try #require(PeerLottiePlayer(peer, path: "a file", phases: [1]))
      #expect(instances.frameTime(seconds: 1e-3) == nil)
    }
  }
}
