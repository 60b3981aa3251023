/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/arg_key_find.h"

#include <string.h>

#include "trace/model/trace_private.h"

bool
arg_key_is_in (const Trace *trace, const char *key)
{
  size_t length = strlen (key);

  /* Node 0 is the empty list. */
  for (uint32_t node = 1; node < arg_keys_count (trace->arg_keys); node++)
    {
      size_t n;
      const char *text = trace_string (trace, arg_keys_key (trace->arg_keys, node), &n);

      if (n == length && memcmp (text, key, n) == 0)
        return true;
    }
  return false;
}
