/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes a comparison on another thread. Main thread. */

#pragma once

#include "app/compare/remembered_pairs.h"
#include "widgets/compare/compare_curves.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compare_source.h"
#include "widgets/compare/compared.h"
#include "widgets/compare/compared_findings.h"

/* What a page shows. The receiver may take each member and set it to NULL. */
typedef struct
{
  Compared *compared; /* NULL: not enough memory */
  TableSource *sources[N_ROW_KINDS];
  CompareDurations *step_times; /* NULL without memory for it */
  CompareCurves *curves;        /* likewise */
  ComparedFindings *findings;   /* likewise */
} CompareResult;

typedef struct CompareTask CompareTask;

/* References pairs, which each comparison takes as they are then. done (result, user_data) is called for the latest request
 * alone. */
CompareTask *compare_task_new (RememberedPairs *pairs,
                               void (*done) (CompareResult *result, gpointer user_data),
                               gpointer user_data);

/* Cancels what runs; done () is not called any more. */
void compare_task_free (CompareTask *task);

/* Compares these sides, 2 to COMPARED_SIDES_MAX; copied. A request that still runs is cancelled. */
void compare_task_ask (CompareTask *task, const ComparedSide *sides, uint32_t n_sides);
void compare_task_cancel (CompareTask *task);
