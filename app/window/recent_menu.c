/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/recent_menu.h"

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include "app/opening/recents.h"

#define N_SHOWN         10
#define N_ASKED         50 /* of which some may be gone */
#define LABEL_CHARS_MAX 48

#define KEY_MENU "recent-menu"

/* Kept with the menu. */
typedef struct
{
  GMenu *menu;        /* borrowed */
  GPtrArray *recents; /* RecentProfile */
  GHashTable *gone;   /* set of paths, as the last answer was */
  bool is_asking;     /* a thread waits for files, if need be for ever */
  bool asks_again;    /* the list has changed since then */
} RecentMenu;

static void
recent_menu_free (gpointer data)
{
  RecentMenu *self = data;

  g_ptr_array_unref (self->recents);
  g_hash_table_unref (self->gone);
  g_free (self);
}

/* A menu is as wide as its longest label. */
static char *
without_middle (const char *text)
{
  glong length = g_utf8_strlen (text, -1);

  if (length <= LABEL_CHARS_MAX)
    return g_strdup (text);
  g_autofree char *begin = g_utf8_substring (text, 0, LABEL_CHARS_MAX / 2);
  return g_strconcat (begin, "…", g_utf8_offset_to_pointer (text, length - LABEL_CHARS_MAX / 2 + 1), NULL);
}

/* An underscore in a menu label marks the next letter as its key, so it is doubled. */
static char *
menu_label (const char *text)
{
  g_autofree char *shown = without_middle (text);
  g_auto (GStrv) parts = g_strsplit (shown, "_", -1);

  return g_strjoinv ("__", parts);
}

static GMenuItem *
item_new (const RecentProfile *recent)
{
  g_autofree char *label = menu_label (recent->name);
  GMenuItem *item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, "win.open-path", g_variant_new_bytestring (recent->path));
  return item;
}

static void
fill (RecentMenu *self)
{
  guint n = 0;

  g_menu_remove_all (self->menu);
  for (guint i = 0; i < self->recents->len && n < N_SHOWN; i++)
    {
      const RecentProfile *recent = self->recents->pdata[i];

      if (g_hash_table_contains (self->gone, recent->path))
        continue;
      g_autoptr (GMenuItem) item = item_new (recent);
      g_menu_append_item (self->menu, item);
      n++;
    }
}

/* ---- which are gone ---- */

/* What cannot be reached may come back. */
static bool
is_gone (const char *path)
{
  return access (path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

static void
ask_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const GPtrArray *paths = data;
  GHashTable *gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  (void) source;
  (void) cancellable;

  for (guint i = 0; i < paths->len; i++)
    if (is_gone (paths->pdata[i]))
      g_hash_table_add (gone, g_strdup (paths->pdata[i]));
  g_task_return_pointer (task, gone, (GDestroyNotify) g_hash_table_unref);
}

static void ask (RecentMenu *self);

static void
take_answer (GObject *menu, GAsyncResult *result, gpointer data)
{
  RecentMenu *self = g_object_get_data (menu, KEY_MENU);
  (void) data;

  g_hash_table_unref (self->gone);
  self->gone = g_task_propagate_pointer (G_TASK (result), NULL);
  self->is_asking = false;
  fill (self);
  if (self->asks_again)
    ask (self);
}

static void
ask (RecentMenu *self)
{
  self->asks_again = self->is_asking;
  if (self->is_asking || self->recents->len == 0)
    return;
  g_autoptr (GTask) task = g_task_new (self->menu, NULL, take_answer, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->recents->len; i++)
    g_ptr_array_add (paths, g_strdup (((RecentProfile *) self->recents->pdata[i])->path));
  self->is_asking = true;
  g_task_set_task_data (task, paths, (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, ask_in_thread);
}

/* ---- the menu ---- */

static void
follow (GMenu *menu)
{
  RecentMenu *self = g_object_get_data (G_OBJECT (menu), KEY_MENU);

  g_ptr_array_unref (self->recents);
  self->recents = recents_list (N_ASKED);
  fill (self);
  ask (self);
}

GMenu *
recent_menu_new (void)
{
  RecentMenu *self = g_new0 (RecentMenu, 1);

  self->menu = g_menu_new ();
  self->recents = g_ptr_array_new ();
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_object_set_data_full (G_OBJECT (self->menu), KEY_MENU, self, recent_menu_free);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (follow), self->menu,
                           G_CONNECT_SWAPPED);
  follow (self->menu);
  return self->menu;
}
