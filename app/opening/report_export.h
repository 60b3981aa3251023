/* SPDX-License-Identifier: Apache-2.0
 *
 * Exports a report of Nsight Systems at the user's wish: asks where to, shows the progress, and opens the result. */

#pragma once

#include <gtk/gtk.h>

/* Creates a button that does so for the report at that path with that nsys, by the window's action win.open-path. Until it
 * is done, a dialog shows the progress, and closing that cancels it. The result belongs to the user, who chooses its place:
 * nothing is written beside a report unasked, and a file of the cache could be gone the next day. */
GtkWidget *report_export_button_new (const char *report, const char *program);
