/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/group_names.h"

#include <glib.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/dashboard/pane/keyed_lines.h"

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

/* ---- the text: keyed lines ---- */

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

char *
group_names_given (const char *names, const ProcessGroups *groups, uint32_t group)
{
  g_autofree char *key = names != NULL ? key_of (groups, group) : NULL;

  return key != NULL ? keyed_lines_get (names, key) : NULL;
}

char *
group_names_shown (const char *names, const ProcessGroups *groups, uint32_t group)
{
  char *given = group_names_given (names, groups, group);

  return given != NULL ? given : group_names_told (groups, group);
}

char *
group_names_with (const char *names, const ProcessGroups *groups, uint32_t group, const char *name)
{
  g_autofree char *key = key_of (groups, group);

  return keyed_lines_with (names, key, name, GROUP_NAME_MAX, GROUP_NAMES_MAX);
}
