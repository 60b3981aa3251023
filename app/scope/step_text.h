/* SPDX-License-Identifier: Apache-2.0
 *
 * Steps and scopes in words. Returned texts are translated, transfer full. */

#pragma once

#include "widgets/state/health_summary.h"
#include "widgets/state/view_state.h"

/* Returns "Step 1011" for a step with a number, else the step's name. */
char *step_text_name (const Profile *profile, uint64_t step);

/* The place of a step among the steps of its rank, from the longest form to the shortest. The shorter forms of a step
 * without a number are "3 of 6". */
typedef enum
{
  STEP_PLACE_WHOLE,     /* "Step 1011 (3 of 6)" */
  STEP_PLACE_OF_NUMBER, /* "1011 (3 of 6)" */
  STEP_PLACE_NUMBER,    /* "1011" */
  N_STEP_PLACES
} StepPlace;

/* Returns the place of a step in a form. O(log n). */
char *step_text_place (const Profile *profile, uint64_t step, StepPlace form);

/* Returns the text of a step in a list: its name, and its place if all steps have the same name. O(log n). */
char *step_text_choice (const Profile *profile, uint64_t step);

/* Return the name of the scope's time window: "Whole profile", "Step 1011", "Steps 1009 to 1011", "Timeline view",
 * "Selection"; in short "Whole", "1011", "1009 to 1011", "View", "Selection". */
char *scope_text_window (ViewState *state);
char *scope_text_short_window (ViewState *state);

/* Returns the usual name of a device: "GPU 3", with its rank in a profile of several ranks. */
char *scope_text_device (const Trace *trace, uint32_t device);
char *scope_text_short_device (const Trace *trace, uint32_t device); /* without its rank */
char *scope_text_rank (const Trace *trace, uint32_t rank);

/* A summary of the scope, from the longest form to the shortest. Every form reports lost events. */
typedef enum
{
  SCOPE_LINE_WHOLE,         /* "465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost" */
  SCOPE_LINE_WITHOUT_GPUS,  /* "465.3 ms, 6 steps, 74,937 slices, none lost" */
  SCOPE_LINE_WITHOUT_STEPS, /* "465.3 ms, 74,937 slices, none lost" */
  SCOPE_LINE_OF_SLICES,     /* "74,937 slices, none lost" */
  SCOPE_LINE_OF_LOSS,       /* "none lost" */
  N_SCOPE_LINES
} ScopeLine;

/* Returns the longest form. O(rows x log n). */
char *scope_text_line (ViewState *state, const HealthSummary *health, const NumberStyle *numbers);

/* Returns all forms, at the same cost. Transfer full. */
void scope_text_lines (ViewState *state,
                       const HealthSummary *health,
                       const NumberStyle *numbers,
                       char *ret_lines[N_SCOPE_LINES]);
