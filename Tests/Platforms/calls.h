// How kernels are called: arguments in memory of their own, between guards, and records of what the calls wrote.
//
// A call is made in three steps. Arguments are laid out; `CALL` runs the kernel; and then everything but the results
// has to be as it was, the arguments and all guards, and the results go into the records. This code uses no library,
// so that it runs on WebAssembly without a system.

#ifndef CALLS_H
#define CALLS_H

#include <stdbool.h>

#include "inputs.h"

// MARK: - The kernels, by number

#define VK_NUMBER(result, name, parameters, arguments) KERNEL_##name,
enum { VK_KERNELS(VK_NUMBER) KERNELS };
#undef VK_NUMBER

/// Calls a kernel, `lerp_f32` for vk_lerp_f32. Its arguments have to be laid out before.
#define CALL(name, ...) CALL_EXPANDED(name, __VA_ARGS__)
#define CALL_EXPANDED(name, ...) (begin_call(KERNEL_##name), vk_##name(__VA_ARGS__), end_call())

/// The same for kernels that return a number.
#define CALL_RETURNING(name, ...) CALL_RETURNING_EXPANDED(name, __VA_ARGS__)
#define CALL_RETURNING_EXPANDED(name, ...) (begin_call(KERNEL_##name), end_call_returning(vk_##name(__VA_ARGS__)))

void begin_call(int kernel);
void end_call(void);
void end_call_returning(int64_t returned);

// MARK: - The manner of a call

enum {
  ORDINARY, // the columns' own
  MIXED,    // ordinary, but a quarter special or wild
  SPECIAL,
  WILD,
  WALKED    // ordinary, but for one column that walks over all bit patterns there are
};

typedef struct {
  /// How many elements, usually.
  ptrdiff_t count;
  /// The kind of numbers in the arguments.
  int values;
  /// How far arguments are from multiples of 64 bytes: argument k by `shift * k` elements.
  int shift;
  /// Which argument the results lie over, if they may; 0 for memory of their own.
  int over;
  /// Chooses among the numbers that all elements share.
  int pick;
  /// The number of the columns' first element.
  ptrdiff_t skip;
  /// Of walked values, which of a call's columns walks, and over which bits: those of element i are
  /// `first + i * step`.
  int walker;
  uint32_t first, step;
} manner;

/// How calls are made now, and with what.
extern manner now;
extern const inputs *in;

/// Makes calls with every count up to 40 and larger ones about multiples of registers and blocks, with every kind of
/// values, at different alignments, and in place; with each column walking over a sample of all bit patterns; and with
/// each element of a batch alone, which has to give what it gives there.
void in_every_manner(void (*calls)(void));

/// The same for kernels that move bits, whatever they mean.
void in_every_length(void (*calls)(void));

/// Makes calls in one manner.
void in_manner(manner how, void (*calls)(void));

/// Makes calls in one manner, and then again for each element alone, which has to give what it gave in the batch.
void in_batch_and_alone(manner how, void (*calls)(void));

/// One of the shared numbers of a list.
#define PICK(list) (list)[now.pick % (int)(sizeof(list) / sizeof *(list))]

/// Adds to the next call's record.
void note(const char *name, int64_t number);

/// Says that the next call's numbers have to be more than finite, as ordinary ones are: others may give NaN.
void require_ordinary_numbers(void);

// MARK: - Arguments

// Columns of inputs.h, beginning somewhere: each time that a call has the same column, elsewhere.
float *f32(int column, ptrdiff_t n);
double *f64(int column, ptrdiff_t n);

// Several of them, `stride` elements apart.
float *f32_columns(const int *columns, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n);
double *f64_columns(const int *columns, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n);

// The same for what all elements of a call share.
float *shared_f32(int column, ptrdiff_t n);
double *shared_f64(int column, ptrdiff_t n);

/// Any bytes, for integers of `size` bytes each.
void *integers(size_t size, ptrdiff_t n);

/// Integers that stay below a limit.
int32_t *integers_below(int32_t limit, ptrdiff_t n);

/// Rows of four bytes whose first three walk over all that there are.
void *walking_pixels(ptrdiff_t n);

/// The same for what all elements of a call share.
int32_t *shared_integers_below(int32_t limit, ptrdiff_t n);

/// The first ones of some memory, which stay together with those of other memory.
int32_t *integers_of(const int32_t *values, ptrdiff_t n);

// MARK: - Results

// The types of results, by their letters in Python's `array`. In 'f' and 'd' NaN may have any sign and payload. 'I' and
// 'Q' are also for floats that a kernel only moves.

/// Memory for results, or that of an argument of the same shape.
void *result(char type, ptrdiff_t n);
void *result_columns(char type, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n);

/// Memory for results that must not lie over an argument. `stride` is in elements.
void *fresh(char type, ptrdiff_t n);
void *fresh_columns(char type, ptrdiff_t components, ptrdiff_t stride, ptrdiff_t n);

/// Makes an argument, which a kernel reads and writes, a result as well.
void *also_result(void *argument);

// MARK: - All calls

void call_both_elements(void);
void call_curves(void);
void call_progress(void);
void call_keyframes(void);
void call_packing(void);
void call_colors(void);
void call_rotations(void);
void call_long(void);

/// Makes every call there is. False if memory was harmed, a kernel not called, an element not the same alone, or NaN
/// made of numbers; what, was reported.
bool make_all_calls(const inputs *inputs);

// Calls of kernels of one column: what `walk` is for.
void walk_elementary(void);
void walk_curves(void);
void walk_progress(void);
void walk_keyframes(void);
void walk_packing(void);
void walk_curves_of_colors(void);
/// Calls of kernels of 8-bit colours.
void walk_colors(void);
void walk_unpacking(void);

/// Makes a call or more of every kernel, in a hundredth of the time: for slow emulations.
bool make_a_few_calls(const inputs *inputs);

/// Bit patterns of a Float, or pixels, from one on and in steps, in calls of `count` elements.
typedef struct {
  uint32_t first, step, calls;
  ptrdiff_t count;
  bool is_of_pixels;
} itinerary;

/// Makes the calls of kernels of one column, or of those of 8-bit colours, for all that lies on the way.
bool walk(const inputs *inputs, itinerary way);

/// The description of the present call.
const char *current_call(void);

// MARK: - Provided by the platform

/// Appends to the records.
void write_records(const void *bytes, size_t count);

/// Shows a line of text.
void report(const char *line);

#endif
