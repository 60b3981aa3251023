/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a file of counters for a loaded profile, proposes where its samples lie on the profile's time axis, and makes a profile
 * with them (trace/attach/attach.h). The new profile is in memory alone; the other one stays as it is. Worker threads do the
 * work; results come in the main thread. Cancelling reports G_IO_ERROR_CANCELLED at once. */

#pragma once

#include <gio/gio.h>

#include "app/library/library.h"
#include "app/profiles/profile_list.h"
#include "trace/attach/attach_place.h"

/* A file that was read. */
typedef struct
{
  char *path, *name; /* the name is for people */
  Trace *trace;      /* of the profile, referenced */
  Telemetry *telemetry;
  bool is_placed;     /* place is known, or was remembered */
  bool is_remembered; /* from the last time */
  bool
    is_from_begin; /* shifts count from the begin of the profile to the first sample (AttachPlace.is_from_begin) */
  AttachPlace place;
  char *problem; /* why it is not known, for people; NULL if it is */
} ReadCounters;

void read_counters_free (ReadCounters *counters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ReadCounters, read_counters_free)

/* Reads the file, in a process of its own (app/converter/conversion.h). The library must outlive the thread. */
void attach_task_read (LoadedProfile *loaded,
                       const char *path,
                       Library *library,
                       GCancellable *cancellable,
                       GAsyncReadyCallback on_ready,
                       gpointer ready_data);

/* Returns what was read, or NULL with an error of conversion_run () or attach_import (). Transfer full. */
ReadCounters *attach_task_read_finish (GAsyncResult *result, GError **error);

/* Makes a profile of loaded with the counters, shifted as the wishes say, and remembers the shift. counters is borrowed until
 * the result is there, and must be of loaded. */
void attach_task_add (LoadedProfile *loaded,
                      const ReadCounters *counters,
                      const AttachWishes *wishes,
                      Library *library,
                      GCancellable *cancellable,
                      GAsyncReadyCallback on_ready,
                      gpointer ready_data);

/* Returns the new profile, or NULL with an error of attach_place_find (), attach_counters () or load_result_new (). *ret_notice
 * is a message to show once, or NULL; transfer full. */
LoadedProfile *attach_task_add_finish (GAsyncResult *result, char **ret_notice, GError **error);
