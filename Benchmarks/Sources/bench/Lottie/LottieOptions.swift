import Foundation

/// The options of `bench lottie`.
struct LottieOptions {
  private static let defaultInstances = 1000
  private static let mostInstances = 1 << 20
  private static let defaultSeconds = 1.0
  private static let mostFrames = 1 << 14

  private(set) var files: [String] = []
  private(set) var instances = defaultInstances
  private(set) var seconds = defaultSeconds
  /// The frames to sample at, nil to measure.
  private(set) var frames: [Double]?
  private(set) var jsonPath: String?
  private(set) var peerDirectory: String?
  private(set) var showsHelp = false

  static var help: String {
    """
    Plays Lottie (bodymovin) files: many instances at random phases, at 120 frames per second, on one core.

    Usage: bench lottie FILE... [--instances N] [--seconds S] [--peers DIR] [--json FILE]
           bench lottie FILE --sample FRAMES [--json FILE]

      --instances N      how many instances play (default \(defaultInstances))
      --seconds S        measuring time per file (default \(defaultSeconds))
      --peers DIR        where 'make peers' has built other players to compare with
                         (default \(Peers.usualDirectory), if there)
      --sample FRAMES    print every animated property at these frames, such as 0,1,2.5, and stop
      --json FILE        write the results as JSON; - is standard output
      --help             print this and stop

    Plays every animated property of every layer: transforms with their paths through space, paths, colours, gradients,
    strokes, sizes, trims, masks, effects, text animators and time remaps. A frame computes the layers that are seen: those
    between their in and out, in compositions wherever they are shown, by their start, stretch or time remap; below a time
    remap, all layers. Properties that can't be played, such as expressions, are listed with their paths. The results are
    compared with those of a scalar player in Double, in turns within the same run.

    The table shows the properties, components and keyframes of one instance and the polynomials that they become; then
    how many properties a frame computes in all instances, the median frame, the 99th percentile and the longest in
    milliseconds, the time per component in nanoseconds, the median's share of 8.33 ms, how many times as long the other
    player takes, how many times as long peers take, and how much is listed as unsupported. Peers also build the paths that
    they would draw, and play at most \(PeerLottiePlayer.mostInstances) instances, a whole frame further in each frame.

    --sample writes, for each property in the order of the file, its JSON path and its values at the frames, in the file's
    own units: [x, y] and so on, or {c, v, i, o} for a path. A frame is one of the composition that the property's layer
    lies in, as the t of its keyframes is: the layer's own start and stretch, and where an asset is shown, don't move it.
    The values are those of the tracks that are measured, in Float: within 1e-5 of the property's range, unless an easing
    is nearly vertical. Along a path through space they go by its length; an easing that leaves 0...1 waits
    at the path's ends. Without --json they go to standard output.

    The exit status is 1 when a file can't be read or results are wrong, 2 when the command line is, and 130 after Ctrl-C,
    which keeps the finished measurements.

    """
  }

  init(_ arguments: Arguments) throws {
    var arguments = arguments
    var measures = false
    while let option = try arguments.nextOption(after: &files) {
      switch option {
      case "--instances":
        let text = try arguments.value("a number of instances")
        guard let number = Int(text), (1...LottieOptions.mostInstances).contains(number) else {
          throw UsageError("--instances: '\(text)' is not a number from 1 to \(LottieOptions.mostInstances)")
        }
        instances = number
        measures = true
      case "--seconds":
        let text = try arguments.value("a number of seconds")
        guard let number = Double(text), number.isFinite, number > 0 else {
          throw UsageError("--seconds: '\(text)' is not a positive number of seconds")
        }
        seconds = number
        measures = true
      case "--sample":
        let texts = try arguments.values("frames, such as 0,1,2.5")
        if texts.count > LottieOptions.mostFrames {
          throw UsageError("--sample: \(texts.count) frames are more than \(LottieOptions.mostFrames)")
        }
        frames = try texts.map(LottieOptions.frame)
      case "--peers":
        peerDirectory = try arguments.value("a directory")
        measures = true
      case "--json": jsonPath = try arguments.value("a file, or - for standard output")
      case "--help", "-h": showsHelp = true
      default: throw UsageError("unknown option '\(option)' ('bench lottie --help' lists them)")
      }
    }
    if showsHelp { return }
    if files.isEmpty { throw UsageError("which file? ('bench lottie --help' says more)") }
    if frames != nil, files.count > 1 { throw UsageError("--sample takes one file, but there are \(files.count)") }
    if frames != nil, measures {
      throw UsageError("--sample measures nothing: no --instances, no --seconds and no --peers with it")
    }
    peerDirectory = Peers.directory(given: peerDirectory)
  }

  private static func frame(_ text: String) throws -> Double {
    guard let frame = Double(text), abs(frame) <= LottieNode.latestFrame else {
      throw UsageError("--sample: '\(text)' is not a frame")
    }
    return frame
  }
}
