/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything that the rules find in a scope, ranked by what would be gained.
 *
 * Findings with a gain come first, by the gain that they add: in turn the one whose time, without what those before it already
 * take, is largest. So the gains of the list add up to at most the whole (new_gain_ns), and a cause that two rules see is
 * counted once. Those without a gain follow by severity, then in the order of the rules. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/findings/finding_rule.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/finding_thresholds.h"

/* So many are shown; the others are "and N smaller". */
#define FINDINGS_SHOWN_MAX 12

/* What became of a rule. */
typedef struct
{
  const FindingRule *rule;
  RuleState state;
  const char *reason; /* English, static, marked for gettext; NULL */
  double below_ns;    /* of RULE_CLEAR: the gain per step that it saw and that was below its threshold; else 0 */
} RuleResult;

typedef struct
{
  Finding *findings;
  uint32_t n;
  RuleResult *rules; /* in the order of finding_rules_get () */
  size_t n_rules;
  double gain_ns; /* of all findings together, per step */
  double step_ns; /* mean wall time of a step; of the window without steps */
  bool has_steps; /* else gains are those of the whole window */
} Findings;

/* Looks with every rule that thresholds (may be NULL) does not switch off. Sentences are translated (NULL: English).
 * should_continue (user_data) may be NULL; it is called regularly, on several threads at once. Returns false when it returns
 * false or memory runs out; call findings_clear () in either case. The result does not depend on the number of threads. Any
 * thread. O(slices of the scope), and the time of idle_causes_compute (), kernel_classes_get () and job_stragglers_init (). */
bool findings_compute (Findings *findings,
                       const StatsScope *scope,
                       const FindingThresholds *thresholds,
                       FindingTranslate translate,
                       bool (*should_continue) (void *user_data),
                       void *user_data);
void findings_clear (Findings *findings);

/* Returns what the rule found, borrowed, or NULL. O(findings). */
const Finding *findings_of_rule (const Findings *findings, const FindingRule *rule);
