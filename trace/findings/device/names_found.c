/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/names_found.h"

#include <stdlib.h>
#include <string.h>

uint8_t *
names_found_new (const Trace *trace, bool (*is) (const char *text, size_t length), uint64_t *ret_n)
{
  uint32_t n = trace_n_strings (trace);
  uint8_t *found = calloc ((size_t) n + 1, 1);

  *ret_n = 0;
  for (uint32_t i = 0; found != NULL && i < n; i++)
    {
      size_t length;
      const char *text = trace_string (trace, i, &length);

      found[i] = is (text, length);
      *ret_n += found[i];
    }
  return found;
}

bool
names_found_is_frame (const char *text, const char *file, const char *function)
{
  const char *colon = strstr (text, "): ");
  const char *at = strstr (text, file);

  return colon != NULL && at != NULL && at < colon && at[strlen (file)] == '('
         && strcmp (colon + 3, function) == 0;
}
