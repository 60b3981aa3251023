/* SPDX-License-Identifier: Apache-2.0
 *
 * A pane of the dashboard as a picture in a file that the user chooses: PNG, SVG or PDF by its suffix. Main thread. */

#pragma once

#include "widgets/dashboard/dashboard_view.h"

/* Asks for the file; of a signal "save-pane". */
void save_pane_ask (DashboardView *view, PaneCard *card);
