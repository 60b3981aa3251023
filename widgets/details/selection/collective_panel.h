/* SPDX-License-Identifier: Apache-2.0
 *
 * The collective of the selected kernel: who waited for whom in a sentence, and buttons that lead to the parts of the other
 * ranks. Hidden if there is none. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/timeline/scene/timeline_scene.h"

#define DETAILS_TYPE_COLLECTIVE_PANEL (collective_panel_get_type ())
G_DECLARE_FINAL_TYPE (CollectivePanel, collective_panel, DETAILS, COLLECTIVE_PANEL, GtkBox)

/* Keeps no reference to the scene, which must outlive it. */
GtkWidget *collective_panel_new (TimelineScene *scene);

/* Shows the collective of the selected slice. */
void collective_panel_update (CollectivePanel *panel);
