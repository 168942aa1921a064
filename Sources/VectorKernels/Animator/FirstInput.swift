/// Returns the first input between two at which a function reaches an amount: finds the first of 256 stretches that
/// ends at or above the amount, and halves it until nothing is left. Returns `start` if the amount is reached there,
/// and `end` if it is never reached.
func firstInput(
  from start: Double, to end: Double, reaching amount: Double, _ value: (Double) -> Double
) -> Double {
  if value(start) >= amount { return start }
  var low = start
  for stretch in 1...256 {
    var high = stretch == 256 ? end : start + (end - start) * (Double(stretch) / 256)
    guard value(high) >= amount else {
      low = high
      continue
    }
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if value(middle) >= amount { high = middle } else { low = middle }
    }
    return high
  }
  return end
}
