/* SPDX-License-Identifier: Apache-2.0
 *
 * The header bar: Open, the profile switcher, the pages, the health pill, the primary menu. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_list.h"

#define WINDOW_TYPE_HEADER (window_header_get_type ())
G_DECLARE_FINAL_TYPE (WindowHeader, window_header, WINDOW, HEADER, GtkWidget)

/* Creates the header. Signal "unload" (LoadedProfile) is that of the profile switcher. */
GtkWidget *window_header_new (ProfileList *list);

/* Sets the pages to switch between; with NULL the title is shown instead. */
void window_header_set_stack (WindowHeader *header, AdwViewStack *stack, const char *title);

/* Sets the text of the health pill; NULL hides it. is_loss is whether events were lost. */
void window_header_set_pill (WindowHeader *header, const char *text, bool is_loss);
