#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

/// Registers of rows in turn: register `vector` of those that the values at `values` fill. Only the last of all can be
/// partial.
struct Rows<V: Register> {
  let start: Int
  let end: Int
  let access: LanePosition.Access

  @inline(__always) init(_ values: LanePosition, _ components: Int) {
    start = values.offset &* components
    end = start &+ (values.access == .first ? values.count : V.lanes) &* components
    access = values.access
  }

  @inline(__always) func store(_ v: V, _ p: UnsafeMutablePointer<V.Element>, _ vector: Int) {
    let offset = start &+ vector &* V.lanes
    switch access {
    case .whole: V.store(v, p + offset)
    case .streamed: V.stream(v, p + offset)
    case .first:
      if offset &+ V.lanes <= end {
        V.store(v, p + offset)
      } else if offset < end {
        V.store(v, p + offset, first: end &- offset)
      }
    }
  }

  @inline(__always) func load(_ p: UnsafePointer<V.Element>, _ vector: Int) -> V {
    let offset = start &+ vector &* V.lanes
    switch access {
    case .whole, .streamed: return V.load(p + offset)
    case .first:
      if offset &+ V.lanes <= end { return V.load(p + offset) }
      return offset < end ? V.load(p + offset, first: end &- offset) : V(repeating: 0)
    }
  }
}

#endif
