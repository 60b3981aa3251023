/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/source_place.h"

#include <string.h>

#include "widgets/timeline/rows/slice_stack.h"

#define STACK_FIRST 2
#define STACK_LAST  9
#define STACK_ALL   12

char *
source_place_of_name (const char *name, size_t length)
{
  /* The last "(digits):", as paths may have parentheses. */
  for (size_t end = length; end-- > 2;)
    {
      size_t digits = end - 1, function = end + 1;

      if (name[end - 1] != ')' || name[end] != ':')
        continue;
      while (digits > 0 && g_ascii_isdigit (name[digits - 1]))
        digits--;
      if (digits < 2 || digits == end - 1 || name[digits - 1] != '(')
        continue;
      while (function < length && name[function] == ' ')
        function++;

      g_autofree char *file = g_utf8_make_valid (name, (gssize) digits - 1);
      g_autofree char *what = g_utf8_make_valid (name + function, (gssize) (length - function));
      return g_strdup_printf ("%s:%.*s (%s)", file, (int) (end - 1 - digits), name + digits, what);
    }
  return NULL;
}

static char *
of_frame (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  size_t length;
  const char *name = trace_string (trace, slice_name (slices, slice), &length);

  return slices->kind[slice] == SLICE_PYTHON ? source_place_of_name (name, length) : NULL;
}

char *
source_place_of_slice (const Trace *trace, uint64_t slice)
{
  uint64_t host = slice_stack_host_of (trace, slice);
  SliceStack stack;
  char *place;

  if (host == SLICE_NONE)
    return NULL;
  place = of_frame (trace, host);
  if (place != NULL)
    return place;
  slice_stack_around (trace, host, &stack);
  for (uint32_t i = stack.n; i > 0 && place == NULL; i--)
    place = of_frame (trace, stack.slices[i - 1]);
  return place;
}

char *
source_place_stack (const Trace *trace, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t host = slice_stack_host_of (trace, slice);
  SliceStack stack;

  if (host == SLICE_NONE)
    return NULL;
  slice_stack_around (trace, host, &stack);
  if (stack.n == 0)
    return NULL;
  GString *text = g_string_new (NULL);
  for (uint32_t i = 0; i < stack.n; i++)
    {
      if (i > 0)
        g_string_append (text, " › ");
      if (stack.n > STACK_ALL && i == STACK_FIRST)
        {
          g_string_append (text, "… › ");
          i = stack.n - STACK_LAST;
        }
      g_string_append (text, trace_display_name (trace, slice_name (slices, stack.slices[i])));
    }
  return g_string_free (text, FALSE);
}
