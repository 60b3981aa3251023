/* SPDX-License-Identifier: Apache-2.0
 *
 * What records of several reports have in common. */

#pragma once

#include "app/cli/out/record.h"
#include "trace/stats/scope.h"

/* Of records, which it owns. */
GPtrArray *records_new (void);

/* "name": the exact one, and for people the one to read. */
void record_add_name (Record *record, const Trace *trace, uint32_t name);

/* null where it is not present. */
void record_add_optional (Record *record, const char *key, bool present, int64_t value);

/* 100 x part / whole; null where that is not defined. */
void record_add_percent (Record *record, const char *key, int64_t part, double whole);

/* Length of the window, beyond int64 too. */
double report_window_ns (const StatsScope *scope);
