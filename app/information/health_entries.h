/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile in words, an entry for each thing that was found. Any thread. */

#pragma once

#include <glib.h>

#include "app/profiles/profile_check.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* Translated, valid UTF-8, each on one line. */
typedef struct
{
  HealthSeverity severity;
  char *severity_word; /* "Data lost", "Note" */
  char *what;          /* "Events are not valid JSON and could not be repaired" */
  char *count;         /* "12 of 74,949 events"; NULL: once, which goes without saying */
  char *place;         /* "First at byte 41,203,112 of the uncompressed text of control.json.gz"; NULL */
  char *effect;        /* "No number includes them." */
  char *advice;        /* what one can do about it; NULL: nothing */
} HealthEntry;

/* The gravest first; empty: nothing to say. findings: what was found out since the profile was opened; NULL: nothing.
 * Transfer full; elements are HealthEntry. */
GPtrArray *
health_entries (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers);

/* What stands where there are none. Transfer full. */
char *health_entries_none (const Profile *profile, const NumberStyle *numbers);

/* An entry as text: "Data lost, 12 of 74,949 events: ..." Transfer full. */
char *health_entry_text (const HealthEntry *entry);

/* For a bug report, the same for every user: what the profile is, then a line with tabs for each entry, below one that
 * names the columns. English, numbers without separators. Transfer full. */
char *health_entries_report (const Profile *profile, const ProfileFindings *findings);
