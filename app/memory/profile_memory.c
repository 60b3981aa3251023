/* SPDX-License-Identifier: Apache-2.0 */

#include "app/memory/profile_memory.h"

#include <string.h>

#include "app/desktop/settings.h"
#include "app/memory/view_text.h"

#define SAVE_AFTER_MS 1000

struct ProfileMemory
{
  ViewState *state; /* which owns it */
  BookmarkList *list;
  Library *library;
  Remembered *now; /* as it is stored, or will be soon */
  guint save_timer;
  bool is_changed[N_REMEMBERED]; /* whether changed says what a bound object has */
  char *changed[N_REMEMBERED];   /* that text; NULL for the default */
};

/* ---- writing ---- */

typedef struct
{
  uint8_t key[TRACE_KEY_BYTES];
  const char *name;     /* of a view; NULL: bookmarks */
  char *value;          /* of a view; of a bookmark its id, to remove it */
  GPtrArray *bookmarks; /* to store */
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->value);
  g_clear_pointer (&change->bookmarks, g_ptr_array_unref);
  g_free (change);
}

static void
write_change (Library *library, gpointer data)
{
  const Change *change = data;

  if (change->name != NULL)
    library_set_view (library, change->key, change->name, change->value);
  else if (change->bookmarks != NULL)
    library_set_bookmarks (library, change->key, change->bookmarks);
  else
    library_remove_bookmark (library, change->key, change->value);
}

static void
push (ProfileMemory *memory, Change change)
{
  memcpy (change.key, memory->now->key, TRACE_KEY_BYTES);
  library_later (memory->library, write_change, g_memdup2 (&change, sizeof change), change_free);
}

/* Takes value. */
static void
remember (ProfileMemory *memory, RememberedView view, char *value)
{
  char **now = &memory->now->views[view];

  if (g_strcmp0 (*now, value) == 0 || !settings_remember_views ())
    {
      g_free (value);
      return;
    }
  g_free (*now);
  *now = value;
  push (memory, (Change){ .name = remembered_name (view), .value = g_strdup (value) });
}

static void
save (ProfileMemory *memory)
{
  g_clear_handle_id (&memory->save_timer, g_source_remove);
  remember (memory, REMEMBERED_SPAN, view_text_of_span (memory->state));
  remember (memory, REMEMBERED_SELECTION, view_text_of_selection (memory->state));
  remember (memory, REMEMBERED_MARKS, view_text_of_marks (memory->state));
  remember (memory, REMEMBERED_RANKS, view_text_of_ranks (memory->state));
}

static gboolean
save_now (gpointer user_data)
{
  ProfileMemory *memory = user_data;

  memory->save_timer = 0;
  save (memory);
  return G_SOURCE_REMOVE;
}

/* ---- following ---- */

static void
state_changed (ViewState *state, guint changes, ProfileMemory *memory)
{
  (void) state;
  if ((changes & (VIEW_CHANGED_SPAN | VIEW_CHANGED_SELECTION | VIEW_CHANGED_MARKS | VIEW_CHANGED_RANKS))
      && memory->save_timer == 0)
    memory->save_timer = g_timeout_add (SAVE_AFTER_MS, save_now, memory);
}

static void
bookmarks_stored (BookmarkList *list, GPtrArray *items, ProfileMemory *memory)
{
  GPtrArray *bookmarks = g_ptr_array_new_full (items->len, (GDestroyNotify) bookmark_free);
  (void) list;

  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (bookmarks, bookmark_copy (bookmark_item_get (items->pdata[i])));
  push (memory, (Change){ .bookmarks = bookmarks });
}

static void
bookmark_removed (BookmarkList *list, BookmarkItem *item, ProfileMemory *memory)
{
  (void) list;
  push (memory, (Change){ .value = g_strdup (bookmark_item_get (item)->id) });
}

/* The state is going; the list may stay with somebody. */
static void
profile_memory_free (gpointer data)
{
  ProfileMemory *memory = data;

  g_clear_handle_id (&memory->save_timer, g_source_remove);
  g_signal_handlers_disconnect_by_data (memory->list, memory);
  g_object_unref (memory->list);
  remembered_free (memory->now);
  for (size_t i = 0; i < G_N_ELEMENTS (memory->changed); i++)
    g_free (memory->changed[i]);
  g_free (memory);
}

static void
apply (ViewState *state, const Remembered *remembered)
{
  if (remembered->views[REMEMBERED_SELECTION] != NULL)
    view_text_apply_selection (state, remembered->views[REMEMBERED_SELECTION]);
  /* Selecting adds a rank that need not have been chosen. */
  if (remembered->views[REMEMBERED_RANKS] != NULL)
    view_text_apply_ranks (state, remembered->views[REMEMBERED_RANKS]);
  if (remembered->views[REMEMBERED_MARKS] != NULL)
    view_text_apply_marks (state, remembered->views[REMEMBERED_MARKS]);
  if (remembered->views[REMEMBERED_SPAN] != NULL)
    view_text_apply_span (state, remembered->views[REMEMBERED_SPAN]);
}

ProfileMemory *
profile_memory_attach (ViewState *state, Library *library, Remembered *remembered)
{
  ProfileMemory *memory = g_new0 (ProfileMemory, 1);
  BookmarkList *list = view_state_bookmarks (state);

  memory->state = state;
  memory->list = g_object_ref (list);
  memory->library = library;
  memory->now = remembered;
  bookmark_list_load (list, remembered->bookmarks);
  if (settings_remember_views ())
    apply (state, remembered);
  g_object_set_data_full (G_OBJECT (state), "profile-memory", memory, profile_memory_free);
  g_signal_connect (state, "changed", G_CALLBACK (state_changed), memory);
  g_signal_connect (list, "stored", G_CALLBACK (bookmarks_stored), memory);
  g_signal_connect (list, "removed", G_CALLBACK (bookmark_removed), memory);
  return memory;
}

ProfileMemory *
profile_memory_of (ViewState *state)
{
  return g_object_get_data (G_OBJECT (state), "profile-memory");
}

void
profile_memory_save (ViewState *state)
{
  ProfileMemory *memory = profile_memory_of (state);

  if (memory != NULL)
    save (memory);
}

void
profile_memory_carry (ViewState *from, ViewState *to)
{
  BookmarkList *list = view_state_bookmarks (from);
  const uint8_t *key = trace_profile_key (view_state_profile (from)->trace);

  /* What is known by a key is found by it. */
  for (int i = 0; i < TRACE_KEY_BYTES; i++)
    if (key[i] != 0)
      return;
  g_autoptr (GPtrArray) bookmarks = g_ptr_array_new ();
  for (guint i = 0; i < bookmark_list_count (list); i++)
    g_ptr_array_add (bookmarks, (gpointer) bookmark_item_get (bookmark_list_at (list, i)));
  bookmark_list_merge (view_state_bookmarks (to), bookmarks);
}

/* ---- texts of others ---- */

char *
profile_memory_text (ViewState *state, RememberedView view)
{
  const ProfileMemory *memory = profile_memory_of (state);

  if (memory == NULL)
    return NULL;
  if (memory->is_changed[view])
    return g_strdup (memory->changed[view]);
  return settings_remember_views () ? g_strdup (memory->now->views[view]) : NULL;
}

typedef struct
{
  ViewState *state; /* referenced */
  RememberedView view;
} Binding;

static void
binding_free (gpointer data, GClosure *closure)
{
  Binding *binding = data;
  (void) closure;

  g_object_unref (binding->state);
  g_free (binding);
}

static void
property_changed (GObject *object, GParamSpec *property, Binding *binding)
{
  ProfileMemory *memory = profile_memory_of (binding->state);
  char *value;

  if (memory == NULL)
    return;
  g_object_get (object, property->name, &value, NULL);
  if (value != NULL && *value == '\0')
    g_clear_pointer (&value, g_free);
  g_free (memory->changed[binding->view]);
  memory->changed[binding->view] = g_strdup (value);
  memory->is_changed[binding->view] = true;
  remember (memory, binding->view, value);
}

void
profile_memory_bind (ViewState *state, RememberedView view, gpointer object, const char *property)
{
  ProfileMemory *memory = profile_memory_of (state);
  g_autofree char *signal = g_strconcat ("notify::", property, NULL);
  Binding *binding;

  if (memory == NULL)
    return;
  if (!memory->is_changed[view])
    {
      memory->changed[view] = settings_remember_views () ? g_strdup (memory->now->views[view]) : NULL;
      memory->is_changed[view] = true;
    }
  if (memory->now->views[view] != NULL && settings_remember_views ())
    g_object_set (object, property, memory->now->views[view], NULL);
  binding = g_new (Binding, 1);
  *binding = (Binding){ g_object_ref (state), view };
  g_signal_connect_data (object, signal, G_CALLBACK (property_changed), binding, binding_free, 0);
}
