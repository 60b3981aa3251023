/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds on other threads which slices of the sides of a comparison correspond, and the counterparts of one. Main thread. */

#pragma once

#include "widgets/compare/timelines/side_pairs.h"

typedef struct PairsTask PairsTask;

/* pairs_arrived (user_data) is called when pairs_task_pairs () has changed, found (slices, user_data) for the latest
 * request alone. */
PairsTask *pairs_task_new (void (*pairs_arrived) (gpointer user_data),
                           void (*found) (const SelectedSlices *slices, gpointer user_data),
                           gpointer user_data);
void pairs_task_free (PairsTask *task);

/* Asks for the pairs of a comparison, which is referenced; NULL drops those there are. */
void pairs_task_set (PairsTask *task, Compared *compared);

/* Returns the pairs, or NULL as long as they are not known. Valid until the next pairs_arrived () or pairs_task_set (). */
SidePairs *pairs_task_pairs (PairsTask *task);

/* Asks for the counterparts of a slice. Waits for the pairs, if they are not known yet. */
void pairs_task_find (PairsTask *task, uint32_t from, uint64_t slice);
void pairs_task_cancel_find (PairsTask *task);
