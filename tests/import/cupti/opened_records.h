/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of CUPTI records in memory, opened. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"

/* Opens bytes as a file at path, which is for messages. release may be NULL. NULL with error set: they are refused
 * (transfer full). What comes out is checked by trace_check (). */
Trace *opened_records (const GByteArray *bytes, const char *release, GError **error);

/* Returns the slice or the instant that begins at an absolute time; fails the test if there is not exactly one. */
uint64_t opened_slice_at (const Trace *trace, uint64_t start);
TraceInstant opened_instant_at (const Trace *trace, uint64_t time);

/* Returns the argument with that key as text, quotes removed, or NULL (transfer full). args is of a slice or instant. */
char *opened_arg (const Trace *trace, uint64_t args, const char *key);

/* Returns "total N skipped N slices N instants N counters N flows N; id N; id N": what was read, and the health rows. */
char *opened_summary (const Trace *trace);

/* Compresses a file with gzip. */
void opened_records_pack (GByteArray *bytes);
