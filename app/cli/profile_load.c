/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/profile_load.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/cli.h"
#include "trace/cache/cached_open.h"

/* Only written by the signal handler; lock-free, hence safe there. */
static atomic_bool cancelled;

static void
on_interrupt (int signal_number)
{
  (void) signal_number;
  atomic_store_explicit (&cancelled, true, memory_order_relaxed);
}

typedef struct
{
  gint64 last_us;
  bool shown;
} Progress;

static void
show_progress (const ImportProgress *import, void *user_data)
{
  Progress *progress = user_data;
  gint64 now_us = g_get_monotonic_time ();

  /* Silent for what is done within half a second. */
  if (progress->last_us == 0)
    progress->last_us = now_us + 400000;
  if (now_us - progress->last_us < 100000)
    return;
  progress->last_us = now_us;
  progress->shown = true;
  if (import->size_bytes > 0)
    fprintf (stderr, "\rReading: %" PRIu64 " of %" PRIu64 " MB, %" PRIu64 " events ",
             import->position_bytes / 1000000, import->size_bytes / 1000000, import->n_events);
  else
    fprintf (stderr, "\rReading: %" PRIu64 " MB, %" PRIu64 " events ", import->position_bytes / 1000000,
             import->n_events);
}

Trace *
profile_load (const char *path, unsigned cache_use, GError **error)
{
  struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int) SA_RESETHAND };
  struct sigaction before;
  Progress progress = { 0 };
  g_autofree char *note = NULL;
  ImportControl control = {
    .cancelled = &cancelled,
    .progress = isatty (STDERR_FILENO) ? show_progress : NULL,
    .user_data = &progress,
  };

  sigaction (SIGINT, NULL, &before);
  if (before.sa_handler != SIG_IGN) /* as under nohup */
    sigaction (SIGINT, &action, NULL);
  Trace *trace = cached_open (path, cache_use, &control, &note, error);
  sigaction (SIGINT, &before, NULL);
  if (progress.shown)
    fputs ("\r\033[K", stderr);
  if (note != NULL)
    cli_complain (note);
  return trace;
}

bool
profile_path_is_native (const char *path)
{
  TraceSource source;

  if (strcmp (path, "-") == 0 || !trace_source_open (path, &source, NULL))
    return false;
  bool is_native = trace_source_is_native (&source);
  trace_source_close (&source);
  return is_native;
}
