/* SPDX-License-Identifier: Apache-2.0
 *
 * The user's bookmarks of a profile as records. The library is only read. */

#pragma once

#include <glib.h>

#include "app/cli/reports/report.h"
#include "trace/stats/scope.h"

/* Returns the bookmarks that overlap the window, by time, transfer full, or NULL when memory runs out. Blocks while it
 * reads the library. */
GPtrArray *bookmarks_report_records (ReportFigures *figures);

/* Returns the number of bookmarks of the profile. */
guint bookmarks_report_count (const Trace *trace);
