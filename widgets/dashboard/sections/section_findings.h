/* SPDX-License-Identifier: Apache-2.0
 *
 * What the rules find in scope (trace/findings/findings.h), in the user's language: SECTION_FINDINGS. */

#pragma once

#include "trace/findings/findings.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* Rules that cannot be read (DashboardData.finding_rules) are as if nothing was changed. */
void *section_findings_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_findings_free (void *section);

static inline const Findings *
dashboard_findings (const DashboardData *data)
{
  return dashboard_section (data, SECTION_FINDINGS);
}
