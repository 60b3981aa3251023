/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile in the order of a report: the most serious finding first, each with the total that its count
 * is part of and the place where it was first seen. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  HealthId id;
  uint64_t count;
  uint64_t out_of;      /* total number of the unit, at least count; 0 if unknown, or there is no total */
  int64_t first_offset; /* byte of the uncompressed text; HEALTH_NO_OFFSET */
  uint32_t path;        /* string id of that file; STRING_EMPTY: not known */
  uint32_t rank;        /* trace_rank () of that file; TRACE_NONE if it is no rank of the profile */
} HealthFinding;

/* Fills in the findings and returns their number. O(1) in the size of the profile. Even in a damaged native file, path
 * and rank exist. */
unsigned health_report (const Trace *trace, HealthFinding ret_findings[N_HEALTH_IDS]);

/* Returns the number of files that the profile was made from, including files that were skipped or unreadable. */
uint64_t health_report_n_files (const Trace *trace);
