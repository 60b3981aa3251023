/* SPDX-License-Identifier: Apache-2.0
 *
 * What a profile tells about itself, as rows of text: the job, its files, ranks, devices and versions, every key of
 * the file beside its events, and its health. Any thread; translated. */

#pragma once

#include <glib.h>

#include "app/information/health_entries.h"
#include "app/profiles/profile_check.h"
#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

typedef struct
{
  char *label;
  char *value; /* valid UTF-8, whole, however long */
} InformationRow;

typedef struct
{
  const char *title;
  GPtrArray *rows; /* InformationRow; never empty */
} InformationSection;

typedef struct
{
  GPtrArray *sections; /* InformationSection, in the order of the page */
  GPtrArray *health;   /* HealthEntry, the gravest first */
  char *no_health;     /* what is said where there are none; else NULL */
} Information;

/* Never NULL. O(keys of the file); the text of all keys together is at most some 16 MiB. findings: what was found out
 * about the native file since it was opened, told with the health; NULL: nothing. */
Information *
information_new (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers);
void information_free (Information *information);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Information, information_free)

/* Everything as text: a heading, "label: value" lines, an empty line. Transfer full. */
char *information_text (const Information *information, const char *title);
