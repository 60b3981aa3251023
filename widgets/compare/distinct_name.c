/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/distinct_name.h"

#include <stdbool.h>
#include <string.h>

#define SAME_BYTES_MIN 8 /* fewer stay */

static bool
is_between_words (char c)
{
  return c != '\0' && strchr ("_-. /", c) != NULL;
}

/* How many bytes names have in common at their begin, in whole words; and at their end. */
static size_t
same_begin (const char *a, const char *b)
{
  size_t n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  while (n > 0 && !is_between_words (a[n - 1]))
    n--;
  return n;
}

static size_t
same_end (const char *a, const char *b)
{
  size_t n = 0, n_a = strlen (a), n_b = strlen (b);

  while (n < n_a && n < n_b && a[n_a - n - 1] == b[n_b - n - 1])
    n++;
  while (n > 0 && !is_between_words (a[n_a - n]))
    n--;
  return n;
}

char *
distinct_name (const char *name, const char *const *names, guint count)
{
  size_t n = strlen (name), begin = n, end = n;

  for (guint i = 0; i < count; i++)
    {
      if (strcmp (names[i], name) == 0)
        continue;
      begin = MIN (begin, same_begin (name, names[i]));
      end = MIN (end, same_end (name, names[i]));
    }
  begin = begin >= SAME_BYTES_MIN && begin < n ? begin : 0;
  end = end >= SAME_BYTES_MIN && begin + end < n ? end : 0;
  g_autofree char *middle = g_strndup (name + begin, n - begin - end);
  return g_strconcat (begin > 0 ? "…" : "", middle, end > 0 ? "…" : "", NULL);
}
