/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile in few words: what was lost, how much else there is to know. Any thread. */

#pragma once

#include <stdbool.h>

#include "trace/trace.h"
#include "widgets/number_text.h"

typedef struct
{
  uint64_t n_events;      /* of the file: read and lost */
  uint64_t n_events_lost; /* events that were seen and could not be read */
  uint64_t n_files_lost;  /* files of the folder that could not be read */
  bool ends_early;        /* the recording, or its compressed file, is cut off */
  bool is_damaged;        /* a part of it that nothing is known of could not be read */
  unsigned n_losses;      /* health rows of severity data loss */
  unsigned n_notes;       /* all other health rows */
} HealthSummary;

HealthSummary health_summary_of (const Trace *trace);

/* Texts are translated, transfer full; NULL where there is nothing to say. */

/* "12 lost", "3 notes": for the pill in the header bar. */
char *health_summary_pill (const HealthSummary *summary, const NumberStyle *numbers);

/* One sentence for the banner; NULL: nothing was lost. */
char *health_summary_sentence (const HealthSummary *summary, const NumberStyle *numbers);

/* "none lost", "12 of 74,949 events lost": as a part of the scope bar's line. */
char *health_summary_phrase (const HealthSummary *summary, const NumberStyle *numbers);
