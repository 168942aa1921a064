import Foundation

/// The entry point for libFuzzer: runs the target that the environment variable `FUZZ_TARGET` names. All targets are in
/// one program, because building takes longer than running.
private let target: Target = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = Target.all.first(where: { $0.name == name }) else {
    fatalError("FUZZ_TARGET is '\(name)', but must be one of \(Target.all.map(\.name))")
  }
  return target
}()

/// Prints what there is instead of running, where `FUZZ_TARGET` is `list`.
@c(LLVMFuzzerInitialize)
func initialize(_: UnsafeMutablePointer<Int32>, _: UnsafeMutableRawPointer) -> Int32 {
  if ProcessInfo.processInfo.environment["FUZZ_TARGET"] == "list" {
    for target in Target.all {
      print("target \(target.name)")
      for seed in target.seeds() {
        print("seed \(target.name) \(seed.map(String.init).joined(separator: " "))")
      }
    }
    for type in CodableTypes.all { print("type \(type.name)") }
    for part in Snapshots.parts.sorted() { print("part \(part)") }
    exit(0)
  }
  return 0
}

@c(LLVMFuzzerTestOneInput)
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  withinTime { target.test(input) }
  return 0
}

/// Traps where something takes longer than a second of this thread's own time, which other programs don't add to. The
/// instrumented build takes several times as long as the usual one.
func withinTime(_ work: () -> Void) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  work()
  let seconds = now() - start
  if seconds > 1 { fatalError("this input takes \(seconds) s") }
}
