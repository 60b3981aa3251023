/* SPDX-License-Identifier: Apache-2.0
 *
 * The line below the bars that says what a profile lost: shown only for those that did, until it is dismissed.
 * [Show Details] is win.information-health. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *loss_banner_new (void);

/* sentence NULL: nothing to show. */
void loss_banner_set (GtkWidget *banner, const char *sentence);
