/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/classify/kernel_shape.h"

#include <string.h>

#include "trace/text/decimal_time.h"

/* This many digits always fit. */
#define DIGITS_MAX 18

/* Reads a whole number that is not negative. */
static bool
read_number (const char *text, size_t length, int64_t *ret_number)
{
  int64_t number = 0;
  size_t i = 0;
  bool rounded;

  /* Nearly all numbers are plain digits. */
  for (; i < length && length <= DIGITS_MAX && g_ascii_isdigit (text[i]); i++)
    number = number * 10 + (text[i] - '0');
  if (i == length && length > 0)
    {
      *ret_number = number;
      return true;
    }
  return decimal_to_scaled (text, length, 0, INT64_MAX, ret_number, &rounded) && !rounded && *ret_number >= 0;
}

static void
set_number (KernelShape *shape, KernelNumber which, const char *text, size_t length)
{
  int64_t number;

  if (shape->is_known[which] || !read_number (text, length, &number))
    return;
  shape->is_known[which] = true;
  shape->number[which] = number;
}

/* "[1, 2, 3]": first, first + 1, first + 2. */
static void
set_three (KernelShape *shape, KernelNumber first, const char *text, size_t length)
{
  const char *at = text, *end = text + length;

  if (at == end || *at++ != '[')
    return;
  for (unsigned i = 0; i < 3; i++)
    {
      while (at < end && g_ascii_isspace (*at))
        at++;
      const char *begin = at;
      while (at < end && *at != ',' && *at != ']' && !g_ascii_isspace (*at))
        at++;
      set_number (shape, first + i, begin, (size_t) (at - begin));
      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at == end || *at++ != ',')
        return;
    }
}

typedef enum
{
  KEY_GRID,
  KEY_BLOCK,
  KEY_REGISTERS,
  KEY_SHARED,
  N_KEYS
} ShapeKey;

static const char *const keys[N_KEYS] = {
  [KEY_GRID] = "grid",
  [KEY_BLOCK] = "block",
  [KEY_REGISTERS] = "registers per thread",
  [KEY_SHARED] = "shared memory",
};

/* Adds what is not known yet. Returns false if memory runs out. */
static bool
add_arguments (KernelShape *shape, ArgFinder *finder, uint64_t args)
{
  static const KernelNumber firsts[N_KEYS] = {
    [KEY_GRID] = KERNEL_GRID_X,
    [KEY_BLOCK] = KERNEL_BLOCK_X,
    [KEY_REGISTERS] = KERNEL_REGISTERS,
    [KEY_SHARED] = KERNEL_SHARED_BYTES,
  };
  unsigned key;
  Arg arg;

  if (arg_finder_begin (finder, args))
    while (arg_finder_next (finder, &key, &arg))
      {
        if (key == KEY_GRID || key == KEY_BLOCK)
          set_three (shape, firsts[key], arg.text, arg.length);
        else
          set_number (shape, firsts[key], arg.text, arg.length);
      }
  return !finder->iter.ran_out;
}

void
kernel_shape_reader_init (KernelShapeReader *reader, const Trace *trace)
{
  reader->trace = trace;
  arg_finder_init (&reader->kernel, trace, keys, N_KEYS);
  arg_finder_init (&reader->call, trace, keys, N_KEYS);
}

void
kernel_shape_reader_clear (KernelShapeReader *reader)
{
  arg_finder_clear (&reader->kernel);
  arg_finder_clear (&reader->call);
}

bool
kernel_shape_raw (KernelShapeReader *reader,
                  uint64_t slice,
                  uint8_t raw[KERNEL_SHAPE_RAW_BYTES],
                  size_t *ret_n)
{
  ArgFinder *finder = &reader->kernel;
  unsigned key;
  size_t n = 0;

  if (!arg_finder_begin (finder, trace_slices (reader->trace)->args[slice]))
    return false;
  while (arg_finder_seek (finder, &key))
    {
      const uint8_t *value = finder->iter.at;

      if (!arg_iter_skip (&finder->iter))
        return false;
      size_t n_bytes = (size_t) (finder->iter.at - value);
      if (n_bytes >= KERNEL_SHAPE_RAW_BYTES - n)
        return false;
      raw[n++] = (uint8_t) key;
      memcpy (raw + n, value, n_bytes);
      n += n_bytes;
    }
  *ret_n = n;
  return true;
}

bool
kernel_shape_is_own (const KernelShape *shape)
{
  return shape->is_known[KERNEL_GRID_X] && shape->is_known[KERNEL_SHARED_BYTES];
}

bool
kernel_shape_read (KernelShapeReader *reader, uint64_t slice, KernelShape *ret_shape)
{
  const SliceColumns *slices = trace_slices (reader->trace);
  uint64_t first;

  *ret_shape = (KernelShape){ 0 };
  if (!add_arguments (ret_shape, &reader->kernel, slices->args[slice]))
    return false;
  if (kernel_shape_is_own (ret_shape))
    return true;

  /* A call that launches several kernels, such as a graph, does not describe any single one. */
  uint64_t launch = trace_launch_of (reader->trace, slice);
  return launch == SLICE_NONE || trace_flows_from (reader->trace, launch, &first) != 1
         || add_arguments (ret_shape, &reader->call, slices->args[launch]);
}

KernelShape
kernel_shape_of (const Trace *trace, uint64_t slice)
{
  KernelShapeReader reader;
  KernelShape shape;

  kernel_shape_reader_init (&reader, trace);
  if (!kernel_shape_read (&reader, slice, &shape))
    shape = (KernelShape){ 0 };
  kernel_shape_reader_clear (&reader);
  return shape;
}
