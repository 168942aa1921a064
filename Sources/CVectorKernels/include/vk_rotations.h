// Operations on registers that hold quaternions as rows of four: four registers of rows, and a register with a number
// for each row. For floats, lane 4 b + k of that register belongs to row b of register k. For doubles, lanes are in the
// rows' own order, but where a register holds two rows: there lane 4 (k / 2) + 2 b + k % 2 belongs to row b of register
// k.

#ifndef VK_ROTATIONS_H
#define VK_ROTATIONS_H

#include "vk_lanes.h"

// The sums of the rows: (lane 0 + lane 2) + (lane 1 + lane 3).
VK_INLINE vk_f32 vk_row_sums_f32(vk_f32 r0, vk_f32 r1, vk_f32 r2, vk_f32 r3) {
  vk_f32 s01 = VK_WEAVE(r0, r1, 0, VK_SECOND, 1, VK_SECOND + 1) + VK_WEAVE(r0, r1, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  vk_f32 s23 = VK_WEAVE(r2, r3, 0, VK_SECOND, 1, VK_SECOND + 1) + VK_WEAVE(r2, r3, 2, VK_SECOND + 2, 3, VK_SECOND + 3);
  return VK_WEAVE(s01, s23, 0, 1, VK_SECOND, VK_SECOND + 1) + VK_WEAVE(s01, s23, 2, 3, VK_SECOND + 2, VK_SECOND + 3);
}

// The numbers of register k's rows in all four lanes of theirs, for a constant k of 0...3. They have to be whole
// (`vk_whole_f32`), or the compiler would compute them lane by lane.
VK_INLINE vk_f32 vk_over_rows_f32(vk_f32 numbers, int32_t k) {
  switch (k) {
  case 0: return VK_WEAVE(numbers, numbers, 0, 0, 0, 0);
  case 1: return VK_WEAVE(numbers, numbers, 1, 1, 1, 1);
  case 2: return VK_WEAVE(numbers, numbers, 2, 2, 2, 2);
  default: return VK_WEAVE(numbers, numbers, 3, 3, 3, 3);
  }
}

// Numbers in the order of their rows in memory, each to the lane of its row.
VK_INLINE vk_f32 vk_to_rows_f32(vk_f32 numbers) {
#if VK_LEVEL_V4
  return __builtin_shufflevector(numbers, numbers, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
#elif VK_LEVEL_V3
  return __builtin_shufflevector(numbers, numbers, 0, 2, 4, 6, 1, 3, 5, 7);
#else
  return numbers;
#endif
}

// The identity in every row.
VK_INLINE vk_f32 vk_identity_rows_f32(void) {
  vk_f32 rows = (vk_f32)0.0f;
  for (int32_t l = 3; l < VK_F32_LANES; l += 4) rows[l] = 1.0f;
  return rows;
}

#if VK_F64_LANES == 8
#define VK_SHUFFLE_F64(a, b, eight, four, two) __builtin_shufflevector(a, b, VK_UNWRAP eight)
#elif VK_F64_LANES == 4
#define VK_SHUFFLE_F64(a, b, eight, four, two) __builtin_shufflevector(a, b, VK_UNWRAP four)
#else
#define VK_SHUFFLE_F64(a, b, eight, four, two) __builtin_shufflevector(a, b, VK_UNWRAP two)
#endif
#define VK_UNWRAP(...) __VA_ARGS__

// The first, or second, lanes of all pairs of both registers in turns.
VK_INLINE vk_f64 vk_first_of_pairs(vk_f64 a, vk_f64 b) {
  return VK_SHUFFLE_F64(a, b, (0, 8, 2, 10, 4, 12, 6, 14), (0, 4, 2, 6), (0, 2));
}
VK_INLINE vk_f64 vk_second_of_pairs(vk_f64 a, vk_f64 b) {
  return VK_SHUFFLE_F64(a, b, (1, 9, 3, 11, 5, 13, 7, 15), (1, 5, 3, 7), (1, 3));
}

// The sums of the rows: (lane 0 + lane 1) + (lane 2 + lane 3).
VK_INLINE vk_f64 vk_row_sums_f64(vk_f64 r0, vk_f64 r1, vk_f64 r2, vk_f64 r3) {
#if VK_F64_LANES == 2
  // A row is in two registers.
  return (vk_first_of_pairs(r0, r2) + vk_second_of_pairs(r0, r2)) +
         (vk_first_of_pairs(r1, r3) + vk_second_of_pairs(r1, r3));
#else
  vk_f64 s01 = vk_first_of_pairs(r0, r1) + vk_second_of_pairs(r0, r1);
  vk_f64 s23 = vk_first_of_pairs(r2, r3) + vk_second_of_pairs(r2, r3);
  return VK_SHUFFLE_F64(s01, s23, (0, 1, 4, 5, 8, 9, 12, 13), (0, 1, 4, 5), ) +
         VK_SHUFFLE_F64(s01, s23, (2, 3, 6, 7, 10, 11, 14, 15), (2, 3, 6, 7), );
#endif
}

// The numbers of register k's rows in all lanes of theirs, for a constant k of 0...3.
VK_INLINE vk_f64 vk_over_rows_f64(vk_f64 n, int32_t k) {
  switch (k) {
  case 0: return VK_SHUFFLE_F64(n, n, (0, 0, 0, 0, 2, 2, 2, 2), (0, 0, 0, 0), (0, 0));
  case 1: return VK_SHUFFLE_F64(n, n, (1, 1, 1, 1, 3, 3, 3, 3), (1, 1, 1, 1), (0, 0));
  case 2: return VK_SHUFFLE_F64(n, n, (4, 4, 4, 4, 6, 6, 6, 6), (2, 2, 2, 2), (1, 1));
  default: return VK_SHUFFLE_F64(n, n, (5, 5, 5, 5, 7, 7, 7, 7), (3, 3, 3, 3), (1, 1));
  }
}

VK_INLINE vk_f64 vk_to_rows_f64(vk_f64 numbers) {
  return VK_SHUFFLE_F64(numbers, numbers, (0, 2, 1, 3, 4, 6, 5, 7), (0, 1, 2, 3), (0, 1));
}

// Register k of rows that are all the identity.
VK_INLINE vk_f64 vk_identity_rows_f64(int32_t k) {
  vk_f64 rows = (vk_f64)0.0;
  for (int32_t l = 0; l < VK_F64_LANES; l++) rows[l] = (k * VK_F64_LANES + l) % 4 == 3 ? 1.0 : 0.0;
  return rows;
}

#endif
