/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/kernel/kernel_load.h"

#include <math.h>
#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/text/decimal_time.h"

enum
{
  KEY_BLOCKS_PER_SM,
  KEY_OCCUPANCY,
  N_KEYS
};

static const char *const keys[N_KEYS] = {
  [KEY_BLOCKS_PER_SM] = "blocks per SM",
  [KEY_OCCUPANCY] = "est. achieved occupancy %",
};

/* More blocks would have no meaning. */
#define DECIMALS   9
#define LARGEST_E9 INT64_C (1000000000000000000)

void
kernel_load_reader_init (KernelLoadReader *reader, const Trace *trace)
{
  memset (reader, 0, sizeof *reader);
  reader->trace = trace;
  arg_finder_init (&reader->finder, trace, keys, N_KEYS);
}

void
kernel_load_reader_clear (KernelLoadReader *reader)
{
  arg_finder_clear (&reader->finder);
}

/* Nine decimals and nine digits before them: the value x 1e9 fits and needs no rounding. */
#define PLAIN_CHARS_MAX 11
#define PLAIN_DECIMALS  9

/* Parses numbers such as "0.97" and "38", as profilers write them. Returns false for any other form. */
static bool
plain_number (const char *text, size_t length, double *ret_number)
{
  static const int64_t to_e9[PLAIN_DECIMALS + 1] = { 1000000000, 100000000, 10000000, 1000000, 100000,
                                                     10000,      1000,      100,     10,      1 };
  size_t point = length, i = 0;
  int64_t digits = 0;

  if (length == 0 || length > PLAIN_CHARS_MAX)
    return false;
  for (; i < length; i++)
    if (text[i] >= '0' && text[i] <= '9')
      digits = digits * 10 + (text[i] - '0');
    else if (text[i] == '.' && point == length && i > 0 && i + 1 < length)
      point = i;
    else
      return false;
  size_t n_decimals = point < length ? length - point - 1 : 0;
  if (length - n_decimals > PLAIN_DECIMALS)
    return false;
  *ret_number = (double) (digits * to_e9[n_decimals]) / 1e9;
  return true;
}

/* Returns NaN for a value that is not a number, negative, or absurdly large, such as the "inf" of a device without a
 * known size. */
static double
number_of (const char *text, size_t length)
{
  int64_t scaled;
  double number;
  bool rounded;

  if (plain_number (text, length, &number))
    return number;
  if (!decimal_to_scaled (text, length, DECIMALS, LARGEST_E9, &scaled, &rounded) || scaled < 0)
    return NAN;
  return (double) scaled / 1e9;
}

static double
number_of_string (KernelLoadReader *reader, uint32_t string)
{
  unsigned place = string % KERNEL_LOAD_NUMBERS;

  if (!reader->numbers[place].is_known || reader->numbers[place].string != string)
    {
      size_t length;
      const char *text = trace_string (reader->trace, string, &length);

      reader->numbers[place].is_known = true;
      reader->numbers[place].string = string;
      reader->numbers[place].number = number_of (text, length);
    }
  return reader->numbers[place].number;
}

/* Takes the next argument. Returns false if there is none. */
static bool
take_number (KernelLoadReader *reader, double *ret_number)
{
  ArgIter *iter = &reader->finder.iter;
  uint32_t string;
  int64_t whole;
  Arg arg;

  if (arg_iter_take_natural (iter, &whole))
    *ret_number = whole <= LARGEST_E9 / 1000000000 ? (double) (whole * 1000000000) / 1e9 : NAN;
  else if (arg_iter_take_string (iter, &string))
    *ret_number = number_of_string (reader, string);
  else if (arg_iter_next (iter, &arg))
    *ret_number = number_of (arg.text, arg.length);
  else
    return false;
  return true;
}

/* Returns whether the kernel was launched by a call that takes the grid in work-items. */
static bool
grid_is_in_work_items (const Trace *trace, uint64_t slice)
{
  static const char word[] = "hipExtModuleLaunchKernel";
  uint64_t call = trace_launch_of (trace, slice);
  size_t length;

  if (call == SLICE_NONE)
    return false;
  const char *name = trace_string (trace, slice_name (trace_slices (trace), call), &length);
  return length == sizeof word - 1 && memcmp (name, word, length) == 0;
}

/* Returns NaN if the file does not give the grid. */
static double
blocks_of (const Trace *trace, uint64_t slice)
{
  const KernelShape shape = kernel_shape_of (trace, slice);
  bool in_work_items;
  double blocks = 1;

  if (!shape.is_known[KERNEL_GRID_X] || !shape.is_known[KERNEL_GRID_Y] || !shape.is_known[KERNEL_GRID_Z])
    return NAN;
  in_work_items = grid_is_in_work_items (trace, slice);
  for (unsigned i = 0; i < 3; i++)
    {
      double extent = (double) shape.number[KERNEL_GRID_X + i], block = 1;

      if (in_work_items)
        {
          if (!shape.is_known[KERNEL_BLOCK_X + i] || shape.number[KERNEL_BLOCK_X + i] == 0)
            return NAN;
          block = (double) shape.number[KERNEL_BLOCK_X + i];
        }
      blocks *= ceil (extent / block);
    }
  return blocks;
}

KernelLoad
kernel_load_of (KernelLoadReader *reader, uint64_t slice, int64_t multiprocessors)
{
  KernelLoad load = { NAN, NAN, false };
  unsigned key;
  double number;

  if (arg_finder_begin (&reader->finder, trace_slices (reader->trace)->args[slice]))
    while (arg_finder_seek (&reader->finder, &key) && take_number (reader, &number))
      {
        if (key == KEY_BLOCKS_PER_SM && number > 0)
          load.blocks_per_sm = number;
        else if (key == KEY_OCCUPANCY && number <= 100)
          load.occupancy = number / 100;
      }
  if (isnan (load.blocks_per_sm) && multiprocessors > 0)
    {
      double blocks = blocks_of (reader->trace, slice);

      if (blocks > 0)
        {
          load.blocks_per_sm = blocks / (double) multiprocessors;
          load.is_computed = true;
        }
    }
  return load;
}
