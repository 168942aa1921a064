extension Angle {
  /// The same direction with the number of turns changed, so that it is within half a turn of another angle: animated
  /// from that angle to this one, it takes the shorter way.
  ///
  /// ```swift
  /// Angle.degrees(10).nearest(to: .degrees(350)).degrees  // 370, up to rounding
  /// ```
  ///
  /// An angle that is within half a turn already stays as it is, also at exactly half a turn. Where one of the two
  /// isn't finite, the result isn't either.
  @inlinable
  public func nearest(to other: Angle) -> Angle {
    let turn = 2 * Double.pi
    return Angle(radians: radians - turn * ((radians - other.radians) / turn).rounded(.toNearestOrEven))
  }
}
