/* SPDX-License-Identifier: Apache-2.0
 *
 * What became of findings between two scopes, of two profiles or of one. A rule finds at most one thing in a scope, so findings
 * of the same rule are the same finding. */

#pragma once

#include "trace/findings/findings.h"

typedef enum
{
  FINDING_APPEARED,
  FINDING_GONE,
  FINDING_STAYED,
  FINDING_UNDECIDED, /* one of them lacks the data, or its rule is switched off or was stopped */
  N_FINDING_CHANGES
} FindingChangeKind;

/* "appeared", "gone", "stayed", "undecided" */
const char *finding_change_word (FindingChangeKind kind);

typedef struct
{
  FindingChangeKind kind;
  const FindingRule *rule;
  const Finding *base, *other; /* borrowed; NULL where the rule found nothing */
  double below_ns;             /* per step, of the side that it appeared on or is gone from: what is below its threshold there */
} FindingChange;

typedef struct
{
  FindingChange *changes; /* by kind; then in the order of other, those that it lacks in the order of base */
  uint32_t n;
} FindingChanges;

/* Both must live as long as the result. Returns false when memory runs out; call finding_changes_clear () in either case.
 * O(findings x rules). */
bool finding_changes_find (FindingChanges *changes, const Findings *base, const Findings *other);
void finding_changes_clear (FindingChanges *changes);
