/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Summary": a sentence, five figures, and the whole GPU time as one bar. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_summary;

/* Returns the height of the whole card. The sentence gets a second line if the page is too narrow for one line. */
int pane_summary_height_px (int width_px, double text_scale, bool has_gpu);
