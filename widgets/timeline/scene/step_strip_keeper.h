/* SPDX-License-Identifier: Apache-2.0
 *
 * Has what the overview shows of the steps computed by a thread, and keeps it. Main thread only. */

#pragma once

#include "widgets/timeline/view/step_strip.h"

typedef struct StepStripKeeper StepStripKeeper;

/* arrived (user_data) is called when there is something to get that was not there before. */
StepStripKeeper *step_strip_keeper_new (void (*arrived) (gpointer user_data), gpointer user_data);
void step_strip_keeper_free (StepStripKeeper *keeper);

/* NULL: it is not there yet, and is being computed; or there was no memory for it. Borrowed, until it is asked for
 * another profile or rank. */
const StepStrip *step_strip_keeper_get (StepStripKeeper *keeper, const Profile *profile, uint32_t rank);
