/* SPDX-License-Identifier: Apache-2.0
 *
 * The content of the information page as rows of text: the job, its files, ranks, devices and versions, every key of the
 * file outside of its events, and its health. Any thread; translated. */

#pragma once

#include <glib.h>

#include "app/information/health_entries.h"
#include "app/profiles/profile_check.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

typedef struct
{
  char *label;
  char *value; /* valid UTF-8, never cut */
} InformationRow;

typedef struct
{
  const char *title;
  GPtrArray *rows; /* InformationRow; never empty */
} InformationSection;

typedef struct
{
  GPtrArray *sections; /* InformationSection, in the order of the page */
  GPtrArray *health;   /* HealthEntry, the most severe first */
  char *no_health;     /* the sentence for an empty list; NULL when there are entries */
} Information;

/* Never returns NULL. Takes O(keys of the file) time; the text of all keys together is at most about 16 MiB. findings
 * holds what was found about the native file since it was opened; it is added to the health and may be NULL. */
Information *
information_new (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers);
void information_free (Information *information);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Information, information_free)

/* Returns everything as text: for each section a heading, "label: value" lines, and an empty line. Transfer full. */
char *information_text (const Information *information, const char *title);
