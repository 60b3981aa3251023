/* SPDX-License-Identifier: Apache-2.0
 *
 * The card with the waterfall from the baseline's step time to another side's. Enter or a click opens a part, so that its
 * kernels are shown, and closes it. Of several other sides the user chooses one. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compared.h"

#define WATERFALL_TYPE_CARD (waterfall_card_get_type ())
G_DECLARE_FINAL_TYPE (WaterfallCard, waterfall_card, WATERFALL, CARD, GtkWidget)

GtkWidget *waterfall_card_new (void);

/* References compared; NULL empties the card. */
void waterfall_card_set (WaterfallCard *card, Compared *compared);

/* Returns the side that is shown, and its open parts as of compare_waterfall_new (). */
void waterfall_card_get (WaterfallCard *card, uint32_t *ret_side, uint32_t *ret_open);
