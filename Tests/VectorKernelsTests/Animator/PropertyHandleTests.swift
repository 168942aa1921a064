import Foundation
import Testing
import VectorKernels

/// Which places properties take and which handles are stale, against lists.
@Suite(.seeded) struct PropertyHandleTests {
  @Test func placesAgreeWithAList() throws {
    for number in 0..<max(1, Settings.cases / 2500) {
      var model = Model(seed: Settings.seed &+ UInt64(number))
      // Up to twelve times 64, or 64 times 64.
      let most = number % 8 == 0 ? 5000 : 60 * (1 + number % 13)
      for _ in 0..<60 {
        try model.step(most: most)
        if most < 1000 { try model.compareAll() }
      }
      try model.compareAll()
    }
  }

  /// More than 64 times 64 times 64 places, so that the first free one is found in four steps.
  @Test func hundredsOfThousandsOfPlacesAgreeWithAList() throws {
    var model = Model(seed: Settings.seed)
    model.add(290_000)
    // One of many is free, or the first one far behind.
    for place in [270_000, 262_144, 262_143, 200_000, 4096, 63] { try model.remove(place..<place + 1) }
    for _ in 0..<8 { model.add(1) }
    for _ in 0..<40 { try model.step(most: 300_000) }
    try model.compareAll()
  }
}

extension PropertyHandleTests {
  /// After any restoration, a handle still means one property only.
  @Test func handlesAreNeverGivenOutTwice() throws {
    for round in 0..<UInt64(Settings.cases / 2000) {
      var generator = Generator(seed: Settings.seed &+ round)
      var animator = Animator<Float>()
      /// The property that each handle was given out for.
      var given: [PropertyHandle: Int] = [:]
      var present: [PropertyHandle: Int] = [:]
      var saved: [(snapshot: Animator<Float>.Snapshot, present: [PropertyHandle: Int])] = []
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
          for handle in animator.add(0, count: Int.random(in: 1...5, using: &generator)) {
            let property = given.count
            #expect(given[handle] == nil, "\(handle) again; VECTORKERNELS_SEED=\(Settings.seed) repeats it")
            given[handle] = property
            present[handle] = property
            try animator.set(handle, to: Float(property))
          }
        case 4..<7:
          for handle in animator.handles where generator.oneIn(3) {
            try animator.remove(handle)
            present[handle] = nil
          }
        case 7: saved.append((animator.snapshot(), present))
        case 8 where !saved.isEmpty:
          let chosen = saved.randomElement(using: &generator)!
          animator.restore(chosen.snapshot)
          present = chosen.present
        case 9:
          // Files know the handles that have been given out, too.
          let data = try JSONEncoder().encode(animator.snapshot())
          animator = Animator(restoring: try JSONDecoder().decode(Animator<Float>.Snapshot.self, from: data))
        default: break
        }
        #expect(Set(animator.handles) == Set(present.keys))
        for (handle, property) in present { #expect(animator[handle] == Float(property)) }
      }
    }
  }

  /// A place whose generations are used up is left alone, also where it is put back, or doesn't exist yet.
  @Test func wornOutPlacesAreLeftAlone() throws {
    var animator = Animator<Float>()
    let first = animator.add(1, count: 3)
    let before = animator.snapshot()
    let data = try JSONEncoder().encode(before)
    var object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let last: UInt32 = .max - 2
    object["generations"] = withUnsafeBytes(of: (last - 4, UInt32(1), last)) { Data($0).base64EncodedString() }
    let worn = try JSONDecoder().decode(
      Animator<Float>.Snapshot.self, from: JSONSerialization.data(withJSONObject: object))
    animator = Animator(restoring: worn)
    var given = Set(animator.handles)
    #expect(!given.contains(first[0]) && given.contains(first[1]))
    try animator.remove(animator.handles)
    var counts = [animator.count, animator.columnCount]
    #expect(counts == [0, 3] && animator.handle(at: 2) == nil)
    // The first place has two turns left, the second many, the third none.
    var places: [Int] = []
    for _ in 0..<5 {
      let handle = animator.add(2)
      places.append(handle.index)
      #expect(given.insert(handle).inserted)
      try animator.remove(handle)
    }
    #expect(places == [0, 0, 1, 1, 1])
    // Several side by side have one generation, and places that are worn out lie between none.
    let range = animator.add(3, count: 4)
    counts = [animator.count, animator.columnCount]
    #expect(range.columnRange == 3..<7 && counts == [4, 7])
    animator.restore(before)
    try animator.remove(animator.handles)
    #expect(animator.add(4).index == 1)
    #expect(animator.add(5).index == 3)
    // A snapshot with fewer places doesn't bring back a worn one.
    animator = Animator()
    let empty = animator.snapshot()
    animator.restore(worn)
    try animator.remove(animator.handles)
    animator.restore(empty)
    counts = [animator.count, animator.columnCount]
    #expect(counts == [0, 0])
    #expect(animator.add(6, count: 3).columnRange == 3..<6)
    places = [animator.add(7).index, animator.add(7).index, animator.add(7).index]
    #expect(places == [0, 1, 6])
    counts = [animator.count, animator.columnCount]
    #expect(counts == [6, 7])
  }
}

private struct Model: ~Copyable {
  private var generator: Generator
  private let seed: UInt64
  private var animator = Animator<Float>()
  /// The handle in each place, and the last one that was there.
  private var handles: [PropertyHandle?] = []
  private var last: [PropertyHandle?] = []
  private var values: [Float] = []
  private var count = 0
  /// Some of the handles that are stale.
  private var stale: [PropertyHandle] = []
  /// The number by which the next property is told apart from others.
  private var number: Float = 0

  init(seed: UInt64) {
    self.seed = seed
    generator = Generator(seed: seed)
  }

  private func fail(_ message: String) { Issue.record("\(message); VECTORKERNELS_SEED=\(seed) repeats it") }

  // MARK: Operations

  /// Adds or removes some, with at most a given number of places.
  mutating func step(most: Int) throws {
    let size = handles.count
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<4: for _ in 0..<Int.random(in: 1...70, using: &generator) where count < most { add(1) }
    case 4..<9:
      let words = Int.random(in: 1...max(1, most / 640), using: &generator)
      let added = [64 * words - 1, 64 * words, 64 * words + 1, Int.random(in: 0...most / 8, using: &generator)]
        .randomElement(using: &generator)!
      if firstGap(of: added) + added <= most { add(added) }
    case 9..<12 where size > 0:
      let first = Int.random(in: 0..<size, using: &generator)
      try remove(first..<min(size, first + Int.random(in: 1...most / 4, using: &generator)))
    case 12..<14 where size > 0:
      let first = Int.random(in: 0..<size, using: &generator)
      try remove(first..<min(size, first + most / 4), by: Int.random(in: 2...70, using: &generator))
    case 14 where generator.oneIn(4):
      animator.removeAll()
      for place in handles.indices { forget(place) }
    default: requireStale()
    }
    if animator.count != count || animator.columnCount != handles.count {
      fail("\(animator.count) properties in \(animator.columnCount) places instead of \(count) in \(handles.count)")
    }
    for _ in 0..<20 where !handles.isEmpty { try compare(Int.random(in: handles.indices, using: &generator)) }
  }

  /// Adds a number of properties: side by side in the first gap that is long enough.
  mutating func add(_ added: Int) {
    let place = firstGap(of: added)
    if added == 1, generator.oneIn(2) {
      number += 1
      insert(animator.add(number), number, at: place)
      return
    }
    let isEach = generator.oneIn(2)
    let values = (0..<added).map { number + 1 + Float(isEach ? $0 : 0) }
    number += Float(added)
    let range = isEach ? animator.add(values.span) : animator.add(values.first ?? 0, count: added)
    if range.count != added { fail("\(range.count) properties instead of \(added)") }
    for (index, handle) in range.enumerated() {
      insert(handle, values[index], at: place + index)
    }
  }

  mutating func remove(_ places: Range<Int>, by step: Int = 1) throws {
    let removed = places.filter { ($0 - places.lowerBound) % step == 0 && handles[$0] != nil }
    try animator.remove(removed.map { handles[$0]! })
    for place in removed { forget(place) }
  }

  private mutating func insert(_ handle: PropertyHandle, _ value: Float, at place: Int) {
    if handle.index != place { fail("\(handle) instead of one of place \(place)") }
    if place == handles.count {
      handles.append(nil)
      last.append(nil)
      values.append(0)
    }
    if handles[place] != nil { fail("\(handle) takes the place of \(handles[place]!)") }
    if last[place] == handle { fail("\(handle) has been there before") }
    (handles[place], last[place], values[place]) = (handle, handle, value)
    count += 1
  }

  private mutating func forget(_ place: Int) {
    guard let handle = handles[place] else { return }
    handles[place] = nil
    count -= 1
    if stale.count < 500 {
      stale.append(handle)
    } else {
      stale[Int.random(in: 0..<500, using: &generator)] = handle
    }
  }

  /// The first of a number of free places side by side, of which some may be yet to come.
  private func firstGap(of count: Int) -> Int {
    handles.withUnsafeBufferPointer { handles in
      var (free, place) = (0, 0)
      while place < handles.count, free < count {
        free = handles[place] == nil ? free + 1 : 0
        place += 1
      }
      return place - free
    }
  }

  // MARK: Comparisons

  private func compare(_ place: Int) throws {
    let handle = handles[place]
    if animator.handle(at: place) != handle { fail("\(animator.handle(at: place) as Any) instead of \(handle as Any)") }
    guard let handle else { return }
    let value = try animator.value(of: handle)
    if value != values[place] || !animator.contains(handle) {
      fail("\(handle) has \(value) instead of \(values[place])")
    }
  }

  func compareAll() throws {
    if animator.handles != handles.compactMap({ $0 }) { fail("other handles") }
    for place in handles.indices { try compare(place) }
    for place in [-1, handles.count, Int.max] where animator.handle(at: place) != nil { fail("a handle at \(place)") }
    requireStale()
  }

  /// Nothing comes back.
  private func requireStale() {
    for handle in stale where animator.contains(handle) || animator[handle] != nil { fail("\(handle) isn't stale") }
  }
}
