/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_name_pattern.h"

#include <glib.h>

bool
step_name_number (const char *text, size_t length, size_t *ret_begin, size_t *ret_end)
{
  size_t end = length, begin;

  while (end > 0 && !g_ascii_isdigit (text[end - 1]))
    end--;
  for (begin = end; begin > 0 && g_ascii_isdigit (text[begin - 1]);)
    begin--;
  *ret_begin = begin;
  *ret_end = end;
  return begin < end && (begin == 0 || !g_ascii_isalpha (text[begin - 1]))
         && (end == length || !g_ascii_isalpha (text[end]));
}

const char *
step_name_pattern_end (const Trace *trace)
{
  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    {
      size_t length;
      const char *text = trace_string (trace, id, &length);

      if (length > 0 && text[length - 1] == '\n')
        return "\\z";
    }
  return "$";
}

/* An empty text has no address to escape from. */
static char *
escape (const char *text, size_t length)
{
  return length > 0 ? g_regex_escape_string (text, (int) length) : g_strdup ("");
}

char *
step_name_pattern (const char *text, size_t length, bool is_numbered, const char *end)
{
  size_t number_begin, number_end;

  if (!is_numbered || !step_name_number (text, length, &number_begin, &number_end))
    {
      g_autofree char *exact = escape (text, length);
      return g_strdup_printf ("^%s%s", exact, end);
    }
  g_autofree char *head = escape (text, number_begin);
  g_autofree char *tail = escape (text + number_end, length - number_end);
  return g_strdup_printf ("^%s([0-9]+)%s%s", head, tail, end);
}
