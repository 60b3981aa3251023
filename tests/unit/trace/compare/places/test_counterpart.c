/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slice of another side corresponds to a slice, and which slices have none. */

#include "trace/compare/places/counterpart.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/compare/places/missing_counterparts.h"

#define ROUNDS     250
#define MOST_PEERS 200

typedef struct
{
  Trace *traces[2];
  StepTable *steps[2];
  Comparison comparison;
} Pair;

static void
pair_compare (Pair *pair, const ComparePart parts[2], const HandPair *hand, size_t n_hand)
{
  const ComparisonOptions options = { .pairs = hand, .n_pairs = n_hand };

  g_assert_true (comparison_compute (parts, 2, &options, NULL, NULL, &pair->comparison));
}

static void
pair_clear (Pair *pair)
{
  comparison_clear (&pair->comparison);
  for (int i = 0; i < 2; i++)
    {
      step_table_free (pair->steps[i]);
      trace_unref (pair->traces[i]);
    }
}

/* ---- by looking at everything ---- */

static bool
is_of_side (const CompareSteps *steps, uint64_t slice)
{
  const Trace *trace = steps->scope.trace;
  const TraceTrack *track = trace_track (trace, trace_slices (trace)->track[slice]);

  return track->rank != TRACE_NONE && steps->holds_rank[track->rank]
         && (steps->scope.device == TRACE_NONE || track->device < 0
             || track->device == trace_device (trace, steps->scope.device)->number);
}

static uint32_t
sample_of (const CompareSteps *steps, uint64_t slice)
{
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  const TraceTrack *track = trace_track (trace, slices->track[slice]);
  uint64_t launch = trace_launch_of (trace, slice);
  bool by_window = track->device >= 0 && launch == SLICE_NONE;
  int64_t time_ns = slices->start_ns[launch != SLICE_NONE && track->device >= 0 ? launch : slice];
  uint32_t sample = SAMPLE_NONE;

  if (!is_of_side (steps, slice) || (slices->flags[slice] & SLICE_UNFINISHED))
    return SAMPLE_NONE;
  if (!steps->has_steps)
    {
      time_ns = slices->start_ns[slice];
      return steps->scope.is_whole || (time_ns >= steps->scope.begin_ns && time_ns < steps->scope.end_ns)
               ? 0
               : SAMPLE_NONE;
    }
  for (uint64_t i = steps->first_step[track->rank]; i < steps->first_step[track->rank + 1]; i++)
    if (by_window ? steps->steps[i].begin_ns <= time_ns && time_ns < steps->steps[i].end_ns
                  : steps->steps[i].sample != SAMPLE_NONE && steps->steps[i].host_begin_ns <= time_ns
                      && time_ns < steps->steps[i].host_end_ns)
      sample = steps->steps[i].sample;
  return sample;
}

static uint32_t
nth_rank (const CompareSteps *steps, uint32_t nth)
{
  for (uint32_t rank = 0; rank < trace_n_ranks (steps->scope.trace); rank++)
    if (steps->holds_rank[rank] && nth-- == 0)
      return rank;
  return TRACE_NONE;
}

static uint32_t
rank_of (const Trace *trace, uint64_t slice)
{
  return trace_track (trace, trace_slices (trace)->track[slice])->rank;
}

static uint32_t
place_of_rank (const CompareSteps *steps, uint32_t rank)
{
  uint32_t n = 0;

  for (uint32_t before = 0; before < rank; before++)
    n += steps->holds_rank[before];
  return n;
}

static uint32_t
other_sample (const CompareSteps *from, const CompareSteps *to, uint32_t sample)
{
  uint64_t n_common = 0;
  uint32_t same = SAMPLE_NONE;

  for (uint32_t i = 0; i < from->n; i++)
    for (uint32_t k = 0; k < to->n; k++)
      if (from->samples[i].id == to->samples[k].id)
        {
          n_common++;
          same = i == sample ? k : same;
        }
  if (from->has_steps && from->scope.trace != to->scope.trace && 2 * n_common >= MIN (from->n, to->n))
    return same;
  return sample < to->n ? sample : SAMPLE_NONE;
}

/* The row of kernels with a name on one side; NULL: there is none. */
static const CompareTable *
row_of_kernel (const Pair *pair, uint32_t side, const char *name, uint64_t *ret_row)
{
  const CompareTable *table = &pair->comparison.tables[ROWS_KERNELS];

  for (*ret_row = 0; *ret_row < table->n; ++*ret_row)
    {
      uint32_t row = compare_table_cell (table, *ret_row, side)->row;

      if (row != TRACE_NONE
          && strcmp (compare_rows_text (&pair->comparison.sides[side].device.kernels, row, NULL), name) == 0)
        return table;
    }
  return NULL;
}

/* The name of a slice's counterparts; "" does not occur. */
static const char *
other_name (const Pair *pair, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (pair->traces[0]);
  const char *name = trace_string (pair->traces[0], slices->name[slice], NULL);
  const CompareTable *table;
  uint64_t row;

  if (slices->kind[slice] != SLICE_KERNEL)
    return name;
  table = row_of_kernel (pair, 0, name, &row);
  if (table != NULL && compare_table_cell (table, row, 1)->row != TRACE_NONE)
    return compare_rows_text (&pair->comparison.sides[1].device.kernels,
                              compare_table_cell (table, row, 1)->row, NULL);
  table = row_of_kernel (pair, 1, name, &row);
  return table != NULL && compare_table_cell (table, row, 0)->row != TRACE_NONE ? "" : name;
}

/* The slices of steps are peers, whatever their names. */
static bool
is_of_step (const Pair *pair, int side, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (pair->traces[side]);
  const StepTable *steps = pair->steps[side];

  if (step_table_count (pair->steps[0]) == 0 || step_table_count (pair->steps[1]) == 0
      || slices->kind[slice] == SLICE_KERNEL)
    return false;
  for (uint64_t i = 0; i < step_table_count (steps); i++)
    if (slices->name[step_table_get (steps, i)->slice] == slices->name[slice])
      return true;
  return false;
}

typedef struct
{
  uint64_t slices[MOST_PEERS];
  size_t n;
} Peers;

/* name is NULL for slices of steps. */
static void
find_peers (const Pair *pair,
            int side,
            uint32_t rank,
            uint32_t sample,
            uint8_t kind,
            const char *name,
            Peers *peers)
{
  const CompareSteps *steps = &pair->comparison.sides[side].steps;
  const Trace *trace = steps->scope.trace;
  const SliceColumns *slices = trace_slices (trace);

  peers->n = 0;
  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == kind && rank_of (trace, i) == rank && sample_of (steps, i) == sample
        && is_of_step (pair, side, i) == (name == NULL)
        && (name == NULL || strcmp (trace_string (trace, slices->name[i], NULL), name) == 0))
      {
        g_assert_cmpuint (peers->n, <, MOST_PEERS);
        peers->slices[peers->n++] = i;
      }
}

/* The number of peers on each of their tracks, as text. */
static char *
counts_by_track (const Trace *trace, const Peers *peers)
{
  GString *text = g_string_new (NULL);

  for (uint32_t track = 0; track < trace_n_tracks (trace); track++)
    {
      int n = 0;

      for (size_t i = 0; i < peers->n; i++)
        n += trace_slices (trace)->track[peers->slices[i]] == track;
      if (n > 0)
        g_string_append_printf (text, "%d ", n);
    }
  return g_string_free (text, FALSE);
}

static size_t
n_before (const Trace *trace, const Peers *peers, uint64_t slice, bool by_track)
{
  const SliceColumns *slices = trace_slices (trace);
  size_t n = 0;

  for (size_t i = 0; i < peers->n; i++)
    {
      uint64_t peer = peers->slices[i];
      int64_t track = by_track ? (int64_t) slices->track[peer] - (int64_t) slices->track[slice] : 0;
      int64_t time_ns = slices->start_ns[peer] - slices->start_ns[slice];

      n += track < 0 || (track == 0 && (time_ns < 0 || (time_ns == 0 && peer < slice)));
    }
  return n;
}

static uint64_t
find_by_hand (const Pair *pair, uint64_t slice, bool *ret_is_missing)
{
  const CompareSteps *from = &pair->comparison.sides[0].steps, *to = &pair->comparison.sides[1].steps;
  uint32_t sample = sample_of (from, slice), other, rank = rank_of (pair->traces[0], slice), other_rank;
  uint8_t kind = trace_slices (pair->traces[0])->kind[slice];
  Peers mine, others;

  *ret_is_missing = false;
  if (sample == SAMPLE_NONE || (other = other_sample (from, to, sample)) == SAMPLE_NONE)
    return SLICE_NONE;
  if ((other_rank = nth_rank (to, place_of_rank (from, rank))) == TRACE_NONE)
    return SLICE_NONE;
  *ret_is_missing = true;
  bool is_step = is_of_step (pair, 0, slice);
  const char *name = trace_string (pair->traces[0], trace_slices (pair->traces[0])->name[slice], NULL);
  find_peers (pair, 0, rank, sample, kind, is_step ? NULL : name, &mine);
  find_peers (pair, 1, other_rank, other, kind, is_step ? NULL : other_name (pair, slice), &others);
  g_autofree char *of_mine = counts_by_track (pair->traces[0], &mine);
  g_autofree char *of_others = counts_by_track (pair->traces[1], &others);
  bool by_track = strcmp (of_mine, of_others) == 0;
  size_t k = n_before (pair->traces[0], &mine, slice, by_track);
  for (size_t i = 0; i < others.n; i++)
    if (n_before (pair->traces[1], &others, others.slices[i], by_track) == k)
      {
        *ret_is_missing = false;
        return others.slices[i];
      }
  return SLICE_NONE;
}

static void
check_round (Pair *pair, unsigned *n_found, unsigned *n_missing, unsigned *n_in_steps)
{
  const SliceColumns *slices = trace_slices (pair->traces[0]);
  Counterparts there, back;
  MissingCounterparts missing;

  g_assert_true (counterparts_init (&there, &pair->comparison, 0, 1));
  g_assert_true (counterparts_init (&back, &pair->comparison, 1, 0));
  g_assert_true (missing_counterparts_compute (&there, NULL, NULL, &missing));
  for (uint64_t i = 0; i < slices->n; i++)
    {
      bool is_missing;
      uint64_t expected = find_by_hand (pair, i, &is_missing), found, again;
      CounterpartAnswer answer;

      g_assert_true (counterparts_find (&there, i, &found, &answer));
      g_assert_cmpuint (found, ==, expected);
      g_assert_cmpint (answer == COUNTERPART_FOUND, ==, found != SLICE_NONE);
      g_assert_cmpint (answer == COUNTERPART_NO_NAME || answer == COUNTERPART_FEWER, ==, is_missing);
      g_assert_cmpint (missing_counterparts_holds (&missing, i), ==, is_missing);
      if (missing_counterparts_holds_name (&missing, (SliceKind) slices->kind[i], slices->name[i]))
        g_assert_cmpuint (found, ==, SLICE_NONE);
      *n_found += found != SLICE_NONE;
      *n_missing += is_missing;
      *n_in_steps += found != SLICE_NONE && pair->comparison.sides[0].steps.has_steps;
      if (found == SLICE_NONE)
        continue;
      g_assert_true (counterparts_find (&back, found, &again, &answer));
      g_assert_cmpuint (again, ==, i);
    }
  missing_counterparts_clear (&missing);
  counterparts_clear (&there);
  counterparts_clear (&back);
}

static void
test_counterparts_as_counted_by_hand (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (19);
  unsigned n_found = 0, n_missing = 0, n_in_steps = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      ComparePart parts[2] = { 0 };
      Pair pair;

      for (int i = 0; i < 2; i++)
        {
          bool is_same = i == 1 && round % 4 == 0;

          pair.traces[i] = is_same ? trace_ref (pair.traces[0]) : random_profile_new (random);
          pair.steps[i] = random_profile_steps (pair.traces[i]);
          parts[i].scope = round % 3 == 0 ? random_profile_scope (random, pair.traces[i], pair.steps[i])
                                          : stats_scope_whole (pair.traces[i], pair.steps[i]);
        }
      pair_compare (&pair, parts, NULL, 0);
      check_round (&pair, &n_found, &n_missing, &n_in_steps);
      pair_clear (&pair);
    }
  g_assert_cmpuint (n_found, >, 1000);
  g_assert_cmpuint (n_missing, >, 1000);
  g_assert_cmpuint (n_in_steps, >, 200);
}

/* ---- told ---- */

#define STEP_NS 1000

/* Steps with these numbers; each launches first_kernel, then "b" on both streams. */
static Trace *
make_run (const int *numbers, size_t n, const char *first_kernel)
{
  TraceBuilder *builder = trace_builder_new ();
  int64_t correlation = 0;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t second = building_add_stream (builder, tracks.device, TRACK_STREAM, 99);
  for (size_t i = 0; i < n; i++)
    {
      int64_t begin_ns = (int64_t) i * STEP_NS;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", numbers[i]);
      const char *const kernels[] = { first_kernel, "b", "b" };

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_ns, 900, 0);
      for (int k = 0; k < 3; k++)
        {
          building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", begin_ns + 10 + 20 * k,
                              5, ++correlation);
          building_add_slice (builder, k == 2 ? second : tracks.stream, SLICE_KERNEL, kernels[k],
                              begin_ns + 200 + 100 * k, 80, correlation);
        }
    }
  return building_finish (builder);
}

static void
pair_of_runs (Pair *pair, Trace *base, Trace *other, const HandPair *hand, size_t n_hand)
{
  ComparePart parts[2] = { 0 };

  pair->traces[0] = base;
  pair->traces[1] = other;
  for (int i = 0; i < 2; i++)
    {
      pair->steps[i] = random_profile_steps (pair->traces[i]);
      parts[i].scope = stats_scope_whole (pair->traces[i], pair->steps[i]);
    }
  pair_compare (pair, parts, hand, n_hand);
}

/* Returns the nth slice with a name, in the order of the profile. */
static uint64_t
nth_named (const Trace *trace, const char *name, unsigned nth)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slices->name[i], NULL), name) == 0 && nth-- == 0)
      return i;
  return SLICE_NONE;
}

static void
check_counterpart (const Pair *pair,
                   const char *name,
                   unsigned nth,
                   const char *other,
                   unsigned other_nth,
                   CounterpartAnswer expected)
{
  Counterparts counterparts;
  CounterpartAnswer answer;
  uint64_t found;

  g_assert_true (counterparts_init (&counterparts, &pair->comparison, 0, 1));
  g_assert_true (counterparts_find (&counterparts, nth_named (pair->traces[0], name, nth), &found, &answer));
  g_assert_cmpint (answer, ==, expected);
  g_assert_cmpuint (
    found, ==, expected == COUNTERPART_FOUND ? nth_named (pair->traces[1], other, other_nth) : SLICE_NONE);
  counterparts_clear (&counterparts);
}

static void
test_steps_meet_by_number (void)
{
  const int a[] = { 5, 6, 7, 8 }, b[] = { 6, 7, 8, 9 }, far[] = { 100, 101, 102 };
  Pair pair;

  pair_of_runs (&pair, make_run (a, 4, "a"), make_run (b, 4, "a"), NULL, 0);
  check_counterpart (&pair, "a", 0, NULL, 0, COUNTERPART_NO_STEP);
  check_counterpart (&pair, "a", 1, "a", 0, COUNTERPART_FOUND);
  check_counterpart (&pair, "cudaLaunchKernel", 4, "cudaLaunchKernel", 1, COUNTERPART_FOUND);
  pair_clear (&pair);

  pair_of_runs (&pair, make_run (a, 4, "a"), make_run (far, 3, "a"), NULL, 0);
  check_counterpart (&pair, "a", 0, "a", 0, COUNTERPART_FOUND);
  check_counterpart (&pair, "a", 2, "a", 2, COUNTERPART_FOUND);
  check_counterpart (&pair, "a", 3, NULL, 0, COUNTERPART_NO_STEP);
  pair_clear (&pair);
}

/* "ProfilerStep#1" and "ProfilerStep#100" are in the same place. */
static void
test_slices_of_steps_meet_whatever_their_numbers (void)
{
  const int a[] = { 1, 2, 3 }, b[] = { 100, 101, 102 };
  Counterparts counterparts;
  MissingCounterparts missing;
  Pair pair;

  pair_of_runs (&pair, make_run (a, 3, "a"), make_run (b, 3, "a"), NULL, 0);
  check_counterpart (&pair, "ProfilerStep#2", 0, "ProfilerStep#101", 0, COUNTERPART_FOUND);
  g_assert_true (counterparts_init (&counterparts, &pair.comparison, 0, 1));
  g_assert_true (missing_counterparts_compute (&counterparts, NULL, NULL, &missing));
  g_assert_cmpuint (missing.n_missing, ==, 0);
  missing_counterparts_clear (&missing);
  counterparts_clear (&counterparts);
  pair_clear (&pair);
}

static void
test_kernels_meet_as_in_the_table (void)
{
  const int numbers[] = { 1, 2, 3 };
  const HandPair hand = { "old", "new", HAND_PAIR };
  Pair pair;

  pair_of_runs (&pair, make_run (numbers, 3, "old"), make_run (numbers, 3, "new"), &hand, 1);
  check_counterpart (&pair, "old", 2, "new", 2, COUNTERPART_FOUND);
  check_counterpart (&pair, "b", 4, "b", 4, COUNTERPART_FOUND);
  pair_clear (&pair);

  pair_of_runs (&pair, make_run (numbers, 3, "old"), make_run (numbers, 3, "new"), NULL, 0);
  check_counterpart (&pair, "old", 2, NULL, 0, COUNTERPART_NO_NAME);
  pair_clear (&pair);
}

/* The first profile launches "b" three times a step, the second twice. */
static void
test_the_last_of_more_has_none (void)
{
  const int numbers[] = { 1, 2, 3 };
  Counterparts counterparts;
  MissingCounterparts missing;
  Pair pair;

  pair_of_runs (&pair, make_run (numbers, 3, "b"), make_run (numbers, 3, "a"), NULL, 0);
  check_counterpart (&pair, "b", 0, "b", 0, COUNTERPART_FOUND);
  check_counterpart (&pair, "b", 1, "b", 3, COUNTERPART_FOUND);
  check_counterpart (&pair, "b", 6, NULL, 0, COUNTERPART_FEWER);
  g_assert_true (counterparts_init (&counterparts, &pair.comparison, 0, 1));
  g_assert_true (missing_counterparts_compute (&counterparts, NULL, NULL, &missing));
  g_assert_cmpuint (missing.n_missing, ==, 3);
  for (unsigned nth = 6; nth < 9; nth++)
    g_assert_true (missing_counterparts_holds (&missing, nth_named (pair.traces[0], "b", nth)));
  missing_counterparts_clear (&missing);
  counterparts_clear (&counterparts);

  g_assert_true (counterparts_init (&counterparts, &pair.comparison, 1, 0));
  g_assert_true (missing_counterparts_compute (&counterparts, NULL, NULL, &missing));
  g_assert_cmpuint (missing.n_missing, ==, 3);
  g_assert_true (missing_counterparts_holds_name (
    &missing, SLICE_KERNEL, trace_slices (pair.traces[1])->name[nth_named (pair.traces[1], "a", 0)]));
  missing_counterparts_clear (&missing);
  counterparts_clear (&counterparts);
  pair_clear (&pair);
}

static bool
never (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_the_search_can_be_stopped (void)
{
  const int numbers[] = { 1, 2, 3 };
  Counterparts counterparts;
  MissingCounterparts missing;
  Pair pair;

  pair_of_runs (&pair, make_run (numbers, 3, "b"), make_run (numbers, 3, "a"), NULL, 0);
  g_assert_true (counterparts_init (&counterparts, &pair.comparison, 0, 1));
  g_assert_false (missing_counterparts_compute (&counterparts, never, NULL, &missing));
  missing_counterparts_clear (&missing);
  counterparts_clear (&counterparts);
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/counterpart/as_counted_by_hand", test_counterparts_as_counted_by_hand);
  g_test_add_func ("/counterpart/steps_meet_by_number", test_steps_meet_by_number);
  g_test_add_func ("/counterpart/slices_of_steps_meet_whatever_their_numbers",
                   test_slices_of_steps_meet_whatever_their_numbers);
  g_test_add_func ("/counterpart/kernels_meet_as_in_the_table", test_kernels_meet_as_in_the_table);
  g_test_add_func ("/counterpart/the_last_of_more_has_none", test_the_last_of_more_has_none);
  g_test_add_func ("/counterpart/the_search_can_be_stopped", test_the_search_can_be_stopped);
  return g_test_run ();
}
