/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/profile_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/out/cli_status.h"
#include "app/cli/options/background_check.h"
#include "app/cli/options/cupti_option.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kept_profiles.h"
#include "trace/cache/cached_open.h"
#include "trace/open/log_directory.h"
#include "trace/open/open.h"

typedef struct
{
  gint64 last_us;
  bool shown;
} Progress;

static bool
is_due (Progress *progress)
{
  gint64 now_us = g_get_monotonic_time ();

  /* Silent for what is done within half a second. */
  if (progress->last_us == 0)
    progress->last_us = now_us + 400000;
  if (now_us - progress->last_us < 100000)
    return false;
  progress->last_us = now_us;
  progress->shown = true;
  return true;
}

static void
show_progress (const ImportProgress *import, void *user_data)
{
  Progress *progress = user_data;

  if (!is_due (progress))
    return;
  if (import->size_bytes > 0)
    fprintf (stderr, "\r\033[KReading: %" PRIu64 " of %" PRIu64 " MB, %" PRIu64 " events ",
             import->position_bytes / 1000000, import->size_bytes / 1000000, import->n_events);
  else
    fprintf (stderr, "\r\033[KReading: %" PRIu64 " MB, %" PRIu64 " events ", import->position_bytes / 1000000,
             import->n_events);
}

static void
show_waiting (void *user_data)
{
  Progress *progress = user_data;

  if (!is_due (progress))
    return;
  fputs ("\r\033[KWaiting: another program is reading it ", stderr);
}

/* An import that is watched. */
typedef struct
{
  Interrupt interrupt;
  Progress progress;
  ImportControl control;
} Watch;

static void
watch_begin (Watch *watch)
{
  *watch = (Watch){ 0 };
  watch->control.cancelled = interrupt_begin (&watch->interrupt);
  if (isatty (STDERR_FILENO))
    {
      watch->control.progress = show_progress;
      watch->control.waits = show_waiting;
    }
  watch->control.user_data = &watch->progress;
  watch->control.cupti_release = cupti_option_release ();
}

static void
watch_end (const Watch *watch)
{
  interrupt_end (&watch->interrupt);
  if (watch->progress.shown)
    fputs ("\r\033[K", stderr);
}

Trace *
profile_load (const char *path, unsigned cache_use, unsigned uses, bool *ret_is_mapped, GError **error)
{
  g_auto (CachedOrigin) origin = { 0 };
  g_autofree char *found = log_directory_resolve (path, error);
  Watch watch;

  if (found == NULL)
    return NULL;
  path = found;
  Trace *kept = kept_profiles_find (path);
  if (kept != NULL)
    {
      if (ret_is_mapped != NULL)
        *ret_is_mapped = false; /* it was verified when it was loaded */
      return kept;
    }
  g_autofree SourceIdentity *source = kept_profiles_identify (path);
  watch_begin (&watch);
  Trace *trace = cached_open_with (path, cache_use, trace_import, &watch.control, &origin, error);
  watch_end (&watch);
  if (origin.note != NULL && (cache_use & CACHE_WRITE) != 0)
    cli_complain (origin.note->message);

  bool is_mapped = trace != NULL && (origin.was_cached || profile_path_is_native (path));
  if (is_mapped)
    background_check_begin (trace, path, source != NULL ? TRACE_USES_ALL : uses);
  if (ret_is_mapped != NULL)
    *ret_is_mapped = is_mapped;
  if (trace != NULL && source != NULL)
    kept_profiles_add (path, source, trace);
  return trace;
}

bool
profile_path_is_native (const char *path)
{
  TraceSource source;

  if (!trace_source_open (path, &source, NULL))
    return false;
  bool is_native = trace_source_is_native (&source);
  trace_source_close (&source);
  return is_native;
}

bool
profile_import (const char *path, int fd, GError **error)
{
  g_autofree char *found = log_directory_resolve (path, error);
  TraceSource source;
  Watch watch;

  if (found == NULL || !trace_source_open (found, &source, error))
    return false;
  watch_begin (&watch);
  bool ok = trace_import (&source, fd, &watch.control, error);
  watch_end (&watch);
  trace_source_close (&source);
  return ok;
}
