/* SPDX-License-Identifier: Apache-2.0
 *
 * Saves a part of the shown profile: asks which part, in which form and with which names, then where to. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"

/* Shows the dialog. What was saved, or why it was not, is said by the window's action win.say. Closing the window cancels
 * what is being written. The first choice is what is selected, then what is in view, then the step in view. */
void save_part_show (GtkWindow *parent, ViewState *state);
