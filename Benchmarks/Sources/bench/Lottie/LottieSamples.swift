import VectorKernels

/// The values of every property of an animation at some frames, by the tracks that are measured.
///
/// Like the `t` of keyframes, frames are those of the composition that holds the property's layer: the place, the number
/// and the start of the composition's showings make no difference.
package struct LottieSamples {
  package struct Property {
    package let path: LottiePath
    package let shape: LottieProperty.Shape
    /// For each frame the components.
    package let values: [[Float]]
    package let isClosed: [Bool]
  }

  let frameRate: Double
  let frames: [Double]
  package let properties: [Property]
  let unsupported: [LottieNote]

  package init(_ tracks: LottieTracks, at frames: [Double]) {
    frameRate = tracks.animation.frameRate
    self.frames = frames
    unsupported = tracks.unsupported
    var properties: [Property] = []
    for (origin, layers) in zip(tracks.origins, tracks.tracks) {
      let times = frames.map { Float($0 - origin) }
      for track in layers.joined() {
        guard let track else { continue }
        var columns = [Float](repeating: 0, count: track.componentCount * frames.count)
        columns.withUnsafeMutableBufferPointer { track.values(at: times.span, into: $0) }
        properties.append(
          Property(
            path: track.property.path, shape: track.property.shape,
            values: frames.indices.map { frame in
              (0..<track.componentCount).map { columns[$0 * frames.count + frame] }
            },
            isClosed: frames.map { track.property.isClosed(at: $0) }))
      }
    }
    self.properties = properties
  }

  var json: JSON {
    .object([
      ("frameRate", .number(frameRate)),
      ("frames", .array(frames.map { .number($0) })),
      ("properties", .array(properties.map(\.json))),
      ("unsupported", .array(unsupported.map(\.json))),
    ])
  }
}

extension LottieSamples.Property {
  fileprivate var json: JSON {
    var members: [(String, JSON)] = [
      ("path", .string(path.description)), ("components", .integer(shape.componentCount)),
    ]
    switch shape {
    case .numbers: members.append(("values", .array(values.map { .array($0.map(\.json)) })))
    case .path(let vertices):
      members.append(("vertices", .integer(vertices)))
      members.append(
        (
          "values",
          .array(
            zip(values, isClosed).map { components, isClosed in
              func points(_ first: Int) -> JSON {
                .array(
                  (0..<vertices).map { vertex in
                    .array([components[6 * vertex + first].json, components[6 * vertex + first + 1].json])
                  })
              }
              return .object([("c", .boolean(isClosed)), ("v", points(0)), ("i", points(2)), ("o", points(4))])
            })
        ))
    }
    return .object(members)
  }
}

extension LottieProperty {
  /// Whether a path is closed, which a keyframe decides for all frames up to the next one.
  fileprivate func isClosed(at frame: Double) -> Bool {
    if frame < start { return before.isClosed }
    return segments.first { frame < $0.end }?.from.isClosed ?? after.isClosed
  }
}

extension LottieNote {
  var json: JSON { .object([("path", .string(path.description)), ("reason", .string(reason))]) }
}

extension Float {
  /// The number with as few digits as tell it from others of its type.
  fileprivate var json: JSON { .number(Double(description) ?? Double(self)) }
}
