/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/event_spans.h"

#include <string.h>

/* Behind the opening bracket of the array of events; length if there is none. */
static size_t
find_array (const char *text, size_t length)
{
  static const char key[] = "\"traceEvents\"";
  const char *at = memmem (text, length, key, sizeof key - 1);

  at = at != NULL ? at + sizeof key - 1 : text;
  at = memchr (at, '[', length - (size_t) (at - text));
  return at != NULL ? (size_t) (at - text) + 1 : length;
}

GArray *
event_spans_find (const char *text, size_t length)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (EventSpan));
  EventSpan span = { 0 };
  unsigned depth = 0;
  gboolean in_string = FALSE;

  for (size_t i = find_array (text, length); i < length; i++)
    if (in_string)
      {
        if (text[i] == '\\')
          i++;
        else if (text[i] == '"')
          in_string = FALSE;
      }
    else if (text[i] == '"')
      in_string = TRUE;
    else if (text[i] == '{' || text[i] == '[')
      {
        if (depth++ == 0)
          span.begin = i;
      }
    else if (text[i] == '}' || text[i] == ']')
      {
        if (depth == 0)
          break;
        if (--depth == 0)
          {
            span.end = i + 1;
            g_array_append_val (spans, span);
          }
      }
  return spans;
}

guint
event_spans_count_before (const GArray *spans, size_t end)
{
  guint low = 0, high = spans->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (spans, EventSpan, middle).end <= end)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint
event_spans_count_touching (const GArray *spans, size_t begin, size_t end)
{
  guint first = event_spans_count_before (spans, begin), n = 0;

  for (guint i = first; i < spans->len && g_array_index (spans, EventSpan, i).begin < end; i++)
    n++;
  return n;
}
