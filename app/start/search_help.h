/* SPDX-License-Identifier: Apache-2.0
 *
 * The button that explains what can be typed into the search of known profiles (app/known/known_search.h). */

#pragma once

#include <gtk/gtk.h>

GtkWidget *search_help_new (void);
