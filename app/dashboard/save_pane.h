/* SPDX-License-Identifier: Apache-2.0
 *
 * Saves a pane of the dashboard as a PNG, SVG or PDF file that the user chooses; the suffix decides. Main thread. */

#pragma once

#include "widgets/dashboard/dashboard_view.h"

/* Asks for the file and saves the pane. Handles the signal "save-pane" of the view. */
void save_pane_ask (DashboardView *view, PaneCard *card);
