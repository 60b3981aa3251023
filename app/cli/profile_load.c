/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/profile_load.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "app/cli/interrupt.h"
#include "trace/open.h"

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
profile_load (const char *path, GError **error)
{
  Interrupt interrupt;
  Progress progress = { 0 };
  ImportControl control = {
    .cancelled = interrupt_begin (&interrupt),
    .progress = isatty (STDERR_FILENO) ? show_progress : NULL,
    .user_data = &progress,
  };

  Trace *trace = trace_open (path, &control, error);

  interrupt_end (&interrupt);
  if (progress.shown)
    fputs ("\r\033[K", stderr);
  return trace;
}
