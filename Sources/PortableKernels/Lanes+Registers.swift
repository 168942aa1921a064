#if VECTORKERNELS_FROM_SOURCE || os(Windows) || !(arch(x86_64) || arch(arm64))

internal import CVectorKernels

// The registers over the shim: the same one-line functions for each element.

extension vk_f32: Lanes, Register {
  typealias Element = Float
  typealias Bits = vk_i32

  @inline(__always) static var lanes: Int { Int(VK_F32_LANES) }
  @inline(__always) static var isNarrowerThanDouble: Bool { true }

  @inline(__always) static func constant(_ number: Float) -> Self { vk_constant_f32(number) }
  @inline(__always) static func load(_ p: UnsafePointer<Float>) -> Self { vk_load_f32(p) }
  @inline(__always) static func load(_ p: UnsafePointer<Float>, first count: Int) -> Self {
    vk_load_first_f32(p, count)
  }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Float>) { vk_store_f32(p, v) }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Float>, first count: Int) {
    vk_store_first_f32(p, v, count)
  }
  @inline(__always) static func stream(_ v: Self, _ p: UnsafeMutablePointer<Float>) { vk_stream_f32(p, v) }

  @inline(__always) static func fma(_ a: Self, _ b: Self, _ c: Self) -> Self { vk_fma_f32(a, b, c) }
  @inline(__always) static func negated(_ a: Self) -> Self { vk_negated_f32(a) }
  @inline(__always) static func sqrt(_ a: Self) -> Self { vk_sqrt_f32(a) }
  @inline(__always) static func whole(_ a: Self) -> Self { vk_whole_f32(a) }
  @inline(__always) static func held(_ a: Self) -> Self { vk_held_f32(a) }
  @inline(__always) static func round(_ a: Self) -> Self { vk_round_f32(a) }
  @inline(__always) static func abs(_ a: Self) -> Self { vk_abs_f32(a) }
  @inline(__always) static func copysign(_ magnitude: Self, _ sign: Self) -> Self { vk_copysign_f32(magnitude, sign) }
  @inline(__always) static func min(_ a: Self, _ b: Self) -> Self { vk_min_f32(a, b) }
  @inline(__always) static func max(_ a: Self, _ b: Self) -> Self { vk_max_f32(a, b) }
  @inline(__always) static func remainder(_ a: Self, _ b: Self, _ whole: Self) -> Self {
    vk_remainder_f32(a, b, whole)
  }

  @inline(__always) static func less(_ a: Self, _ b: Self) -> Bits { vk_less_f32(a, b) }
  @inline(__always) static func lessOrEqual(_ a: Self, _ b: Self) -> Bits { vk_less_equal_f32(a, b) }
  @inline(__always) static func select(_ mask: Bits, _ yes: Self, _ no: Self) -> Self {
    vk_select_f32(mask, yes, no)
  }
  @inline(__always) static func isNonzero(_ a: Bits) -> Bits { vk_nonzero_f32(a) }
  @inline(__always) static func bits(_ a: Self) -> Bits { vk_bits_f32(a) }
  @inline(__always) static func integer(_ a: Self) -> Bits { vk_integer_f32(a) }
  @inline(__always) static func fromBits(_ a: Bits) -> Self { vk_from_bits_f32(a) }

  @inline(__always) static func permutation(_ index: Bits) -> Bits { vk_permutation_f32(index) }
  @inline(__always) static func permute(_ v: Self, _ permutation: Bits) -> Self { vk_permute_f32(v, permutation) }
  @inline(__always) static func repeated(_ v: Self, _ repeats: Int32, _ vector: Int32) -> Self {
    vk_repeat_f32(v, repeats, vector)
  }
  @inline(__always) static func loadPieces(_ p: UnsafePointer<Float>, stride: Int) -> Self {
    vk_load_pieces_f32(p, stride)
  }
  @inline(__always) static func storePieces(_ v: Self, _ p: UnsafeMutablePointer<Float>, stride: Int) {
    vk_store_pieces_f32(p, v, stride)
  }
  @inline(__always) static func transposed(_ rows: (Self, Self, Self, Self)) -> (Self, Self, Self, Self) {
    @inline(__always) func column(_ k: Int32) -> Self { vk_transposed_f32(rows.0, rows.1, rows.2, rows.3, k) }
    return (column(0), column(1), column(2), column(3))
  }
  @inline(__always) static func transposed(_ a: Self, _ b: Self) -> (Self, Self) {
    (vk_transposed_halves_f32(a, b, 0), vk_transposed_halves_f32(a, b, 1))
  }
  @inline(__always) static func pieces(_ a: Self, _ b: Self, _ c: Self, _ group: Int32) -> (Self, Self, Self) {
    @inline(__always) func piece(_ k: Int32) -> Self { vk_zip3_pieces_f32(a, b, c, k, group) }
    return (piece(0), piece(1), piece(2))
  }
  @inline(__always) static func columns(_ p: Self, _ q: Self, _ group: Int32) -> (Self, Self) {
    (vk_unzip2_pieces_f32(p, q, 0, group), vk_unzip2_pieces_f32(p, q, 1, group))
  }
  @inline(__always) static func columns(_ p: Self, _ q: Self, _ r: Self, _ group: Int32) -> (Self, Self, Self) {
    @inline(__always) func column(_ k: Int32) -> Self { vk_unzip3_pieces_f32(p, q, r, k, group) }
    return (column(0), column(1), column(2))
  }
  @inline(__always) static func joinedPieces(_ a: Self, _ b: Self, _ c: Self, _ d: Self, row: Int32) -> Self {
    vk_join_pieces_f32(a, b, c, d, row)
  }
  @inline(__always) static func storeHalvesApart(_ v: Self, _ p: UnsafeMutablePointer<Float>, stride: Int) {
    vk_store_halves_apart_f32(p, v, stride)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, row: Int32, _ group: Int32) -> Self {
    vk_zip2_f32(a, b, row, group)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, _ c: Self, row: Int32, _ group: Int32) -> Self {
    vk_zip3_last_f32(vk_kept_zip_f32(vk_zip3_f32(a, b, row, group)), c, row, group)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, _ c: Self, _ d: Self, _ e: Self, row: Int32) -> Self {
    vk_zip5_f32(a, b, c, d, e, row)
  }
  @inline(__always) static func unzipped(_ a: Self, _ b: Self, column: Int32, _ group: Int32) -> Self {
    vk_unzip2_f32(a, b, column, group)
  }
  @inline(__always) static func unzipped(_ a: Self, _ b: Self, _ c: Self, column: Int32, _ group: Int32) -> Self {
    vk_unzip3_last_f32(vk_kept_zip_f32(vk_unzip3_f32(a, b, column, group)), c, column, group)
  }
  @inline(__always) static func laneNumbers() -> Bits { vk_lane_numbers_f32() }
  @inline(__always) static func less(_ a: Bits, _ b: Bits) -> Bits { vk_less_bits_f32(a, b) }
  @inline(__always) static func maskBits(_ mask: Bits) -> UInt32 { vk_mask_bits_f32(mask) }
}

extension vk_f64: Lanes, Register {
  typealias Element = Double
  typealias Bits = vk_i64

  @inline(__always) static var lanes: Int { Int(VK_F64_LANES) }
  @inline(__always) static var isNarrowerThanDouble: Bool { false }

  @inline(__always) static func constant(_ number: Double) -> Self { vk_constant_f64(number) }
  @inline(__always) static func load(_ p: UnsafePointer<Double>) -> Self { vk_load_f64(p) }
  @inline(__always) static func load(_ p: UnsafePointer<Double>, first count: Int) -> Self {
    vk_load_first_f64(p, count)
  }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Double>) { vk_store_f64(p, v) }
  @inline(__always) static func store(_ v: Self, _ p: UnsafeMutablePointer<Double>, first count: Int) {
    vk_store_first_f64(p, v, count)
  }
  @inline(__always) static func stream(_ v: Self, _ p: UnsafeMutablePointer<Double>) { vk_stream_f64(p, v) }

  @inline(__always) static func fma(_ a: Self, _ b: Self, _ c: Self) -> Self { vk_fma_f64(a, b, c) }
  @inline(__always) static func negated(_ a: Self) -> Self { vk_negated_f64(a) }
  @inline(__always) static func sqrt(_ a: Self) -> Self { vk_sqrt_f64(a) }
  @inline(__always) static func whole(_ a: Self) -> Self { vk_whole_f64(a) }
  @inline(__always) static func held(_ a: Self) -> Self { vk_held_f64(a) }
  @inline(__always) static func round(_ a: Self) -> Self { vk_round_f64(a) }
  @inline(__always) static func abs(_ a: Self) -> Self { vk_abs_f64(a) }
  @inline(__always) static func copysign(_ magnitude: Self, _ sign: Self) -> Self { vk_copysign_f64(magnitude, sign) }
  @inline(__always) static func min(_ a: Self, _ b: Self) -> Self { vk_min_f64(a, b) }
  @inline(__always) static func max(_ a: Self, _ b: Self) -> Self { vk_max_f64(a, b) }
  @inline(__always) static func remainder(_ a: Self, _ b: Self, _ whole: Self) -> Self {
    vk_remainder_f64(a, b, whole)
  }

  @inline(__always) static func less(_ a: Self, _ b: Self) -> Bits { vk_less_f64(a, b) }
  @inline(__always) static func lessOrEqual(_ a: Self, _ b: Self) -> Bits { vk_less_equal_f64(a, b) }
  @inline(__always) static func select(_ mask: Bits, _ yes: Self, _ no: Self) -> Self {
    vk_select_f64(mask, yes, no)
  }
  @inline(__always) static func isNonzero(_ a: Bits) -> Bits { vk_nonzero_f64(a) }
  @inline(__always) static func bits(_ a: Self) -> Bits { vk_bits_f64(a) }
  @inline(__always) static func integer(_ a: Self) -> Bits { vk_integer_f64(a) }
  @inline(__always) static func fromBits(_ a: Bits) -> Self { vk_from_bits_f64(a) }

  @inline(__always) static func permutation(_ index: Bits) -> Bits { vk_permutation_f64(index) }
  @inline(__always) static func permute(_ v: Self, _ permutation: Bits) -> Self { vk_permute_f64(v, permutation) }
  @inline(__always) static func repeated(_ v: Self, _ repeats: Int32, _ vector: Int32) -> Self {
    vk_repeat_f64(v, repeats, vector)
  }
  @inline(__always) static func loadPieces(_ p: UnsafePointer<Double>, stride: Int) -> Self {
    vk_load_pieces_f64(p, stride)
  }
  @inline(__always) static func storePieces(_ v: Self, _ p: UnsafeMutablePointer<Double>, stride: Int) {
    vk_store_pieces_f64(p, v, stride)
  }
  @inline(__always) static func transposed(_ rows: (Self, Self, Self, Self)) -> (Self, Self, Self, Self) {
    let (a, b, c, d) = rows
    let ((column0, column1), (column2, column3)) = (transposed(a, b), transposed(c, d))
    return (column0, column1, column2, column3)
  }
  @inline(__always) static func transposed(_ a: Self, _ b: Self) -> (Self, Self) {
    (vk_transposed_halves_f64(a, b, 0), vk_transposed_halves_f64(a, b, 1))
  }
  @inline(__always) static func pieces(_ a: Self, _ b: Self, _ c: Self, _ group: Int32) -> (Self, Self, Self) {
    @inline(__always) func piece(_ k: Int32) -> Self { vk_zip3_pieces_f64(a, b, c, k) }
    return (piece(0), piece(1), piece(2))
  }
  @inline(__always) static func columns(_ p: Self, _ q: Self, _ group: Int32) -> (Self, Self) {
    transposed(p, q)
  }
  @inline(__always) static func columns(_ p: Self, _ q: Self, _ r: Self, _ group: Int32) -> (Self, Self, Self) {
    @inline(__always) func column(_ k: Int32) -> Self { vk_unzip3_pieces_f64(p, q, r, k) }
    return (column(0), column(1), column(2))
  }
  @inline(__always) static func joinedPieces(_ a: Self, _ b: Self, _ c: Self, _ d: Self, row: Int32) -> Self {
    vk_join_pieces_f64(a, b, c, d, row)
  }
  @inline(__always) static func storeHalvesApart(_ v: Self, _ p: UnsafeMutablePointer<Double>, stride: Int) {
    vk_store_halves_apart_f64(p, v, stride)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, row: Int32, _ group: Int32) -> Self {
    vk_zip2_f64(a, b, row, group)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, _ c: Self, row: Int32, _ group: Int32) -> Self {
    vk_zip3_last_f64(vk_kept_zip_f64(vk_zip3_f64(a, b, row, group)), c, row, group)
  }
  @inline(__always) static func zipped(_ a: Self, _ b: Self, _ c: Self, _ d: Self, _ e: Self, row: Int32) -> Self {
    vk_zip5_f64(a, b, c, d, e, row)
  }
  @inline(__always) static func unzipped(_ a: Self, _ b: Self, column: Int32, _ group: Int32) -> Self {
    vk_unzip2_f64(a, b, column, group)
  }
  @inline(__always) static func unzipped(_ a: Self, _ b: Self, _ c: Self, column: Int32, _ group: Int32) -> Self {
    vk_unzip3_last_f64(vk_kept_zip_f64(vk_unzip3_f64(a, b, column, group)), c, column, group)
  }
  @inline(__always) static func laneNumbers() -> Bits { vk_lane_numbers_f64() }
  @inline(__always) static func less(_ a: Bits, _ b: Bits) -> Bits { vk_less_bits_f64(a, b) }
  @inline(__always) static func maskBits(_ mask: Bits) -> UInt32 { vk_mask_bits_f64(mask) }
}

extension vk_i32: BitLanes {}
extension vk_i64: BitLanes {}

#endif
