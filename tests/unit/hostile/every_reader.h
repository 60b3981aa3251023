/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a profile in every way the program does: for profiles whose columns may hold anything.
 *
 * Nothing is said of the figures that come out; what is looked for is a sanitizer's report, a crash, or no end. What
 * is promised for any bytes is asserted: that ids exist, and that texts are valid. */

#pragma once

#include "trace/model/trace.h"

/* Columns, arguments, statistics, steps, busy time, pyramids, intervals. O(slices x rows). */
void every_reader_reads (Trace *trace);

/* Dashboard, reports, timeline at several zooms, details, the page of information, as pictures and as text. Some 20
 * times as much work. */
void every_reader_draws (Trace *trace);

/* All tables as queries see them, and queries that search and sort. */
void every_query_reads (Trace *trace);
