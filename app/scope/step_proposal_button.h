/* SPDX-License-Identifier: Apache-2.0
 *
 * The button "Use “Optimizer.step” (5×) as step". In a profile without steps it offers the most likely name that
 * repeats regularly; a click makes its slices the steps. The menu beside it lists the other candidates and lets the
 * user choose any annotation. The button activates the actions win.use-annotation and win.choose-annotation of the
 * window. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/controls/short_forms.h"
#include "widgets/state/profile.h"

/* The forms of the button's text. */
typedef enum
{
  STEP_PROPOSAL_WHOLE, /* "Use “Optimizer.step” (5×) as step" */
  STEP_PROPOSAL_NAME,  /* "“Optimizer.step” (5×)" */
  N_STEP_PROPOSAL_FORMS
} StepProposalForm;

/* Creates the button, which is hidden until there is a candidate. */
GtkWidget *step_proposal_button_new (void);

/* Sets the profile, which has no steps; NULL hides the button. The search for candidates runs on a worker thread, once
 * for each profile, after the profile was first drawn. The button appears when candidates are found. Main thread. */
void step_proposal_button_set_profile (GtkWidget *button, const Profile *profile);

/* Returns the button's text with its forms, borrowed. */
ShortForms *step_proposal_button_forms (GtkWidget *button);
