/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of all commands, with their keys, filtered while one types. What would have no effect now is there as well,
 * not sensitive, with the reason. Enter does what is marked; Escape, or a click elsewhere, closes it; what had the focus
 * has it again then. */

#pragma once

#include "app/window/window.h"

#define COMMAND_TYPE_PALETTE (command_palette_get_type ())
G_DECLARE_FINAL_TYPE (CommandPalette, command_palette, COMMAND, PALETTE, GtkPopover)

/* Of the window, which is not referenced. To be given a parent as wide as the window. */
GtkWidget *command_palette_new (AppWindow *window);

void command_palette_toggle (CommandPalette *palette);
