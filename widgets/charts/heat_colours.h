/* SPDX-License-Identifier: Apache-2.0
 *
 * The colours of a heat map: from pale yellow to deep blue, or in a dark theme from blue to pale yellow, so that what is much
 * stands out from the card. A straight line in Oklab: equal differences of values look equally different. Its lightness
 * changes throughout and its hue between blue and yellow alone, so that it stays one where red and green look alike, and
 * without colours. */

#pragma once

#include "widgets/look/theme.h"

#define HEAT_COLOURS 256

/* Writes the colours from the lowest to the highest value. O(HEAT_COLOURS). */
void heat_colours (const Theme *theme, Rgb ret_colours[HEAT_COLOURS]);

/* Returns black or white, whichever is easier to read on a colour: at least 4.5:1. */
Rgb heat_ink (Rgb colour);
