/* SPDX-License-Identifier: Apache-2.0
 *
 * The header bar: Open, the profile switcher, the pages, the health pill, the primary menu. */

#pragma once

#include <adwaita.h>

#include "app/profiles/profile_list.h"

#define WINDOW_TYPE_HEADER (window_header_get_type ())
G_DECLARE_FINAL_TYPE (WindowHeader, window_header, WINDOW, HEADER, GtkWidget)

/* Signal "unload" (LoadedProfile): as of the profile switcher. */
GtkWidget *window_header_new (ProfileList *list);

/* The pages to switch between; NULL: none, and the title stands in their place. */
void window_header_set_stack (WindowHeader *header, AdwViewStack *stack, const char *title);

/* text NULL: no pill. is_loss: something was lost. */
void window_header_set_pill (WindowHeader *header, const char *text, bool is_loss);
