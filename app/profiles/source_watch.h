/* SPDX-License-Identifier: Apache-2.0
 *
 * Detects changes to the file or folder of a loaded profile. Main thread; files are read in worker threads.
 *
 * Where the system reports changes, the source is checked a moment after them. Elsewhere, as on network file systems, it
 * is checked when source_watch_look () is called.
 *
 * Signal "changed" (): source_watch_change () has another value. */

#pragma once

#include <gio/gio.h>

#include "trace/cache/source_identity.h"

#define SOURCE_TYPE_WATCH (source_watch_get_type ())
G_DECLARE_FINAL_TYPE (SourceWatch, source_watch, SOURCE, WATCH, GObject)

/* source is the path's identity at the time of opening, copied. With NULL it is taken when the watch begins, which is
 * shortly after this call, once the first pictures are drawn. */
SourceWatch *source_watch_new (const char *path, const SourceIdentity *source);

/* Stops watching; no signal is emitted after this. Call it before the last g_object_unref (). */
void source_watch_end (SourceWatch *watch);

/* Checks the source now, unless a check is under way. */
void source_watch_look (SourceWatch *watch);

SourceChange source_watch_change (SourceWatch *watch);

/* Returns "control.json.gz changed on disk.", or NULL for no change. Translated, transfer full. */
char *source_change_sentence (SourceChange change, const char *name);

/* Returns when to check after changes between these two times: SOURCE_WATCH_QUIET_US after the last one, but at least
 * every SOURCE_WATCH_BUSY_US while a file is written without a pause. */
#define SOURCE_WATCH_QUIET_US (G_TIME_SPAN_MILLISECOND * 400)
#define SOURCE_WATCH_BUSY_US  (G_TIME_SPAN_SECOND * 3)

gint64 source_watch_due_us (gint64 first_us, gint64 last_us);
