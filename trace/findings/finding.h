/* SPDX-License-Identifier: Apache-2.0
 *
 * A finding: one thing that is wrong with a run, in a sentence, with what would be gained if it were gone, where to see it,
 * and what to do about it.
 *
 * The gain is an upper bound: the time per step in which a device would not have been idle, or would have done other work,
 * as the mean over the devices in scope. The time of each finding is a set of spans of each device, so gains of several
 * findings that overlap are never added twice (trace/findings/findings.h). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"

typedef enum
{
  FINDING_HIGH,
  FINDING_MEDIUM,
  FINDING_LOW,
  FINDING_INFO, /* without a gain that could be told */
  N_FINDING_SEVERITIES
} FindingSeverity;

/* "high", "medium", "low", "info" */
const char *finding_severity_word (FindingSeverity severity);

/* Returns how severe a gain of that share of the mean step is: high from 10 % on, medium from 3 %, else low. */
FindingSeverity finding_severity_of (double share);

/* Where a finding can be seen. */
typedef struct
{
  uint32_t rank; /* index of trace_rank (); TRACE_NONE if it is no rank's */
  int64_t begin_ns, end_ns;
  uint64_t slice; /* to select; SLICE_NONE if it is a span alone */
} FindingPlace;

COLUMN_DEFINE (FindingPlaceColumn, finding_place_column, FindingPlace)

/* At most so many places are kept of each finding: the longest. */
#define FINDING_PLACES_MAX 20

typedef struct FindingRule FindingRule;

typedef struct
{
  const FindingRule *rule;
  FindingSeverity severity;
  char *
    sentence; /* UTF-8, one or two sentences. Names of the trace stand between back ticks and have none inside */
  bool has_gain;
  double gain_ns;            /* per step, of this finding alone */
  double new_gain_ns;        /* the part of it that is in no finding before this one */
  uint64_t n_places;         /* all of them */
  FindingPlaceColumn places; /* by length, the longest first; of equal ones the earliest */
} Finding;

/* Frees what it holds. */
void finding_clear (Finding *finding);
