/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Rules": which rules look for findings, and their thresholds. What is changed holds at once, in every window, and
 * is kept in the settings; a file of rules passes it on (trace/findings/threshold_file.h). Main thread. */

#pragma once

#include <gtk/gtk.h>

void finding_rules_window_show (GtkWindow *parent);
