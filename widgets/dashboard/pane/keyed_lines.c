/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/keyed_lines.h"

#include <glib.h>
#include <string.h>

/* Returns the begin of the line of a key, or NULL. */
static const char *
find_line (const char *text, const char *key)
{
  size_t length = strlen (key);

  for (const char *line = text; line != NULL && *line != '\0';)
    {
      const char *end = strchr (line, '\n');

      if (strncmp (line, key, length) == 0 && line[length] == ' ')
        return line;
      line = end != NULL ? end + 1 : NULL;
    }
  return NULL;
}

char *
keyed_lines_get (const char *text, const char *key)
{
  const char *line = find_line (text, key);

  if (line == NULL)
    return NULL;
  line += strlen (key) + 1;
  char *value = g_utf8_make_valid (line, (gssize) strcspn (line, "\n"));
  if (*value == '\0')
    g_clear_pointer (&value, g_free);
  return value;
}

/* Returns a value that fits into a line. */
static char *
line_of (const char *value, size_t value_max)
{
  char *line = g_strdelimit (g_utf8_make_valid (value, -1), "\r\n\t", ' ');

  if (strlen (line) > value_max)
    {
      const char *end = line + value_max + 1;

      /* Not within a character. */
      *g_utf8_find_prev_char (line, end) = '\0';
    }
  return g_strstrip (line);
}

char *
keyed_lines_with (const char *text, const char *key, const char *value, size_t value_max, size_t text_max)
{
  g_autofree char *added = line_of (value != NULL ? value : "", value_max);
  GString *out = g_string_new (text != NULL ? text : "");
  const char *line = find_line (out->str, key);

  if (line != NULL)
    {
      size_t length = strcspn (line, "\n");

      g_string_erase (out, line - out->str, (gssize) (length + (line[length] == '\n')));
    }
  if (*added != '\0')
    g_string_append_printf (out, "%s%s %s\n", out->len > 0 && out->str[out->len - 1] != '\n' ? "\n" : "", key, added);
  while (out->len > text_max)
    {
      size_t length = strcspn (out->str, "\n");

      g_string_erase (out, 0, (gssize) (length + (out->str[length] == '\n')));
    }
  return g_string_free (out, FALSE);
}
