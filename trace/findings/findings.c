/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/findings.h"

#include <stdlib.h>

#include "trace/model/job_tables.h"
#include "trace/text/marked_text.h"

/* A finding with its time, while the list is made. */
typedef struct
{
  Finding finding;
  IntervalUnion *gained; /* by device */
  bool is_ranked;
} Candidate;

typedef struct
{
  FindingFacts facts;
  uint32_t n_devices;
  Candidate *candidates; /* by rule; those without a sentence found nothing */
  size_t n_candidates;
} Making;

static void
free_gained (IntervalUnion *gained, uint32_t n_devices)
{
  for (uint32_t i = 0; gained != NULL && i < n_devices; i++)
    interval_union_clear (&gained[i]);
  free (gained);
}

/* ---- looking ---- */

static bool
look_with (Making *making,
           size_t i,
           const FindingThresholds *thresholds,
           FindingTranslate translate,
           RuleResult *result)
{
  const FindingRule *rule = finding_rules_get (i);
  Candidate *candidate = &making->candidates[i];
  double is_enabled = 1;
  FindingLook look = {
    .facts = &making->facts,
    .rule = rule,
    .thresholds = thresholds,
    .translate = translate,
    .finding = &candidate->finding,
    .gained = calloc (making->n_devices + 1, sizeof *look.gained),
  };

  candidate->gained = look.gained;
  candidate->finding.rule = rule;
  *result = (RuleResult){ rule, RULE_OFF, NULL, 0 };
  finding_thresholds_get (thresholds, rule->id, "enabled", &is_enabled);
  if (is_enabled == 0)
    return true;
  if (look.gained == NULL)
    return false;
  if (trace_is_job (making->facts.trace) && !rule->works_on_job)
    {
      result->state = RULE_NO_DATA;
      result->reason = N_ (
        "The profile is made of summaries of ranks, which do not keep the slices that this rule needs. Open "
        "the trace of a rank.");
      return true;
    }
  result->state = rule->look (&look);
  result->reason = look.reason;
  if (result->state == RULE_CLEAR)
    result->below_ns = look_gain_ns (&look);
  if (look.has_failed || making->facts.has_failed || result->state == RULE_STOPPED)
    return false;
  if (result->state != RULE_FOUND)
    {
      finding_clear (&candidate->finding);
      free_gained (candidate->gained, making->n_devices);
      candidate->gained = NULL;
    }
  return true;
}

/* ---- ranking ---- */

/* The gain per step of several sets of time together. O(intervals of both). */
static double
gain_of (const Making *making, const IntervalUnion *gained)
{
  const FindingFacts *facts = &making->facts;
  double total_ns = 0;

  for (uint32_t i = 0; i < making->n_devices; i++)
    total_ns += (double) interval_union_intersection_length (
      &gained[i], &facts->step_time[trace_device (facts->trace, i)->rank]);
  return total_ns / (double) facts->n_device_steps;
}

/* Adds b to a, both by device. */
static bool
unite (IntervalUnion *a, const IntervalUnion *b, uint32_t n_devices)
{
  for (uint32_t i = 0; i < n_devices; i++)
    {
      for (size_t j = 0; j < b[i].intervals.n; j++)
        if (!interval_union_add (&a[i], b[i].intervals.at[j].begin_ns, b[i].intervals.at[j].end_ns))
          return false;
      interval_union_merge (&a[i]);
    }
  return true;
}

/* The part of a candidate's gain that is in none before it. Both sets lie within steps. */
static double
new_gain (const Making *making, const Candidate *candidate, const IntervalUnion *taken)
{
  double shared_ns = 0;

  for (uint32_t i = 0; i < making->n_devices; i++)
    shared_ns += (double) interval_union_intersection_length (&candidate->gained[i], &taken[i]);
  return candidate->finding.gain_ns - shared_ns / (double) making->facts.n_device_steps;
}

/* Cuts the time of a candidate to that of the steps. */
static bool
clip_to_steps (const Making *making, Candidate *candidate)
{
  const FindingFacts *facts = &making->facts;

  for (uint32_t i = 0; i < making->n_devices; i++)
    {
      const IntervalUnion *steps = &facts->step_time[trace_device (facts->trace, i)->rank];
      const IntervalColumn *all = &candidate->gained[i].intervals;
      IntervalUnion inside = { 0 };

      for (size_t a = 0, b = 0; a < all->n && b < steps->intervals.n;)
        {
          Interval x = all->at[a], y = steps->intervals.at[b];

          if (MAX (x.begin_ns, y.begin_ns) < MIN (x.end_ns, y.end_ns)
              && !interval_union_add (&inside, MAX (x.begin_ns, y.begin_ns), MIN (x.end_ns, y.end_ns)))
            {
              interval_union_clear (&inside);
              return false;
            }
          if (x.end_ns < y.end_ns)
            a++;
          else
            b++;
        }
      interval_union_clear (&candidate->gained[i]);
      interval_union_merge (&inside);
      candidate->gained[i] = inside;
    }
  return true;
}

/* What others before it already take does not make a finding severe. */
static void
take (Findings *findings, Candidate *candidate, double new_gain_ns, double step_ns)
{
  Finding *finding = &findings->findings[findings->n++];

  *finding = candidate->finding;
  finding->new_gain_ns = new_gain_ns;
  if (finding->has_gain && finding->severity == finding_severity_of (finding->gain_ns / step_ns))
    finding->severity = finding_severity_of (new_gain_ns / step_ns);
  candidate->finding = (Finding){ 0 };
  candidate->is_ranked = true;
}

/* Gains that differ by less are those of one cause. */
#define NEARLY 1.02

static bool
rank_by_gain (Making *making, Findings *findings)
{
  IntervalUnion *taken = calloc (making->n_devices + 1, sizeof *taken);
  bool ok = taken != NULL;

  for (size_t i = 0; ok && i < making->n_candidates; i++)
    if (making->candidates[i].finding.has_gain)
      ok = clip_to_steps (making, &making->candidates[i]);
  while (ok)
    {
      Candidate *best = NULL;
      double best_ns = -1;

      for (size_t i = 0; i < making->n_candidates; i++)
        {
          Candidate *candidate = &making->candidates[i];
          double ns;

          if (candidate->is_ranked || !candidate->finding.has_gain)
            continue;
          ns = new_gain (making, candidate, taken);
          /* Of nearly equal ones the rule that comes first in the list is the more specific one. */
          if (best == NULL || ns > best_ns * NEARLY)
            {
              best = candidate;
              best_ns = ns;
            }
        }
      if (best == NULL)
        break;
      ok = unite (taken, best->gained, making->n_devices);
      take (findings, best, MAX (best_ns, 0), making->facts.step_ns);
    }
  if (ok)
    findings->gain_ns = gain_of (making, taken);
  free_gained (taken, making->n_devices);
  return ok;
}

static void
rank_the_rest (Making *making, Findings *findings)
{
  for (FindingSeverity severity = 0; severity < N_FINDING_SEVERITIES; severity++)
    for (size_t i = 0; i < making->n_candidates; i++)
      {
        Candidate *candidate = &making->candidates[i];

        if (!candidate->is_ranked && candidate->finding.sentence != NULL
            && candidate->finding.severity == severity)
          take (findings, candidate, 0, making->facts.step_ns);
      }
}

/* ---- all ---- */

static int
compare_places (const void *a, const void *b)
{
  const FindingPlace *x = a, *y = b;
  int64_t x_ns = x->end_ns - x->begin_ns, y_ns = y->end_ns - y->begin_ns;

  if (x_ns != y_ns)
    return x_ns > y_ns ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->rank != y->rank ? (x->rank < y->rank ? -1 : 1) : (x->slice > y->slice) - (x->slice < y->slice);
}

static bool
make (Making *making, Findings *findings, const FindingThresholds *thresholds, FindingTranslate translate)
{
  size_t n = finding_rules_count ();

  findings->rules = calloc (n, sizeof *findings->rules);
  findings->findings = calloc (n, sizeof *findings->findings);
  making->candidates = calloc (n, sizeof *making->candidates);
  if (findings->rules == NULL || findings->findings == NULL || making->candidates == NULL)
    return false;
  findings->n_rules = making->n_candidates = n;
  for (size_t i = 0; i < n; i++)
    if (!look_with (making, i, thresholds, translate, &findings->rules[i]))
      return false;
  if (!rank_by_gain (making, findings))
    return false;
  rank_the_rest (making, findings);
  for (uint32_t i = 0; i < findings->n; i++)
    qsort (findings->findings[i].places.at, findings->findings[i].places.n, sizeof (FindingPlace),
           compare_places);
  findings->step_ns = making->facts.step_ns;
  findings->has_steps = making->facts.has_steps;
  return true;
}

bool
findings_compute (Findings *findings,
                  const StatsScope *scope,
                  const FindingThresholds *thresholds,
                  FindingTranslate translate,
                  bool (*should_continue) (void *user_data),
                  void *user_data)
{
  Making making = { .n_devices = trace_n_devices (scope->trace) };
  bool ok;

  *findings = (Findings){ 0 };
  ok = finding_facts_init (&making.facts, scope, should_continue, user_data)
       && make (&making, findings, thresholds, translate);
  for (size_t i = 0; i < making.n_candidates; i++)
    {
      finding_clear (&making.candidates[i].finding);
      free_gained (making.candidates[i].gained, making.n_devices);
    }
  free (making.candidates);
  finding_facts_clear (&making.facts);
  return ok;
}

void
findings_clear (Findings *findings)
{
  for (uint32_t i = 0; i < findings->n; i++)
    finding_clear (&findings->findings[i]);
  free (findings->findings);
  free (findings->rules);
  *findings = (Findings){ 0 };
}

const Finding *
findings_of_rule (const Findings *findings, const FindingRule *rule)
{
  for (uint32_t i = 0; i < findings->n; i++)
    if (findings->findings[i].rule == rule)
      return &findings->findings[i];
  return NULL;
}
