/* SPDX-License-Identifier: Apache-2.0
 *
 * A short summary of the health of a profile: what was lost, and how many notes there are. Any thread. */

#pragma once

#include <stdbool.h>

#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* Why the shown data cannot be trusted, detected after the profile was opened. */
typedef enum
{
  HEALTH_NO_DOUBT,
  HEALTH_DOUBT_CUT,  /* the file changed while it was open */
  HEALTH_DOUBT_FILE, /* the native file is damaged */
  HEALTH_DOUBT_COPY, /* the copy in the cache is damaged; the file itself may be intact */
} HealthDoubt;

typedef struct
{
  uint64_t n_events; /* events of the file, both read and skipped */
  uint64_t
    n_events_lost;  /* events that could not be read, except an event cut off by the end of the file */
  uint64_t n_files; /* of the folder, or 1 */
  uint64_t n_files_lost; /* files of the folder that could not be read */
  uint64_t n_files_cut;  /* files, or compressed files, that are cut off */
  bool is_damaged;       /* a part with unknown contents could not be read */
  bool is_partial;       /* still being read; nothing counts as lost yet */
  bool has_last_step;    /* the profile is a single file that is cut off and contains a step */
  int64_t last_step;     /* its number */
  unsigned n_losses;     /* health rows of severity data loss */
  unsigned n_notes;      /* all other health rows */
  HealthDoubt doubt;     /* set by the caller; HEALTH_NO_DOUBT by default */
} HealthSummary;

HealthSummary health_summary_of (const Profile *profile);

/* Returns whether data is missing, or wrong in an unknown way. */
bool health_summary_is_loss (const HealthSummary *summary);

/* The texts are translated, transfer full, and NULL if there is nothing to say. */

/* "12 lost", "3 notes": for the pill in the header bar. */
char *health_summary_pill (const HealthSummary *summary, const NumberStyle *numbers);

/* Returns the text of the banner, one sentence for each kind of loss: "12 of 74,949 events could not be
 * read; every number here is without them." NULL if nothing was lost. A doubt has a banner of its own. */
char *health_summary_sentence (const HealthSummary *summary, const NumberStyle *numbers);

/* "none lost", "12 of 74,949 events lost": as a part of the scope bar's line. */
char *health_summary_phrase (const HealthSummary *summary, const NumberStyle *numbers);
