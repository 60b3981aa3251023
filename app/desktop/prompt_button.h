/* SPDX-License-Identifier: Apache-2.0
 *
 * A button that acts when its key is pressed. Those of GTK show themselves pressed for a quarter of a second first
 * (gtkbutton.c, ACTIVATE_TIMEOUT), which is long for somebody who wants something to stop. */

#pragma once

#include <gtk/gtk.h>

#define PROMPT_TYPE_BUTTON (prompt_button_get_type ())
G_DECLARE_FINAL_TYPE (PromptButton, prompt_button, PROMPT, BUTTON, GtkButton)

/* As mnemonic_button_new () is. */
GtkWidget *prompt_button_new (const char *label);
