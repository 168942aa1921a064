import Foundation
import Testing
import VectorKernels

/// The environment's settings for property tests.
enum Settings {
  /// Cases per property: `VECTORKERNELS_CASES`, or 100,000 at the highest level and 25,000 at others.
  static let cases = number("VECTORKERNELS_CASES") ?? (isAtHighestLevel ? 100_000 : 25_000)

  /// The seed of everything drawn at random: `VECTORKERNELS_SEED`, or 1. `VECTORKERNELS_SEED=random` draws one, and
  /// prints it at once: a crash reports none.
  static let seed: UInt64 = {
    guard ProcessInfo.processInfo.environment["VECTORKERNELS_SEED"] == "random" else {
      return number("VECTORKERNELS_SEED") ?? 1
    }
    let seed = UInt64.random(in: 0...999_999_999)
    print("VECTORKERNELS_SEED=\(seed)")
    fflush(nil)
    return seed
  }()

  /// `VECTORKERNELS_EXHAUSTIVE=1` walks every value of a range at every level, not only at the highest.
  static let exhaustive = number("VECTORKERNELS_EXHAUSTIVE") == 1

  /// Whether the tests run at the machine's highest level.
  static let isAtHighestLevel = InstructionSet.active == InstructionSet.available.last

  /// Whether tests walk every value of a range.
  static let walksEveryValue = isAtHighestLevel || exhaustive

  private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap { Number($0) }
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Adds the seed to every issue of a suite that doesn't name one, whatever kind of expectation failed.
  static var seeded: Self {
    .compactMapIssues { issue in
      var issue = issue
      if !issue.comments.contains(where: { $0.rawValue.contains("VECTORKERNELS_SEED=") }) {
        issue.comments.append("VECTORKERNELS_SEED=\(Settings.seed) repeats it")
      }
      return issue
    }
  }
}

/// The cases of a property: one column per input, one row per case, ready to be handed to a batched call.
struct Cases<Value: Element> {
  fileprivate(set) var columns: [[Value]]

  var indices: Range<Int> { 0..<columns[0].count }

  subscript(column: Int) -> [Value] { columns[column] }

  fileprivate init(_ draws: [Draw<Value>], count: Int, seed: UInt64) {
    var generator = Generator(seed: seed)
    columns = draws.map { _ in [] }
    for _ in 0..<count {
      for column in draws.indices { columns[column].append(draws[column].next(using: &generator)) }
    }
  }

  fileprivate init(rows: [[Value]]) {
    columns = rows[0].indices.map { column in rows.map { $0[column] } }
  }

  fileprivate func row(_ index: Int) -> [Value] {
    columns.map { $0[index] }
  }
}

/// Collects the cases for which a property doesn't hold.
struct Verdict {
  private(set) var failureCount = 0
  private(set) var failures: [(row: Int, message: String)] = []

  mutating func require(_ holds: Bool, _ row: Int, _ message: @autoclosure () -> String) {
    guard !holds else { return }
    failureCount += 1
    if failures.count < 1000 { failures.append((row, message())) }
  }

  /// Records the first failure, if there is any, for tests that walk their cases themselves.
  func report(seed: UInt64 = Settings.seed, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let first = failures.first else { return }
    Issue.record(
      "\(first.message)\n\(failureCount) failures; VECTORKERNELS_SEED=\(seed) repeats them",
      sourceLocation: sourceLocation)
  }
}

/// A case for which a property doesn't hold, after shrinking.
struct Counterexample<Value: Element> {
  var inputs: [Value]
  var message: String
  var failureCount: Int
}

/// Tries `property` on `count` rows drawn from `draws`. The smallest failing row is reported with the seed.
///
/// The property sees all rows at once, so that it can evaluate them in one batched call, and gives its verdict on each.
/// A row that the property says nothing about holds.
func check<Value: Element>(
  _ draws: Draw<Value>..., count: Int = Settings.cases, seed: UInt64 = Settings.seed,
  sourceLocation: SourceLocation = #_sourceLocation, property: (Cases<Value>, inout Verdict) -> Void
) {
  check(draws, count: count, seed: seed, sourceLocation: sourceLocation, property: property)
}

func check<Value: Element>(
  _ draws: [Draw<Value>], count: Int = Settings.cases, seed: UInt64 = Settings.seed,
  sourceLocation: SourceLocation = #_sourceLocation, property: (Cases<Value>, inout Verdict) -> Void
) {
  guard let found = counterexample(draws, count: count, seed: seed, property: property) else { return }
  let inputs = found.inputs.map { "\($0)" }.joined(separator: ", ")
  Issue.record(
    """
    \(found.message)
    smallest failing \(Value.self) inputs: (\(inputs))
    \(found.failureCount) failures in \(count) cases; VECTORKERNELS_SEED=\(seed) repeats them
    """,
    sourceLocation: sourceLocation)
}

func counterexample<Value: Element>(
  _ draws: [Draw<Value>], count: Int, seed: UInt64, property: (Cases<Value>, inout Verdict) -> Void
) -> Counterexample<Value>? {
  let cases = Cases(draws, count: count, seed: seed)
  guard var smallest = smallestFailure(of: property, in: cases) else { return nil }
  while true {
    let candidates = smallest.inputs.indices.flatMap { column in
      simpler(smallest.inputs[column]).filter(draws[column].domain.contains).map { value in
        var row = smallest.inputs
        row[column] = value
        return row
      }
    }
    guard !candidates.isEmpty, let next = smallestFailure(of: property, in: Cases(rows: candidates)) else {
      return smallest
    }
    smallest.inputs = next.inputs
    smallest.message = next.message
  }
}

private func smallestFailure<Value: Element>(
  of property: (Cases<Value>, inout Verdict) -> Void, in cases: Cases<Value>
) -> Counterexample<Value>? {
  var verdict = Verdict()
  property(cases, &verdict)
  return verdict.failures
    .map { Counterexample(inputs: cases.row($0.row), message: $0.message, failureCount: verdict.failureCount) }
    .min { $0.inputs.map(complexity).reduce(0, +) < $1.inputs.map(complexity).reduce(0, +) }
}

/// How much there is to read in a number: fewer significant bits, an exponent nearer to 0 and no sign are simpler.
private func complexity<Value: Element>(_ value: Value) -> Int {
  guard value.isFinite else { return 1 }
  let sign = value.sign == .minus ? 1 : 0
  return value == 0 ? sign : 2 + sign + 2 * abs(value.exponent) + 4 * value.significandWidth
}

/// Simpler values to try in place of `value`.
private func simpler<Value: Element>(_ value: Value) -> [Value] {
  guard value.isFinite, value != 0 else { return value.sign == .minus ? [-value] : [] }
  let width = value.significandWidth
  let shorter = Set([0, width / 2, width - 1]).filter { $0 >= 0 && $0 < width }.map { bits in
    let unit = Value(sign: .plus, exponent: value.exponent - bits, significand: 1)
    return (value / unit).rounded(.towardZero) * unit
  }
  let nearer = [value.exponent / 2, value.exponent - value.exponent.signum()].map {
    Value(sign: value.sign, exponent: $0, significand: value.significand)
  }
  return ([0, 1, value.magnitude] + shorter + nearer).filter { complexity($0) < complexity(value) }
}
