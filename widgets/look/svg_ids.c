/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/svg_ids.h"

#include <string.h>

/* What Cairo writes before such numbers. An image has its quote or mark with it: its data, in Base64, has neither. */
static const char *const words[] = { "surface", "\"image", "#image" };

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

/* Returns the end of the word that begins there, or NULL. */
static const char *
end_of_word (const char *at, const char *end)
{
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    {
      size_t length = strlen (words[i]);

      if (*at == *words[i] && (size_t) (end - at) >= length && memcmp (at, words[i], length) == 0)
        return at + length;
    }
  return NULL;
}

GString *
svg_ids_renumber (const char *svg, size_t length)
{
  GString *renumbered = g_string_sized_new (length + 64);
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  const char *at = svg, *end = svg + length, *written = svg;

  while (at < end)
    {
      const char *digits = end_of_word (at, end);
      guint64 number = 0;

      if (digits == NULL)
        {
          at++;
          continue;
        }
      g_string_append_len (renumbered, written, digits - written);
      at = digits;
      while (at < end && g_ascii_isdigit (*at))
        number = number * 10 + (guint64) (*at++ - '0');
      if (at > digits)
        g_string_append_printf (renumbered, "%u", place_of (numbers, number));
      written = at;
    }
  g_string_append_len (renumbered, written, end - written);
  g_array_unref (numbers);
  return renumbered;
}
