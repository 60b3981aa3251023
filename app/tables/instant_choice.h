/* SPDX-License-Identifier: Apache-2.0
 *
 * Which instant a table is about: the peak, a marker of the timeline, or what is selected there. A marker that is set
 * anew is chosen at once. Main thread.
 *
 * Signal "changed" () follows when another instant is chosen, and when the chosen marker or the selection moves. */

#pragma once

#include <gtk/gtk.h>
#include <stdint.h>

#include "widgets/state/view_state.h"

#define INSTANT_TYPE_CHOICE (instant_choice_get_type ())
G_DECLARE_FINAL_TYPE (InstantChoice, instant_choice, INSTANT, CHOICE, GtkWidget)

GtkWidget *instant_choice_new (ViewState *state);

/* Returns whether an instant is chosen, and not the peak. A marker that is not set stands for the peak, and so does a
 * selection of nothing. */
bool instant_choice_time (InstantChoice *choice, int64_t *ret_time_ns);

/* Returns the words for what instant_choice_time () gives: "At marker A". Translated, transfer full. */
char *instant_choice_text (InstantChoice *choice);
