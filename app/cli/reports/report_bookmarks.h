/* SPDX-License-Identifier: Apache-2.0
 *
 * What was bookmarked in the window, as records: the user's library, of the profile's key, is only read. */

#pragma once

#include <glib.h>

#include "app/cli/reports/report.h"
#include "trace/stats/scope.h"

/* Of those that lie, at least in part, in the window, by time. Owned by the caller; NULL: out of memory. Blocks for the
 * library. */
GPtrArray *bookmarks_report_records (ReportFigures *figures);

/* How many the profile has. */
guint bookmarks_report_count (const Trace *trace);
