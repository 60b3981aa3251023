/* SPDX-License-Identifier: Apache-2.0
 *
 * Summary: the answer in a sentence, five figures, and the whole of the time as one bar. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_summary;

/* Of the whole card; the sentence gets a second line where the page is too narrow for one. */
int pane_summary_height_px (int width_px, double text_scale, bool has_gpu);
