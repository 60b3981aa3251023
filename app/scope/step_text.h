/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps and scopes in words. Translated, transfer full. */

#pragma once

#include "widgets/state/health_summary.h"
#include "widgets/state/view_state.h"

/* "Step 1011" where the step has a number, else its own name. */
char *step_text_name (const Profile *profile, uint64_t step);

/* "Step 1011 (3 of 6)": its place among the steps of its rank. O(log n). */
char *step_text_place (const Profile *profile, uint64_t step);

/* To choose a step by: its name, and its place where all have the same name. O(log n). */
char *step_text_choice (const Profile *profile, uint64_t step);

/* What the window of a scope is: "Whole profile", "Step 1011", "Steps 1009 to 1011", "Timeline view", "Selection". */
char *scope_text_window (ViewState *state);

/* A device by the name that people use: "GPU 3", with its rank where there are several. */
char *scope_text_device (const Trace *trace, uint32_t device);
char *scope_text_rank (const Trace *trace, uint32_t rank);

/* "465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost": what is in the scope. O(rows x log n). */
char *scope_text_line (ViewState *state, const HealthSummary *health, const NumberStyle *numbers);
