/* SPDX-License-Identifier: Apache-2.0
 *
 * Computes the steps of the overview on a thread and caches them. Main thread only. */

#pragma once

#include "widgets/timeline/view/step_strip.h"

typedef struct StepStripKeeper StepStripKeeper;

/* Calls arrived (user_data) after a new result is available. */
StepStripKeeper *step_strip_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data);
void step_strip_keeper_free (StepStripKeeper *keeper);

/* Returns the steps, or NULL while they are being computed or if there was no memory for them. Borrowed
 * until another profile or rank is requested. */
const StepStrip *step_strip_keeper_get (StepStripKeeper *keeper, const Profile *profile, uint32_t rank);
