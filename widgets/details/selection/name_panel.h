/* SPDX-License-Identifier: Apache-2.0
 *
 * The durations of all slices that have the name of the selected one: mean, median, p95, and a histogram with its own
 * mark. */

#pragma once

#include <gtk/gtk.h>

#include "trace/stats/name_series.h"
#include "widgets/state/profile.h"

#define DETAILS_TYPE_NAME_PANEL (name_panel_get_type ())
G_DECLARE_FINAL_TYPE (NamePanel, name_panel, DETAILS, NAME_PANEL, GtkWidget)

/* height_px: of the histogram, at the usual size of text. */
GtkWidget *name_panel_new (int height_px);

/* series NULL: not known yet; the panel keeps its place. is_whole: it is of the whole profile, else of what is in scope.
 * slice is one of the series. Referenced. */
void name_panel_set_series (NamePanel *panel,
                            const Profile *profile,
                            uint64_t slice,
                            const NameSeries *series,
                            bool is_whole);
