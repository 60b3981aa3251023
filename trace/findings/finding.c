/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding.h"

#include <glib.h>

COLUMN_IMPLEMENT (FindingPlaceColumn, finding_place_column)

const char *
finding_severity_word (FindingSeverity severity)
{
  static const char *const words[N_FINDING_SEVERITIES] = { "high", "medium", "low", "info" };

  return words[severity];
}

void
finding_clear (Finding *finding)
{
  g_free (finding->sentence);
  finding_place_column_clear (&finding->places);
  *finding = (Finding){ 0 };
}

FindingSeverity
finding_severity_of (double share)
{
  return share >= 0.10 ? FINDING_HIGH : share >= 0.03 ? FINDING_MEDIUM : FINDING_LOW;
}
