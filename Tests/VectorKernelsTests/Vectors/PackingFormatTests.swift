import Foundation
import Testing
import VectorKernels

@Suite(.seeded) struct PackingFormatTests {
  @Test func formatsHaveSizes() {
    let sizes = PackingFormat.Number.allCases.map { PackingFormat($0).size(components: 3) }
    #expect(sizes == [12, 6, 3, 3, 6, 6, 12])
    #expect(PackingFormat.rgba8.size(components: 4) == 4)
  }

  @Test func formatsAreChanged() {
    #expect(PackingFormat.bgra8.premultiplied == PackingFormat(.unorm8, order: .bgra, alpha: .premultiplied))
    #expect(PackingFormat.float16.unpremultiplied == PackingFormat(.float16, alpha: .unpremultiplied))
    #expect(PackingFormat.rgba8.premultiplied.unpremultiplied == .rgba8.unpremultiplied)
  }

  @Test func formatsAreDescribed() {
    #expect("\(PackingFormat.bgra8.premultiplied)" == "unorm8 bgra premultiplied")
    #expect("\(PackingFormat.float16)" == "float16")
  }

  @Test func numbersAreCoded() throws {
    let data = try JSONEncoder().encode(PackingFormat.Number.allCases)
    #expect(String(decoding: data, as: UTF8.self).hasPrefix("[\"float32\",\"float16\",\"unorm8\""))
    #expect(try JSONDecoder().decode([PackingFormat.Number].self, from: data) == PackingFormat.Number.allCases)
  }
}
