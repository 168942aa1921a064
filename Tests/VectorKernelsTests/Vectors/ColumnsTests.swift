import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct ColumnsTests {
  @Test func editsAreThoseOfAnArray() {
    for vector in componentVectors { editsAreThoseOfAnArray(vector.type) }
  }

  @Test func spansHoldTheComponents() {
    for vector in componentVectors { spansHoldTheComponents(vector.type) }
  }

  @Test func memoryOrderComesAndGoes() {
    for vector in componentVectors { memoryOrderComesAndGoes(vector.type) }
  }

  @Test func copiesAreIndependent() {
    var points: Columns<SIMD2<Float>> = [SIMD2(1, 2), SIMD2(3, 4)]
    let before = points
    points[0] = SIMD2(5, 6)
    #expect(before == [SIMD2(1, 2), SIMD2(3, 4)] && points == [SIMD2(5, 6), SIMD2(3, 4)])
    var spans = before
    do {
      var xs = spans.mutableSpan(component: 0)
      xs[1] = 7
    }
    #expect(before[1] == SIMD2(3, 4) && spans[1] == SIMD2(7, 4))
    var emptied = before
    emptied.removeAll(keepingCapacity: true)
    emptied.append(.zero)
    #expect(before.count == 2 && before[0] == SIMD2(1, 2) && emptied == [.zero])
  }

  @Test func onlyComponentsAreKept() {
    let markers: Columns<Marker> = [Marker(name: 7, seconds: 1, minutes: 2)]
    #expect(markers[0] == Marker(name: 0, seconds: 1, minutes: 2))
  }

  @Test func capacityIsFoundOnce() {
    var columns = Columns<SIMD3<Double>>()
    #expect(columns.capacity == 0)
    columns.reserveCapacity(100)
    let capacity = columns.capacity
    #expect(capacity >= 100 && capacity.isMultiple(of: 8))
    let start = address(columns, 0)
    for i in 0..<capacity { columns.append(SIMD3(repeating: Double(i))) }
    #expect(address(columns, 0) == start && columns.capacity == capacity)
    columns.removeAll(keepingCapacity: true)
    #expect(columns.isEmpty && columns.capacity == capacity)
    columns.removeAll()
    #expect(columns.capacity == 0)
  }

  @Test func columnsDontShareTheirLowAddressBits() {
    let columns = Columns(repeating: SIMD4<Float>(1, 2, 3, 4), count: 4096)
    let starts = Set((0..<4).map { address(columns, $0) % 4096 })
    #expect(starts.count == 4)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel/mm/transparent_hugepage")),
    .enabled(if: mappings.contains { $0.hasPrefix("VmFlags:") }))
  func largeColumnsAskForHugePages() throws {
    let columns = Columns(repeating: SIMD2<Float>(1, 2), count: 1 << 21)
    let flags = try withExtendedLifetime(columns) { try mappingFlags(at: address(columns, 1)) }
    #expect(flags.contains("hg"))
  }

  @Test func isACollection() {
    var columns: Columns<Double> = [3, 1, 2]
    columns.sort()
    columns.insert(1.5, at: 1)
    columns += [5, 4]
    columns.removeAll { $0 == 2 }
    #expect(Array(columns) == [1, 1.5, 3, 5, 4])
    #expect(columns.map { $0 * 2 } == [2, 3, 6, 10, 8] && columns.last == 4 && Array(columns[1...2]) == [1.5, 3])
    #expect("\(columns)" == "Columns([1.0, 1.5, 3.0, 5.0, 4.0])")
  }

  @Test func isPlainData() throws {
    typealias Point = AnimatablePair<Float, Double.Component>
    let columns: Columns<SIMD3<Double>> = [SIMD3(1, 2, 3), SIMD3(4, 5, 6)]
    let data = try JSONEncoder().encode(columns)
    #expect(String(decoding: data, as: UTF8.self) == "[1,2,3,4,5,6]")
    let decoded = try JSONDecoder().decode(Columns<SIMD3<Double>>.self, from: data)
    #expect(decoded == columns && decoded.hashValue == columns.hashValue && decoded != columns + [.zero])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Columns<SIMD4<Double>>.self, from: data)
    }
    #expect("\(error as Any)".contains("6 components aren't a whole number of SIMD4<Double>, which have 4 each"))
  }

  @Test(arguments: Misuse.allCases)
  func misuseStopsTheProgram(misuse: Misuse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as Misuse] in
      misuse.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains(misuse.message), "\(message)")
  }
}

/// Calls that two points don't permit.
enum Misuse: String, CaseIterable, Codable, Sendable {
  case get, set, remove, swapRemove, component, range, appendComponents, updateComponents, copyComponents, negativeCount
  case hugeCount, hugeCapacity

  var message: String {
    switch self {
    case .get, .remove, .swapRemove: "index is 2, but must be in 0..<2"
    case .set: "index is -1, but must be in 0..<2"
    case .component: "index is 2, but must be in 0..<2"
    case .range: "the range is 1..<3, but must be within 0..<2"
    case .appendComponents: "components.count is 3, but must be a multiple of 2"
    case .updateComponents, .copyComponents: "components.count is 5, but count * componentCount is 4"
    case .negativeCount: "count is -1, but must be at least 0"
    case .hugeCount: "Columns(repeating:count:): count is 9223372036854775807, but must be at most "
    case .hugeCapacity: "reserveCapacity(_:): minimumCapacity is 9223372036854775807, but must be at most "
    }
  }

  func make() {
    var columns: Columns<SIMD2<Float>> = [SIMD2(1, 2), SIMD2(3, 4)]
    var five: [Float] = [1, 2, 3, 4, 5]
    switch self {
    case .get: _ = columns[2]
    case .set: columns[-1] = .zero
    case .remove: columns.remove(at: 2)
    case .swapRemove: columns.swapRemove(at: 2)
    case .component: _ = columns.span(component: 2).count
    case .range: columns.replaceSubrange(1..<3, with: [])
    case .appendComponents: columns.append(components: five.span.extracting(first: 3))
    case .updateComponents: columns.update(components: five.span)
    case .copyComponents: columns.copyComponents(into: five.mutableSpan)
    case .negativeCount: columns = Columns(repeating: .zero, count: -1)
    case .hugeCount: columns = Columns(repeating: .zero, count: .max)
    case .hugeCapacity: columns.reserveCapacity(.max)
    }
  }
}

extension ColumnsTests {
  /// Random edits, some of them of a copy that is kept and looked at later.
  private func editsAreThoseOfAnArray<V: ComponentVector>(_: V.Type) {
    var generator = Generator(seed: Settings.seed)
    var verdict = Verdict()
    defer { verdict.report() }
    var columns = Columns<V>()
    var model: [V] = []
    var kept = (columns, model)
    for step in 0..<Settings.cases / 250 {
      let at = model.isEmpty ? 0 : Int.random(in: 0..<model.count, using: &generator)
      let some = (0..<Int.random(in: 0...40, using: &generator)).map { _ in drawn(V.self, using: &generator) }
      let edit = Int.random(in: 0..<16, using: &generator)
      switch edit {
      case 0, 1, 2:
        let value = drawn(V.self, using: &generator)
        columns.append(value)
        model.append(value)
      case 3:
        columns.append(contentsOf: some.span)
        model += some
      case 4:
        columns.append(contentsOf: some.lazy.filter { _ in true })
        model += some
      case 5:
        let flat = some.flatMap(components)
        columns.append(components: flat.span)
        model += some
      case 6, 7, 8:
        guard !model.isEmpty else { continue }
        let removed = columns.remove(at: at)
        verdict.require(removed == model.remove(at: at), step, "\(V.self): removed \(removed)")
      case 9, 10:
        guard !model.isEmpty else { continue }
        let removed = columns.swapRemove(at: at)
        model.swapAt(at, model.count - 1)
        verdict.require(removed == model.removeLast(), step, "\(V.self): swapped \(removed) out")
      case 11:
        guard !model.isEmpty else { continue }
        let value = drawn(V.self, using: &generator)
        columns[at] = value
        model[at] = value
      case 12:
        let end = Int.random(in: at...model.count, using: &generator)
        columns.replaceSubrange(at..<end, with: some)
        model.replaceSubrange(at..<end, with: some)
      case 13:
        verdict.require(kept.0.elementsEqual(kept.1), step, "\(V.self): a copy changed")
        kept = (columns, model)
      case 14:
        columns.reserveCapacity(Int.random(in: 0...200, using: &generator))
      default:
        guard generator.oneIn(8) else { continue }
        let keeping = generator.oneIn(2)
        columns.removeAll(keepingCapacity: keeping)
        model.removeAll(keepingCapacity: keeping)
      }
      let same = columns.count == model.count && columns.elementsEqual(model)
      verdict.require(same, step, "\(V.self): edit \(edit) gave \(columns) instead of \(model)")
      verdict.require(columns.capacity >= columns.count, step, "\(V.self): \(columns.capacity) of \(columns.count)")
    }
  }

  private func spansHoldTheComponents<V: ComponentVector>(_: V.Type) {
    var generator = Generator(seed: Settings.seed)
    for count in 0...67 {
      let values = (0..<count).map { _ in drawn(V.self, using: &generator) }
      var columns = Columns(values)
      for component in 0..<V.componentCount {
        let span = columns.span(component: component)
        #expect(span.indices.map { span[$0] } == values.map { $0[component: component] }, "\(V.self) \(component)")
        #expect(address(columns, component).isMultiple(of: 64))
      }
      for component in 0..<V.componentCount {
        var span = columns.mutableSpan(component: component)
        for i in span.indices { span[i] += 1 }
      }
      #expect(columns.flatMap(components) == values.flatMap(components).map { $0 + 1 }, "\(V.self)")
    }
  }

  private func memoryOrderComesAndGoes<V: ComponentVector>(_: V.Type) {
    var generator = Generator(seed: Settings.seed)
    for count in 0...67 {
      let values = (0..<count).map { _ in drawn(V.self, using: &generator) }
      let flat = values.flatMap(components)
      // Any alignment: the span begins somewhere in a longer one.
      let offset = Int.random(in: 0..<18, using: &generator)
      let padded = [V.Component](repeating: .nan, count: offset) + flat
      var columns = Columns<V>(components: padded.span.extracting(droppingFirst: offset))
      #expect(columns.elementsEqual(values), "\(V.self)")
      #expect(columns == Columns(copying: values.span), "\(V.self)")
      var copied = [V.Component](repeating: .nan, count: offset + flat.count)
      copied.withUnsafeMutableBufferPointer {
        columns.copyComponents(into: UnsafeMutableBufferPointer(rebasing: $0[offset...]).mutableSpan)
      }
      #expect(Array(copied[offset...]) == flat, "\(V.self)")
      let doubled = flat.map { $0 * 2 }
      columns.update(components: doubled.span)
      #expect(columns.elementsEqual(values.map { $0 + $0 }), "\(V.self)")
    }
  }

  private func drawn<V: ComponentVector>(_: V.Type, using generator: inout Generator) -> V {
    var value = V.zero
    for i in 0..<V.componentCount { value[component: i] = V.Component(Int.random(in: -999...999, using: &generator)) }
    return value
  }

  private func components<V: ComponentVector>(_ value: V) -> [V.Component] {
    (0..<V.componentCount).map { value[component: $0] }
  }
}

private func address<V>(_ columns: Columns<V>, _ component: Int) -> Int {
  columns.span(component: component).withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
}

/// The lines in which Linux describes the mappings of this process: each begins with its addresses, in hexadecimal.
private var mappings: [Substring] {
  // A string of the file would hold its first page alone, because the file has no size.
  let data = try? FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd()
  return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
}

/// Returns the kernel's flags of the mapping that an address is in.
private func mappingFlags(at address: Int) throws -> [Substring] {
  let lines = mappings
  let start = try #require(
    lines.firstIndex { line in
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      return ends.count == 2 && ends[0] <= address && address < ends[1]
    })
  return try #require(lines[start...].first { $0.hasPrefix("VmFlags:") }).split(separator: " ")
}
