/* SPDX-License-Identifier: Apache-2.0
 *
 * A button that acts as soon as its key is pressed. GTK's own buttons show the pressed state for a quarter of a second
 * first (gtkbutton.c, ACTIVATE_TIMEOUT), which is too long for a Cancel button. */

#pragma once

#include <gtk/gtk.h>

#define PROMPT_TYPE_BUTTON (prompt_button_get_type ())
G_DECLARE_FINAL_TYPE (PromptButton, prompt_button, PROMPT, BUTTON, GtkButton)

/* Takes a label as mnemonic_button_new () does. */
GtkWidget *prompt_button_new (const char *label);
