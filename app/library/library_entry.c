/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_entry.h"

#include <stdlib.h>

void
library_entry_set (char **text, const char *value)
{
  char *copy = g_strdup (value != NULL ? value : "");

  g_free (*text);
  *text = copy;
}

LibraryEntry *
library_entry_new (const char *path)
{
  LibraryEntry *entry = g_new0 (LibraryEntry, 1);

  entry->path = g_strdup (path);
  for (char **const *text = (char **const[]){ &entry->display_name, &entry->note, &entry->tags,
                                              &entry->reason, &entry->hardware, NULL };
       *text != NULL; text++)
    library_entry_set (*text, NULL);
  entry->n_ranks = entry->n_steps = entry->created_s = entry->size_bytes = entry->modified_ns = -1;
  return entry;
}

void
library_entry_free (LibraryEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->path);
  g_free (entry->display_name);
  g_free (entry->note);
  g_free (entry->tags);
  g_free (entry->reason);
  g_free (entry->hardware);
  g_free (entry->link);
  g_free (entry);
}

char *
library_tags_tidy (const char *written)
{
  g_auto (GStrv) words = g_strsplit_set (written, " ,;\t\n\r", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GString *tidy = g_string_new (NULL);

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0' && g_hash_table_add (seen, *word))
      g_string_append_printf (tidy, "%s%s", tidy->len > 0 ? " " : "", *word);
  return g_string_free (tidy, FALSE);
}

char *
library_entry_path (const char *path)
{
  char *real = realpath (path, NULL);

  if (real == NULL)
    return g_canonicalize_filename (path, NULL);
  char *copy = g_strdup (real);
  free (real);
  return copy;
}
