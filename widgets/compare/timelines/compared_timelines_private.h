/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of the timelines side by side, shared by the widget (compared_timelines.c) and by what aligns them
 * (compared_alignment.c). Main thread. */

#pragma once

#include "widgets/compare/timelines/alignment_task.h"
#include "widgets/compare/timelines/compared_timelines.h"
#include "widgets/compare/timelines/linked_timelines.h"
#include "widgets/compare/timelines/pairs_task.h"
#include "widgets/compare/timelines/selection_line.h"

struct _ComparedTimelines
{
  GtkWidget parent_instance;

  Compared *compared; /* NULL: none */
  guint n;            /* of its sides */
  bool is_stale;      /* what is shown is not of compared yet */
  bool is_by_user;    /* the user has chosen an alignment */
  char *keys;
  char *aligned_by; /* a sentence; NULL: not aligned yet */

  LinkedTimelines *link;
  AlignmentTask *alignments;
  PairsTask *pairs;
  SelectedSlices selected; /* slices[from] is SLICE_NONE if nothing is selected */
  guint used;              /* the side that had the focus last */

  GtkWidget *column, *bar, *search_button, *note, *search, *ruler, *rows, *line;
  GtkWidget *pages[COMPARED_TIMELINES_MAX], *heads[COMPARED_TIMELINES_MAX];
};

/* Shows a message of the window. */
static inline void
compared_timelines_say (ComparedTimelines *self, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", text);
}

/* Takes what the user has chosen in the bar. What has to be looked for is found later (compared_alignment_found ()). */
void compared_alignment_chosen (ComparedTimelines *self);

/* At once, since nothing has to be looked for. */
void compared_alignment_by_begins (ComparedTimelines *self);

/* By the selected slices; does nothing if none is selected. A side without one keeps its place beside the side that the
 * selection came from. */
void compared_alignment_by_selected (ComparedTimelines *self);

/* The answers of self->alignments; user_data is the widget. */
void compared_alignment_found (const AlignmentAnswer *answer, gpointer user_data);
void compared_alignment_set_choices (const AlignmentChoices *choices, gpointer user_data);
