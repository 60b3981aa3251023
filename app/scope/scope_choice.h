/* SPDX-License-Identifier: Apache-2.0
 *
 * A button of the scope bar. It names the current limit and opens a popover to choose it. A limit other than the default
 * has an accent outline and a small button that resets it. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "widgets/controls/short_forms.h"

#define SCOPE_TYPE_CHOICE (scope_choice_get_type ())
G_DECLARE_FINAL_TYPE (ScopeChoice, scope_choice, SCOPE, CHOICE, GtkWidget)

/* Creates a button. what is the accessible name of the choice, such as "Ranks". Signal "reset" () is emitted when the
 * user wants the default. */
GtkWidget *scope_choice_new (const char *what);
void scope_choice_set_popover (ScopeChoice *choice, GtkWidget *popover);

/* Sets the text of the button, and the short text that replaces it in a narrow window. */
void scope_choice_set_text (ScopeChoice *choice, const char *text, const char *short_text, bool is_default);

/* The forms of its text. */
enum
{
  SCOPE_CHOICE_FULL,
  SCOPE_CHOICE_SHORT,
  N_SCOPE_CHOICE_FORMS
};

/* Its text, borrowed. */
ShortForms *scope_choice_text (ScopeChoice *choice);
