/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/query_memory.h"

#include <string.h>

#include "app/desktop/settings.h"

char **
query_memory_history (void)
{
  g_autoptr (GVariant) history = settings_value (SETTINGS_QUERY_HISTORY, "as");

  return g_variant_dup_strv (history, NULL);
}

void
query_memory_add (const char *sql)
{
  g_auto (GStrv) before = query_memory_history ();
  g_autofree char *text = g_strstrip (g_strdup (sql));
  GVariantBuilder builder;
  int n = 1;

  if (text[0] == '\0' || strlen (text) > QUERY_REMEMBERED_BYTES_MAX)
    return;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("as"));
  g_variant_builder_add (&builder, "s", text);
  for (char **query = before; *query != NULL && n < QUERY_HISTORY_MAX; query++)
    if (!g_str_equal (*query, text))
      {
        g_variant_builder_add (&builder, "s", *query);
        n++;
      }
  settings_set_value (SETTINGS_QUERY_HISTORY, g_variant_builder_end (&builder));
}

/* ---- by name ---- */

static void
saved_free (gpointer data)
{
  SavedQuery *saved = data;

  g_free (saved->name);
  g_free (saved->sql);
  g_free (saved);
}

static SavedQuery *
saved_new (const char *name, const char *sql)
{
  SavedQuery *saved = g_new (SavedQuery, 1);

  *saved = (SavedQuery){ g_strdup (name), g_strdup (sql) };
  return saved;
}

GPtrArray *
query_memory_saved (void)
{
  g_autoptr (GVariant) all = settings_value (SETTINGS_SAVED_QUERIES, "a(ss)");
  GPtrArray *saved = g_ptr_array_new_with_free_func (saved_free);
  GVariantIter iter;
  const char *name, *sql;

  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "(&s&s)", &name, &sql))
    g_ptr_array_add (saved, saved_new (name, sql));
  return saved;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const SavedQuery *const *x = a, *const *y = b;

  return g_utf8_collate ((*x)->name, (*y)->name);
}

static void
store (GPtrArray *saved)
{
  GVariantBuilder builder;

  g_ptr_array_sort (saved, compare_names);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(ss)"));
  for (guint i = 0; i < saved->len; i++)
    {
      const SavedQuery *query = saved->pdata[i];

      g_variant_builder_add (&builder, "(ss)", query->name, query->sql);
    }
  settings_set_value (SETTINGS_SAVED_QUERIES, g_variant_builder_end (&builder));
}

static void
drop (GPtrArray *saved, const char *name)
{
  for (guint i = saved->len; i-- > 0;)
    if (g_str_equal (((const SavedQuery *) saved->pdata[i])->name, name))
      g_ptr_array_remove_index (saved, i);
}

void
query_memory_save (const char *name, const char *sql)
{
  g_autoptr (GPtrArray) saved = query_memory_saved ();

  if (strlen (sql) > QUERY_REMEMBERED_BYTES_MAX)
    return;
  drop (saved, name);
  g_ptr_array_add (saved, saved_new (name, sql));
  store (saved);
}

void
query_memory_remove (const char *name)
{
  g_autoptr (GPtrArray) saved = query_memory_saved ();

  drop (saved, name);
  store (saved);
}

void
query_memory_follow_saved (GObject *object, GCallback changed)
{
  settings_follow (SETTINGS_SAVED_QUERIES, object, changed);
}
