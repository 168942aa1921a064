import Foundation

/// How much longer twice as much takes.
enum Growth {
  /// Between twice as long and four times as long, where numbers scatter alike to both sides.
  static let limit = 2 * 2.0.squareRoot()

  /// The processor time of this thread with an argument of 2n over that with n, of each the least of five or, while the
  /// ratio is beyond the limit, of at most forty: what else the machine does makes a run longer, never shorter, but its
  /// clock may be faster in a few runs.
  static func ratio(_ n: Int, _ work: (Int) throws -> Void) rethrows -> Double {
    var (least, runs) = ((Double.infinity, Double.infinity), 0)
    while runs < 5 || (runs < 40 && least.1 >= limit * least.0) {
      least.0 = min(least.0, try seconds { try work(n) })
      least.1 = min(least.1, try seconds { try work(2 * n) })
      runs += 1
    }
    return least.1 / least.0
  }

  /// The processor time that something takes on this thread.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    try work()
    return now() - start
  }
}
