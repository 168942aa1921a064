/// The storage format of numbers outside of `Float` columns: the vertex, instance or pixel format of a renderer.
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
/// Each number is stored in its ``Number`` format. Colours also have an order and an alpha.
public struct PackingFormat: Hashable, Sendable {
  /// The storage format of one number, in the machine's byte order.
  ///
  /// Rounding is to the nearest, ties to the even neighbour. A result doesn't depend on the level in use.
  public enum Number: String, CaseIterable, Codable, Sendable {
    /// The `Float` itself, 4 bytes.
    case float32
    /// IEEE 754 binary16 (`Float16`), 2 bytes. Numbers from 65520 on become infinite; unpacking is exact. NaN stays
    /// NaN.
    case float16
    /// 0...1 as 0...255, 1 byte: the integer nearest to x * 255, a product that is rounded to `Float`. Numbers below 0
    /// and NaN give 0, numbers above 1 give 255.
    case unorm8
    /// -1...1 as -127...127, 1 byte: the integer nearest to x * 127, clamped to this range. NaN gives 0. Unpacking
    /// gives -1 for -128 too.
    case snorm8
    /// 0...1 as 0...65535, 2 bytes, by the rule of `unorm8`.
    case unorm16
    /// -1...1 as -32767...32767, 2 bytes, by the rule of `snorm8`.
    case snorm16
    /// The integer nearest to x, 4 bytes, clamped to the range of `Int32`. NaN gives 0. Unpacking gives the nearest
    /// `Float`.
    case int32

    /// The size of a number, in bytes.
    public var size: Int {
      switch self {
      case .unorm8, .snorm8: 1
      case .float16, .unorm16, .snorm16: 2
      case .float32, .int32: 4
      }
    }
  }

  /// The order in which the components of a colour are stored. Values and columns have red, green, blue, alpha.
  public enum ColorOrder: String, CaseIterable, Codable, Sendable {
    case rgba
    case bgra
  }

  /// The side on which colours are premultiplied, with their red, green and blue multiplied by their alpha.
  public enum Alpha: String, CaseIterable, Codable, Sendable {
    /// Colours are stored as they are.
    case kept
    /// The stored colours are premultiplied, and the `Float`s aren't: packing multiplies, unpacking divides.
    case premultiplied
    /// The `Float`s are premultiplied, and the stored colours aren't: packing divides, unpacking multiplies.
    case unpremultiplied
  }

  /// The storage format of each component.
  public var number: Number

  /// The order of a colour's components, or nil for values of any number of components, stored in their own order.
  public var order: ColorOrder?

  /// The treatment of a colour's alpha. All cases but `kept` need values of four components.
  ///
  /// If packing multiplies, `unorm8` and `unorm16` clamp all four components to 0...1 first, so that no component is
  /// greater than alpha. A quotient is 0 where alpha is 0 or less, and NaN where alpha is NaN.
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

  /// Colours with 8 bits for each of red, green, blue and alpha, in this order in memory.
  public static let rgba8 = PackingFormat(.unorm8, order: .rgba)

  /// Colours with 8 bits for each of blue, green, red and alpha, in this order in memory.
  public static let bgra8 = PackingFormat(.unorm8, order: .bgra)

  /// The same format with premultiplied stored colours, from and to `Float`s that aren't premultiplied.
  public var premultiplied: PackingFormat { PackingFormat(number, order: order, alpha: .premultiplied) }

  /// The same format with stored colours that aren't premultiplied, from and to premultiplied `Float`s.
  public var unpremultiplied: PackingFormat { PackingFormat(number, order: order, alpha: .unpremultiplied) }

  /// Returns the size of a value, in bytes.
  ///
  /// - Parameter components: The number of components per value, at least 1; 4 for colours.
  public func size(components: Int) -> Int { components * number.size }

  /// Whether values must have the four components of a colour.
  var isColor: Bool { order != nil || alpha != .kept }
}

extension PackingFormat: CustomStringConvertible {
  /// The format as text, for example `unorm8 bgra premultiplied`.
  public var description: String {
    ([number.rawValue, order?.rawValue, alpha == .kept ? nil : alpha.rawValue] as [String?])
      .compactMap { $0 }.joined(separator: " ")
  }
}
