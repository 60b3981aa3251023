/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the information page, for a GtkListBox: a label and its value, a row of health, a plain sentence. Each
 * can be copied whole, however much of it is shown. */

#pragma once

#include <gtk/gtk.h>

#include "app/information/information.h"

GtkWidget *information_row_new (const InformationRow *row);
GtkWidget *information_row_new_health (const HealthText *health);
GtkWidget *information_row_new_text (const char *text);
