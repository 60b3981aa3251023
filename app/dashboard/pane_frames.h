/* SPDX-License-Identifier: Apache-2.0
 *
 * The empty frames of the dashboard's panes at their final place. They are shown below the progress bar while the first
 * profile is being read. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *pane_frames_new (void);
