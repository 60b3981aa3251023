/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the chart of a pane is in its card. Any thread. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

/* Sizes in a card at 100 % text; they scale with the text. */
#define PANE_HEADER_PX 44
#define PANE_FOOTER_PX 36
#define PANE_INSET_PX  16
#define PANE_RADIUS_PX 12

/* Returns the rectangle of the chart between the header and the footer of a card, relative to the card. */
Rect pane_body (const Pane *pane, double width_px, double height_px, double text_scale);

/* Returns the height of a card whose chart has that height. */
double pane_card_px (const Pane *pane, double body_height_px, double text_scale);
