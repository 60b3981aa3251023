/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/json_text.h"

#include <math.h>
#include <string.h>

void
json_append_integer (GString *out, int64_t value)
{
  g_string_append_printf (out, "%" G_GINT64_FORMAT, value);
}

void
json_append_unsigned (GString *out, uint64_t value)
{
  g_string_append_printf (out, "%" G_GUINT64_FORMAT, value);
}

void
json_append_real (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      g_string_append (out, "null");
      return;
    }
  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8] = { '%', '.', (char) ('0' + digits / 10), (char) ('0' + digits % 10), 'g', '\0' };

      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  g_string_append (out, text);
}

void
json_append_boolean (GString *out, bool value)
{
  g_string_append (out, value ? "true" : "false");
}

void
json_append_string (GString *out, const char *text, size_t length)
{
  const char *at = text, *end = text + length;

  g_string_append_c (out, '"');
  while (at < end)
    {
      const char *valid_end;

      if ((unsigned char) *at < 0x20 || *at == 0x7f)
        {
          static const char *const short_forms[] = {
            ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t"
          };
          unsigned char c = (unsigned char) *at++;

          if (c <= '\r' && short_forms[c] != NULL)
            g_string_append (out, short_forms[c]);
          else
            g_string_append_printf (out, "\\u%04x", c);
        }
      else if (*at == '"' || *at == '\\')
        {
          g_string_append_c (out, '\\');
          g_string_append_c (out, *at++);
        }
      else if ((unsigned char) *at < 0x80)
        g_string_append_c (out, *at++);
      else
        {
          gunichar c = g_utf8_get_char_validated (at, end - at);

          if (c == (gunichar) -1 || c == (gunichar) -2)
            {
              g_string_append (out, "\xef\xbf\xbd");
              at++;
              continue;
            }
          valid_end = g_utf8_next_char (at);
          /* C1 controls and what reorders text: harmless in JSON, not in the terminal it is printed to. */
          GUnicodeType type = g_unichar_type (c);
          if (c <= 0xffff
              && (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_LINE_SEPARATOR
                  || type == G_UNICODE_PARAGRAPH_SEPARATOR))
            g_string_append_printf (out, "\\u%04x", c);
          else
            g_string_append_len (out, at, valid_end - at);
          at = valid_end;
        }
    }
  g_string_append_c (out, '"');
}
