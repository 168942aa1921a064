// A list of a thousand rows that slide in one after the other, and a hand of cards that turns in eight steps, written
// without a thought for speed: an animation of its own for each row. swift run StaggeredList

import VectorKernels

var list = Animator<Float>()
let rows = list.add(-300, count: 1000)
for (index, row) in rows.enumerated() {
  try list.animate(row, to: 0, using: .easeOut(duration: 0.3).delay(Double(index) * 0.02))
}
for second in [1.0, 5, 20] {
  list.advance(to: second)
  let arrived = rows.filter { list[$0] == 0 }.count
  let moving = rows.filter { list[$0]! > -300 && list[$0]! < 0 }.count
  print("\(second) s: \(arrived) rows are in place, \(moving) move")
}

// The same in one call.
try list.set(rows, to: -300)
try list.animate(rows, to: 0, using: .easeOut(duration: 0.3), stagger: 0.02)
list.advance(by: 1)
print("in one call:", rows.filter { list[$0] == 0 }.count)

var cards = Animator<Angle>()
let hand = cards.add(.zero, count: 5)
let turn = Animation.timingCurve(UnitCurve(.steps(8)), duration: 0.8)
for (index, card) in hand.enumerated() {
  try cards.animate(card, to: .degrees(160), using: turn.delay(0.1 * Double(index)))
}
cards.advance(by: 0.45)
print("cards:", hand.map { Int(cards[$0]!.degrees.rounded()) })

// Prints:
// 1.0 s: 36 rows are in place, 14 move
// 5.0 s: 236 rows are in place, 14 move
// 20.0 s: 986 rows are in place, 14 move
// in one call: 36
// cards: [80, 60, 40, 20, 0]
