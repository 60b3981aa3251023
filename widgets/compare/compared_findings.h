/* SPDX-License-Identifier: Apache-2.0
 *
 * What became of the findings of a comparison: of each side against the baseline, those that are new first, then those that
 * went, those that both have, and those of which one side lacks the data. Immutable; any thread. */

#pragma once

#include <glib.h>

#include "trace/findings/finding_changes.h"
#include "widgets/compare/compared.h"
#include "widgets/look/number_text.h"

typedef struct
{
  uint32_t side; /* 1 to n_sides - 1 */
  FindingChangeKind kind;
  const char *title; /* translated, static */
  char *sentence;    /* of the side, or of the baseline if it is gone; translated. Names of the trace are plain text in it */
  bool has_gain, has_base_gain;
  double gain_ns, base_gain_ns; /* per step of the side or of the baseline: at most so much */
  double below_ns;              /* of one that is new or gone: what the other side has of it, below the threshold; or 0 */
  bool has_steps;               /* else they are those of the window */
} ComparedFinding;

typedef struct
{
  GArray *rows; /* ComparedFinding */
} ComparedFindings;

/* thresholds may be NULL. should_continue (user_data) is called regularly, on several threads at once. Returns NULL when it
 * returns false or memory runs out. Takes the time of findings_compute () for each side: call it from a worker thread. */
ComparedFindings *compared_findings_new (const Compared *compared,
                                         const FindingThresholds *thresholds,
                                         bool (*should_continue) (void *user_data),
                                         void *user_data);
void compared_findings_free (ComparedFindings *findings); /* NULL is allowed */

/* Returns "New", "Gone", ...; of more than two sides with the letter of the side. Transfer full. */
char *compared_finding_kind_text (const Compared *compared, const ComparedFinding *finding);

/* Returns "at most 1.204 ms per step, before 2.310 ms". Transfer full. */
char *compared_finding_gain_text (const ComparedFinding *finding, const NumberStyle *numbers);
