/// How numbers are stored outside of `Float` columns: what a vertex, instance or pixel format of a renderer says.
///
/// ```swift
/// struct Instance {
///   var position: SIMD2<Float>
///   var color: UInt32
/// }
/// var instances: [Instance] = ...
/// Batch.pack(colors, as: .rgba8.premultiplied, into: instances.mutableSpan, at: \.color)
/// ```
///
/// A number becomes one of its ``Number`` format. Colours also have an order and an alpha.
public struct PackingFormat: Hashable, Sendable {
  /// How one number is stored, in the machine's byte order.
  ///
  /// Rounding is to the nearest, ties to the even neighbour. A result doesn't depend on the level of the processor.
  public enum Number: String, CaseIterable, Codable, Sendable {
    /// The `Float` itself, 4 bytes.
    case float32
    /// IEEE 754 binary16 (`Float16`), 2 bytes. Infinite from 65520 on, exact back. NaN stays NaN.
    case float16
    /// 0...1 as 0...255, 1 byte: the integer next to x * 255. Below 0 and NaN are 0, above 1 is 255.
    case unorm8
    /// -1...1 as -127...127, 1 byte: the integer next to x * 127, limited to these. NaN is 0. Back, -128 is -1 too.
    case snorm8
    /// 0...1 as 0...65535, 2 bytes, as `unorm8` is made.
    case unorm16
    /// -1...1 as -32767...32767, 2 bytes, as `snorm8` is made.
    case snorm16
    /// The integer next to x, 4 bytes, limited to what an `Int32` holds. NaN is 0. Back to the nearest `Float`.
    case int32

    /// How many bytes a number takes.
    public var size: Int {
      switch self {
      case .unorm8, .snorm8: 1
      case .float16, .unorm16, .snorm16: 2
      case .float32, .int32: 4
      }
    }
  }

  /// In which order the components of a colour are stored. Values and columns have red, green, blue, alpha.
  public enum ColorOrder: String, CaseIterable, Codable, Sendable {
    case rgba
    case bgra
  }

  /// Where colours are premultiplied: their red, green and blue are multiplied by their alpha.
  public enum Alpha: String, CaseIterable, Codable, Sendable {
    /// Colours are stored as they are.
    case kept
    /// What is stored is premultiplied, and the `Float` side isn't: packing multiplies, unpacking divides.
    case premultiplied
    /// The `Float` side is premultiplied, and what is stored isn't: packing divides, unpacking multiplies.
    case unpremultiplied
  }

  /// How each component is stored.
  public var number: Number

  /// The order of a colour's components, or nil for values of any number of components, stored in their own order.
  public var order: ColorOrder?

  /// What becomes of a colour's alpha. Anything but `kept` needs values of four components.
  ///
  /// Where packing multiplies, `unorm8` and `unorm16` limit all four to 0...1 before, so that no component comes out
  /// above alpha. A quotient is 0 where alpha is 0 or less, and NaN where alpha is.
  public var alpha: Alpha

  public init(_ number: Number, order: ColorOrder? = nil, alpha: Alpha = .kept) {
    self.number = number
    self.order = order
    self.alpha = alpha
  }

  public static let float32 = PackingFormat(.float32)
  public static let float16 = PackingFormat(.float16)
  public static let unorm8 = PackingFormat(.unorm8)
  public static let snorm8 = PackingFormat(.snorm8)
  public static let unorm16 = PackingFormat(.unorm16)
  public static let snorm16 = PackingFormat(.snorm16)
  public static let int32 = PackingFormat(.int32)

  /// Colours in 8 bits for each of red, green, blue and alpha, in this order in memory.
  public static let rgba8 = PackingFormat(.unorm8, order: .rgba)

  /// Colours in 8 bits for each of blue, green, red and alpha, in this order in memory.
  public static let bgra8 = PackingFormat(.unorm8, order: .bgra)

  /// The same, where what is stored is premultiplied and the `Float` side isn't.
  public var premultiplied: PackingFormat { PackingFormat(number, order: order, alpha: .premultiplied) }

  /// The same, where the `Float` side is premultiplied and what is stored isn't.
  public var unpremultiplied: PackingFormat { PackingFormat(number, order: order, alpha: .unpremultiplied) }

  /// How many bytes a value of so many components takes.
  ///
  /// - Parameter components: How many components a value has, at least 1; 4 for colours.
  public func size(components: Int) -> Int { components * number.size }

  /// Whether values must have the four components of a colour.
  var isColor: Bool { order != nil || alpha != .kept }
}

extension PackingFormat: CustomStringConvertible {
  /// For example `unorm8 bgra premultiplied`.
  public var description: String {
    ([number.rawValue, order?.rawValue, alpha == .kept ? nil : alpha.rawValue] as [String?])
      .compactMap(\.self).joined(separator: " ")
  }
}
