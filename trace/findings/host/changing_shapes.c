/* SPDX-License-Identifier: Apache-2.0
 *
 * Operators whose inputs have other sizes in each step. The same call is the same operator of the same depth on the same
 * thread, and as many of it were called before in its step. */

#include <stdlib.h>

#include "trace/container/string_table.h"
#include "trace/findings/device/step_at.h"
#include "trace/findings/finding_rules.h"
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

/* A call in a step. */
typedef struct
{
  uint32_t track, row, name, nth;
} CallKey;

/* What it was given when it was last called. */
typedef struct
{
  uint32_t shape; /* a string id of Search.shapes */
  uint64_t step;  /* an index into facts->steps */
} Call;

COLUMN_DEFINE (CallColumn, call_column, Call)
COLUMN_IMPLEMENT (CallColumn, call_column)

/* The pair of a step and the one before. */
typedef struct
{
  uint64_t n, n_other; /* calls in both, and those of other shapes */
  uint64_t first;      /* a slice of the latter; SLICE_NONE */
} StepPair;

typedef struct
{
  FindingLook *look;
  StringTable *calls; /* the bytes of a CallKey */
  StringTable *shapes;
  CallColumn last;    /* by id of calls */
  StepPair *pairs;    /* by index of facts->steps */
  uint64_t *n_other;  /* by name of an operator */
  uint32_t *nth;      /* by name: calls so far in the stretch of stretch_of_nth */
  uint64_t *stretch_of_nth;
  uint64_t stretch; /* counts the steps of each row; from 1 on */
  ArgFinder finder;
  bool has_shapes;
} Search;

static bool
search_init (Search *search, FindingLook *look)
{
  size_t n = (size_t) look->facts->slices->n_strings + 1;

  *search = (Search){
    .look = look,
    .calls = string_table_new (),
    .shapes = string_table_new (),
    .pairs = calloc (look->facts->steps.n + 1, sizeof *search->pairs),
    .n_other = calloc (n, sizeof *search->n_other),
    .nth = calloc (n, sizeof *search->nth),
    .stretch_of_nth = calloc (n, sizeof *search->stretch_of_nth),
  };
  arg_finder_init (&search->finder, look->facts->trace, keys, G_N_ELEMENTS (keys));
  return search->calls != NULL && search->shapes != NULL && search->pairs != NULL && search->n_other != NULL
         && search->nth != NULL && search->stretch_of_nth != NULL;
}

static void
search_clear (Search *search)
{
  string_table_free (search->calls);
  string_table_free (search->shapes);
  call_column_clear (&search->last);
  free (search->pairs);
  free (search->n_other);
  free (search->nth);
  free (search->stretch_of_nth);
  arg_finder_clear (&search->finder);
}

/* Takes a call with a shape. Returns false when memory runs out. */
static bool
take_call (Search *search, const CallKey *key, uint64_t slice, uint64_t step, uint32_t shape)
{
  uint32_t id;

  if (!string_table_intern (search->calls, (const char *) key, sizeof *key, &id))
    return false;
  while (search->last.n <= id)
    if (!call_column_push (&search->last, (Call){ 0, STEP_AT_NONE }))
      return false;

  Call *last = &search->last.at[id];
  if (last->step != STEP_AT_NONE && last->step + 1 == step)
    {
      StepPair *pair = &search->pairs[step];

      pair->n++;
      if (last->shape != shape)
        {
          if (pair->n_other++ == 0)
            pair->first = slice;
          search->n_other[key->name]++;
        }
    }
  *last = (Call){ shape, step };
  return true;
}

/* Walks the operators of the first steps of each rank. */
static bool
walk_calls (Search *search)
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_OPERATORS);
  uint32_t track = TRACE_NONE, row = 0;
  uint64_t slice;
  size_t step = STEP_AT_NONE;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (facts->slices, slice);
      uint32_t rank = trace_track (facts->trace, walk.track)->rank, name, shape, nth;
      unsigned which;
      Arg arg;

      if (facts->slices->kind[slice] != SLICE_OPERATOR)
        continue;
      if (walk.track != track || walk.row != row)
        {
          track = walk.track;
          row = walk.row;
          step = STEP_AT_NONE;
        }
      if (step == STEP_AT_NONE || begin_ns >= step_at_get (facts, step)->host_end_ns)
        {
          step = step_at (facts, rank, begin_ns);
          search->stretch++;
        }
      if (step == STEP_AT_NONE)
        continue;
      if (step >= STEPS_MAX && step_at_get (facts, step - STEPS_MAX)->rank == rank)
        continue;
      name = slice_name (facts->slices, slice);
      if (search->stretch_of_nth[name] != search->stretch)
        {
          search->stretch_of_nth[name] = search->stretch;
          search->nth[name] = 0;
        }
      nth = search->nth[name]++;
      if (!arg_finder_begin (&search->finder, facts->slices->args[slice])
          || !arg_finder_next (&search->finder, &which, &arg))
        {
          if (search->finder.iter.ran_out)
            return false;
          continue;
        }
      search->has_shapes = true;
      if (!string_table_intern (search->shapes, arg.text, arg.length, &shape)
          || !take_call (search, &(CallKey){ track, row, name, nth }, slice, step, shape))
        return false;
    }
  return !facts->has_failed;
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
  bool ok = search_init (&search, look) && walk_calls (&search);

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

  bool has_shapes = search.has_shapes;
  search_clear (&search);
  if (!ok)
    return look_is_stopped (look);
  if (!facts->has_steps)
    return look_is_without (look, N_ ("The profile has no steps."));
  if (!has_shapes)
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
    "The input sizes of each operator, against those of the same call in the step before, over the first 64 steps of a rank. "
    "New sizes make compilers compile, libraries choose kernels and allocators split memory anew; what that costs is in other "
    "findings."),
  .advice = { N_ ("Pad batches to a few lengths (buckets), or pack sequences to one length; use drop_last=True."),
              N_ ("Compile for all sizes: torch.compile (dynamic=True), or torch._dynamo.mark_dynamic ()."),
              N_ ("Let the allocator's segments grow: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.") },
  .thresholds = { [STEPS] = { "steps_percent", 20, 100, N_ ("Steps with other sizes (%)") },
                  [OPERATORS] = { "operators_percent", 5, 100, N_ ("Operators of such a step (%)") } },
  .look = look,
};
