/* SPDX-License-Identifier: Apache-2.0
 *
 * The health of a profile in words, one entry per health row. Any thread. */

#pragma once

#include <glib.h>

#include "app/profiles/profile_check.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

/* All texts are translated, valid UTF-8 and on one line. */
typedef struct
{
  HealthSeverity severity;
  char *severity_word; /* "Data lost", "Note" */
  char *what;          /* "Events are not valid JSON and could not be repaired" */
  char *count;         /* "12 of 74,949 events"; NULL for something that can happen only once */
  char *place;         /* "First at byte 41,203,112 of the uncompressed text of control.json.gz"; NULL */
  char *effect;        /* "No number includes them." */
  char *advice;        /* what the user can do about it; NULL when there is nothing */
} HealthEntry;

/* Returns HealthEntry elements, the most severe first; empty for a clean profile. findings holds what was found since the
 * profile was opened and may be NULL. Transfer full. */
GPtrArray *
health_entries (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers);

/* Returns the sentence that is shown when there are no entries. Transfer full. */
char *health_entries_none (const Profile *profile, const NumberStyle *numbers);

/* Returns an entry as text: "Data lost, 12 of 74,949 events: ..." Transfer full. */
char *health_entry_text (const HealthEntry *entry);

/* Returns the text for a bug report, the same for every locale: a description of the profile, a line with the column
 * names, and one tab-separated line per entry. English, numbers without separators. Transfer full. */
char *health_entries_report (const Profile *profile, const ProfileFindings *findings);
