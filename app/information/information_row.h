/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the information page, for a GtkListBox: a label and its value, a plain sentence. A value
 * can be copied whole, however much of it is shown. */

#pragma once

#include <gtk/gtk.h>

#include "app/information/information.h"

/* Of what stands at the left, so that the values are below each other. */
#define INFORMATION_LABEL_WIDTH_PX 200

GtkWidget *information_row_new (const InformationRow *row);
GtkWidget *information_row_new_text (const char *text);
