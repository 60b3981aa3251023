/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/profile_opener.h"

struct _ProfileOpener
{
  GObject parent_instance;

  Library *library;
  GQueue waiting;            /* char *: paths */
  char *path;                /* being read; NULL: nothing is */
  GCancellable *cancellable; /* of it */
};

G_DEFINE_TYPE (ProfileOpener, profile_opener, G_TYPE_OBJECT)

enum
{
  BEGAN,
  PROGRESS,
  PARTIAL,
  OPENED,
  FAILED,
  CANCELLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
profile_opener_finalize (GObject *object)
{
  ProfileOpener *opener = PROFILE_OPENER (object);

  g_queue_clear_full (&opener->waiting, g_free);
  g_clear_object (&opener->cancellable);
  g_free (opener->path);
  G_OBJECT_CLASS (profile_opener_parent_class)->finalize (object);
}

static void
profile_opener_class_init (ProfileOpenerClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = profile_opener_finalize;
  signals[BEGAN] =
    g_signal_new ("began", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PROGRESS] =
    g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[PARTIAL] = g_signal_new ("partial", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   LOADED_TYPE_PROFILE);
  signals[OPENED] = g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  LOADED_TYPE_PROFILE, G_TYPE_STRING);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_STRING, G_TYPE_ERROR);
  signals[CANCELLED] =
    g_signal_new ("cancelled", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
profile_opener_init (ProfileOpener *opener)
{
  g_queue_init (&opener->waiting);
}

ProfileOpener *
profile_opener_new (Library *library)
{
  ProfileOpener *opener = g_object_new (PROFILE_TYPE_OPENER, NULL);

  opener->library = library;
  return opener;
}

bool
profile_opener_is_busy (ProfileOpener *opener)
{
  return opener->path != NULL;
}

bool
profile_opener_has_more (ProfileOpener *opener)
{
  return !g_queue_is_empty (&opener->waiting);
}

GStrv
profile_opener_waiting (ProfileOpener *opener)
{
  GStrv paths = g_new0 (char *, g_queue_get_length (&opener->waiting) + 1);
  guint n = 0;

  for (const GList *at = opener->waiting.head; at != NULL; at = at->next)
    paths[n++] = g_strdup (at->data);
  return paths;
}

static void
tell_progress (const LoadProgress *progress, gpointer data)
{
  g_signal_emit (data, signals[PROGRESS], 0, progress);
}

static void
tell_partial (LoadResult *partial, gpointer data)
{
  g_autoptr (LoadedProfile) profile = load_result_loaded (partial);

  loaded_profile_set_partial (profile);
  g_signal_emit (data, signals[PARTIAL], 0, profile);
}

static void begin_next (ProfileOpener *opener);

static void
take_result (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ProfileOpener) opener = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LoadResult) loaded = loader_open_finish (result, &error);
  g_autofree char *path = g_steal_pointer (&opener->path);
  (void) source;

  g_clear_object (&opener->cancellable);
  if (loaded != NULL)
    {
      g_autoptr (LoadedProfile) profile = load_result_loaded (loaded);
      g_signal_emit (opener, signals[OPENED], 0, profile, loaded->notice);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_signal_emit (opener, signals[CANCELLED], 0, path);
  else
    g_signal_emit (opener, signals[FAILED], 0, path, error);
  if (opener->path == NULL)
    begin_next (opener);
}

static void
begin_next (ProfileOpener *opener)
{
  opener->path = g_queue_pop_head (&opener->waiting);
  if (opener->path == NULL)
    return;
  opener->cancellable = g_cancellable_new ();
  g_signal_emit (opener, signals[BEGAN], 0, opener->path);
  loader_open (opener->path, opener->library, tell_progress, tell_partial, opener, opener->cancellable,
               take_result, g_object_ref (opener));
}

static bool
is_awaited (ProfileOpener *opener, const char *path)
{
  return g_strcmp0 (opener->path, path) == 0
         || g_queue_find_custom (&opener->waiting, path, (GCompareFunc) g_strcmp0) != NULL;
}

void
profile_opener_add (ProfileOpener *opener, const char *path)
{
  if (is_awaited (opener, path))
    return;
  g_queue_push_tail (&opener->waiting, g_strdup (path));
  if (opener->path == NULL)
    begin_next (opener);
}

void
profile_opener_cancel (ProfileOpener *opener)
{
  g_queue_clear_full (&opener->waiting, g_free);
  if (opener->cancellable != NULL)
    g_cancellable_cancel (opener->cancellable);
}
