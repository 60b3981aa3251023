/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes a profile whose ranks are on one clock of a loaded one (trace/align/aligned_trace.h). The new profile is in memory
 * alone and keeps the other one, which stays as it is (loaded_profile_unaligned ()). */

#pragma once

#include <gio/gio.h>

#include "app/library/library.h"
#include "app/profiles/profile_list.h"

/* Works in a thread. The library must outlive it. Cancelling reports G_IO_ERROR_CANCELLED at once; the thread ends later. */
void align_task_run (LoadedProfile *loaded,
                     Library *library,
                     GCancellable *cancellable,
                     GAsyncReadyCallback on_ready,
                     gpointer ready_data);

/* Returns the new profile, or NULL with an error of aligned_trace_new () or load_result_new (). *ret_notice is a message to
 * show once; transfer full. Main thread. */
LoadedProfile *align_task_finish (GAsyncResult *result, char **ret_notice, GError **error);
