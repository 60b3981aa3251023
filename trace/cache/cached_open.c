/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/cache/cached_open.h"

#include <string.h>
#include <unistd.h>

#include "trace/cache/cache.h"
#include "trace/cache/source_identity.h"
#include "trace/file/verify.h"
#include "trace/text/trace_error.h"

/* How often to retry when a file exists but cannot be mapped, such as on a failing disk, or vanishes before
 * it is opened; files that others remove and make again are found earlier. */
#define MAX_FINDINGS 8

#define WAIT_MS 50 /* between two checks for cancellation */

typedef struct
{
  const char *path;
  TraceImportFunc import;
  const ImportControl *control;
  unsigned use;
  const Cache *cache;
  CachedOrigin *origin;
} Opening;

static bool
is_native (const char *path)
{
  TraceSource source;

  if (!trace_source_open (path, &source, NULL))
    return false;
  bool native = trace_source_is_native (&source);
  trace_source_close (&source);
  return native;
}

static bool
is_cancelled (const ImportControl *control)
{
  return control != NULL && control->cancelled != NULL
         && atomic_load_explicit (control->cancelled, memory_order_relaxed);
}

static void
tell_that_it_waits (const ImportControl *control)
{
  if (control != NULL && control->waits != NULL)
    control->waits (control->user_data);
}

/* Returns NULL if there is no file, or it was damaged and has been removed, or it cannot be mapped now. */
static Trace *
map_kept (const Opening *opening)
{
  g_autoptr (GError) error = NULL;
  int fd = cache_find (opening->cache, opening->origin->source.id);

  if (fd < 0)
    return NULL;
  Trace *trace = trace_map (fd, opening->path, &error);
  if (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_DAMAGED)
      || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE))
    cache_discard (opening->cache, opening->origin->source.id, fd);
  close (fd);
  opening->origin->was_cached = trace != NULL;
  return trace;
}

/* Discards the file, so that it is made again. */
static void
discard_kept (const Opening *opening)
{
  int fd = cache_find (opening->cache, opening->origin->source.id);

  if (fd < 0)
    return;
  cache_discard (opening->cache, opening->origin->source.id, fd);
  close (fd);
}

static bool
is_worth_keeping (const Opening *opening, const Trace *trace)
{
  SourceIdentity now;
  const char *why = NULL;

  if (trace_is_partial (trace) || trace_status (trace) == PROFILE_IN_PROGRESS)
    why = "is still being written";
  else if (!source_identity_take (opening->path, &now) || strcmp (now.id, opening->origin->source.id) != 0)
    why = "changed while it was read";
  if (why != NULL)
    g_set_error (&opening->origin->note, TRACE_ERROR, TRACE_ERROR_UNREADABLE,
                 "%s: %s, and is not kept in the cache.", opening->path, why);
  return why == NULL;
}

static bool
import_source (const Opening *opening, int fd, GError **error)
{
  TraceSource source;

  if (!trace_source_open (opening->path, &source, error))
    return false;
  bool ok = opening->import (&source, fd, opening->control, error);
  trace_source_close (&source);
  return ok;
}

/* With a limit of 0 nothing should be kept, so no note says that nothing was kept. */
static void
publish (const Opening *opening, CacheSlot *slot)
{
  bool keeps_nothing = cache_limit (opening->cache) == 0;

  cache_publish (slot, keeps_nothing ? NULL : &opening->origin->note);
}

/* Ends the slot. Returns NULL with an error. If only the cache failed, returns the trace and sets a note. */
static Trace *
import_into (const Opening *opening, CacheSlot *slot, GError **error)
{
  GError *import_error = NULL;
  int fd = cache_slot_fd (slot);
  Trace *trace =
    import_source (opening, fd, &import_error) ? trace_map (fd, opening->path, &import_error) : NULL;

  /* The file is mapped before it gets its name: a file that cannot be mapped is not kept, and one that cannot
   * be kept is still mapped. */
  if (trace != NULL && is_worth_keeping (opening, trace))
    publish (opening, slot);
  else
    cache_drop (slot);
  if (import_error != NULL)
    {
      bool of_cache = g_error_matches (import_error, TRACE_ERROR, TRACE_ERROR_NO_SPACE)
                      || g_error_matches (import_error, TRACE_ERROR, TRACE_ERROR_UNWRITABLE);
      g_propagate_error (of_cache ? &opening->origin->note : error, import_error);
    }
  return trace;
}

/* Returns NULL with an error; NULL without one means that the cache cannot be used. */
static Trace *
open_with_cache (const Opening *opening, GError **error)
{
  const SourceIdentity *source = &opening->origin->source;
  unsigned n_findings = 0;

  while (n_findings < MAX_FINDINGS && !is_cancelled (opening->control))
    {
      CacheSlot *slot;
      Trace *trace = (opening->use & CACHE_READ) != 0 ? map_kept (opening) : NULL;

      if (trace != NULL || (opening->use & CACHE_WRITE) == 0)
        return trace;
      if ((opening->use & CACHE_READ) == 0)
        discard_kept (opening);
      switch (cache_begin (opening->cache, source->id, source->size_bytes, &slot, &opening->origin->note))
        {
        case CACHE_MINE:
          return import_into (opening, slot, error);
        case CACHE_UNAVAILABLE:
          return NULL;
        case CACHE_BUSY:
          tell_that_it_waits (opening->control);
          cache_wait (opening->cache, source->id, WAIT_MS);
          break;
        case CACHE_IS_THERE:
          n_findings++;
          break;
        }
    }
  if (n_findings < MAX_FINDINGS)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Opening was cancelled.");
  else
    g_set_error (&opening->origin->note, TRACE_ERROR, TRACE_ERROR_UNWRITABLE,
                 "%s/%s.stepscope: cannot be used or replaced. Remove it.", cache_path (opening->cache),
                 source->id);
  return NULL;
}

void
cached_origin_clear (CachedOrigin *origin)
{
  g_clear_error (&origin->note);
}

Trace *
cached_open (const char *path, unsigned use, const ImportControl *control, char **ret_note, GError **error)
{
  g_auto (CachedOrigin) origin = { 0 };
  Trace *trace = cached_open_with (path, use, trace_import, control, &origin, error);

  if (ret_note != NULL)
    *ret_note = origin.note != NULL ? g_strdup (origin.note->message) : NULL;
  return trace;
}

static Cache *
open_cache (const Opening *opening)
{
  return (opening->use & CACHE_WRITE) != 0 ? cache_new (NULL, CACHE_LIMIT_AS_SET, &opening->origin->note)
                                           : cache_new_existing (NULL, CACHE_LIMIT_AS_SET, NULL);
}

Trace *
cached_open_with (const char *path,
                  unsigned use,
                  TraceImportFunc import,
                  const ImportControl *control,
                  CachedOrigin *ret_origin,
                  GError **error)
{
  g_auto (CachedOrigin) own_origin = { 0 };
  g_autoptr (GError) own_error = NULL;
  g_autoptr (Cache) cache = NULL;
  Opening opening = { .path = path, .import = import, .control = control, .use = use };
  Trace *trace = NULL;

  opening.origin = ret_origin != NULL ? ret_origin : &own_origin;
  *opening.origin = (CachedOrigin){ 0 };
  opening.origin->has_source = use != 0 && source_identity_take (path, &opening.origin->source);
  if (!opening.origin->has_source || is_native (path))
    return trace_open_with (path, import, control, error);

  opening.cache = cache = open_cache (&opening);
  if (cache != NULL)
    trace = open_with_cache (&opening, &own_error);
  if (trace == NULL && own_error == NULL)
    trace = trace_open_with (path, import, control, &own_error);
  if (own_error != NULL)
    g_propagate_error (error, g_steal_pointer (&own_error));
  return trace;
}
