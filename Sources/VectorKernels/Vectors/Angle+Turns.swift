extension Angle {
  /// Returns the same direction with the number of turns changed so that the angle is within half a turn of another
  /// one. An animation from that other angle to the result takes the shorter way.
  ///
  /// ```swift
  /// Angle.degrees(10).nearest(to: .degrees(350)).degrees  // 370, up to rounding
  /// ```
  ///
  /// An angle that is already within half a turn, or exactly half a turn away, stays as it is. If one of the two angles
  /// isn't finite, the result isn't either.
  @inlinable
  public func nearest(to other: Angle) -> Angle {
    let turn = 2 * Double.pi
    return Angle(radians: radians - turn * ((radians - other.radians) / turn).rounded(.toNearestOrEven))
  }
}
