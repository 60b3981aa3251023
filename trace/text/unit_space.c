/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/unit_space.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

#define FIRM_SPACE "\u00a0"

static bool
is_unit (const char *word, size_t length)
{
  static const char *const units[] = {
    "ns", "µs", "ms", "s", "min", "h", "d", "%", "bytes", "B", "kB", "MB", "GB", "TB", "PB", "MB/s", "GB/s", "TB/s",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i]) == length && memcmp (units[i], word, length) == 0)
      return true;
  return false;
}

/* Returns the length of the word at a place, without the signs behind it. */
static size_t
word_length (const char *at)
{
  size_t length = strcspn (at, " `");

  while (length > 0 && strchr (".,;:)!?", at[length - 1]) != NULL)
    length--;
  return length;
}

char *
unit_space_firm (const char *sentence)
{
  GString *out = g_string_sized_new (strlen (sentence));
  bool is_name = false;

  for (const char *at = sentence; *at != '\0'; at++)
    {
      is_name ^= *at == '`';
      if (!is_name && *at == ' ' && at > sentence && g_ascii_isdigit (at[-1])
          && is_unit (at + 1, word_length (at + 1)))
        g_string_append (out, FIRM_SPACE);
      else
        g_string_append_c (out, *at);
    }
  return g_string_free (out, FALSE);
}
