/* SPDX-License-Identifier: Apache-2.0
 *
 * The findings as plain text for an issue or a mail: sentences, gains, places, advice, and the versions that matter. Any
 * thread. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

/* Needs SECTION_FINDINGS. Of what was dismissed it tells only the reasons, and lists at most FINDINGS_SHOWN_MAX
 * of the others. Says which rules were changed. g_free (). */
char *findings_issue_text (const PaneContext *pane);
