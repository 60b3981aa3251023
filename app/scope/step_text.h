/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps and scopes in words. Returned texts are translated, transfer full. */

#pragma once

#include "widgets/state/health_summary.h"
#include "widgets/state/view_state.h"

/* Returns "Step 1011" for a step with a number, else the step's name. */
char *step_text_name (const Profile *profile, uint64_t step);

/* Returns "Step 1011 (3 of 6)", with the step's place among those of its rank. O(log n). */
char *step_text_place (const Profile *profile, uint64_t step);

/* Returns the text of a step in a list: its name, and its place if all steps have the same name. O(log n). */
char *step_text_choice (const Profile *profile, uint64_t step);

/* Returns the name of the scope's time window: "Whole profile", "Step 1011", "Steps 1009 to 1011", "Timeline view",
 * "Selection". */
char *scope_text_window (ViewState *state);

/* Returns the usual name of a device: "GPU 3", with its rank in a profile of several ranks. */
char *scope_text_device (const Trace *trace, uint32_t device);
char *scope_text_rank (const Trace *trace, uint32_t rank);

/* Returns a summary of the scope: "465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost". O(rows x log n). */
char *scope_text_line (ViewState *state, const HealthSummary *health, const NumberStyle *numbers);
