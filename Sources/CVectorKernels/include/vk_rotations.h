// Operations on registers that hold quaternions as rows of four: four registers of rows, and a register with a number
// for each row. Lane 4 b + k of that register belongs to row b of register k.

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

#endif
