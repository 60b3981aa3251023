/* SPDX-License-Identifier: Apache-2.0
 *
 * The events behind a part of a pane, as a window shows them. Main thread. */

#pragma once

#include "widgets/dashboard/pane/pane.h"
#include "widgets/state/view_state.h"

/* Selects them and wants the page of the timeline, with what comes before and after in view, or wants their table; nothing
 * for TARGET_NONE. */
void pane_target_show (const PaneTarget *target, ViewState *state);
