/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/kernel_shape.h"

#include <string.h>

#include "trace/decimal_time.h"

static void
set_number (KernelShape *shape, KernelNumber which, const char *text, size_t length)
{
  int64_t number;
  bool rounded;

  if (shape->is_known[which] || !decimal_to_scaled (text, length, 0, INT64_MAX, &number, &rounded) || rounded
      || number < 0)
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

/* What is known already stays. */
static void
add_arguments (KernelShape *shape, const Trace *trace, uint64_t slice)
{
  static const struct
  {
    const char *key;
    KernelNumber first;
  } keys[] = {
    { "grid", KERNEL_GRID_X },
    { "block", KERNEL_BLOCK_X },
    { "registers per thread", KERNEL_REGISTERS },
    { "shared memory", KERNEL_SHARED_BYTES },
  };
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return;
  while (arg_iter_next (&iter, &arg))
    {
      size_t length;
      const char *key = trace_string (trace, arg.key, &length);

      for (size_t k = 0; k < G_N_ELEMENTS (keys); k++)
        if (strlen (keys[k].key) == length && memcmp (keys[k].key, key, length) == 0)
          {
            if (keys[k].first == KERNEL_GRID_X || keys[k].first == KERNEL_BLOCK_X)
              set_three (shape, keys[k].first, arg.text, arg.length);
            else
              set_number (shape, keys[k].first, arg.text, arg.length);
          }
    }
  arg_iter_clear (&iter);
}

KernelShape
kernel_shape_of (const Trace *trace, uint64_t slice)
{
  KernelShape shape = { 0 };
  uint64_t first;

  add_arguments (&shape, trace, slice);
  if (shape.is_known[KERNEL_GRID_X] && shape.is_known[KERNEL_SHARED_BYTES])
    return shape;

  /* A call that launches several, such as a graph, says nothing of one. */
  uint64_t launch = trace_launch_of (trace, slice);
  if (launch != SLICE_NONE && trace_flows_from (trace, launch, &first) == 1)
    add_arguments (&shape, trace, launch);
  return shape;
}
