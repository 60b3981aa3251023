/* SPDX-License-Identifier: Apache-2.0
 *
 * The card "Findings" of a comparison: a row for each finding that is new, went or stayed. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compared_findings.h"

GtkWidget *findings_card_new (void);

/* Shows other findings; both NULL removes all. They are not kept. */
void findings_card_set (GtkWidget *card, const Compared *compared, const ComparedFindings *findings);

/* Returns the rows as text with tabs between; transfer full. */
char *findings_card_text (GtkWidget *card, const Compared *compared, const ComparedFindings *findings);
