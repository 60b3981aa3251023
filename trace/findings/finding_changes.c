/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_changes.h"

#include <stdlib.h>

const char *
finding_change_word (FindingChangeKind kind)
{
  static const char *const words[N_FINDING_CHANGES] = { "appeared", "gone", "stayed", "undecided" };

  return words[kind];
}

/* Returns whether a rule found nothing wrong, and what it saw below its threshold. */
static bool
is_clear (const Findings *findings, const FindingRule *rule, double *ret_below_ns)
{
  for (size_t i = 0; i < findings->n_rules; i++)
    if (findings->rules[i].rule == rule)
      {
        *ret_below_ns = findings->rules[i].below_ns;
        return findings->rules[i].state == RULE_CLEAR;
      }
  return false;
}

/* Adds the changes of a kind that come from the findings of one side. */
static void
add (FindingChanges *changes,
     FindingChangeKind kind,
     const Findings *from,
     const Findings *base,
     const Findings *other)
{
  for (uint32_t i = 0; i < from->n; i++)
    {
      FindingChange change = { FINDING_STAYED, from->findings[i].rule, NULL, NULL, 0 };

      change.base = findings_of_rule (base, change.rule);
      change.other = findings_of_rule (other, change.rule);
      if (change.base == NULL)
        change.kind = is_clear (base, change.rule, &change.below_ns) ? FINDING_APPEARED : FINDING_UNDECIDED;
      else if (change.other == NULL)
        change.kind = is_clear (other, change.rule, &change.below_ns) ? FINDING_GONE : FINDING_UNDECIDED;
      /* What both have comes from other. */
      if (change.kind == kind && (from == other || change.other == NULL))
        changes->changes[changes->n++] = change;
    }
}

bool
finding_changes_find (FindingChanges *changes, const Findings *base, const Findings *other)
{
  *changes = (FindingChanges){ calloc ((size_t) base->n + other->n + 1, sizeof *changes->changes), 0 };
  if (changes->changes == NULL)
    return false;
  for (FindingChangeKind kind = 0; kind < N_FINDING_CHANGES; kind++)
    {
      add (changes, kind, other, base, other);
      add (changes, kind, base, base, other);
    }
  return true;
}

void
finding_changes_clear (FindingChanges *changes)
{
  free (changes->changes);
  *changes = (FindingChanges){ 0 };
}
