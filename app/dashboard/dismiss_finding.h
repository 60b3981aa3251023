/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Dismiss Finding". The user says why the finding of a rule is not to be seen for this profile. Main thread. */

#pragma once

#include "trace/findings/finding_rule.h"
#include "widgets/dashboard/dashboard_view.h"

/* view is referenced. Does nothing for a rule that is NULL. */
void dismiss_finding_show (GtkWindow *parent, DashboardView *view, const FindingRule *rule);
