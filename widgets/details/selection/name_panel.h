/* SPDX-License-Identifier: Apache-2.0
 *
 * The durations of all slices with the name of the selected one: mean, median, p95, and a histogram in
 * which the selected slice is marked. */

#pragma once

#include <gtk/gtk.h>

#include "trace/stats/name_series.h"
#include "widgets/state/profile.h"

#define DETAILS_TYPE_NAME_PANEL (name_panel_get_type ())
G_DECLARE_FINAL_TYPE (NamePanel, name_panel, DETAILS, NAME_PANEL, GtkWidget)

/* Creates an empty panel. height_px is the height of the histogram at the default text size. */
GtkWidget *name_panel_new (int height_px);

/* Shows the slices of one name. series is NULL while it is being computed; the panel keeps its size. is_whole is true
 * if the series covers the whole profile and false if it covers the scope. slice is part of the series. Takes a
 * reference to series. */
void name_panel_set_series (NamePanel *panel,
                            const Profile *profile,
                            uint64_t slice,
                            const NameSeries *series,
                            bool is_whole);
