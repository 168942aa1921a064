import Foundation
import bench

/// Numbers from an input's bytes, 0 where they end.
struct Bytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

  /// A number below a bound, from as many bytes as that takes.
  mutating func next(below bound: Int) -> Int {
    if bound <= 1 { return 0 }
    let number = bound <= 256 ? Int(next()) : Int(next()) << 8 | Int(next())
    return number % bound
  }

  mutating func choice<Element>(_ elements: [Element]) -> Element { elements[next(below: elements.count)] }

  mutating func bits() -> UInt64 { (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(next()) } }
}

/// Trees of valid data, and what an input's bytes make of one: mutants that get past the outer layers, which changed bytes
/// of a text seldom do.
struct TreeEdits: Sendable {
  private static let mostEdits = 16
  /// In values. Copies of copies would fill all memory, and take their time.
  private static let largest = 1500

  let samples: [JSON]
  /// Every string and name in them.
  private let words: [String]

  init(_ samples: [JSON]) {
    self.samples = samples
    var words: Set<String> = []
    for sample in samples { sample.collectWords(into: &words) }
    self.words = words.sorted()
  }

  init(_ data: [Data]) {
    self.init(data.map { try! JSON(parsing: Array($0)) })
  }

  /// The files of a folder of the repository.
  init(folder: String, named isNamed: (String) -> Bool = { _ in true }) {
    let root = ProcessInfo.processInfo.environment["FUZZ_ROOT"] ?? "."
    let url = URL(fileURLWithPath: root).appendingPathComponent(folder)
    let names = try! FileManager.default.contentsOfDirectory(atPath: url.path).filter(isNamed).sorted()
    precondition(!names.isEmpty, "there are no samples in \(url.path)")
    self.init(names.map { try! Data(contentsOf: url.appendingPathComponent($0)) })
  }

  /// The sample that the first byte chooses, edited as the others say, and the sample's place.
  func tree(_ bytes: inout Bytes) -> (sample: Int, tree: JSON) {
    let sample = bytes.next(below: samples.count)
    var tree = samples[sample]
    var edits = 0
    while !bytes.isEmpty, edits < Self.mostEdits {
      let next = edited(tree, &bytes)
      if next.size <= Self.largest { tree = next }
      edits += 1
    }
    if ProcessInfo.processInfo.environment["FUZZ_PRINT"] != nil { print(tree.text(depth: 0)) }
    return (sample, tree)
  }

  /// Inputs that choose each sample and change nothing.
  var seeds: [[UInt8]] { samples.indices.map { [UInt8($0)] } }

  // MARK: Edits

  /// A tree with one change somewhere in it.
  private func edited(_ tree: JSON, _ bytes: inout Bytes) -> JSON {
    let turn = bytes.next()
    // Most edits go to the leaves.
    if turn >= 240 { return donor(&bytes) }
    switch tree {
    case .object(var members):
      if members.isEmpty || turn >= 208 { return .object(editedMembers(members, &bytes)) }
      let index = bytes.next(below: members.count)
      members[index].1 = edited(members[index].1, &bytes)
      return .object(members)
    case .array(var items):
      if items.isEmpty || turn >= 192 { return .array(editedItems(items, &bytes)) }
      let index = bytes.next(below: items.count)
      items[index] = edited(items[index], &bytes)
      return .array(items)
    case .string(let text): return .string(edited(text, &bytes))
    case .integer(let integer): return edited(Double(integer), &bytes)
    case .number(let number): return edited(number, &bytes)
    case .boolean(let boolean): return .boolean(!boolean)
    case .null: return edited(0, &bytes)
    }
  }

  private func editedMembers(_ members: [(String, JSON)], _ bytes: inout Bytes) -> [(String, JSON)] {
    var members = members
    let index = bytes.next(below: members.count)
    switch bytes.next() % 5 {
    case 0 where !members.isEmpty: members.remove(at: index)
    case 1 where !members.isEmpty: members[index].0 = bytes.choice(words)
    case 2 where !members.isEmpty:
      let other = bytes.next(below: members.count)
      let value = members[index].1
      members[index].1 = members[other].1
      members[other].1 = value
    case 3 where !members.isEmpty: members[index].1 = donor(&bytes)
    default: members.append((bytes.choice(words), donor(&bytes)))
    }
    return members
  }

  private func editedItems(_ items: [JSON], _ bytes: inout Bytes) -> [JSON] {
    var items = items
    let index = bytes.next(below: items.count)
    switch bytes.next() % 7 {
    case 0 where !items.isEmpty: items.remove(at: index)
    case 1 where !items.isEmpty: items.swapAt(index, bytes.next(below: items.count))
    case 2 where !items.isEmpty: items.insert(items[index], at: index)
    case 3 where !items.isEmpty: items += Array(repeating: items[index], count: bytes.next(below: 64))
    case 4: items = []
    case 5: items = [.array(items)]
    default: items.insert(donor(&bytes), at: index)
    }
    return items
  }

  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 2, 3, 0.5, 1e-3, 1e-9, 1e-40, 1e-300, .leastNonzeroMagnitude, 1e9, 1e16, 1e30, 3.4e38, 3.5e38,
    1e300,
    .greatestFiniteMagnitude, 127, 255, 256, 65535, 0x1p24, 0x1p31 - 1, 0x1p31, 0x1p32 - 1, 0x1p32, 0x1p53, 0x1p62,
    0x1p63,
  ]

  private func edited(_ number: Double, _ bytes: inout Bytes) -> JSON {
    let result: Double
    switch bytes.next() % 8 {
    case 0: result = bytes.choice(Self.numbers)
    case 1: result = -bytes.choice(Self.numbers)
    case 2: result = number + 1
    case 3: result = number - 1
    case 4: result = number * 2
    case 5: result = -number
    case 6: result = Double(bytes.next())
    default: result = Double(bitPattern: bytes.bits())
    }
    guard result.isFinite else { return .null }
    return Int(exactly: result).map { .integer($0) } ?? .number(result)
  }

  /// Columns are base64 of their bits: other numbers in them, more of them or fewer.
  private func edited(_ text: String, _ bytes: inout Bytes) -> String {
    if bytes.next() >= 224 { return bytes.choice(words) }
    guard var data = Data(base64Encoded: text), !data.isEmpty else { return editedLetters(text, &bytes) }
    let width = data.count.isMultiple(of: 8) ? [8, 4][bytes.next(below: 2)] : data.count.isMultiple(of: 4) ? 4 : 1
    let count = data.count / width
    let place = data.startIndex + width * bytes.next(below: count)
    let element = place..<place + width
    switch bytes.next() % 8 {
    case 0: data[place + bytes.next(below: width)] ^= 1 << (bytes.next() % 8)
    case 1: data.removeSubrange(element)
    case 2: data.append(data[element])
    case 3: for _ in 0..<bytes.next(below: 64) { data.append(data[element]) }
    case 4:
      let number = bytes.choice(Self.numbers + [.nan, .infinity, -.infinity]) * (bytes.next() % 2 == 0 ? 1 : -1)
      if width == 8 {
        data.replaceSubrange(element, with: withUnsafeBytes(of: number.bitPattern.littleEndian) { Data($0) })
      } else if width == 4 {
        data.replaceSubrange(element, with: withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { Data($0) })
      }
    case 5: data.replaceSubrange(element, with: (0..<width).map { $0 == 0 ? bytes.next() : 0 })
    case 6: data.replaceSubrange(element, with: (0..<width).map { _ in bytes.next() })
    default:
      let other = data.startIndex + width * bytes.next(below: count)
      let kept = data[element]
      data.replaceSubrange(element, with: data[other..<other + width])
      data.replaceSubrange(other..<other + width, with: kept)
    }
    return data.base64EncodedString()
  }

  private func editedLetters(_ text: String, _ bytes: inout Bytes) -> String {
    var letters = Array(text.utf8)
    let place = bytes.next(below: letters.count + 1)
    switch bytes.next() % 4 {
    case 0 where place < letters.count: letters.remove(at: place)
    case 1 where place < letters.count: letters[place] = bytes.next() & 0x7f
    case 2: letters.insert(contentsOf: bytes.choice(words).utf8, at: place)
    default: letters.insert(bytes.next() & 0x7f, at: place)
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// A part of some sample.
  private func donor(_ bytes: inout Bytes) -> JSON {
    var part = bytes.choice(samples)
    while true {
      let turn = bytes.next()
      switch part {
      case .object(let members) where !members.isEmpty && turn < 224: part = bytes.choice(members).1
      case .array(let items) where !items.isEmpty && turn < 224: part = bytes.choice(items)
      default: return part
      }
      // Without bytes to choose by, the walk ends here.
      if bytes.isEmpty { return part }
    }
  }
}

extension JSON {
  var data: Data { Data(text(depth: 0).utf8) }

  /// The number of values in the tree, itself among them.
  fileprivate var size: Int {
    switch self {
    case .object(let members): members.reduce(1) { $0 + $1.1.size }
    case .array(let items): items.reduce(1) { $0 + $1.size }
    default: 1
    }
  }

  fileprivate func collectWords(into words: inout Set<String>) {
    switch self {
    case .object(let members):
      for (name, value) in members {
        words.insert(name)
        value.collectWords(into: &words)
      }
    case .array(let items): for item in items { item.collectWords(into: &words) }
    case .string(let text): words.insert(text)
    default: break
    }
  }
}
