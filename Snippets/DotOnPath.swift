// A dot that follows an SVG path, turns in the path's direction, and eases in and out. Draw along another path: swift
// run DotOnPath "M 0 0 C 40 0 40 30 80 30"

import Foundation
import VectorKernels

/// A path of 24 by 24, as icons have it: a line, an arc and a curve.
let text = CommandLine.arguments.dropFirst().first ?? "M4 20V12a8 8 0 0116 0q0 4-6 8"
let path = try MotionPath(text)
print("length", rounded(path.length), "in", path.subpaths.map(\.segments.count).reduce(0, +), "segments")

// One dot.
for step in 0...4 {
  let amount = UnitCurve.easeInOut.value(at: Double(step) / 4)
  let (point, angle) = (path.point(at: amount), path.angle(at: amount))
  print(rounded(amount), "at", rounded(point.x), rounded(point.y), "heads", rounded(angle.degrees))
}

// A trail of dots, one call for all of them.
let amounts = (0..<6).map { Float($0) / 5 }
var dots = Columns(repeating: Point2D<Float>.zero, count: amounts.count)
path.points(at: amounts.span, into: &dots)
print(dots.map { "(\(rounded(Double($0.x))), \(rounded(Double($0.y))))" }.joined(separator: " "))

// For a text that isn't a path, the error gives the reason.
do {
  _ = try MotionPath("M 4 20 V 12 a 8 8 0 2 1 16 0")
} catch {
  print(error)
}

func rounded(_ number: Double) -> Double {
  (number * 100).rounded() / 100 + 0  // without a negative zero
}

// Prints:
// length 43.53 in 6 segments
// 0.0 at 4.0 20.0 heads -90.0
// 0.13 at 4.0 14.38 heads -90.0
// 0.5 at 13.19 4.09 heads 8.58
// 0.87 at 18.24 16.34 heads 129.11
// 1.0 at 14.0 20.0 heads 146.31
// (4.0, 20.0) (4.03, 11.29) (8.93, 4.61) (17.12, 5.85) (19.74, 13.66) (14.0, 20.0)
// expected 0 or 1, a flag of an arc instead of "2" at offset 20
