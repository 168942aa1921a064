/// The colours that SwiftUI and UIKit name, for light or for dark surroundings, as constants.
///
/// The values are those of iOS 15 to 18, as Apple's Human Interface Guidelines published them ("Color",
/// "Specifications", the default columns), in sRGB. Later systems, and settings for more contrast, have other values; a
/// port that needs those states its own colours.
///
/// A colour here is a number; no environment changes its appearance. A program that knows its surroundings chooses the
/// colours once, and may animate from one set to the other:
///
/// ```swift
/// let colors: SystemColors = isDark ? .dark : .light
/// let accent = colors.blue
/// let halfway = SystemColors.light.blue.mix(with: SystemColors.dark.blue, by: 0.5)
/// ```
///
/// `Color.blue` and the other constants of ``Color`` are the light ones.
public struct SystemColors: Sendable {
  public let red: Color
  public let orange: Color
  public let yellow: Color
  public let green: Color
  public let mint: Color
  public let teal: Color
  public let cyan: Color
  public let blue: Color
  public let indigo: Color
  public let purple: Color
  public let pink: Color
  public let brown: Color
  public let gray: Color

  /// The colours for light surroundings.
  public static let light = SystemColors(
    red: 0xff3b30, orange: 0xff9500, yellow: 0xffcc00, green: 0x34c759, mint: 0x00c7be, teal: 0x30b0c7, cyan: 0x32ade6,
    blue: 0x007aff, indigo: 0x5856d6, purple: 0xaf52de, pink: 0xff2d55, brown: 0xa2845e, gray: 0x8e8e93)

  /// The colours for dark surroundings.
  public static let dark = SystemColors(
    red: 0xff453a, orange: 0xff9f0a, yellow: 0xffd60a, green: 0x30d158, mint: 0x63e6e2, teal: 0x40c8e0, cyan: 0x64d2ff,
    blue: 0x0a84ff, indigo: 0x5e5ce6, purple: 0xbf5af2, pink: 0xff375f, brown: 0xac8e68, gray: 0x8e8e93)

  /// Creates colours from 0xRRGGBB.
  private init(
    red: UInt32, orange: UInt32, yellow: UInt32, green: UInt32, mint: UInt32, teal: UInt32, cyan: UInt32, blue: UInt32,
    indigo: UInt32, purple: UInt32, pink: UInt32, brown: UInt32, gray: UInt32
  ) {
    self.red = Color(rgb8: red)
    self.orange = Color(rgb8: orange)
    self.yellow = Color(rgb8: yellow)
    self.green = Color(rgb8: green)
    self.mint = Color(rgb8: mint)
    self.teal = Color(rgb8: teal)
    self.cyan = Color(rgb8: cyan)
    self.blue = Color(rgb8: blue)
    self.indigo = Color(rgb8: indigo)
    self.purple = Color(rgb8: purple)
    self.pink = Color(rgb8: pink)
    self.brown = Color(rgb8: brown)
    self.gray = Color(rgb8: gray)
  }
}

/// SwiftUI's names for ``SystemColors/light``. CSS's colours with the same names differ: `Color(css: "red")`.
extension Color {
  public static let red = SystemColors.light.red
  public static let orange = SystemColors.light.orange
  public static let yellow = SystemColors.light.yellow
  public static let green = SystemColors.light.green
  public static let mint = SystemColors.light.mint
  public static let teal = SystemColors.light.teal
  public static let cyan = SystemColors.light.cyan
  public static let blue = SystemColors.light.blue
  public static let indigo = SystemColors.light.indigo
  public static let purple = SystemColors.light.purple
  public static let pink = SystemColors.light.pink
  public static let brown = SystemColors.light.brown
  public static let gray = SystemColors.light.gray
}
