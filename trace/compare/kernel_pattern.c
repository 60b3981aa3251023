/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/kernel_pattern.h"

#include <glib.h>
#include <string.h>

bool
kernel_pattern_matches (const char *pattern, const char *name, size_t length)
{
  const char *star = NULL, *end = name + length, *after_star = name;

  while (name < end)
    {
      if (*pattern == '*')
        {
          star = pattern++;
          after_star = name;
        }
      else if (*pattern != '\0' && (*pattern == '?' || *pattern == *name))
        {
          pattern++;
          name++;
        }
      else if (star != NULL)
        {
          pattern = star + 1;
          name = ++after_star;
        }
      else
        return false;
    }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

char *
kernel_pattern_meant (const char *pattern, const CompareSide *side)
{
  const CompareRows *rows = compare_side_rows (side, ROWS_KERNELS);
  uint32_t best = TRACE_NONE;
  size_t length;
  const char *text;

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      const char *shown = trace_display_name (rows->trace, rows->rows.at[row].text);

      if (kernel_pattern_matches (pattern, shown, strlen (shown))
          && (best == TRACE_NONE || rows->rows.at[row].total_ns > rows->rows.at[best].total_ns))
        best = row;
    }
  if (best == TRACE_NONE)
    return NULL;
  text = compare_rows_text (rows, best, &length);
  return g_utf8_make_valid (text, (gssize) length);
}
