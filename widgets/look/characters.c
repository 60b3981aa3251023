/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/characters.h"

#include <glib.h>
#include <string.h>

/* Controls would break lines; the marks that turn the direction of text would let a name rearrange itself. */
static bool
is_shown_as_space (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069);
}

static bool
is_plain (const char *text)
{
  const unsigned char *at = (const unsigned char *) text;

  while (*at >= 0x20 && *at < 0x7f)
    at++;
  return *at == '\0';
}

char *
characters_shown (const char *text)
{
  if (is_plain (text))
    return g_strdup (text);

  char *valid = g_utf8_make_valid (text, -1);
  GString *shown = g_string_sized_new (strlen (valid));

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      g_string_append_unichar (shown, is_shown_as_space (c) ? ' ' : c);
    }
  g_free (valid);
  return g_string_free (shown, FALSE);
}

static bool
is_written_from_right (gunichar character)
{
  switch (g_unichar_get_script (character))
    {
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_NKO:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_THAANA:
      return true;
    default:
      return false;
    }
}

bool
characters_begin_at_right (const char *text)
{
  bool has_letters = false;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_isalpha (g_utf8_get_char (at)))
      {
        if (!is_written_from_right (g_utf8_get_char (at)))
          return false;
        has_letters = true;
      }
  return has_letters;
}
