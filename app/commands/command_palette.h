/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of all commands with their keys, filtered as the user types. Commands without an effect now are listed too,
 * insensitive and with the reason. Enter runs the selected command. Escape or a click elsewhere closes the list and
 * returns the focus to where it was. */

#pragma once

#include "widgets/timeline/page/timeline_page.h"

#define COMMAND_TYPE_PALETTE (command_palette_get_type ())
G_DECLARE_FINAL_TYPE (CommandPalette, command_palette, COMMAND, PALETTE, GtkPopover)

/* Commands run in the window, which must have the actions "win.*" and is not referenced. The palette's parent must be
 * as wide as the window. */
GtkWidget *command_palette_new (GtkApplicationWindow *window);

/* Shows or hides the list. timeline is the visible timeline page, or NULL; its commands can be run. It is not
 * referenced. */
void command_palette_toggle (CommandPalette *palette, TimelinePage *timeline);
