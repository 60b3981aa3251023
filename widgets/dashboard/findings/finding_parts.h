/* SPDX-License-Identifier: Apache-2.0
 *
 * The parts of the pane of findings, from the top: rows of findings, what is in those that are folded out, and the lines
 * behind which there is more. Needs SECTION_FINDINGS. Any thread. */

#pragma once

#include "trace/findings/findings.h"
#include "widgets/dashboard/pane/pane.h"

/* So many places of a finding are listed. */
#define FINDING_PLACES_SHOWN 8

typedef enum
{
  FINDING_ROW,
  FINDING_WORST, /* in the row before it: the worst place */
  FINDING_LISTED, /* a place */
  FINDING_DISMISS,
  FINDING_RESTORE,
  FINDING_SMALLER,   /* folds: the findings after the first FINDINGS_SHOWN_MAX */
  FINDING_DISMISSED, /* folds: those that the user dismissed */
  FINDING_NO_DATA,   /* folds: the rules without data, of which none is a part */
} FindingPartKind;

typedef struct
{
  FindingPartKind kind;
  const Finding *finding; /* NULL for a line that folds */
  size_t place;           /* index into finding->places, of FINDING_WORST and FINDING_LISTED */
  uint32_t n;             /* behind a line that folds */
  uint64_t fold;          /* its bit of PaneOptions.unfolded; 0 if it does not fold */
  bool is_unfolded;
} FindingPart;

/* Returns FindingPart elements; their indices are the numbers of the parts. g_array_unref (). O(findings). */
GArray *finding_parts (const PaneContext *pane);

/* Returns whether the user dismissed the finding. */
bool finding_is_dismissed (const PaneContext *pane, const Finding *finding);

/* Returns the number of rules in a state. */
uint32_t finding_rules_in_state (const Findings *findings, RuleState state);
