/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/svg_ids.h"

#include <string.h>

#define WORD "surface"

/* Its number in the document; numbers holds those of Cairo in order of appearance. */
static guint
place_of (GArray *numbers, guint64 number)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint64, i) == number)
      return i + 1;
  g_array_append_val (numbers, number);
  return numbers->len;
}

GString *
svg_ids_renumber (const char *svg, size_t length)
{
  GString *renumbered = g_string_sized_new (length + 64);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  const char *at = svg, *end = svg + length, *word;

  while ((word = memmem (at, (size_t) (end - at), WORD, strlen (WORD))) != NULL)
    {
      const char *digits = word + strlen (WORD);
      guint64 number = 0;

      g_string_append_len (renumbered, at, digits - at);
      at = digits;
      while (at < end && g_ascii_isdigit (*at))
        number = number * 10 + (guint64) (*at++ - '0');
      if (at > digits)
        g_string_append_printf (renumbered, "%u", place_of (numbers, number));
    }
  g_string_append_len (renumbered, at, end - at);
  g_array_unref (numbers);
  return renumbered;
}
