/* SPDX-License-Identifier: Apache-2.0
 *
 * "Use “Optimizer.step” (5×) as step": what repeats regularly in a profile without steps, to be made its step with one
 * click; a menu beside it has the other candidates and the way to choose any annotation. Its actions are the window's
 * win.use-annotation and win.choose-annotation. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/profile.h"

/* Hidden until there is something to propose. */
GtkWidget *step_proposal_button_new (void);

/* profile: one without steps; NULL hides the button. Candidates are looked for in the background, once for each profile,
 * after its first picture; the button shows itself when they are there. */
void step_proposal_button_set_profile (GtkWidget *button, const Profile *profile);
