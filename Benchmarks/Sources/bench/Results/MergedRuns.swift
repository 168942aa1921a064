/// Several runs of one program as one: some loops take longer in some processes, for as long as the process lasts.
package enum MergedRuns {
  private struct Key: Hashable {
    let name, variant: String
    let count: Double

    init?(_ record: JSON) {
      guard case .string(let name) = record["name"], case .string(let variant) = record["variant"],
        let count = record["count"]?.number
      else { return nil }
      (self.name, self.variant, self.count) = (name, variant, count)
    }
  }

  /// Returns the results of `bench kernels` of several runs, in the order of the first: medians of times and ratios,
  /// the least and the largest times, and the largest errors. Variants that the first run doesn't have are left out.
  ///
  /// - Parameter runs: The contents of at least one file.
  package static func kernels(_ runs: [JSON]) -> JSON {
    let records = runs.map { run -> [JSON] in if case .array(let records) = run["results"] { records } else { [] } }
    let alike = Dictionary(grouping: records.joined()) { Key($0) }
    let results = records[0].compactMap { alike[Key($0)].map(merged) }
    return .object([("machine", runs[0]["machine"] ?? .null), ("results", .array(results))])
  }

  /// Returns the records of one variant as one.
  private static func merged(_ records: [JSON]) -> JSON {
    guard case .object(let members) = records[0] else { return records[0] }
    return .object(
      members.map { name, value in
        let values = records.compactMap { $0[name] }
        switch name {
        case "nsPerElement": return (name, spread(values))
        case "gigabytesPerSecond", "copyFraction", "ratioToScalar": return (name, median(values))
        case "ratioToPeer": return (name, .object(names(in: value).map { ($0, median(of: $0, in: values)) }))
        case "uncertainty": return (name, .object(names(in: value).map { ($0, uncertainty(of: $0, in: records)) }))
        case "error", "exactError": return (name, largest(values))
        default: return (name, value)
        }
      })
  }

  private static func names(in value: JSON) -> [String] {
    if case .object(let members) = value { members.map(\.0) } else { [] }
  }

  private static func median(_ values: [JSON]) -> JSON { number(Statistics.median(values.compactMap(\.number))) }

  private static func median(of name: String, in values: [JSON]) -> JSON { median(values.compactMap { $0[name] }) }

  /// The times of several runs: each a median, and the least and the largest of its run.
  private static func spread(_ values: [JSON]) -> JSON {
    let (least, most) = (values.compactMap { $0["min"]?.number }, values.compactMap { $0["max"]?.number })
    return .object([
      ("median", median(of: "median", in: values)), ("min", number(least.min() ?? .nan)),
      ("max", number(most.max() ?? .nan)),
    ])
  }

  /// Null stands for an infinite error.
  private static func largest(_ values: [JSON]) -> JSON {
    let numbers = values.compactMap(\.number)
    return numbers.count < values.count ? .null : number(numbers.max() ?? .nan)
  }

  /// The relative standard error of a median of runs: the greater of what the runs say by themselves, and of what the
  /// differences between them say.
  private static func uncertainty(of reference: String, in records: [JSON]) -> JSON {
    let values = records.compactMap { record in
      switch reference {
      case "time": record["nsPerElement"]?["median"]?.number
      case "copy": record["copyFraction"]?.number
      case "scalar": record["ratioToScalar"]?.number
      default: record["ratioToPeer"]?[reference]?.number
      }
    }
    let own = Statistics.median(records.compactMap { $0["uncertainty"]?[reference]?.number })
    let uncertainty = max(own / Double(values.count).squareRoot(), Statistics.uncertaintyOfMedian(ofRuns: values))
    return .number(uncertainty.rounded(digits: 2))
  }

  private static func number(_ value: Double) -> JSON { .number(value.rounded(digits: 5)) }
}
