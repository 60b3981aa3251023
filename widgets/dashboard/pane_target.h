/* SPDX-License-Identifier: Apache-2.0
 *
 * Shows the events behind a part of a pane in the window. Main thread. */

#pragma once

#include "widgets/dashboard/pane/pane.h"
#include "widgets/state/view_state.h"

/* Selects the events and opens the timeline with some time before and after in view, or opens their table.
 * Does nothing for TARGET_NONE. */
void pane_target_show (const PaneTarget *target, ViewState *state);
