/// The cost of playing a file.
struct LottieMeasurement {
  /// The largest difference between the players, as a fraction of a property's range. A player in `Double`
  /// that joins 256 places of a motion path by lines is off by up to 1e-4, and an easing that is almost vertical makes
  /// much of the rounding of a frame to `Float`.
  private static let tolerance = 2e-3
  private static let warmUp = 10
  private static let fewestFrames = 40
  private static let mostFrames = 10_000

  /// The last part of the file's path.
  let file: String
  let instances: Int
  let properties: Int
  let components: Int
  let keyframes: Int
  let pieces: Int
  /// The numbers that a frame computes on average, in all instances. Properties out of sight aren't computed.
  let propertiesPerFrame: Double
  let componentsPerFrame: Double
  /// Milliseconds of a frame.
  let median: Double
  let percentile99: Double
  let maximum: Double
  let nanosecondsPerComponent: Double
  let timesFasterThanBaseline: Double
  /// The time of each peer that reads the file, for as many instances, divided by ours; nil for a peer that draws nothing.
  let timesFasterThanPeers: [(peer: String, times: Double?)]
  let largestDeviation: Double
  let unsupported: [LottieNote]

  var isRight: Bool { largestDeviation <= Self.tolerance }

  /// Plays at 120 frames per second, in turns with the scalar player, and then lets peers play; nil when interrupted.
  init?(
    _ file: String, path: String, _ tracks: LottieTracks, _ player: LottiePlayer, seconds: Double, peers: [Peer],
    interruption: Interruption
  ) {
    let baseline = ScalarLottiePlayer(player)
    let step = tracks.animation.frameRate / 120
    var (times, ratios, costs): ([Double], [Double], [Double]) = ([], [], [])
    var (properties, components, deviation) = (0, 0, 0.0)
    // The frame before it puts the player's own data where the other one's was.
    func time(_ number: Int, _ play: (Double) -> Void) -> Double {
      play(Double(number - 1) * step)
      let start = Clock.now
      play(Double(number) * step)
      return Clock.now - start
    }
    let deadline = Clock.now + seconds * 1e9
    var number = 0
    while times.count < Self.fewestFrames || (Clock.now < deadline && times.count < Self.mostFrames) {
      if interruption.isRequested { return nil }
      number += 2
      let isForward = number % 4 == 0
      var baselineTime = isForward ? 0 : time(number, baseline.play)
      let ownTime = time(number, player.play)
      if isForward { baselineTime = time(number, baseline.play) }
      if number <= 2 * Self.warmUp {
        deviation = max(deviation, baseline.largestDeviation())
        continue
      }
      times.append(ownTime)
      ratios.append(baselineTime / ownTime)
      properties += player.computedProperties
      components += player.computedComponents
      if player.computedComponents > 0 { costs.append(ownTime / Double(player.computedComponents)) }
    }
    times.sort()
    let instanceTime = times[times.count / 2] / Double(player.phases.count)

    self.file = file
    instances = player.phases.count
    self.properties = player.propertyCount
    self.components = player.componentCount
    keyframes = player.keyframeCount
    pieces = player.pieceCount
    propertiesPerFrame = Double(properties) / Double(times.count)
    componentsPerFrame = Double(components) / Double(times.count)
    median = times[times.count / 2] / 1e6
    percentile99 = times[times.count * 99 / 100] / 1e6
    maximum = times[times.count - 1] / 1e6
    nanosecondsPerComponent = Statistics.median(costs)
    timesFasterThanBaseline = Statistics.median(ratios)
    timesFasterThanPeers = peers.compactMap { peer in
      guard !interruption.isRequested, let instances = PeerLottiePlayer(peer, path: path, phases: player.phases)
      else { return nil }
      return (peer.name.text, instances.frameTime(seconds: seconds).map { $0 / instanceTime })
    }
    largestDeviation = deviation
    unsupported = tracks.unsupported
  }
}
