/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes one profile of several loaded ones that recorded the same run (trace/combine/combine.h). The new profile is in memory
 * alone; the others stay as they are. */

#pragma once

#include <gio/gio.h>

#include "app/library/library.h"
#include "app/profiles/profile_list.h"

/* Returns the path that such a profile has instead of a file's: the same for the same profiles in the same order. Transfer
 * full. */
char *combine_task_path (LoadedProfile *const *parts, guint n);

/* Combines n profiles in a worker thread. The library must outlive the thread. Cancelling, for which there must be a
 * cancellable, reports G_IO_ERROR_CANCELLED at once; the thread stops copying, and ends soon. */
void combine_task_run (LoadedProfile *const *parts,
                       guint n,
                       Library *library,
                       GCancellable *cancellable,
                       GAsyncReadyCallback on_ready,
                       gpointer ready_data);

/* Returns the new profile, or NULL with an error of trace_combine () or load_result_new (). *ret_notice is a message to
 * show once, or NULL; transfer full. Call this in the main thread. */
LoadedProfile *combine_task_finish (GAsyncResult *result, char **ret_notice, GError **error);
