/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of all commands, with their keys, filtered while one types. What would have no effect now is there as well,
 * not sensitive, with the reason. Enter does what is marked; Escape, or a click elsewhere, closes it; what had the focus
 * has it again then. */

#pragma once

#include "widgets/timeline/page/timeline_page.h"

#define COMMAND_TYPE_PALETTE (command_palette_get_type ())
G_DECLARE_FINAL_TYPE (CommandPalette, command_palette, COMMAND, PALETTE, GtkPopover)

/* The commands are done in the window, which is not referenced and has the actions "win.*". Give the palette a parent
 * as wide as the window. */
GtkWidget *command_palette_new (GtkApplicationWindow *window);

/* Shows or hides the list. timeline is the one in view, whose commands can be done; NULL when none is. It is not
 * referenced. */
void command_palette_toggle (CommandPalette *palette, TimelinePage *timeline);
