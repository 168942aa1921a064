// Interpolation, angles, elementary functions, springs, and columns to rows: the kernels for Float and for Double.

#include "calls.h"

#define JOINED(a, b) JOINED_EXPANDED(a, b)
#define JOINED_EXPANDED(a, b) a##_##b
#define OF(name) JOINED(name, ELEMENT)
#define numbers ELEMENT
#define shared_numbers JOINED(shared, ELEMENT)
#define number_columns JOINED(ELEMENT, columns)

#define ELEMENT f32
#define number float
#define NUMBER 'f'
#define BITS 'I'
#include "both_elements.h"
#undef ELEMENT
#undef number
#undef NUMBER
#undef BITS

#define ELEMENT f64
#define number double
#define NUMBER 'd'
#define BITS 'Q'
#include "both_elements.h"

void call_both_elements(void) {
  call_all_f32();
  call_all_f64();
}

void walk_elementary(void) {
  elementary_f32();
  elementary_f64();
}
