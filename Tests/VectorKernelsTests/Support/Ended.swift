import VectorKernels

/// What is told of the end of a run, but for which run of its property it was.
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
