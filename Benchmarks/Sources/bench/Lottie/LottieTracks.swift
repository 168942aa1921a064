import VectorKernels

/// All properties of an animation, prepared.
package struct LottieTracks {
  package let animation: LottieAnimation
  /// The frame of each composition that its tracks count from: 0, or the first keyframe's where that is before 0.
  let origins: [Double]
  /// For each layer of each composition the tracks of its properties, nil where one can't be prepared.
  let tracks: [[[LottieTrack?]]]
  /// The parts of the file that aren't played: those without keyframes, and those that can't be prepared.
  package let unsupported: [LottieNote]

  /// - Throws: ``LottieError`` where a time remap can't be prepared: nothing could be said of what it shows.
  package init(_ animation: LottieAnimation) throws {
    var (origins, tracks, unsupported): ([Double], [[[LottieTrack?]]], [LottieNote]) = ([], [], animation.unsupported)
    for composition in animation.compositions {
      let starts = composition.layers.lazy.flatMap(\.properties).map(\.start)
      let origin = min(0, (starts.min() ?? 0).rounded(.down))
      origins.append(origin)
      tracks.append(
        try composition.layers.map { layer in
          try layer.properties.enumerated().map { index, property in
            do {
              return try LottieTrack(property, origin: origin)
            } catch {
              if case .property(index)? = layer.timeRemap { throw LottieError(property.path, "\(error)") }
              unsupported.append(LottieNote(path: property.path, reason: "\(error)"))
              return nil
            }
          }
        })
    }
    self.animation = animation
    self.origins = origins
    self.tracks = tracks
    self.unsupported = unsupported
  }
}
