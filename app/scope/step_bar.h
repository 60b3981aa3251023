/* SPDX-License-Identifier: Apache-2.0
 *
 * "< Step 1011 (3 of 6) > [Slowest] [Median]": walking the steps of a profile. Its buttons are the window's actions
 * win.previous-step, win.next-step, win.slowest-step and win.median-step; without steps, win.choose-annotation. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/controls/short_forms.h"
#include "widgets/state/view_state.h"

GtkWidget *step_bar_new (void);

/* The forms of Slowest and Median. */
enum
{
  STEP_JUMPS_AS_BUTTONS,
  STEP_JUMPS_IN_MENU,
};

/* Parts that have shorter forms, borrowed: where the step is, by StepPlace, and Slowest and Median. */
ShortForms *step_bar_place (GtkWidget *bar);
ShortForms *step_bar_jumps (GtkWidget *bar);

/* Shows the step that the state is at; NULL: nothing. offers_annotation: where there are no steps, the button to choose
 * an annotation; not on a page that has one of its own. */
void step_bar_update (GtkWidget *bar, ViewState *state, bool offers_annotation);
