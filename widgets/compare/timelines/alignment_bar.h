/* SPDX-License-Identifier: Apache-2.0
 *
 * Chooses the instant by which the timelines of a comparison are aligned: the begin of each side, a step, an instance of an
 * annotation or of a collective, or the slices that were selected. Main thread.
 *
 * Signal "chosen": the user chose another one. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "trace/compare/places/alignment.h"

#define ALIGNMENT_TYPE_BAR (alignment_bar_get_type ())
G_DECLARE_FINAL_TYPE (AlignmentBar, alignment_bar, ALIGNMENT, BAR, GtkWidget)

GtkWidget *alignment_bar_new (void);

/* Offers what all sides have; NULL offers only their begins. Borrowed until the next call. The choice is then the first
 * step that all sides have, else their begins; "chosen" is not emitted. */
void alignment_bar_set_choices (AlignmentBar *bar, const AlignmentChoices *choices);

/* Chooses a step by its number, or index; "chosen" is not emitted. Does nothing if it is not offered. O(steps). */
void alignment_bar_choose_step (AlignmentBar *bar, int64_t number);

/* Returns the choice, or false for the selected slices. Its name is valid until the next change. */
bool alignment_bar_get (AlignmentBar *bar, Alignment *ret_alignment);

/* Chooses the selected slices; "chosen" is not emitted. */
void alignment_bar_choose_slices (AlignmentBar *bar);

/* Chooses the next (by = 1) or previous (-1) step or instance. Returns false if there is none. */
bool alignment_bar_walk (AlignmentBar *bar, int by);
