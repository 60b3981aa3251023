/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators whose inputs have other sizes in each step. For each operator, the calls of a step are counted by the sizes of
 * their inputs; calls beyond those of the step before have other sizes, unless they are mere additional calls. Their order
 * does not matter, since one call more would move all that follow it. */

#include <stdlib.h>
#include <string.h>

#include "trace/container/string_table.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/step_at.h"
#include "trace/model/arg_finder.h"
#include "trace/text/marked_text.h"

enum
{
  STEPS,
  OPERATORS
};

/* Steps that are looked at; a run whose shapes change changes them soon. */
#define STEPS_MAX 64

/* Changes between fewer pairs of steps are no habit: the last batch of an epoch is often a smaller one. */
#define PAIRS_MIN 2

static const char *const keys[] = { "Input Dims" };

/* Calls of an operator in a step (an index into facts->steps), of one size. */
typedef struct
{
  uint32_t step, name, sizes; /* sizes: a string id of Search.sizes */
} CallKey;

typedef struct
{
  uint64_t n, first; /* first: a slice */
} Calls;

COLUMN_DEFINE (CallsColumn, calls_column, Calls)
COLUMN_IMPLEMENT (CallsColumn, calls_column)

/* Calls of an operator in a step, of any size. */
typedef struct
{
  uint32_t step, name;
} NameKey;

/* A step and the one before. */
typedef struct
{
  uint64_t n, n_other; /* calls of operators in both, and those of other sizes */
  uint64_t first;      /* a slice of other sizes */
} StepPair;

typedef struct
{
  FindingLook *look;
  StringTable *sizes;
  StringTable *calls; /* the bytes of a CallKey */
  StringTable *names; /* the bytes of a NameKey */
  CallsColumn of_call, of_name, beyond_of_name; /* by id of calls, and of names */
  StepPair *pairs;                              /* by step */
  uint64_t *n_other;                            /* by name */
  ArgFinder finder;
} Search;

static bool
search_init (Search *search, FindingLook *look)
{
  *search = (Search){
    .look = look,
    .sizes = string_table_new (),
    .calls = string_table_new (),
    .names = string_table_new (),
    .pairs = calloc (look->facts->steps.n + 1, sizeof *search->pairs),
    .n_other = calloc ((size_t) look->facts->slices->n_strings + 1, sizeof *search->n_other),
  };
  arg_finder_init (&search->finder, look->facts->trace, keys, G_N_ELEMENTS (keys));
  return search->sizes != NULL && search->calls != NULL && search->names != NULL && search->pairs != NULL
         && search->n_other != NULL;
}

static void
search_clear (Search *search)
{
  string_table_free (search->sizes);
  string_table_free (search->calls);
  string_table_free (search->names);
  calls_column_clear (&search->of_call);
  calls_column_clear (&search->of_name);
  calls_column_clear (&search->beyond_of_name);
  free (search->pairs);
  free (search->n_other);
  arg_finder_clear (&search->finder);
}

static bool
count (CallsColumn *column, uint32_t id, uint64_t n, uint64_t slice)
{
  while (column->n <= id)
    if (!calls_column_push (column, (Calls){ 0, slice }))
      return false;
  column->at[id].n += n;
  column->at[id].first = MIN (column->at[id].first, slice);
  return true;
}

/* Counts the calls of the first steps of each rank. */
static bool
count_calls (Search *search)
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_OPERATORS);
  uint32_t track = TRACE_NONE, row = 0;
  size_t step = STEP_AT_NONE;
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (facts->slices, slice);
      uint32_t rank = trace_track (facts->trace, walk.track)->rank, name = slice_name (facts->slices, slice), sizes, id;
      unsigned which;
      Arg arg;

      if (facts->slices->kind[slice] != SLICE_OPERATOR)
        continue;
      if (walk.track != track || walk.row != row || step == STEP_AT_NONE
          || begin_ns >= step_at_get (facts, step)->host_end_ns)
        step = step_at (facts, rank, begin_ns);
      track = walk.track;
      row = walk.row;
      if (step == STEP_AT_NONE || (step >= STEPS_MAX && step_at_get (facts, step - STEPS_MAX)->rank == rank))
        continue;
      if (!arg_finder_begin (&search->finder, facts->slices->args[slice])
          || !arg_finder_next (&search->finder, &which, &arg))
        {
          if (search->finder.iter.ran_out)
            return false;
          continue;
        }
      if (!string_table_intern (search->sizes, arg.text, arg.length, &sizes)
          || !string_table_intern (search->calls, (const char *) &(CallKey){ (uint32_t) step, name, sizes },
                                   sizeof (CallKey), &id)
          || !count (&search->of_call, id, 1, slice)
          || !string_table_intern (search->names, (const char *) &(NameKey){ (uint32_t) step, name }, sizeof (NameKey),
                                   &id)
          || !count (&search->of_name, id, 1, slice))
        return false;
    }
  return !facts->has_failed;
}

/* Whether a step follows another of its rank. */
static bool
has_step_before (const FindingFacts *facts, uint32_t step)
{
  return step > 0 && step_at_get (facts, step - 1)->rank == step_at_get (facts, step)->rank;
}

/* Returns how often a key was counted. */
static uint64_t
counted (const StringTable *table, const CallsColumn *column, const void *key, size_t n_bytes)
{
  uint32_t id;

  return string_table_find (table, key, n_bytes, &id) && id < column->n ? column->at[id].n : 0;
}

/* Finds the calls of each step beyond those of the step before. */
static bool
compare_steps (Search *search)
{
  const FindingFacts *facts = search->look->facts;

  /* Id 0 is the empty text. */
  for (uint32_t i = 1; i < search->of_call.n; i++)
    {
      CallKey key;
      uint64_t before, now = search->of_call.at[i].n;
      uint32_t id;

      memcpy (&key, string_table_get (search->calls, i, NULL), sizeof key);
      if (!has_step_before (facts, key.step))
        continue;
      before = counted (search->calls, &search->of_call, &(CallKey){ key.step - 1, key.name, key.sizes }, sizeof key);
      if (now > before
          && (!string_table_intern (search->names, (const char *) &(NameKey){ key.step, key.name }, sizeof (NameKey), &id)
              || !count (&search->beyond_of_name, id, now - before, search->of_call.at[i].first)))
        return false;
    }
  for (uint32_t i = 1; i < search->of_name.n; i++)
    {
      NameKey key;
      uint64_t before, now = search->of_name.at[i].n, beyond, more;
      StepPair *pair;

      memcpy (&key, string_table_get (search->names, i, NULL), sizeof key);
      before = has_step_before (facts, key.step)
                 ? counted (search->names, &search->of_name, &(NameKey){ key.step - 1, key.name }, sizeof key)
                 : 0;
      if (before == 0)
        continue;
      pair = &search->pairs[key.step];
      pair->n += now;
      beyond = i < search->beyond_of_name.n ? search->beyond_of_name.at[i].n : 0;
      more = now > before ? now - before : 0;
      if (beyond <= more)
        continue;
      if (pair->n_other == 0 || search->beyond_of_name.at[i].first < pair->first)
        pair->first = search->beyond_of_name.at[i].first;
      pair->n_other += beyond - more;
      search->n_other[key.name] += beyond - more;
    }
  return true;
}

static uint32_t
most_frequent (const Search *search)
{
  uint32_t most = 0;

  for (uint32_t name = 1; name < search->look->facts->slices->n_strings; name++)
    if (search->n_other[name] > search->n_other[most])
      most = name;
  return most;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  double least = look_threshold (look, OPERATORS) / 100;
  uint64_t n_pairs = 0, n_changed = 0, n = 0, n_other = 0;
  char percent[PERCENT_TEXT_MAX];
  uint32_t name = 0;
  Search search;
  bool ok = search_init (&search, look) && count_calls (&search) && compare_steps (&search);

  for (size_t i = 0; ok && i < facts->steps.n; i++)
    {
      const StepPair *pair = &search.pairs[i];
      const TraceStep *step = step_at_get (facts, i);

      if (pair->n == 0)
        continue;
      n_pairs++;
      if ((double) pair->n_other < least * (double) pair->n || pair->n_other == 0)
        continue;
      n_changed++;
      n += pair->n;
      n_other += pair->n_other;
      look_place (look, step->rank, step->host_begin_ns, step->host_end_ns, pair->first);
    }
  if (ok)
    name = most_frequent (&search);

  bool has_sizes = search.of_call.n > 0;
  search_clear (&search);
  if (!ok)
    return look_is_stopped (look);
  if (!facts->has_steps)
    return look_is_without (look, N_ ("The profile has no steps."));
  if (!has_sizes)
    return look_is_without (look, N_ ("The profile does not say the sizes of operators' inputs (record_shapes=True)."));
  if (n_pairs < PAIRS_MIN)
    return look_is_without (look, N_ ("There are fewer than three steps that follow one another."));
  if (n_changed < PAIRS_MIN || (double) n_changed < (double) n_pairs * look_threshold (look, STEPS) / 100)
    return look_is_clear (look);

  g_autofree char *text = look_name (look, name);
  return look_is_found_as (
    look, FINDING_LOW,
    look_tr (
      look,
      N_ ("The sizes of inputs change from step to step: in %u of %u steps %s of the operators get other sizes than in the "
          "step before, most often %s.")),
    (unsigned) n_changed, (unsigned) n_pairs, percent_text ((double) n_other / (double) n, percent), text);
}

const FindingRule rule_changing_shapes = {
  .id = "changing_shapes",
  .title = N_ ("Shapes change between steps"),
  .method = N_ (
    "The input sizes of an operator's calls, against those of its calls in the step before, over the first 64 steps of a rank. "
    "New sizes make compilers compile, libraries choose kernels and allocators split memory anew; what that costs is in other "
    "findings."),
  .advice = { N_ ("Pad batches to a few lengths (buckets), or pack sequences to one length; use drop_last=True."),
              N_ ("Compile for all sizes: torch.compile (dynamic=True), or torch._dynamo.mark_dynamic ()."),
              N_ ("Let the allocator's segments grow: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.") },
  .thresholds = { [STEPS] = { "steps_percent", 20, 100, N_ ("Steps with other sizes (%)") },
                  [OPERATORS] = { "operators_percent", 5, 100, N_ ("Operators of such a step (%)") } },
  .look = look,
};
