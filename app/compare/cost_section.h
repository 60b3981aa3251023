/* SPDX-License-Identifier: Apache-2.0
 *
 * Keeps the card "Cost and scaling" in step with what is compared and with what the user entered. Main thread. */

#pragma once

#include "app/library/library.h"
#include "widgets/compare/cost_card.h"

typedef struct CostSection CostSection;

/* The library must outlive the program's worker threads, the card this. */
CostSection *cost_section_new (Library *library, CostCard *card);
void cost_section_free (CostSection *section);

/* Shows the costs of a comparison, which is referenced, and reads again what is remembered of it; NULL shows none. */
void cost_section_set (CostSection *section, Compared *compared);
