/// The same instances, computed as by a player of one value at a time: instance by instance, property by property, in
/// `Double`, with Newton's method for easings, a table of places for motion paths, and a cursor for each property.
package final class ScalarLottiePlayer {
  private let player: LottiePlayer
  private let program: ScalarLottieProgram
  private var cursors: [Int32]
  /// A row for each instance.
  private var values: [Double]
  private var frames: [Double]

  package init(_ player: LottiePlayer) {
    self.player = player
    program = ScalarLottieProgram(player.animation, player.showings)
    cursors = Array(repeating: 0, count: program.properties.count * player.phases.count)
    values = Array(repeating: 0, count: program.rowLength * player.phases.count)
    frames = Array(repeating: .nan, count: program.showings.count)
  }

  /// Computes the visible properties at a number of frames after the start.
  package func play(at frame: Double) {
    let range = player.animation.frames
    let length = range.upperBound - range.lowerBound
    let offset = frame - (frame / length).rounded(.down) * length
    let (propertyCount, rowLength) = (program.properties.count, program.rowLength)
    values.withUnsafeMutableBufferPointer { values in
      cursors.withUnsafeMutableBufferPointer { cursors in
        frames.withUnsafeMutableBufferPointer { frames in
          for (instance, phase) in player.phases.enumerated() {
            var frame = range.lowerBound + offset + phase
            if frame >= range.upperBound { frame -= length }
            program.play(
              at: frame, frames: frames.start, cursors: cursors.start + instance * propertyCount,
              row: values.start + instance * rowLength)
          }
        }
      }
    }
  }

  /// The largest difference between the last results of both players, as a fraction of the property's range.
  package func largestDeviation() -> Double {
    var largest = 0.0
    player.forEachValue { showing, layer, property, instance, found in
      let layer = program.layers[program.showings[showing].layers.lowerBound + layer]
      let property = program.properties[layer.properties.lowerBound + property]
      for (c, value) in found.enumerated() {
        let deviation = abs(Double(value) - values[instance * program.rowLength + property.out + c])
        let share = property.extent > 0 ? deviation / property.extent : deviation
        largest = share.isNaN ? .infinity : max(largest, share)
      }
    }
    return largest
  }
}
