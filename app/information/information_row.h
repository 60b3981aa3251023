/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the information page, for a GtkListBox: a label with its value, or a sentence. Copying a value copies all
 * of it, however much is shown. */

#pragma once

#include <gtk/gtk.h>

#include "app/information/information.h"

/* The width of the labels, so that the values are aligned. */
#define INFORMATION_LABEL_WIDTH_PX 200

GtkWidget *information_row_new (const InformationRow *row);
GtkWidget *information_row_new_text (const char *text);
