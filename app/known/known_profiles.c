/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_profiles.h"

#include "app/known/folder_watch.h"
#include "app/known/known_file.h"
#include "app/known/known_look.h"
#include "app/library/library_entries.h"

#define POLL_MS 500  /* for changes by other programs */
#define GROW_MS 2000 /* for files that grow, and what a look left for the next one */

/* Looks because of changes take at most a tenth of the time, but one comes within a minute. */
#define PAUSE_SHARE  10
#define PAUSE_US_MIN (1 * G_USEC_PER_SEC)
#define PAUSE_US_MAX (60 * G_USEC_PER_SEC)

struct _KnownProfiles
{
  GObject parent_instance;

  Library *library;
  GPtrArray *list;    /* KnownProfile, those that are not removed */
  GHashTable *places; /* path -> place in list + 1 */
  GPtrArray *folders; /* char * */
  GHashTable *unsaved; /* path -> KnownWords */
  int64_t revision;   /* of the library, that list is up to */
  int64_t elsewhere;  /* library_changed_elsewhere () at that time */
  bool is_read, is_stored, was_bounded;

  guint n_watchers;
  FolderWatch *watch;
  LookMemory *memory;      /* of whoever looks */
  guint poll, grow, pause; /* timers */
  bool is_reading, reads_again, reads_all;
  bool is_looking, looks_again, looks_soon;
  gint64 look_began_us, rests_until_us;

  GPtrArray *looked; /* folders that the last look was for; NULL: none has ended */
  GPtrArray *listed; /* those of the last look whose profiles are in list; NULL likewise */
};

G_DEFINE_FINAL_TYPE (KnownProfiles, known_profiles, G_TYPE_OBJECT)

static guint changed_signal;

static void read_library (KnownProfiles *known, bool forced);
static void look (KnownProfiles *known);
static void look_soon (KnownProfiles *known);

/* ---- reading the library ---- */

typedef struct
{
  Library *library;
  int64_t revision, elsewhere;
  GPtrArray *looked; /* NULL: into none */
  bool forced;

  bool is_new; /* and what follows is there */
  bool is_stored;
  GPtrArray *changed; /* KnownProfile, removed ones included */
  GPtrArray *folders;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_clear_pointer (&reading->changed, g_ptr_array_unref);
  g_clear_pointer (&reading->folders, g_ptr_array_unref);
  g_clear_pointer (&reading->looked, g_ptr_array_unref);
  g_free (reading);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  int64_t elsewhere = library_changed_elsewhere (reading->library);
  (void) source;
  (void) cancellable;

  reading->is_new = reading->forced || elsewhere != reading->elsewhere;
  reading->elsewhere = elsewhere;
  if (reading->is_new)
    {
      g_autoptr (GPtrArray) entries = library_entries (reading->library, reading->revision);

      reading->changed = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);
      for (guint i = 0; i < entries->len; i++)
        {
          reading->revision = MAX (reading->revision, ((LibraryEntry *) entries->pdata[i])->revision);
          g_ptr_array_add (reading->changed, known_profile_new (entries->pdata[i]));
        }
      g_ptr_array_set_free_func (entries, NULL);
      reading->folders = library_folders (reading->library);
      reading->is_stored = library_is_stored (reading->library);
    }
  g_task_return_boolean (task, TRUE);
}

/* Takes the profile that is at the place out of the list; the last one moves there. */
static void
take_out (KnownProfiles *known, guint place)
{
  KnownProfile *removed = known->list->pdata[place];
  KnownProfile *last = known->list->pdata[known->list->len - 1];

  g_hash_table_remove (known->places, removed->entry->path);
  if (last != removed)
    g_hash_table_insert (known->places, last->entry->path, GUINT_TO_POINTER (place + 1));
  g_ptr_array_remove_index_fast (known->list, place);
}

static void
put_in (KnownProfiles *known, KnownProfile *profile)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known->places, profile->entry->path));

  if (place > 0)
    take_out (known, place - 1);
  if (profile->entry->is_removed)
    return;
  g_ptr_array_add (known->list, known_profile_ref (profile));
  g_hash_table_insert (known->places, profile->entry->path, GUINT_TO_POINTER (known->list->len));
}

static bool
are_same (const GPtrArray *a, const GPtrArray *b)
{
  bool are = a->len == b->len;

  for (guint i = 0; are && i < a->len; i++)
    are = g_str_equal (a->pdata[i], b->pdata[i]);
  return are;
}

static void
take_reading (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (KnownProfiles) known = data;
  Reading *reading = g_task_get_task_data (G_TASK (result));
  (void) object;

  known->is_reading = false;
  known->elsewhere = reading->elsewhere;
  if (reading->is_new)
    {
      bool was_looking = known_profiles_is_looking (known);
      bool has_other_folders = !are_same (known->folders, reading->folders);
      bool has_changed = !known->is_read || reading->changed->len > 0 || has_other_folders;

      g_clear_pointer (&known->listed, g_ptr_array_unref);
      known->listed = g_steal_pointer (&reading->looked);

      known->is_read = true;
      known->is_stored = reading->is_stored;
      known->revision = reading->revision;
      for (guint i = 0; i < reading->changed->len; i++)
        put_in (known, reading->changed->pdata[i]);
      g_ptr_array_unref (known->folders);
      known->folders = g_steal_pointer (&reading->folders);
      if (has_changed || was_looking != known_profiles_is_looking (known))
        g_signal_emit (known, changed_signal, 0);
      if (has_other_folders && !known->is_looking)
        look (known);
    }
  if (known->reads_again)
    read_library (known, known->reads_all);
}

/* forced: also after changes of our own. */
static void
read_library (KnownProfiles *known, bool forced)
{
  known->reads_again = known->is_reading;
  if (known->is_reading)
    {
      known->reads_all |= forced;
      return;
    }
  g_autoptr (GTask) task = g_task_new (NULL, NULL, take_reading, g_object_ref (known));
  Reading *reading = g_new0 (Reading, 1);

  *reading = (Reading){
    .library = known->library,
    .revision = known->revision,
    .elsewhere = known->elsewhere,
    .looked = known->looked != NULL ? g_ptr_array_ref (known->looked) : NULL,
    .forced = forced,
  };
  known->is_reading = true;
  known->reads_all = false;
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

/* ---- looking at files ---- */

typedef struct
{
  Library *library;
  LookMemory *memory;
} Looking;

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Looking *looking = data;
  (void) source;
  (void) cancellable;

  g_task_return_pointer (task, known_look_new (looking->library, looking->memory),
                         (GDestroyNotify) known_look_free);
}

static gboolean
look_at_growing (gpointer data)
{
  KnownProfiles *known = data;

  known->grow = 0;
  look_soon (known);
  return G_SOURCE_REMOVE;
}

static void
take_look (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (KnownProfiles) known = data;
  KnownLook *done = g_task_propagate_pointer (G_TASK (result), NULL);
  bool was_bounded = known->was_bounded;
  gint64 now_us = g_get_monotonic_time ();
  (void) object;

  known->is_looking = false;
  g_clear_pointer (&known->looked, g_ptr_array_unref);
  known->looked = g_ptr_array_ref (done->watched);
  known->rests_until_us =
    now_us + CLAMP ((now_us - known->look_began_us) * PAUSE_SHARE, PAUSE_US_MIN, PAUSE_US_MAX);
  known->was_bounded = done->was_bounded;
  if (known->n_watchers > 0)
    {
      folder_watch_set (known->watch, done->folders);
      if (done->has_more && known->grow == 0)
        known->grow = g_timeout_add (GROW_MS, look_at_growing, known);
    }
  known_look_free (done);
  if (known->was_bounded != was_bounded)
    g_signal_emit (known, changed_signal, 0);
  read_library (known, true);
  /* Folders may have been added since it began. */
  if (known->looks_again || (known->is_read && !are_same (known->folders, known->looked)))
    look (known);
  else if (known->looks_soon)
    look_soon (known);
}

static void
look (KnownProfiles *known)
{
  known->looks_again = known->is_looking && known->n_watchers > 0;
  if (known->is_looking || known->n_watchers == 0)
    return;
  g_clear_handle_id (&known->pause, g_source_remove);
  known->looks_soon = false;
  known->look_began_us = g_get_monotonic_time ();
  g_autoptr (GTask) task = g_task_new (NULL, NULL, take_look, g_object_ref (known));
  Looking *looking = g_new (Looking, 1);

  *looking = (Looking){ known->library, known->memory };
  known->is_looking = true;
  g_task_set_task_data (task, looking, g_free);
  g_task_run_in_thread (task, look_in_thread);
}

static gboolean
look_after_pause (gpointer data)
{
  KnownProfiles *known = data;

  known->pause = 0;
  look (known);
  return G_SOURCE_REMOVE;
}

/* At once, if the last look was long enough ago. */
static void
look_soon (KnownProfiles *known)
{
  gint64 rest_us = known->rests_until_us - g_get_monotonic_time ();

  known->looks_soon = known->is_looking && known->n_watchers > 0;
  if (known->is_looking || known->n_watchers == 0 || known->pause != 0)
    return;
  if (rest_us <= 0)
    look (known);
  else
    known->pause = g_timeout_add ((guint) (rest_us / 1000 + 1), look_after_pause, known);
}

/* ---- watching ---- */

static gboolean
poll_library (gpointer known)
{
  read_library (known, false);
  return G_SOURCE_CONTINUE;
}

void
known_profiles_watch (KnownProfiles *known)
{
  if (known->n_watchers++ > 0)
    return;
  known->poll = g_timeout_add (POLL_MS, poll_library, known);
  read_library (known, true);
  look (known);
}

void
known_profiles_unwatch (KnownProfiles *known)
{
  g_return_if_fail (known->n_watchers > 0);
  if (--known->n_watchers > 0)
    return;
  g_autoptr (GPtrArray) none = g_ptr_array_new ();

  g_clear_handle_id (&known->poll, g_source_remove);
  g_clear_handle_id (&known->grow, g_source_remove);
  g_clear_handle_id (&known->pause, g_source_remove);
  folder_watch_set (known->watch, none);
}

/* ---- changing ---- */

/* What a change needs on the library's thread. */
typedef struct
{
  KnownProfiles *known;
  void (*write) (Library *library, gpointer data);
  gpointer data;
  GDestroyNotify free_data;
} Change;

static gboolean
read_changed (gpointer known)
{
  read_library (known, true);
  return G_SOURCE_REMOVE;
}

static void
write_change (Library *library, gpointer data)
{
  const Change *change = data;

  change->write (library, change->data);
  g_idle_add_full (G_PRIORITY_DEFAULT, read_changed, g_object_ref (change->known), g_object_unref);
}

static gboolean
unref_in_main (gpointer known)
{
  g_object_unref (known);
  return G_SOURCE_REMOVE;
}

static void
change_free (gpointer data)
{
  Change *change = data;

  change->free_data (change->data);
  g_idle_add (unref_in_main, change->known);
  g_free (change);
}

/* Takes data. */
static void
change_later (KnownProfiles *known,
              void (*write) (Library *library, gpointer data),
              gpointer data,
              GDestroyNotify free_data)
{
  Change *change = g_new (Change, 1);

  *change = (Change){ g_object_ref (known), write, data, free_data };
  library_later (known->library, write_change, change, change_free);
}

static void
write_folder (Library *library, gpointer path)
{
  g_autofree char *real = library_entry_path (path);

  library_add_folder (library, real);
}

void
known_profiles_add_folder (KnownProfiles *known, const char *path)
{
  change_later (known, write_folder, g_strdup (path), g_free);
}

static void
write_no_folder (Library *library, gpointer path)
{
  library_remove_folder (library, path);
}

void
known_profiles_remove_folder (KnownProfiles *known, const char *path)
{
  change_later (known, write_no_folder, g_strdup (path), g_free);
}

/* ---- what the user wrote ---- */

static KnownWords *
words_new (const char *display_name, const char *tags, const char *note)
{
  KnownWords *words = g_new (KnownWords, 1);

  *words = (KnownWords){ g_strdup (display_name), g_strdup (tags), g_strdup (note) };
  return words;
}

static void
words_free (gpointer data)
{
  KnownWords *words = data;

  g_free (words->display_name);
  g_free (words->tags);
  g_free (words->note);
  g_free (words);
}

/* It is written on the library's thread; what could not be stored goes back to the main thread. */
typedef struct
{
  KnownProfiles *known;
  char *path;
  KnownWords *words; /* NULL: they went back, or were stored */
} Written;

static void
written_free (gpointer data)
{
  Written *written = data;

  g_free (written->path);
  g_clear_pointer (&written->words, words_free);
  g_free (written);
}

static gboolean
take_unsaved (gpointer data)
{
  Written *written = data;

  if (written->words != NULL)
    g_hash_table_insert (written->known->unsaved, g_steal_pointer (&written->path),
                         g_steal_pointer (&written->words));
  else
    g_hash_table_remove (written->known->unsaved, written->path);
  g_object_unref (written->known);
  return G_SOURCE_REMOVE;
}

static void
write_words (Library *library, gpointer data)
{
  Written *written = data, *unsaved = g_new (Written, 1);
  const KnownWords *words = written->words;
  /* A database that ends with the program has them. */
  bool is_kept = library_set_words (library, written->path, words->display_name, words->tags, words->note)
                 || !library_is_stored (library);

  *unsaved = (Written){ g_object_ref (written->known), g_strdup (written->path),
                        is_kept ? NULL : g_steal_pointer (&written->words) };
  g_idle_add_full (G_PRIORITY_DEFAULT, take_unsaved, unsaved, written_free);
}

void
known_profiles_set_words (KnownProfiles *known,
                          const char *path,
                          const char *display_name,
                          const char *tags,
                          const char *note)
{
  g_hash_table_remove (known->unsaved, path);
  if (display_name == NULL && tags == NULL && note == NULL)
    return;
  Written *written = g_new (Written, 1);

  *written = (Written){ known, g_strdup (path), words_new (display_name, tags, note) };
  change_later (known, write_words, written, written_free);
}

const KnownWords *
known_profiles_unsaved (KnownProfiles *known, const char *path)
{
  return g_hash_table_lookup (known->unsaved, path);
}

/* ---- the rest ---- */

static void
write_removed (Library *library, gpointer paths)
{
  library_set_removed (library, paths, true);
}

static void
write_restored (Library *library, gpointer paths)
{
  library_set_removed (library, paths, false);
}

void
known_profiles_set_removed (KnownProfiles *known, const GPtrArray *paths, bool is_removed)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (copy, g_strdup (paths->pdata[i]));
  change_later (known, is_removed ? write_removed : write_restored, copy, (GDestroyNotify) g_ptr_array_unref);
}

typedef struct
{
  const Profile *profile;
  int64_t opened_ms;
} Opened;

static void
write_opened (Library *library, gpointer data)
{
  const Opened *opened = data;
  g_autoptr (LibraryEntry) entry = known_file_of_profile (opened->profile, opened->opened_ms);

  /* Not what came from a pipe: it cannot be opened again. */
  if (entry->size_bytes >= 0)
    library_put_opened (library, entry);
}

static void
opened_free (gpointer data)
{
  Opened *opened = data;

  profile_unref (opened->profile);
  g_free (opened);
}

void
known_profiles_note_opened (KnownProfiles *known, const Profile *profile)
{
  Opened *opened = g_new (Opened, 1);

  *opened = (Opened){ profile_ref (profile), g_get_real_time () / 1000 };
  change_later (known, write_opened, opened, opened_free);
}

static void
write_failed (Library *library, gpointer data)
{
  char **words = data;
  g_autofree char *path = library_entry_path (words[0]);

  library_put_failed (library, path, words[1]);
}

void
known_profiles_note_failed (KnownProfiles *known, const char *path, const char *reason)
{
  const char *const words[] = { path, reason, NULL };

  change_later (known, write_failed, g_strdupv ((char **) (uintptr_t) words), (GDestroyNotify) g_strfreev);
}

/* ---- what was opened before ---- */

typedef struct
{
  Library *library;
  GPtrArray *entries;
} Recent;

static void
recent_free (gpointer data)
{
  Recent *recent = data;

  g_ptr_array_unref (recent->entries);
  g_free (recent);
}

/* Files on a network may take long to answer, which nothing else has to wait for. */
static void
put_recent_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Recent *recent = data;
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func ((GDestroyNotify) library_entry_free);
  (void) source;
  (void) cancellable;

  for (guint i = 0; i < recent->entries->len; i++)
    {
      const LibraryEntry *entry = recent->entries->pdata[i];
      g_autoptr (LibraryEntry) known = library_entry_find (recent->library, entry->path);

      if (known != NULL || !g_file_test (entry->path, G_FILE_TEST_EXISTS))
        continue;
      g_autofree char *path = library_entry_path (entry->path);
      LibraryEntry *real = library_entry_new (path);

      real->opened_ms = entry->opened_ms;
      g_ptr_array_add (added, real);
    }
  library_put_recent (recent->library, added);
  g_task_return_boolean (task, TRUE);
}

static void
take_recent (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (KnownProfiles) known = data;
  (void) object;
  (void) result;

  read_library (known, true);
}

void
known_profiles_add_recent (KnownProfiles *known, GPtrArray *entries)
{
  if (entries->len == 0)
    return;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, take_recent, g_object_ref (known));
  Recent *recent = g_new (Recent, 1);

  *recent = (Recent){ known->library, g_ptr_array_ref (entries) };
  g_task_set_task_data (task, recent, recent_free);
  g_task_run_in_thread (task, put_recent_in_thread);
}

/* ---- the list ---- */

bool
known_profiles_is_read (KnownProfiles *known)
{
  return known->is_read;
}

const GPtrArray *
known_profiles_list (KnownProfiles *known)
{
  return known->list;
}

KnownProfile *
known_profiles_find (KnownProfiles *known, const char *path)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known->places, path));

  return place > 0 ? known->list->pdata[place - 1] : NULL;
}

const GPtrArray *
known_profiles_folders (KnownProfiles *known)
{
  return known->folders;
}

bool
known_profiles_is_looking (KnownProfiles *known)
{
  return known->n_watchers > 0 && known->folders->len > 0
         && (known->listed == NULL || !are_same (known->folders, known->listed));
}

bool
known_profiles_was_bounded (KnownProfiles *known)
{
  return known->was_bounded;
}

bool
known_profiles_is_stored (KnownProfiles *known)
{
  return known->is_stored;
}

static void
known_profiles_dispose (GObject *object)
{
  KnownProfiles *known = KNOWN_PROFILES (object);

  g_clear_handle_id (&known->poll, g_source_remove);
  g_clear_handle_id (&known->grow, g_source_remove);
  g_clear_handle_id (&known->pause, g_source_remove);
  if (known->watch != NULL)
    g_signal_handlers_disconnect_by_data (known->watch, known);
  g_clear_object (&known->watch);
  G_OBJECT_CLASS (known_profiles_parent_class)->dispose (object);
}

static void
known_profiles_finalize (GObject *object)
{
  KnownProfiles *known = KNOWN_PROFILES (object);

  g_hash_table_unref (known->places);
  g_ptr_array_unref (known->list);
  g_ptr_array_unref (known->folders);
  g_clear_pointer (&known->looked, g_ptr_array_unref);
  g_clear_pointer (&known->listed, g_ptr_array_unref);
  look_memory_free (known->memory);
  g_hash_table_unref (known->unsaved);
  G_OBJECT_CLASS (known_profiles_parent_class)->finalize (object);
}

static void
known_profiles_class_init (KnownProfilesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = known_profiles_dispose;
  G_OBJECT_CLASS (klass)->finalize = known_profiles_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
known_profiles_init (KnownProfiles *known)
{
  known->list = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);
  known->places = g_hash_table_new (g_str_hash, g_str_equal);
  known->folders = g_ptr_array_new_with_free_func (g_free);
  known->memory = look_memory_new ();
  known->unsaved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, words_free);
  known->is_stored = true;
  known->watch = folder_watch_new ();
  g_signal_connect_swapped (known->watch, "changed", G_CALLBACK (look_soon), known);
}

KnownProfiles *
known_profiles_new (Library *library)
{
  KnownProfiles *known = g_object_new (KNOWN_TYPE_PROFILES, NULL);

  known->library = library;
  return known;
}
