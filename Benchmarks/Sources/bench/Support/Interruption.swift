import Foundation

/// Holds Ctrl-C back, so that a run stops between two batches and can still write its measurements.
///
/// The signal is blocked and polled, so there is no handler, and no state shared with one.
struct Interruption {
  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  var isRequested: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return sigismember(&pending, SIGINT) == 1
  }
}
