/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/step/step_proposals.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/index/interval_union.h"
#include "trace/stats/distribution.h"
#include "trace/stats/step/rank_repeats.h"
#include "trace/stats/step/repeated_names.h"
#include "trace/stats/value_order.h"

#define SPREAD_MAX     (1.0 / 3)
#define LONG_INTERVAL  3 /* medians */
#define LONG_SHARE_MAX 0.25
#define COVERS_PERIOD  0.5
#define SPAN_MIN       0.25

/* clang-format off */
static const double cover_min[] = {
  [REPEATS_ANNOTATION] = 0,
  [REPEATS_OPERATOR] = 0.5,
  [REPEATS_MODULE] = 0.1,
  [REPEATS_FRAME] = 0.5,
  [REPEATS_GRAPH_LAUNCH] = 0,
};
/* clang-format on */

/* A group of names that may still be proposed. */
typedef struct
{
  const RepeatedName *repeats;
  double cover;    /* the least of the ranks so far */
  double total_ns; /* of the ranks so far */
} Candidate;

typedef struct
{
  const Trace *trace;
  RepeatedNames names;
  RankRepeats ranks;
  Candidate *candidates; /* one for each group of names */
  double span_ns;        /* of the profile */
  bool (*should_continue) (void *user_data);
  void *user_data;
} Search;

/* ---- launches ---- */

/* O(slices + launches) */
static bool
launches_enough (const RankLaunches *launches, const RepeatedSlices *group)
{
  bool any_thread = group->repeats->kind == REPEATS_ANNOTATION;
  size_t at = 0, n_launching = 0;

  if (launches->n == 0)
    return group->repeats->kind != REPEATS_FRAME;
  if (group->repeats->kind == REPEATS_GRAPH_LAUNCH)
    return true;
  for (size_t i = 0; i < group->slices.n; i++)
    {
      const Interval *slice = &group->slices.at[i];
      bool has_launch = false;

      while (at < launches->n && launches->call_ns[at] < slice->begin_ns)
        at++;
      for (; at < launches->n && launches->call_ns[at] < slice->end_ns; at++)
        has_launch = has_launch || any_thread || launches->threads[at] == group->thread;
      n_launching += has_launch;
    }
  return n_launching >= group->slices.n - group->slices.n / 2;
}

/* ---- regularity ---- */

/* of values, which it overwrites with their distance from it. */
static double
median_deviation (int64_t *sorted, size_t n, double median)
{
  for (size_t i = 0; i < n; i++)
    {
      double distance = (double) sorted[i] - median;
      sorted[i] = (int64_t) (distance < 0 ? -distance : distance);
    }
  value_order (sorted, n);
  return distribution_percentile (sorted, n, 0.5);
}

/* Returns whether long intervals take little of the time, without the longest one. */
static bool
has_few_pauses (const int64_t *sorted, size_t n, double median)
{
  double total = 0, pauses = 0;

  for (size_t i = 0; i + 1 < n; i++)
    {
      total += (double) sorted[i];
      if ((double) sorted[i] > LONG_INTERVAL * median)
        pauses += (double) sorted[i];
    }
  return pauses <= LONG_SHARE_MAX * total;
}

/* Returns the median interval from begin to begin, or 0 if slices overlap or are irregular. values has an entry per
 * slice. */
static double
regular_period (const IntervalColumn *slices, int64_t *values)
{
  size_t n = slices->n - 1;

  for (size_t i = 0; i < n; i++)
    {
      if (slices->at[i].end_ns > slices->at[i + 1].begin_ns)
        return 0;
      values[i] = slices->at[i + 1].begin_ns - slices->at[i].begin_ns;
    }
  value_order (values, n);
  double median = distribution_percentile (values, n, 0.5);
  if (median <= 0 || !has_few_pauses (values, n, median)
      || median_deviation (values, n, median) > SPREAD_MAX * median)
    return 0;
  return median;
}

/* From the first to the last it is a good part of the profile; an annotation may come after a long preparation. */
static bool
spans_enough (const Search *search, const RepeatedSlices *group)
{
  const IntervalColumn *slices = &group->slices;

  return group->repeats->kind == REPEATS_ANNOTATION
         || (double) (slices->at[slices->n - 1].end_ns - slices->at[0].begin_ns)
              >= SPAN_MIN * search->span_ns;
}

/* ---- one rank after another ---- */

/* Judges a group of at least one slice on the current rank. Returns false if the search is to end. */
static bool
judge (Search *search, RepeatedSlices *group, Candidate *candidate)
{
  const IntervalColumn *slices = &group->slices;
  const RankLaunches *launches = rank_repeats_launches (&search->ranks);
  int64_t *values = malloc (slices->n * sizeof *values);

  if (launches == NULL || values == NULL)
    {
      free (values);
      return false;
    }
  double period = regular_period (slices, values);
  for (size_t i = 0; i < slices->n; i++)
    {
      values[i] = slices->at[i].end_ns - slices->at[i].begin_ns;
      candidate->total_ns += (double) values[i];
    }
  value_order (values, slices->n);
  double cover = period > 0 ? distribution_percentile (values, slices->n, 0.5) / period : 0;
  free (values);

  candidate->cover = MIN (candidate->cover, MIN (cover, 1));
  group->is_out = period <= 0 || cover < cover_min[group->repeats->kind] || !spans_enough (search, group)
                  || !launches_enough (launches, group);
  return true;
}

static bool
judge_rank (Search *search)
{
  bool ok = rank_repeats_next (&search->ranks);

  for (uint32_t i = 0; i < search->ranks.n_seen && ok; i++)
    {
      uint32_t seen = search->ranks.seen[i];
      RepeatedSlices *group = rank_repeats_group (&search->ranks, seen);

      if (group->is_out)
        continue;
      if (group->slices.n < REPEATS_COUNT_MIN)
        group->is_out = true;
      else
        ok = (search->should_continue == NULL || search->should_continue (search->user_data))
             && judge (search, group, &search->candidates[seen]);
    }
  return ok;
}

static bool
judge_all (Search *search)
{
  bool ok = rank_repeats_init (search->trace, &search->names, search->should_continue, search->user_data,
                               &search->ranks);

  search->candidates = calloc ((size_t) search->names.n + 1, sizeof *search->candidates);
  ok = ok && search->candidates != NULL;
  for (uint32_t g = 0; ok && g < search->names.n; g++)
    search->candidates[g] = (Candidate){ .repeats = &search->names.groups[g], .cover = 1 };
  while (ok && rank_repeats_has_next (&search->ranks))
    ok = judge_rank (search);
  return ok;
}

/* ---- the most likely proposals ---- */

static bool
says_step (const Trace *trace, const RepeatedName *name)
{
  static const char *const words[] = { "step", "iter", "batch" };
  size_t length;
  const char *exact = trace_string (trace, name->name, &length);

  if (name->kind != REPEATS_ANNOTATION)
    return false;
  g_autofree char *text = g_ascii_strdown (exact, (gssize) length);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (text, words[i]) != NULL)
      return true;
  return false;
}

static int
compare_candidates (const void *a, const void *b, void *user_data)
{
  const Candidate *x = a, *y = b;
  const Trace *trace = user_data;
  bool x_covers = x->cover >= COVERS_PERIOD, y_covers = y->cover >= COVERS_PERIOD;
  size_t n_x, n_y;

  if (x_covers != y_covers)
    return x_covers ? -1 : 1;
  if (x->repeats->kind != y->repeats->kind)
    return x->repeats->kind < y->repeats->kind ? -1 : 1;
  bool x_says = says_step (trace, x->repeats), y_says = says_step (trace, y->repeats);
  if (x_says != y_says)
    return x_says ? -1 : 1;
  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  const char *x_text = trace_string (trace, x->repeats->name, &n_x);
  const char *y_text = trace_string (trace, y->repeats->name, &n_y);
  int order = memcmp (x_text, y_text, MIN (n_x, n_y));
  return order != 0 ? order : (n_x > n_y) - (n_x < n_y);
}

/* Returns "Optimizer.step" for "Optimizer.step#SGD.step", a name that PyTorch makes. */
static char *
short_name (const char *name)
{
  const char *mark = g_str_has_prefix (name, "Optimizer.") ? strchr (name, '#') : NULL;

  return mark != NULL ? g_strndup (name, (gsize) (mark - name)) : g_strdup (name);
}

/* Shows the exact names of those that would be shown alike. */
static void
keep_names_apart (StepProposals *proposals)
{
  bool is_alike[STEP_PROPOSALS_MAX] = { false };

  for (uint32_t i = 0; i < proposals->n; i++)
    for (uint32_t other = 0; other < i; other++)
      if (strcmp (proposals->proposals[i].shown, proposals->proposals[other].shown) == 0)
        is_alike[i] = is_alike[other] = true;
  for (uint32_t i = 0; i < proposals->n; i++)
    if (is_alike[i])
      {
        g_free (proposals->proposals[i].shown);
        proposals->proposals[i].shown = g_strdup (proposals->proposals[i].name);
      }
}

static void
take_best (Search *search, StepProposals *proposals)
{
  uint32_t n = 0;

  for (uint32_t g = 0; g < search->names.n; g++)
    if (!rank_repeats_group (&search->ranks, g)->is_out)
      search->candidates[n++] = search->candidates[g];
  g_qsort_with_data (search->candidates, (int) n, sizeof *search->candidates, compare_candidates,
                     (void *) search->trace);
  proposals->n = MIN (n, STEP_PROPOSALS_MAX);
  proposals->proposals = g_new0 (StepProposal, STEP_PROPOSALS_MAX);
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      const RepeatedName *name = search->candidates[i].repeats;
      StepProposal *proposal = &proposals->proposals[i];

      proposal->name = repeated_name_text (search->trace, name);
      proposal->shown = short_name (proposal->name);
      proposal->pattern = repeated_name_pattern (search->trace, &search->names, name);
      proposal->count = name->count;
      proposal->cover = search->candidates[i].cover;
    }
  keep_names_apart (proposals);
}

bool
step_proposals_cost_at_most (const Trace *trace, uint64_t n)
{
  return trace_slices (trace)->n <= n && trace_n_flows (trace) <= n && trace_n_strings (trace) <= n;
}

bool
step_proposals_find (const Trace *trace,
                     bool (*wanted) (void *user_data),
                     void *user_data,
                     StepProposals *ret_proposals)
{
  Search search = { .trace = trace, .should_continue = wanted, .user_data = user_data };
  int64_t begin_ns, end_ns;

  trace_span (trace, &begin_ns, &end_ns);
  search.span_ns = (double) (end_ns - begin_ns);
  bool ok = repeated_names_find (trace, wanted, user_data, &search.names) && judge_all (&search);

  *ret_proposals = (StepProposals){ 0 };
  if (ok)
    take_best (&search, ret_proposals);
  rank_repeats_clear (&search.ranks);
  free (search.candidates);
  repeated_names_clear (&search.names);
  return ok;
}

void
step_proposals_clear (StepProposals *proposals)
{
  for (uint32_t i = 0; i < proposals->n; i++)
    {
      g_free (proposals->proposals[i].name);
      g_free (proposals->proposals[i].shown);
      g_free (proposals->proposals[i].pattern);
    }
  g_free (proposals->proposals);
  *proposals = (StepProposals){ 0 };
}
