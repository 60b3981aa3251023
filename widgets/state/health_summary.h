/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile in few words: what was lost, how much else there is to know. Any thread. */

#pragma once

#include <stdbool.h>

#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* Why what is shown cannot be trusted, found out after the profile was opened. */
typedef enum
{
  HEALTH_NO_DOUBT,
  HEALTH_DOUBT_CUT,  /* the file changed while it was open */
  HEALTH_DOUBT_FILE, /* the native file is not what was written */
  HEALTH_DOUBT_COPY, /* likewise the copy in the cache; the file itself may be whole */
} HealthDoubt;

typedef struct
{
  uint64_t n_events; /* of the file: read and not read */
  uint64_t
    n_events_lost;  /* events that were seen and could not be read, but for the one that a file ends inside */
  uint64_t n_files; /* of the folder, or 1 */
  uint64_t n_files_lost; /* files of the folder that could not be read */
  uint64_t n_files_cut;  /* files, or their compressed ones, that are cut off */
  bool is_damaged;       /* a part of it that nothing is known of could not be read */
  bool is_partial;       /* it is still being read: nothing that is missing is lost yet */
  bool has_last_step;    /* of one file that is cut off */
  int64_t last_step;     /* its number */
  unsigned n_losses;     /* health rows of severity data loss */
  unsigned n_notes;      /* all other health rows */
  HealthDoubt doubt;     /* of whoever knows: set to HEALTH_NO_DOUBT */
} HealthSummary;

HealthSummary health_summary_of (const Profile *profile);

/* Whether something is missing, or wrong in an unknown way. */
bool health_summary_is_loss (const HealthSummary *summary);

/* Texts are translated, transfer full; NULL where there is nothing to say. */

/* "12 lost", "3 notes": for the pill in the header bar. */
char *health_summary_pill (const HealthSummary *summary, const NumberStyle *numbers);

/* For the banner, a sentence for each kind of loss: "12 of 74,949 events could not be read; every number here is
 * without them." NULL: nothing was lost. A doubt has a banner of its own. */
char *health_summary_sentence (const HealthSummary *summary, const NumberStyle *numbers);

/* "none lost", "12 of 74,949 events lost": as a part of the scope bar's line. */
char *health_summary_phrase (const HealthSummary *summary, const NumberStyle *numbers);
