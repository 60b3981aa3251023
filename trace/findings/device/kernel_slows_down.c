/* SPDX-License-Identifier: Apache-2.0
 *
 * Launches of the same kernel with the same launch configuration do the same work, so they should take the same time at the
 * end of a run as at its begin. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/step_at.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  SLOWER,
  KERNELS
};

/* Fewer launches in a third of the run say little about it. */
#define THIRD_MIN 10

/* Standard deviations of the rank test from which on the launches of two thirds are taken for different ones. */
#define RANK_TEST_Z 4

/* Launches that are looked at of one name. */
#define SAMPLES_MAX 20000

#define NOT_ASKED UINT32_MAX

/* What launches must share. */
typedef struct
{
  uint32_t name, device;
  int64_t number[N_KERNEL_NUMBERS]; /* -1 if it is not known */
} LaunchKey;

typedef struct
{
  uint32_t group;
  int64_t begin_ns, dur_ns;
} TimedLaunch;

COLUMN_DEFINE (TimedLaunchColumn, timed_launch_column, TimedLaunch)
COLUMN_IMPLEMENT (TimedLaunchColumn, timed_launch_column)

typedef struct
{
  int64_t first_ns, last_ns; /* medians of the first and the last third */
  bool is_compared, is_slower;
} Group;

typedef struct
{
  FindingLook *look;
  KernelShapeReader reader;
  StringTable *keys;  /* the bytes of a LaunchKey; its id is the group */
  uint32_t *every;    /* by name: each how many-th launch is looked at, or NOT_ASKED */
  uint32_t *n_passed; /* by name */
  int64_t begin_ns, third_ns; /* of the launches */
  TimedLaunchColumn launches;
  Group *groups;
  uint32_t n_groups;
} Search;

/* The first steps of a run are slow for reasons of their own. */
static bool
is_warming_up (const FindingFacts *facts, uint32_t rank, int64_t time_ns)
{
  size_t at = step_at (facts, rank, time_ns);

  if (finding_facts_is_warm (facts, rank, time_ns))
    return true;
  return facts->has_steps && at != STEP_AT_NONE && (at == 0 || step_at_get (facts, at - 1)->rank != rank);
}

static bool
group_of (Search *search, uint64_t slice, uint32_t device, uint32_t *ret_group)
{
  LaunchKey key;
  KernelShape shape;

  memset (&key, 0, sizeof key); /* its bytes are compared, padding too */
  key.name = slice_name (search->look->facts->slices, slice);
  key.device = device;
  if (!kernel_shape_read (&search->reader, slice, &shape))
    return false;
  for (unsigned i = 0; i < N_KERNEL_NUMBERS; i++)
    key.number[i] = shape.is_known[i] ? shape.number[i] : -1;
  return string_table_intern (search->keys, (const char *) &key, sizeof key, ret_group);
}

/* Calls take () with each launch that is looked at; all: also with those that are only passed by. */
static bool
each_launch (Search *search, bool all, bool (*take) (Search *search, uint64_t slice, uint32_t device, uint32_t group))
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint32_t track = TRACE_NONE, device = TRACE_NONE, group;
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      uint32_t name = slice_name (facts->slices, slice);

      if (walk.track != track)
        {
          track = walk.track;
          device = finding_facts_device (facts, trace_track (facts->trace, track));
        }
      if (device == TRACE_NONE || facts->slices->kind[slice] != SLICE_KERNEL || search->every[name] == NOT_ASKED
          || (!all && search->n_passed[name]++ % search->every[name] != 0)
          || is_warming_up (facts, trace_device (facts->trace, device)->rank,
                            slice_start_ns (facts->slices, slice)))
        continue;
      if (!group_of (search, slice, device, &group) || !take (search, slice, device, group))
        return false;
    }
  return !facts->has_failed;
}

static bool
keep (Search *search, uint64_t slice, uint32_t device, uint32_t group)
{
  const SliceColumns *slices = search->look->facts->slices;

  (void) device;
  return timed_launch_column_push (
    &search->launches, (TimedLaunch){ group, slice_start_ns (slices, slice), slice_dur_ns (slices, slice) });
}

/* The time above the median of the first third is what would be gained. */
static bool
gain (Search *search, uint64_t slice, uint32_t device, uint32_t group)
{
  const SliceColumns *slices = search->look->facts->slices;
  int64_t begin_ns = slice_start_ns (slices, slice), end_ns = slice_end_ns (slices, slice);

  /* A configuration that was not among the launches looked at has no group. */
  if (group >= search->n_groups || !search->groups[group].is_slower
      || begin_ns < search->begin_ns + search->third_ns
      || end_ns - begin_ns <= search->groups[group].first_ns)
    return true;
  look_gain (search->look, device, begin_ns + search->groups[group].first_ns, end_ns);
  look_slice (search->look, slice);
  return true;
}

static int
compare_launches (const void *a, const void *b)
{
  const TimedLaunch *x = a, *y = b;

  return x->group != y->group     ? (x->group > y->group ? 1 : -1)
         : x->dur_ns != y->dur_ns ? (x->dur_ns > y->dur_ns ? 1 : -1)
                                  : 0;
}

/* By the test of Mann and Whitney: launches are in the order of their durations, thirds[i] is that of launches[i]. A large
 * number of standard deviations says that launches of the last third tend to be the longer ones. */
static double
rank_test (const TimedLaunch *launches, const uint8_t *thirds, size_t n, double n_first, double n_last)
{
  double wins = 0, passed = 0;

  for (size_t i = 0; i < n;)
    {
      double tied_first = 0, tied_last = 0;
      int64_t dur_ns = launches[i].dur_ns;

      for (; i < n && launches[i].dur_ns == dur_ns; i++)
        {
          tied_first += thirds[i] == 0;
          tied_last += thirds[i] == 2;
        }
      wins += tied_last * (passed + tied_first / 2);
      passed += tied_first;
    }
  return (wins - n_first * n_last / 2) / sqrt (n_first * n_last * (n_first + n_last + 1) / 12);
}

static int64_t
median_of_third (const TimedLaunch *launches, const uint8_t *thirds, size_t n, uint8_t third, size_t n_third)
{
  size_t passed = 0;

  for (size_t i = 0; i < n; i++)
    if (thirds[i] == third && passed++ == n_third / 2)
      return launches[i].dur_ns;
  return 0;
}

static void
compare_thirds (const Search *search, const TimedLaunch *launches, uint8_t *thirds, size_t n, Group *ret_group)
{
  size_t n_of_third[3] = { 0 };

  for (size_t i = 0; i < n; i++)
    {
      thirds[i] = (uint8_t) MIN ((launches[i].begin_ns - search->begin_ns) / search->third_ns, 2);
      n_of_third[thirds[i]]++;
    }
  if (n_of_third[0] < THIRD_MIN || n_of_third[2] < THIRD_MIN)
    return;
  ret_group->is_compared = true;
  ret_group->first_ns = median_of_third (launches, thirds, n, 0, n_of_third[0]);
  ret_group->last_ns = median_of_third (launches, thirds, n, 2, n_of_third[2]);
  ret_group->is_slower =
    (double) ret_group->last_ns
      >= (double) ret_group->first_ns * (1 + look_threshold (search->look, SLOWER) / 100)
    && rank_test (launches, thirds, n, (double) n_of_third[0], (double) n_of_third[2]) >= RANK_TEST_Z;
}

static bool
compare_groups (Search *search)
{
  TimedLaunchColumn *launches = &search->launches;
  uint8_t *thirds = malloc (launches->n + 1);
  int64_t begin_ns = INT64_MAX, end_ns = INT64_MIN;

  search->n_groups = string_table_count (search->keys);
  search->groups = calloc ((size_t) search->n_groups + 1, sizeof *search->groups);
  if (thirds == NULL || search->groups == NULL)
    {
      free (thirds);
      return false;
    }
  for (size_t i = 0; i < launches->n; i++)
    {
      begin_ns = MIN (begin_ns, launches->at[i].begin_ns);
      end_ns = MAX (end_ns, launches->at[i].begin_ns);
    }
  search->begin_ns = launches->n > 0 ? begin_ns : 0;
  search->third_ns = launches->n > 0 ? (end_ns - begin_ns) / 3 + 1 : 1;
  if (launches->n > 0)
    qsort (launches->at, launches->n, sizeof *launches->at, compare_launches);
  for (size_t first = 0, next; first < launches->n; first = next)
    {
      uint32_t group = launches->at[first].group;

      for (next = first; next < launches->n && launches->at[next].group == group;)
        next++;
      compare_thirds (search, launches->at + first, thirds, next - first, &search->groups[group]);
    }
  free (thirds);
  return true;
}

/* Chooses the names that take most time. Kernels of communication wait for others, and the time of copies depends on their
 * sizes. */
static bool
choose_names (Search *search)
{
  const FindingFacts *facts = search->look->facts;
  uint64_t left = (uint64_t) look_threshold (search->look, KERNELS);
  size_t n = (size_t) facts->slices->n_strings + 1;

  search->every = malloc (n * sizeof *search->every);
  search->n_passed = calloc (n, sizeof *search->n_passed);
  if (search->every == NULL || search->n_passed == NULL)
    return false;
  memset (search->every, 0xff, n * sizeof *search->every);
  for (uint64_t i = 0; i < facts->kernels.n && left > 0; i++)
    {
      const KernelStats *kernel = &facts->kernels.kernels[i];

      if (kernel->klass != KERNEL_COMPUTE)
        continue;
      /* An odd number, so that launches which take turns are all met. */
      search->every[kernel->name] = (uint32_t) MIN (kernel->duration.count / SAMPLES_MAX, INT32_MAX) | 1;
      left--;
    }
  return true;
}

/* The names of groups: how many were compared, how many are slower, and the group with the largest loss in a launch. */
typedef struct
{
  uint32_t n_compared, n_slower, worst_name;
  const Group *worst;
} Verdict;

static bool
judge (Search *search, Verdict *ret_verdict)
{
  uint8_t *seen = calloc ((size_t) search->look->facts->slices->n_strings + 1, 1);
  double most = 0;

  *ret_verdict = (Verdict){ 0 };
  if (seen == NULL)
    return false;
  for (uint32_t i = 0; i < search->n_groups; i++)
    {
      const Group *group = &search->groups[i];
      const LaunchKey *bytes;
      LaunchKey key;

      if (!group->is_compared)
        continue;
      bytes = (const LaunchKey *) string_table_get (search->keys, i, NULL);
      memcpy (&key, bytes, sizeof key);
      ret_verdict->n_compared += (seen[key.name] & 1) == 0;
      ret_verdict->n_slower += group->is_slower && (seen[key.name] & 2) == 0;
      seen[key.name] |= group->is_slower ? 3 : 1;
      if (group->is_slower && (double) (group->last_ns - group->first_ns) > most)
        {
          most = (double) (group->last_ns - group->first_ns);
          ret_verdict->worst_name = key.name;
          ret_verdict->worst = group;
        }
    }
  free (seen);
  return true;
}

static void
search_clear (Search *search)
{
  kernel_shape_reader_clear (&search->reader);
  string_table_free (search->keys);
  timed_launch_column_clear (&search->launches);
  free (search->every);
  free (search->n_passed);
  free (search->groups);
}

static RuleState
say (Search *search, const Verdict *verdict)
{
  FindingLook *look = search->look;
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  char gain_text[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX], first[DURATION_TEXT_MAX],
    last[DURATION_TEXT_MAX];

  if (look->facts->kernels.count == 0)
    return look_is_without (look, N_ ("No kernel begins in the window."));
  if (verdict->n_compared == 0)
    return look_is_without (look, N_ ("No kernel was launched ten times with the same configuration both in the first and "
                                      "in the last third of the window."));
  if (verdict->n_slower == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *name = look_name (look, verdict->worst_name);
  duration_text ((double) verdict->worst->first_ns, first);
  duration_text ((double) verdict->worst->last_ns, last);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ ("Kernels become slower as the run goes on (%s of %s compared). A launch of %s takes %s in the "
          "first third and %s in the last. What is above the first third costs %s of %s (%s).")),
    grouped_text (verdict->n_slower, n_text), grouped_text (verdict->n_compared, all_text), name, first, last,
    duration_text (look_gain_ns (look), gain_text), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

static RuleState
look (FindingLook *look)
{
  Search search = { .look = look, .keys = string_table_new () };
  Verdict verdict = { 0 };
  bool ok = search.keys != NULL && choose_names (&search);
  RuleState state;

  kernel_shape_reader_init (&search.reader, look->facts->trace);
  ok = ok && each_launch (&search, false, keep) && compare_groups (&search) && judge (&search, &verdict)
       && (verdict.n_slower == 0 || each_launch (&search, true, gain));
  state = ok ? say (&search, &verdict) : look_is_stopped (look);
  search_clear (&search);
  return state;
}

const FindingRule rule_kernel_slows_down = {
  .id = "kernel_slows_down",
  .title = N_ ("Kernels become slower"),
  .method = N_ (
    "The medians of the first and of the last third of the run, for launches of one kernel with the same configuration on "
    "the same GPU, without the first step. Those of the last third must also be longer by a rank test (Mann and Whitney, 4 "
    "standard deviations)."),
  .advice = { N_ ("Watch clocks and their limits: nvidia-smi -q -d CLOCK,PERFORMANCE,TEMPERATURE -l 1."),
              N_ ("If all kernels become slower, look at cooling and power; nvidia-smi -lgc locks the clocks."),
              N_ ("If it is one kernel, look at what it computes: values, sparsity, the load of experts.") },
  .thresholds = { [SHARE] = { "share_percent", 2, 100, N_ ("Share of the step (%)") },
                  [SLOWER] = { "slower_percent", 10, 1000, N_ ("Slower by at least (%)") },
                  [KERNELS] = { "kernels", 12, 1000, N_ ("Kernels that are compared") } },
  .look = look,
};
