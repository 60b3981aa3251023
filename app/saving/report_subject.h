/* SPDX-License-Identifier: Apache-2.0
 *
 * What a report is about. */

#pragma once

#include "widgets/compare/compared.h"
#include "widgets/state/profile.h"

/* The one or the other. */
typedef struct
{
  const Profile *profile; /* NULL: a comparison */
  StatsScope scope;       /* of the profile, and not of tracks */
  char *
    dismissed; /* findings of the profile that are not told: widgets/dashboard/findings/dismissed_findings.h */
  Compared *compared;
} ReportSubject;

/* Returns a subject that references or copies what is in this one. */
ReportSubject report_subject_copy (const ReportSubject *subject);
void report_subject_clear (ReportSubject *subject);
