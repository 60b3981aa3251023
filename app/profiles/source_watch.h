/* SPDX-License-Identifier: Apache-2.0
 *
 * Noticing that the file or folder of a loaded profile is another one by now. Main thread; what reads runs in workers.
 *
 * Where the system tells of changes it is looked a moment after them; elsewhere, as on network file systems, when
 * somebody asks (source_watch_look ()).
 *
 * Signals: "changed" (): source_watch_change () is another. */

#pragma once

#include <gio/gio.h>

#include "trace/cache/source_identity.h"

#define SOURCE_TYPE_WATCH (source_watch_get_type ())
G_DECLARE_FINAL_TYPE (SourceWatch, source_watch, SOURCE, WATCH, GObject)

/* source: what the path was when it was opened, copied; NULL: what it is when the watch begins, which is a moment from
 * now, when the first pictures are drawn. */
SourceWatch *source_watch_new (const char *path, const SourceIdentity *source);

/* Stops watching; no signal is emitted any more. The owner calls it last before g_object_unref (). */
void source_watch_end (SourceWatch *watch);

/* Looks now, unless that is being done. */
void source_watch_look (SourceWatch *watch);

SourceChange source_watch_change (SourceWatch *watch);

/* "control.json.gz changed on disk." NULL: it did not. Translated, transfer full. */
char *source_change_sentence (SourceChange change, const char *name);

/* When to look after changes were told of at these times: once nothing came for SOURCE_WATCH_QUIET_US, but while a
 * file is written without a pause, each SOURCE_WATCH_BUSY_US. */
#define SOURCE_WATCH_QUIET_US (G_TIME_SPAN_MILLISECOND * 400)
#define SOURCE_WATCH_BUSY_US  (G_TIME_SPAN_SECOND * 3)

gint64 source_watch_due_us (gint64 first_us, gint64 last_us);
