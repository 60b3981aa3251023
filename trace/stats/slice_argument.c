/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/slice_argument.h"

#include <string.h>

#include "trace/text/decimal_time.h"

bool
argument_whole (const Arg *arg, int64_t *ret_number)
{
  bool rounded;

  return decimal_to_scaled (arg->text, arg->length, 0, INT64_MAX, ret_number, &rounded) && *ret_number >= 0;
}

bool
argument_is (const Trace *trace, const Arg *arg, const char *key)
{
  size_t length;
  const char *text = trace_string (trace, arg->key, &length);

  return length == strlen (key) && memcmp (text, key, length) == 0;
}
