/* SPDX-License-Identifier: Apache-2.0
 *
 * A button of the scope bar: what it is limited to, a popover to choose that, and while it is not the default an
 * accent outline and a small button that goes back to it. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "widgets/controls/short_forms.h"

#define SCOPE_TYPE_CHOICE (scope_choice_get_type ())
G_DECLARE_FINAL_TYPE (ScopeChoice, scope_choice, SCOPE, CHOICE, GtkWidget)

/* what: what the button chooses, for people who do not see it: "Ranks". Signal "reset" (): the default is wanted. */
GtkWidget *scope_choice_new (const char *what);
void scope_choice_set_popover (ScopeChoice *choice, GtkWidget *popover);

/* short_text: what is shown of it in a narrow window. */
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
