// Rectangles as nested pairs, thousands of them in one call.

import VectorKernels

typealias Point = AnimatablePair<Float, Float>
typealias Rectangle = AnimatablePair<Point, Point>

/// A row of closed cards, and the same cards dealt over a table.
let closed = (0..<10_000).map { _ in Rectangle(Point(0, 0), Point(60, 90)) }
let dealt = (0..<10_000).map { card in
  Rectangle(Point(Float(card % 100) * 70, Float(card / 100) * 100), Point(60, 90))
}

// Each card leaves a little later than the one before.
let time: Float = 0.5
let progress = (0..<10_000).map { card in min(max(time * 4 - Float(card) / 10_000, 0), 1) }

// Pairs of one component type are runs of numbers in memory, so kernels take an array of them without conversion.
var now = closed
Batch.interpolate(from: closed.span, to: dealt.span, amounts: progress.span, into: now.mutableSpan)
print(now[0], now[5000], now[9999], separator: "\n")

// The same as columns: all x, all y, all widths, all heights, each ready to be uploaded.
var columns = Columns(closed)
Batch.interpolate(&columns, to: Columns(dealt), amounts: progress.span)
precondition(columns.elementsEqual(now))
print(columns.span(component: 0)[5050], columns.span(component: 1)[5050])

// Prints:
// AnimatablePair(AnimatablePair(0.0, 0.0), AnimatablePair(60.0, 90.0))
// AnimatablePair(AnimatablePair(0.0, 5000.0), AnimatablePair(60.0, 90.0))
// AnimatablePair(AnimatablePair(6930.0, 9900.0), AnimatablePair(60.0, 90.0))
// 3500.0 5000.0
