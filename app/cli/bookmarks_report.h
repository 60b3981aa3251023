/* SPDX-License-Identifier: Apache-2.0
 *
 * What was bookmarked in the window, as records: the user's library, of the profile's key, is only read. */

#pragma once

#include <glib.h>

#include "trace/stats/scope.h"

/* The keys of the records, comma separated. */
#define BOOKMARKS_REPORT_HEADER \
  "id,kind,title,begin_ns,end_ns,track,name,found,slice,note,colour,created_ms,modified_ms"

/* Of those that lie, at least in part, in the window, by time. Owned by the caller; NULL: out of memory. Blocks for the
 * library. */
GPtrArray *bookmarks_report_records (const StatsScope *scope);

/* How many the profile has. */
guint bookmarks_report_count (const Trace *trace);
