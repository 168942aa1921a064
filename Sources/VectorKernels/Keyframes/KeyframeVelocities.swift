// The velocity of a track is the derivative of its pieces: polynomials of one degree less, which the kernels evaluate
// as they do those of values. Their tables are made for the first call that needs them.

extension PreparedKeyframes {
  /// The rows of each component's velocities.
  var velocityRows: [[Float]] {
    rows.map { derivatives(of: $0, width: keyframeRowWidth(degree), degree: degree, ends: ends) }
  }
}

extension KeyframeClip {
  /// The rows of all components' velocities.
  var velocityRows: [Float] {
    deferredVelocityRows.value { derivatives(of: rows, width: keyframeRowWidth(degree), degree: degree, ends: ends) }
  }
}

/// Returns the derivatives of polynomials, as rows of coefficients from the lowest degree.
///
/// Where a derivative could exceed what an `Element` holds, it is replaced by the mean velocity of its piece, or the
/// largest number of its sign.
///
/// - Parameters:
///   - rows: A row of coefficients for each component of each piece.
///   - components: The number of components.
///   - width: The length of a row.
///   - degree: The highest degree, whose coefficients become 0.
///   - ends: The ends of the pieces, at least one for each.
func derivatives<Element: BatchElement>(
  of rows: [Element], components: Int = 1, width: Int, degree: Int, ends: [Element]
) -> [Element] {
  let limit = Double(Element.greatestFiniteMagnitude)
  var derived = [Element](repeating: 0, count: rows.count)
  for row in 0..<rows.count / width {
    let piece = row / components
    // Before a track there is one constant piece, which has no start.
    let previous = piece == 0 ? -Element.greatestFiniteMagnitude : ends[piece - 1]
    // Nor has the one after it an end.
    let isConstant = previous == -.greatestFiniteMagnitude || ends[piece] == .greatestFiniteMagnitude
    let length = isConstant ? 0 : max(0, Double(ends[piece]) - Double(previous))
    let first = row * width
    var (power, largest, change) = (1.0, 0.0, 0.0)
    for k in 1...degree {
      let coefficient = Double(rows[first + k])
      largest += Double(k) * abs(coefficient) * power
      // The value at the end minus that at the start, which is at -length.
      change += (k % 2 == 0 ? -1 : 1) * coefficient * power
      power *= length
    }
    for k in 1...degree { derived[first + k - 1] = Element(k) * rows[first + k] }
    if largest > limit / 2
      || !derived[first..<first + width].allSatisfy({ $0.isFinite })
    {
      for k in 1..<width { derived[first + k] = 0 }
      derived[first] = Element(min(limit, max(-limit, change)))
    }
  }
  return derived
}
