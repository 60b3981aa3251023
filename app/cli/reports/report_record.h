/* SPDX-License-Identifier: Apache-2.0
 *
 * Cells that the records of several reports share. */

#pragma once

#include "app/cli/out/record.h"
#include "trace/stats/scope.h"

/* Returns an empty array that owns its Records. Transfer full. */
GPtrArray *records_new (void);

/* Adds the key "name" with the exact name, shown as the display name. */
void record_add_name (Record *record, const Trace *trace, uint32_t name);

/* Adds value, or null when it is not present. */
void record_add_optional (Record *record, const char *key, bool present, int64_t value);

/* Adds 100 x part / whole, or null when that is not defined. */
void record_add_percent (Record *record, const char *key, int64_t part, double whole);

/* Returns the length of the window; a double, since it may exceed int64. */
double report_window_ns (const StatsScope *scope);
