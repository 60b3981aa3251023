/* SPDX-License-Identifier: Apache-2.0
 *
 * "< Step 1011 (3 of 6) > [Slowest] [Median]": walks through the steps of a profile. Its buttons are the window's actions
 * win.previous-step, win.next-step, win.slowest-step and win.median-step. A profile without steps gets the button of a
 * proposal (app/scope/step_proposal_button.h), or win.choose-annotation. */

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

/* Return the parts that have shorter forms, borrowed: the place of the step (by StepPlace), Slowest and Median, and the
 * proposal (by StepProposalForm). */
ShortForms *step_bar_place (GtkWidget *bar);
ShortForms *step_bar_jumps (GtkWidget *bar);
ShortForms *step_bar_proposal (GtkWidget *bar);

/* Shows the current step of the state, which may be NULL. offers_annotation is whether a profile with neither steps nor a
 * proposal gets the button to choose an annotation; pass false on a page with a button of its own. */
void step_bar_update (GtkWidget *bar, ViewState *state, bool offers_annotation);
