/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/group_names.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Returns a text of the file for display; g_free (). */
static char *
shown_text (const ProcessGroups *groups, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (groups->texts, id, &length);

  return g_utf8_make_valid (text, (gssize) length);
}

char *
group_names_told (const ProcessGroups *groups, uint32_t group)
{
  const ProcessGroup *at = &groups->groups.at[group];
  g_autofree char *description = shown_text (groups, at->description), *name = shown_text (groups, at->name);

  if (*description != '\0' && *name != '\0' && strcmp (description, name) != 0)
    return g_strdup_printf ("%s %s", description, name);
  if (*description != '\0')
    return g_steal_pointer (&description);
  if (*name == '\0')
    return g_strdup (_ ("Nameless group"));
  /* Translators: a process group that has a number in place of a name. */
  return g_ascii_isdigit (*name) ? g_strdup_printf (_ ("Group %s"), name) : g_steal_pointer (&name);
}

/* ---- the text: "KEY name" in each line ---- */

/* Members may be a thousand numbers, so that the key is a hash of them. */
static char *
key_of (const ProcessGroups *groups, uint32_t group)
{
  const ProcessGroup *at = &groups->groups.at[group];
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA1);
  const uint32_t ids[] = { at->name, at->members };

  for (size_t i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      size_t length;
      const char *text = string_table_get (groups->texts, ids[i], &length);

      g_checksum_update (sum, (const guchar *) text, (gssize) length);
      g_checksum_update (sum, (const guchar *) "", 1);
    }
  return g_strdup (g_checksum_get_string (sum));
}

/* Returns the begin of the line of a key, or NULL. */
static const char *
find_line (const char *names, const char *key)
{
  size_t length = strlen (key);

  for (const char *line = names; line != NULL && *line != '\0';)
    {
      const char *end = strchr (line, '\n');

      if (strncmp (line, key, length) == 0 && line[length] == ' ')
        return line;
      line = end != NULL ? end + 1 : NULL;
    }
  return NULL;
}

char *
group_names_given (const char *names, const ProcessGroups *groups, uint32_t group)
{
  g_autofree char *key = names != NULL ? key_of (groups, group) : NULL;
  const char *line = names != NULL ? find_line (names, key) : NULL;

  if (line == NULL)
    return NULL;
  line += strlen (key) + 1;
  char *name = g_utf8_make_valid (line, (gssize) strcspn (line, "\n"));
  if (*name == '\0')
    g_clear_pointer (&name, g_free);
  return name;
}

char *
group_names_shown (const char *names, const ProcessGroups *groups, uint32_t group)
{
  char *given = group_names_given (names, groups, group);

  return given != NULL ? given : group_names_told (groups, group);
}

/* Returns a name that fits into a line. */
static char *
line_of (const char *name)
{
  char *line = g_strdelimit (g_utf8_make_valid (name, -1), "\r\n\t", ' ');

  if (strlen (line) > GROUP_NAME_MAX)
    {
      const char *end = line + GROUP_NAME_MAX + 1;

      /* Not within a character. */
      *g_utf8_find_prev_char (line, end) = '\0';
    }
  return g_strstrip (line);
}

char *
group_names_with (const char *names, const ProcessGroups *groups, uint32_t group, const char *name)
{
  g_autofree char *key = key_of (groups, group), *added = line_of (name);
  GString *out = g_string_new (names != NULL ? names : "");
  const char *line = find_line (out->str, key);

  if (line != NULL)
    {
      size_t length = strcspn (line, "\n");

      g_string_erase (out, line - out->str, (gssize) (length + (line[length] == '\n')));
    }
  if (*added != '\0')
    g_string_append_printf (out, "%s%s %s\n", out->len > 0 && out->str[out->len - 1] != '\n' ? "\n" : "", key, added);
  while (out->len > GROUP_NAMES_MAX)
    {
      size_t length = strcspn (out->str, "\n");

      g_string_erase (out, 0, (gssize) (length + (out->str[length] == '\n')));
    }
  return g_string_free (out, FALSE);
}
