// The functions of <math.h> that Swift takes, for WebAssembly without a system.

const { sin, cos, asin, acos, atan2, log, log2, expm1, pow, cbrt, trunc, fround } = Math;

export const mathFunctions = {
  sin, cos, asin, acos, atan2, log, log2, expm1, pow, cbrt,
  exp2: (x) => 2 ** x,
  fmod: (x, y) => x % y,
  // JavaScript's own rounds halves up.
  round: (x) => trunc(x) + (Math.abs(x - trunc(x)) >= 0.5 ? Math.sign(x) : -0),
  // The product is exact; the sum may be rounded twice.
  fmaf: (x, y, z) => fround(x * y + z),
};
