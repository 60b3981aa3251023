/* SPDX-License-Identifier: Apache-2.0
 *
 * What the pane of findings says. Results are translated, valid UTF-8, and freed with g_free (), unless they are static.
 * Any thread. */

#pragma once

#include "trace/findings/findings.h"
#include "widgets/dashboard/findings/finding_parts.h"
#include "widgets/dashboard/pane/pane.h"

/* Returns "High". Static. */
const char *finding_words_severity (FindingSeverity severity);

/* Returns the sentence, with the signs of the pane's numbers and in the words of the profile, whose devices may be TPUs. */
char *finding_words_sentence (const PaneContext *pane, const Finding *finding);

/* Returns a text of the rule, which may be NULL, in the words of the profile, whose devices may be TPUs. */
char *finding_words_of (const PaneContext *pane, const char *text);

/* Returns "at most 1.24 ms per step (7.8 %)"; NULL without a gain. */
char *finding_words_gain (const PaneContext *pane, const Finding *finding);

/* Returns "0.40 ms of it is not gained by what stands above"; NULL if all of it is its own. */
char *finding_words_added (const PaneContext *pane, const Finding *finding);

/* Returns "2.10 ms from 1.234 s on, step 7, rank 3: aten::item". */
char *finding_words_place (const PaneContext *pane, const FindingPlace *place);

/* Returns "37 places, worst 2.10 ms, step 7, rank 3". The finding has a place. */
char *finding_words_worst (const PaneContext *pane, const Finding *finding);

/* Returns a line that folds: "3 smaller". */
char *finding_words_line (const PaneContext *pane, const FindingPart *part);

/* Returns what all findings together would gain, and what became of the rules. */
char *finding_words_total (const PaneContext *pane);

/* Returns "No rule found anything wrong"; NULL if there is a finding that was not dismissed. */
char *finding_words_healthy (const PaneContext *pane);
