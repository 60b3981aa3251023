/* SPDX-License-Identifier: Apache-2.0
 *
 * Sizes and bandwidths of collectives against jobs of random collectives of which all is known. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "trace/build/builder.h"
#include "trace/stats/collective/collective_sizes.h"

#define ROUNDS      200
#define RANKS_MAX   4
#define PERIOD_NS   1000
#define COLLECTIVES 30

/* A collective, and the kernel of each rank. */
typedef struct
{
  const char *name, *dtype;
  int64_t in, out, group_size;
  bool is_split, differs; /* parts of different sizes; one rank tells another number of elements */
  bool takes_part[RANKS_MAX];
  int64_t start_ns[RANKS_MAX], dur_ns[RANKS_MAX];
} Told;

static const struct
{
  const char *name;
  CollectiveKind kind;
  bool is_by_output;
} names[] = {
  { "allreduce", COLLECTIVE_ALL_REDUCE, false },           { "_allgather_base", COLLECTIVE_ALL_GATHER, true },
  { "reduce_scatter_tensor_coalesced", COLLECTIVE_REDUCE_SCATTER, false },
  { "all_to_all", COLLECTIVE_ALL_TO_ALL, false },          { "broadcast", COLLECTIVE_BROADCAST, false },
  { "reduce", COLLECTIVE_REDUCE, false },                  { "send", COLLECTIVE_SEND, false },
  { "barrier", N_COLLECTIVE_KINDS, false },
};

static Told
random_told (GRand *random, int n_ranks, int i)
{
  Told told = { .name = names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))].name,
                .dtype = g_rand_int_range (random, 0, 8) == 0 ? "Unheard" : g_rand_boolean (random) ? "Half" : "Float",
                .in = g_rand_int_range (random, 0, 2) * (INT64_C (1) << g_rand_int_range (random, 0, 24)),
                .out = INT64_C (3) << g_rand_int_range (random, 0, 24),
                .group_size = g_rand_int_range (random, 1, 9),
                .is_split = g_rand_int_range (random, 0, 5) == 0,
                .differs = g_rand_int_range (random, 0, 10) == 0 };

  for (int rank = 0; rank < n_ranks; rank++)
    {
      told.takes_part[rank] = g_rand_int_range (random, 0, 4) > 0;
      told.start_ns[rank] = i * PERIOD_NS + g_rand_int_range (random, 0, 400);
      told.dur_ns[rank] = g_rand_int_range (random, 0, 10) == 0 ? 0 : g_rand_int_range (random, 1, 500);
    }
  return told;
}

/* ---- the profile ---- */

static void
put (TraceBuilder *builder, uint32_t *node, const char *key, const char *text, int64_t number)
{
  ArgsBlob *blob = trace_builder_args_blob (builder);

  g_assert_true (arg_keys_child (trace_builder_arg_keys (builder), *node,
                                 trace_builder_string (builder, key, strlen (key)), node));
  g_assert_true (text != NULL ? args_put_string (blob, trace_builder_strings (builder), text, strlen (text))
                              : args_put_integer (blob, number));
}

static uint64_t
put_all (TraceBuilder *builder, const Told *told, int rank, int sequence)
{
  uint32_t node = 0;
  uint64_t args;

  g_assert_true (args_begin (trace_builder_args_blob (builder), &args));
  put (builder, &node, "Collective name", told->name, 0);
  put (builder, &node, "Process Group Name", "dp", 0);
  put (builder, &node, "Seq", NULL, sequence);
  put (builder, &node, "Group size", NULL, told->group_size);
  put (builder, &node, "In msg nelems", NULL, told->in + (told->differs && rank == 0));
  put (builder, &node, "Out msg nelems", NULL, told->out);
  put (builder, &node, "dtype", told->dtype, 0);
  if (told->is_split)
    put (builder, &node, "In split size", "[1, 2]", 0);
  args_end (trace_builder_args_blob (builder), args, node);
  return args;
}

static void
add_rank (TraceBuilder *builder, const Told *tolds, int rank)
{
  const char *name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

  trace_builder_begin_rank (builder, "rank.json");
  trace_builder_set_rank_number (builder, rank);
  trace_builder_set_time_base (builder, 1000, true);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  trace_builder_track (builder, device)->device = 0;
  uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
  trace_builder_track (builder, stream)->device = 0;
  trace_builder_track (builder, stream)->stream = 7;
  for (int i = 0; i < COLLECTIVES; i++)
    if (tolds[i].takes_part[rank])
      trace_builder_add_slice (builder, &(SliceInput){
                                          .track = stream,
                                          .name = trace_builder_string (builder, name, strlen (name)),
                                          .kind = SLICE_KERNEL,
                                          .start_ns = tolds[i].start_ns[rank],
                                          .dur_ns = tolds[i].dur_ns[rank],
                                          .correlation = i + 1,
                                          .args = put_all (builder, &tolds[i], rank, i),
                                        });
}

static Trace *
make_job (const Told *tolds, int n_ranks)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();

  for (int rank = 0; rank < n_ranks; rank++)
    add_rank (builder, tolds, rank);
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  return trace;
}

/* ---- what is expected ---- */

typedef struct
{
  CollectivePoint point;
  bool is_left_out, is_alone;
} Expected;

/* Returns false if the collective is not in scope: of all ranks, or of one. */
static bool
expect (const Told *told, int n_ranks, int only_rank, int64_t begin_ns, int64_t end_ns, Expected *ret)
{
  const int64_t widths[] = { 2, 4 };
  int64_t first_ns = INT64_MAX, shortest_ns = INT64_MAX;
  int n = 0;
  size_t which = 0;

  while (strcmp (names[which].name, told->name) != 0)
    which++;
  for (int rank = 0; rank < n_ranks; rank++)
    if (told->takes_part[rank])
      {
        n++;
        if (told->dur_ns[rank] > 0)
          shortest_ns = MIN (shortest_ns, told->dur_ns[rank]);
        if (only_rank < 0 || rank == only_rank)
          first_ns = MIN (first_ns, told->start_ns[rank]);
      }
  if (first_ns == INT64_MAX || first_ns < begin_ns || first_ns >= end_ns || names[which].kind == COLLECTIVE_SEND)
    return false;
  double size = (double) told->group_size, factor = 1;
  if (names[which].kind == COLLECTIVE_ALL_REDUCE)
    factor = 2 * (size - 1) / size;
  else if (names[which].kind != COLLECTIVE_BROADCAST && names[which].kind != COLLECTIVE_REDUCE)
    factor = (size - 1) / size;
  int64_t elements = names[which].is_by_output ? told->out : told->in;
  bool is_uneven = told->is_split && names[which].kind == COLLECTIVE_ALL_TO_ALL;
  bool is_one_size = !told->differs || !told->takes_part[0] || n == 1;

  if (!names[which].is_by_output && told->differs && told->takes_part[0] && n == 1)
    elements++;
  *ret = (Expected){ .is_left_out = strcmp (told->dtype, "Unheard") == 0 || elements == 0 || shortest_ns == INT64_MAX
                                    || !(factor > 0) || is_uneven || !is_one_size
                                    || names[which].kind == N_COLLECTIVE_KINDS,
                     .is_alone = n == 1 };
  ret->point = (CollectivePoint){ .kind = names[which].kind,
                                  .n_kernels = (uint32_t) n,
                                  .bytes = elements * widths[strcmp (told->dtype, "Half") != 0],
                                  .transfer_ns = shortest_ns };
  ret->point.algorithm_gb_s = (double) ret->point.bytes / (double) shortest_ns;
  ret->point.bus_gb_s = factor * ret->point.algorithm_gb_s;
  return true;
}

static int
compare_points (const void *a, const void *b)
{
  const CollectivePoint *x = a, *y = b;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes < y->bytes ? -1 : 1;
  if (x->bus_gb_s != y->bus_gb_s)
    return x->bus_gb_s < y->bus_gb_s ? -1 : 1;
  return x->n_kernels < y->n_kernels ? -1 : x->n_kernels > y->n_kernels;
}

static void
check_job (const Told *tolds, int n_ranks, const Trace *trace, const StatsScope *scope)
{
  g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (CollectivePoint));
  int only_rank = scope->rank == TRACE_NONE ? -1 : (int) scope->rank;
  uint64_t n_left_out = 0, n_alone = 0;
  CollectivePoints points;

  for (int i = 0; i < COLLECTIVES; i++)
    {
      int64_t begin_ns = scope->is_whole ? INT64_MIN : scope->begin_ns;
      Expected one;

      if (!expect (&tolds[i], n_ranks, only_rank, begin_ns, scope->is_whole ? INT64_MAX : scope->end_ns, &one))
        continue;
      n_left_out += one.is_left_out;
      n_alone += !one.is_left_out && one.is_alone;
      if (!one.is_left_out)
        g_array_append_val (expected, one.point);
    }
  g_assert_true (collective_points_init (&points, scope, NULL, NULL));
  g_assert_cmpuint (points.n_left_out, ==, n_left_out);
  g_assert_cmpuint (points.n_alone, ==, n_alone);
  g_assert_cmpuint (points.points.n, ==, expected->len);
  if (expected->len > 0)
    {
      qsort (points.points.at, points.points.n, sizeof (CollectivePoint), compare_points);
      g_array_sort (expected, compare_points);
    }
  for (guint i = 0; i < expected->len; i++)
    {
      const CollectivePoint *found = &points.points.at[i], *wanted = &g_array_index (expected, CollectivePoint, i);

      g_assert_cmpint (compare_points (found, wanted), ==, 0);
      g_assert_cmpint (found->transfer_ns, ==, wanted->transfer_ns);
      g_assert_cmpfloat (found->algorithm_gb_s, ==, wanted->algorithm_gb_s);
      if (only_rank >= 0)
        g_assert_cmpuint (trace_track (trace, trace_track_of (trace, found->slice))->rank, ==, (uint32_t) only_rank);
      else
        g_assert_cmpint (slice_dur_ns (trace_slices (trace), found->slice), ==, found->transfer_ns);
    }
  collective_points_clear (&points);
}

static void
test_points_are_the_collectives_in_scope (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (21);

  for (int round = 0; round < ROUNDS; round++)
    {
      int n_ranks = g_rand_int_range (random, 1, RANKS_MAX + 1);
      Told tolds[COLLECTIVES];

      for (int i = 0; i < COLLECTIVES; i++)
        tolds[i] = random_told (random, n_ranks, i);
      g_autoptr (Trace) trace = make_job (tolds, n_ranks);
      g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
      StatsScope scope = stats_scope_whole (trace, steps);

      check_job (tolds, n_ranks, trace, &scope);
      g_assert_true (collective_points_may_be_in (trace));
      if (n_ranks > 1)
        {
          stats_scope_limit (&scope, (uint32_t) g_rand_int_range (random, 0, n_ranks), TRACE_NONE);
          check_job (tolds, n_ranks, trace, &scope);
        }
      /* Times of a profile begin with its first slice. */
      int64_t origin_ns = INT64_MAX;
      for (int i = 0; i < COLLECTIVES; i++)
        for (int rank = 0; rank < n_ranks; rank++)
          if (tolds[i].takes_part[rank])
            origin_ns = MIN (origin_ns, tolds[i].start_ns[rank]);
      for (int i = 0; i < COLLECTIVES && origin_ns < INT64_MAX; i++)
        for (int rank = 0; rank < n_ranks; rank++)
          tolds[i].start_ns[rank] -= origin_ns;
      int64_t begin_ns = g_rand_int_range (random, 0, COLLECTIVES * PERIOD_NS / 2);
      int64_t end_ns = begin_ns + g_rand_int_range (random, 1, COLLECTIVES * PERIOD_NS / 2);
      scope = stats_scope_window (trace, steps, &begin_ns, &end_ns);
      check_job (tolds, n_ranks, trace, &scope);
    }
}

static int
compare_values (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
quantile_of (GArray *values, double q)
{
  double at = q * (values->len - 1), below = floor (at);
  double low = g_array_index (values, double, (guint) below), high = g_array_index (values, double, (guint) ceil (at));

  return low + (high - low) * (at - below);
}

static void
test_rows_have_the_quantiles_of_their_points (void)
{
  static const double quantiles[N_BANDWIDTH_QUANTILES] = { 0.05, 0.5, 0.95 };
  g_autoptr (GRand) random = g_rand_new_with_seed (22);

  for (int round = 0; round < ROUNDS; round++)
    {
      CollectivePointColumn points = { 0 };
      CollectiveSizeColumn sizes = { 0 };
      int n = g_rand_int_range (random, 0, 300);
      uint64_t n_counted = 0;

      for (int i = 0; i < n; i++)
        g_assert_true (collective_point_column_push (
          &points, (CollectivePoint){ .kind = (CollectiveKind) g_rand_int_range (random, 1, 4),
                                      .slice = (uint64_t) i,
                                      .bytes = g_rand_int_range (random, 1, 40),
                                      .transfer_ns = g_rand_int_range (random, 1, 100),
                                      .algorithm_gb_s = g_rand_double_range (random, 0.1, 9),
                                      .bus_gb_s = g_rand_int_range (random, 1, 20) }));
      g_assert_true (collective_sizes_collect (&points, NULL, NULL, &sizes));
      for (size_t row = 0; row < sizes.n; row++)
        {
          const CollectiveSize *size = &sizes.at[row];
          g_autoptr (GArray) algorithm = g_array_new (FALSE, FALSE, sizeof (double));
          g_autoptr (GArray) bus = g_array_new (FALSE, FALSE, sizeof (double));
          int64_t bytes = 0, transfer_ns = 0;

          for (size_t i = 0; i < points.n; i++)
            if (points.at[i].kind == size->kind && points.at[i].bytes >= size->from_bytes
                && points.at[i].bytes < 2 * size->from_bytes)
              {
                g_array_append_val (algorithm, points.at[i].algorithm_gb_s);
                g_array_append_val (bus, points.at[i].bus_gb_s);
                bytes += points.at[i].bytes;
                transfer_ns += points.at[i].transfer_ns;
              }
          g_array_sort (algorithm, compare_values);
          g_array_sort (bus, compare_values);
          g_assert_cmpuint (size->n, ==, bus->len);
          g_assert_cmpint (size->bytes, ==, bytes);
          g_assert_cmpint (size->transfer_ns, ==, transfer_ns);
          for (int q = 0; q < N_BANDWIDTH_QUANTILES; q++)
            {
              g_assert_cmpfloat_with_epsilon (size->algorithm_gb_s[q], quantile_of (algorithm, quantiles[q]), 1e-9);
              g_assert_cmpfloat_with_epsilon (size->bus_gb_s[q], quantile_of (bus, quantiles[q]), 1e-9);
            }
          n_counted += size->n;
          if (row > 0)
            g_assert_true (sizes.at[row - 1].kind < size->kind
                           || (sizes.at[row - 1].kind == size->kind && sizes.at[row - 1].from_bytes < size->from_bytes));
        }
      g_assert_cmpuint (n_counted, ==, (uint64_t) n);
      collective_point_column_clear (&points);
      collective_size_column_clear (&sizes);
    }
}

static bool
no (void *user_data)
{
  (void) user_data;
  return false;
}

static void
test_given_up_when_it_is_not_wanted (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (23);
  Told tolds[COLLECTIVES];

  for (int i = 0; i < COLLECTIVES; i++)
    tolds[i] = random_told (random, 2, i);
  g_autoptr (Trace) trace = make_job (tolds, 2);
  g_autoptr (StepTable) steps = step_table_new (trace, NULL, NULL);
  StatsScope scope = stats_scope_whole (trace, steps);
  CollectivePoints points;

  /* So few kernels may be done before anybody asks. */
  (void) collective_points_init (&points, &scope, no, NULL);
  collective_points_clear (&points);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collective_points/points_are_the_collectives_in_scope", test_points_are_the_collectives_in_scope);
  g_test_add_func ("/collective_points/rows_have_the_quantiles_of_their_points", test_rows_have_the_quantiles_of_their_points);
  g_test_add_func ("/collective_points/given_up_when_it_is_not_wanted", test_given_up_when_it_is_not_wanted);
  return g_test_run ();
}
