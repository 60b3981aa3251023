/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds on another thread what the sides of a comparison can be aligned by, and the instants of a choice. Main thread. */

#pragma once

#include "trace/compare/places/alignment.h"
#include "widgets/compare/compared.h"

typedef struct AlignmentTask AlignmentTask;

typedef struct
{
  AlignmentInstant instants[COMPARED_SIDES_MAX];
  const GError *error; /* NULL if all sides have one */
  uint32_t side;       /* that has none, after an error */
} AlignmentAnswer;

/* choices_arrived (task's choices, user_data) and found (answer, user_data) are called for the latest request alone. */
AlignmentTask *
alignment_task_new (void (*choices_arrived) (const AlignmentChoices *choices, gpointer user_data),
                    void (*found) (const AlignmentAnswer *answer, gpointer user_data),
                    gpointer user_data);
void alignment_task_free (AlignmentTask *task);

/* Aligns the first n sides of a comparison from now on, which is referenced; NULL none. Asks for what they can be aligned
 * by. The choices of before are gone. */
void alignment_task_set (AlignmentTask *task, Compared *compared, uint32_t n);

/* Asks for the instants of a choice. The name is copied. */
void alignment_task_find (AlignmentTask *task, const Alignment *alignment);
