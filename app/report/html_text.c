/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/html_text.h"

#include "trace/text/unit_space.h"

void
html_append_text (GString *out, const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    switch (*at)
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, "&quot;");
        break;
      case '\'':
        g_string_append (out, "&#39;");
        break;
      default:
        g_string_append_c (out, *at);
        break;
      }
}

void
html_append_sentence (GString *out, const char *text)
{
  g_autofree char *firm = unit_space_firm (text);
  g_auto (GStrv) pieces = g_strsplit (firm, "`", -1);

  for (guint i = 0; pieces[i] != NULL; i++)
    {
      /* A tick without its other half is text. */
      if (i % 2 == 1 && pieces[i + 1] == NULL)
        g_string_append_c (out, '`');
      if (i % 2 == 0 || pieces[i + 1] == NULL)
        {
          html_append_text (out, pieces[i]);
          continue;
        }
      g_string_append (out, "<code>");
      html_append_text (out, pieces[i]);
      g_string_append (out, "</code>");
    }
}
