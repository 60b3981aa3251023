/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_findings.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/findings/threshold_file.h"

static const char *
translate (const char *text)
{
  return _ (text);
}

void *
section_findings_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  Findings *findings = calloc (1, sizeof *findings);
  FindingThresholds thresholds = { 0 };
  const char *rules = data->finding_rules;
  bool ok;

  if (findings == NULL)
    return NULL;
  if (rules != NULL && strlen (rules) <= THRESHOLD_FILE_MAX_BYTES)
    threshold_text_read ("", rules, strlen (rules), &thresholds, NULL);
  ok = findings_compute (findings, &data->scope, &thresholds, translate, should_continue, user_data);
  finding_thresholds_clear (&thresholds);
  if (ok)
    return findings;
  section_findings_free (findings);
  return NULL;
}

void
section_findings_free (void *section)
{
  findings_clear (section);
  free (section);
}
