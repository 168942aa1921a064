import VectorKernels

/// A completion without the identity of its run.
struct Ended: Hashable {
  let handle: PropertyHandle
  let reason: Completion.Reason
  let end: StoppingPoint

  init(_ handle: PropertyHandle, _ reason: Completion.Reason, _ end: StoppingPoint) {
    (self.handle, self.reason, self.end) = (handle, reason, end)
  }
}

extension Animator {
  var ended: [Ended] { completions.map { Ended($0.handle, $0.reason, $0.end) } }
}
