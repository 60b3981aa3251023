/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of the dashboard's panes at their final place, empty: what stands below the progress of
 * opening as long as there is no profile. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *pane_frames_new (void);
