/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/markdown_text.h"

#include <stdbool.h>
#include <string.h>

/* In a code span a backslash means itself, but a table is parted first: a bar needs one before it, and one that stands before
 * a bar already needs another. */
char *
markdown_code_cell (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '\\' && at[strspn (at, "\\")] == '|')
        g_string_append_c (out, '\\');
      if (*at == '|')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *at == '`' ? '\'' : *at);
    }
  return g_strdup (out->str);
}

void
markdown_append_sentence (GString *out, const char *text)
{
  g_auto (GStrv) pieces = g_strsplit (text, "`", -1);

  /* A line that begins so is an item of a list. */
  if ((*text == '-' || *text == '+') && text[1] == ' ')
    g_string_append_c (out, '\\');
  for (guint i = 0; pieces[i] != NULL; i++)
    {
      /* A tick without its other half is text. */
      bool is_code = i % 2 == 1 && pieces[i + 1] != NULL && *pieces[i] != '\0';

      if (is_code)
        {
          g_autofree char *code = markdown_code_cell (pieces[i]);
          g_string_append_printf (out, "`%s`", code);
          continue;
        }
      if (i % 2 == 1 && pieces[i + 1] == NULL)
        g_string_append (out, "\\`");
      for (const char *at = pieces[i]; *at != '\0'; at++)
        {
          /* Inside of a word an underscore is one. */
          bool is_in_word = *at == '_' && at > pieces[i] && g_ascii_isalnum (at[-1]) && g_ascii_isalnum (at[1]);

          if (strchr ("\\*_[]<>&#|~", *at) != NULL && !is_in_word)
            g_string_append_c (out, '\\');
          g_string_append_c (out, *at);
        }
    }
}
