/* SPDX-License-Identifier: Apache-2.0
 *
 * "< Step 1011 (3 of 6) > [Slowest] [Median]": walking the steps of a profile. Its buttons are the window's actions
 * win.previous-step, win.next-step, win.slowest-step and win.median-step; without steps, win.choose-annotation,
 * or what repeats regularly (app/scope/step_proposal_button.h). */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"

GtkWidget *step_bar_new (void);

/* Shows the step that the state is at; NULL: nothing. offers_annotation: where there are neither steps nor a proposal, the
 * button to choose an annotation; not on a page that has one of its own. */
void step_bar_update (GtkWidget *bar, ViewState *state, bool offers_annotation);
