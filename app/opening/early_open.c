/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/early_open.h"

#include <unistd.h>

#include "app/opening/load_result.h"
#include "trace/cache/cache.h"
#include "trace/open/open.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* A window whose first frame shows the profile, this much later, is there before one that shows it in its fourth. */
#define WAIT_US (100 * 1000)

/* Of the main thread and of the one that opens. */
typedef struct
{
  char *path;
  Library *library;
  LoadedProfile *waiting; /* of the main thread: what the figures came too late for; NULL: nothing */

  GMutex lock; /* of what follows */
  GCond changed;
  bool is_over;     /* nothing more will come */
  bool is_given_up; /* or be taken */
  LoadResult *result;
  DashboardData *figures;
} EarlyOpen;

/* Of the main thread; NULL: none was begun, or it was taken. */
static EarlyOpen *begun;

static void
early_open_clear (gpointer data)
{
  EarlyOpen *early = data;

  g_clear_pointer (&early->result, load_result_free);
  g_clear_pointer (&early->figures, dashboard_data_unref);
  g_mutex_clear (&early->lock);
  g_cond_clear (&early->changed);
  g_free (early->path);
}

static void
early_open_release (EarlyOpen *early)
{
  g_atomic_rc_box_release_full (early, early_open_clear);
}

/* ---- in the thread ---- */

static Trace *
map_native (const char *path)
{
  TraceSource source;
  Trace *trace = NULL;

  if (!trace_source_open (path, &source, NULL))
    return NULL;
  if (trace_source_is_native (&source))
    trace = trace_map (source.fd, path, NULL);
  trace_source_close (&source);
  return trace;
}

/* What was made of the source before. */
static Trace *
map_cached (const char *path, const SourceIdentity *source)
{
  g_autoptr (Cache) cache = cache_new_existing (NULL, CACHE_LIMIT_AS_SET, NULL);
  int fd = cache != NULL ? cache_find (cache, source->id) : -1;

  if (fd < 0)
    return NULL;
  Trace *trace = trace_map (fd, path, NULL);
  close (fd);
  return trace;
}

/* Referenced; NULL: it has to be read, or cannot be opened, which the loader tells. */
static const Profile *
open_profile (EarlyOpen *early)
{
  CachedOrigin origin = { 0 };
  g_autoptr (Trace) trace = NULL;

  /* Pipes are left alone: who writes to one would take being looked at for having been read. */
  origin.has_source = source_identity_take (early->path, &origin.source);
  if (origin.has_source && (trace = map_native (early->path)) == NULL)
    {
      trace = map_cached (early->path, &origin.source);
      origin.was_cached = trace != NULL;
    }
  LoadResult *result =
    trace != NULL ? load_result_new (trace, early->path, &origin, early->library, NULL) : NULL;
  const Profile *profile = NULL;

  g_mutex_lock (&early->lock);
  if (result != NULL && !early->is_given_up)
    profile = profile_ref (result->profile);
  early->result = result;
  early->is_over = result == NULL;
  g_cond_signal (&early->changed);
  g_mutex_unlock (&early->lock);
  return profile;
}

/* In the main thread. */
static gboolean
hand_over_figures (gpointer data)
{
  EarlyOpen *early = data;

  if (early->waiting != NULL)
    loaded_profile_set_figures (early->waiting, g_steal_pointer (&early->figures));
  g_clear_object (&early->waiting);
  return G_SOURCE_REMOVE;
}

static void
release_in_main (gpointer early)
{
  early_open_release (early);
}

static void
compute_figures (EarlyOpen *early, const Profile *profile)
{
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
  DashboardData *figures = dashboard_data_begin (profile, &scope, NULL);

  /* The page computes the others when these are seen. */
  dashboard_data_compute (figures, dashboard_first_sections (), 0, NULL, NULL, NULL);

  g_mutex_lock (&early->lock);
  early->figures = figures;
  early->is_over = true;
  g_cond_signal (&early->changed);
  g_mutex_unlock (&early->lock);
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, hand_over_figures, g_atomic_rc_box_acquire (early),
                              release_in_main);
}

static gpointer
open_in_thread (gpointer data)
{
  EarlyOpen *early = data;
  const Profile *profile = open_profile (early);

  if (profile != NULL)
    compute_figures (early, profile);
  profile_unref (profile);
  early_open_release (early);
  return NULL;
}

/* ---- in the main thread ---- */

void
early_open_begin (const char *path, Library *library)
{
  g_return_if_fail (begun == NULL);
  begun = g_atomic_rc_box_new0 (EarlyOpen);
  begun->path = g_strdup (path);
  begun->library = library;
  g_mutex_init (&begun->lock);
  g_cond_init (&begun->changed);
  GThread *thread = g_thread_try_new ("early open", open_in_thread, g_atomic_rc_box_acquire (begun), NULL);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  /* It will be opened when it is asked for. */
  early_open_release (begun);
  early_open_release (g_steal_pointer (&begun));
}

LoadedProfile *
early_open_take (const char *path, char **ret_notice)
{
  g_autoptr (LoadResult) result = NULL;
  DashboardData *figures;
  gint64 end_us = g_get_monotonic_time () + WAIT_US;

  if (begun == NULL || !g_str_equal (begun->path, path))
    return NULL;
  EarlyOpen *early = g_steal_pointer (&begun);
  g_mutex_lock (&early->lock);
  while (!early->is_over && g_cond_wait_until (&early->changed, &early->lock, end_us))
    continue;
  result = g_steal_pointer (&early->result);
  figures = g_steal_pointer (&early->figures);
  bool is_over = early->is_over;
  early->is_given_up = result == NULL;
  g_mutex_unlock (&early->lock);

  LoadedProfile *loaded = NULL;
  if (result != NULL)
    {
      loaded = load_result_loaded (result);
      if (is_over)
        loaded_profile_set_figures (loaded, figures);
      else
        {
          loaded_profile_await_figures (loaded);
          early->waiting = g_object_ref (loaded);
        }
      *ret_notice = g_steal_pointer (&result->notice);
    }
  early_open_release (early);
  return loaded;
}
