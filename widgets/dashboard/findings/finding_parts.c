/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/findings/finding_parts.h"

#include "widgets/dashboard/findings/dismissed_findings.h"
#include "widgets/dashboard/sections/section_findings.h"

/* The bits after those of the rules. */
#define FOLD_SMALLER   (UINT64_C (1) << 61)
#define FOLD_DISMISSED (UINT64_C (1) << 62)
#define FOLD_NO_DATA   (UINT64_C (1) << 63)
#define FOLD_RULES_MAX 61

bool
finding_is_dismissed (const PaneContext *pane, const Finding *finding)
{
  g_autofree char *reason = dismissed_findings_reason (pane->data->dismissed, finding->rule);

  return reason != NULL;
}

uint32_t
finding_rules_in_state (const Findings *findings, RuleState state)
{
  uint32_t n = 0;

  for (size_t i = 0; i < findings->n_rules; i++)
    n += findings->rules[i].state == state;
  return n;
}

static uint64_t
fold_of_rule (const FindingRule *rule)
{
  for (size_t i = 0; i < MIN (finding_rules_count (), FOLD_RULES_MAX); i++)
    if (finding_rules_get (i) == rule)
      return UINT64_C (1) << i;
  return 0;
}

/* ---- the list ---- */

typedef struct
{
  const PaneContext *pane;
  GArray *parts;
} Listing;

static void
add (Listing *listing, FindingPart part)
{
  part.is_unfolded = (listing->pane->options->unfolded & part.fold) != 0;
  g_array_append_val (listing->parts, part);
}

static void
add_finding (Listing *listing, const Finding *finding, bool is_dismissed)
{
  uint64_t fold = fold_of_rule (finding->rule);

  add (listing, (FindingPart){ .kind = FINDING_ROW, .finding = finding, .fold = fold });
  if (finding->places.n > 0)
    add (listing, (FindingPart){ .kind = FINDING_WORST, .finding = finding });
  if ((listing->pane->options->unfolded & fold) == 0)
    return;
  for (size_t i = 0; i < MIN (finding->places.n, FINDING_PLACES_SHOWN); i++)
    add (listing, (FindingPart){ .kind = FINDING_LISTED, .finding = finding, .place = i });
  add (listing, (FindingPart){ .kind = is_dismissed ? FINDING_RESTORE : FINDING_DISMISS, .finding = finding });
}

/* Adds findings that were dismissed, or that were not, from the first-th on, at most n. Returns how many there are. */
static uint32_t
add_some (Listing *listing, const Findings *findings, bool are_dismissed, uint32_t first, uint32_t n)
{
  uint32_t n_seen = 0;

  for (uint32_t i = 0; i < findings->n; i++)
    {
      const Finding *finding = &findings->findings[i];

      if (finding_is_dismissed (listing->pane, finding) != are_dismissed)
        continue;
      if (n_seen >= first && n_seen - first < n)
        add_finding (listing, finding, are_dismissed);
      n_seen++;
    }
  return n_seen;
}

/* Adds a line that folds. Returns whether it is folded out. */
static bool
add_line (Listing *listing, FindingPartKind kind, uint64_t fold, uint32_t n)
{
  if (n == 0)
    return false;
  add (listing, (FindingPart){ .kind = kind, .n = n, .fold = fold });
  return (listing->pane->options->unfolded & fold) != 0;
}

GArray *
finding_parts (const PaneContext *pane)
{
  const Findings *findings = dashboard_findings (pane->data);
  Listing listing = { pane, g_array_new (FALSE, FALSE, sizeof (FindingPart)) };
  uint32_t n = add_some (&listing, findings, false, 0, FINDINGS_SHOWN_MAX);

  if (add_line (&listing, FINDING_SMALLER, FOLD_SMALLER, n > FINDINGS_SHOWN_MAX ? n - FINDINGS_SHOWN_MAX : 0))
    add_some (&listing, findings, false, FINDINGS_SHOWN_MAX, UINT32_MAX);
  if (add_line (&listing, FINDING_DISMISSED, FOLD_DISMISSED, findings->n - n))
    add_some (&listing, findings, true, 0, UINT32_MAX);
  add_line (&listing, FINDING_NO_DATA, FOLD_NO_DATA, finding_rules_in_state (findings, RULE_NO_DATA));
  return listing.parts;
}
