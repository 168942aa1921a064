import Foundation
import VectorKernels
import bench

/// The targets that parse text.
enum Texts {
  static func testEasing(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let easing: CSSEasing
    do {
      easing = try CSSEasing(text)
    } catch {
      require(!error.description.isEmpty && (0...text.utf8.count).contains(error.offset))
      return
    }
    let printed = easing.description
    guard let again = try? CSSEasing(printed), again == easing, again.description == printed else {
      fatalError("\(text) prints as \(printed), which isn't the same")
    }
    let curve = UnitCurve(easing)
    for x in [0, 0.25, 0.5, 1] {
      require(easing.value(at: x).isFinite && curve.value(at: x).isFinite, "\(printed) isn't finite at \(x)")
      require(!curve.velocity(at: x).isNaN, "the slope of \(printed) isn't a number at \(x)")
    }
    require(curve.inverse.value(at: 0.5).isFinite, "the inverse of \(printed) isn't finite")
    var values = [Float](repeating: 0, count: 3)
    curve.values(at: [0, 0.3, 1].span, into: values.mutableSpan)
    require(values.allSatisfy(\.isFinite), "\(printed) isn't finite in a batch")
    requireRoundTrip(of: curve)
    requireRoundTrip(of: easing)
  }

  static func testColor(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let color: Color
    do {
      color = try Color(css: text)
    } catch {
      require(!error.description.isEmpty && (0...text.utf8.count).contains(error.offset))
      return
    }
    let printed = color.description
    guard let again = try? Color(css: printed), again == color, again.description == printed else {
      fatalError("\(text) prints as \(printed), which isn't the same")
    }
    for space in CSSColorSpace.allCases {
      _ = color.converted(to: space)
      _ = color.mix(with: .white, by: 0.3, in: space)
    }
    requireRoundTrip(of: color)
  }

  static func testPath(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    let path: MotionPath
    do {
      path = try MotionPath(text)
    } catch {
      require(!error.description.isEmpty && (0...text.utf8.count).contains(error.offset))
      return
    }
    let printed = path.description
    guard let again = try? MotionPath(printed), again == path, again.description == printed else {
      fatalError("\(text) prints as \(printed), which isn't the same")
    }
    require(path.length.isFinite && path.length >= 0, "\(printed) has a length of \(path.length)")
    for amount in [-1, 0, 0.3, 0.5, 1] {
      let (point, tangent) = (path.point(at: amount), path.tangent(at: amount))
      require(point.x.isFinite && point.y.isFinite, "\(printed) isn't finite at \(amount)")
      require(abs(tangent.magnitudeSquared - 1) < 1e-12, "the tangent of \(printed) at \(amount) is \(tangent)")
    }
    requireRoundTrip(of: path)
  }

  static func testJSON(_ input: [UInt8]) {
    guard let json = try? JSON(parsing: input) else { return }
    let printed = json.text(depth: 2)
    guard let again = try? JSON(parsing: Array(printed.utf8)), again.text(depth: 2) == printed else {
      fatalError("\(printed) can't be read again")
    }
  }
}

// MARK: - Promises

/// Traps with a message where a promise is broken. Optimised builds have none for `precondition`.
func require(_ holds: Bool, _ message: @autoclosure () -> String = "what must hold doesn't", line: Int = #line) {
  if !holds { fatalError("\(message()) (line \(line))") }
}

private let encoder: JSONEncoder = {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return encoder
}()

/// Returns the JSON of a value.
func encoded(_ value: some Encodable) -> Data {
  do {
    return try encoder.encode(value)
  } catch {
    fatalError("\(value) can't be encoded: \(error)")
  }
}

/// A value that data gives, or nil where it gives an error.
func decoded<Value: Decodable>(_: Value.Type, from data: Data) -> Value? {
  do {
    return try JSONDecoder().decode(Value.self, from: data)
  } catch is DecodingError {
    return nil
  } catch {
    fatalError("decoding \(Value.self) throws \(error), not a DecodingError")
  }
}

/// Requires a value to encode again, and to decode to an equal value.
func requireRoundTrip<Value: Codable>(of value: Value) {
  let data = encoded(value)
  guard let again = decoded(Value.self, from: data) else {
    fatalError("\(value) is encoded as \(String(decoding: data, as: UTF8.self)), which can't be decoded")
  }
  if let value = value as? any Equatable {
    func isEqual<Some: Equatable>(_ value: Some) -> Bool { value == again as? Some }
    require(isEqual(value), "\(value) is \(again) once it is encoded and decoded")
  }
  require(encoded(again) == data, "\(value) is encoded as something else once it is encoded and decoded")
}
