/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile as it is told: the gravest first, with what each count is a part of and where it was first
 * seen. */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  HealthId id;
  uint64_t count;
  uint64_t
    out_of; /* as many of the unit as there are, at least count; 0: not known, or nothing to compare with */
  int64_t first_offset; /* byte of the uncompressed text; HEALTH_NO_OFFSET */
  uint32_t path;        /* string id of the file where it was first seen; STRING_EMPTY: not known */
  uint32_t rank;        /* trace_rank () whose file that is; TRACE_NONE: none of the profile's */
} HealthFinding;

/* Returns how many there are. O(1) in the size of the profile. Of a damaged native file, path and rank still are a
 * string and a rank that exist. */
unsigned health_report (const Trace *trace, HealthFinding ret_findings[N_HEALTH_IDS]);

/* How many files the profile was made of, those that were left out or could not be read included. */
uint64_t health_report_n_files (const Trace *trace);
