/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels that rows of the host launched: against looking at every kernel and every slice, and on a profile of which all
 * is known. */

#include "trace/compare/launched_kernels.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/compare/side/compare_step_at.h"

#define ROUNDS 40

typedef struct
{
  Trace *traces[2];
  StepTable *steps[2];
  Comparison comparison;
} Pair;

static void
pair_compare (Pair *pair, const ComparisonOptions *options)
{
  ComparePart parts[2] = { 0 };

  for (int i = 0; i < 2; i++)
    {
      pair->steps[i] = random_profile_steps (pair->traces[i]);
      parts[i].scope = stats_scope_whole (pair->traces[i], pair->steps[i]);
    }
  g_assert_true (comparison_compute (parts, 2, options, NULL, NULL, &pair->comparison));
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

/* ---- against looking at everything ---- */

static uint32_t
thread_of (const Trace *trace, uint64_t slice)
{
  return trace_track (trace, trace_track_of (trace, slice))->parent;
}

static bool
is_launched_in (const Trace *trace, uint64_t call, SliceKind kind, uint32_t name)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (slices->kind[i] == kind && slices->name[i] == name && !(slices->flags[i] & SLICE_UNFINISHED)
        && thread_of (trace, i) == thread_of (trace, call) && slices->start_ns[i] <= slices->start_ns[call]
        && slices->start_ns[call] < slices->start_ns[i] + slices->dur_ns[i])
      return true;
  return false;
}

/* The whole profile is compared, ranks without steps too. */
static void
check_side (const Pair *pair, RowKind kind, uint64_t row, uint32_t side, const LaunchedKernels *launched)
{
  static const SliceKind kinds[] = {
    [ROWS_OPERATORS] = SLICE_OPERATOR, [ROWS_ANNOTATIONS] = SLICE_ANNOTATION, [ROWS_CALLS] = SLICE_CALL
  };
  const CompareSide *of = &pair->comparison.sides[side];
  const Trace *trace = pair->traces[side];
  const SliceColumns *slices = trace_slices (trace);
  uint32_t own = compare_table_cell (&pair->comparison.tables[kind], row, side)->row;
  g_autofree int64_t *total_ns = g_new0 (int64_t, trace_n_strings (trace) + 1);
  g_autofree int64_t *used_ns = g_new0 (int64_t, trace_n_strings (trace) + 1);
  g_autofree uint8_t *is_there = g_new0 (uint8_t, trace_n_strings (trace) + 1);
  uint32_t n = 0;

  for (uint64_t i = 0; i < slices->n && own != TRACE_NONE; i++)
    {
      uint64_t call = trace_launch_of (trace, i), hint = 0;
      uint32_t sample, name = slices->name[i];

      if (slices->kind[i] != SLICE_KERNEL || (slices->flags[i] & SLICE_UNFINISHED) || call == SLICE_NONE
          || !is_launched_in (trace, call, kinds[kind], compare_side_rows (of, kind)->rows.at[own].text))
        continue;
      sample = of->steps.has_steps
                 ? compare_steps_at (&of->steps, trace_track (trace, trace_track_of (trace, i))->rank,
                                     slices->start_ns[call], &hint)
                 : 0;
      total_ns[name] += slices->dur_ns[i];
      used_ns[name] += sample != SAMPLE_NONE ? slices->dur_ns[i] : 0;
      n += !is_there[name];
      is_there[name] = 1;
    }
  g_assert_cmpuint (launched->rows[side].rows.n, ==, n);
  for (uint32_t i = 0; i < n; i++)
    {
      const CompareRow *found = &launched->rows[side].rows.at[i];

      g_assert_cmpint (found->total_ns, ==, total_ns[found->text]);
      g_assert_cmpint (found->used_ns, ==, used_ns[found->text]);
    }
}

static void
test_every_kernel_and_every_slice (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  const ComparisonOptions options = { 0 };
  uint64_t n_found = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Pair pair;

      for (int i = 0; i < 2; i++)
        pair.traces[i] = random_profile_new (random);
      pair_compare (&pair, &options);
      for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
        for (uint64_t row = 0; row < pair.comparison.tables[kind].n; row++)
          {
            LaunchedKernels launched;

            if (!launched_kernels_have (kind) || kind == ROWS_MODULES)
              continue;
            g_assert_true (launched_kernels_compute (&pair.comparison, kind, row, NULL, NULL, &launched));
            for (uint32_t side = 0; side < 2; side++)
              check_side (&pair, kind, row, side, &launched);
            n_found += launched.table.n;
            launched_kernels_clear (&launched);
          }
      pair_clear (&pair);
    }
  g_assert_cmpuint (n_found, >, ROUNDS);
}

/* ---- a profile of which all is known ---- */

/* aten::outer around aten::inner; each launches, and so does a call outside. */
static Trace *
make_trace (const char *gemm, int64_t gemm_ns)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::outer", 0, 1000, 0);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::inner", 100, 400, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 200, 10, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 600, 10, 2);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 2000, 10, 3);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, gemm, 3000, gemm_ns, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "relu", 4000, 50, 2);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "relu", 5000, 70, 3);
  return building_finish (builder);
}

static uint64_t
row_named (const Comparison *comparison, RowKind kind, const char *name)
{
  for (uint64_t row = 0; row < comparison->tables[kind].n; row++)
    {
      size_t length;
      const char *text = compare_table_text (&comparison->tables[kind], comparison->sides, row, &length);

      if (length == strlen (name) && memcmp (text, name, length) == 0)
        return row;
    }
  g_assert_not_reached ();
}

static void
check_cells (const LaunchedKernels *launched, uint64_t row, double base_ns, double other_ns, RowMatch match)
{
  g_assert_cmpfloat (compare_table_cell (&launched->table, row, 0)->per_step, ==, base_ns);
  g_assert_cmpfloat (compare_table_cell (&launched->table, row, 1)->per_step, ==, other_ns);
  g_assert_cmpint (compare_table_cell (&launched->table, row, 1)->match, ==, match);
}

static void
test_an_operator_has_what_is_inside_too (void)
{
  const HandPair hand = { "gemm_a", "gemm_b", HAND_PAIR };
  const ComparisonOptions options = { .pairs = &hand, .n_pairs = 1 };
  Pair pair = { .traces = { make_trace ("gemm_a", 300), make_trace ("gemm_b", 500) } };
  LaunchedKernels launched;

  pair_compare (&pair, &options);
  g_assert_true (launched_kernels_compute (&pair.comparison, ROWS_OPERATORS,
                                           row_named (&pair.comparison, ROWS_OPERATORS, "aten::outer"), NULL,
                                           NULL, &launched));
  g_assert_cmpuint (launched.table.n, ==, 2);
  check_cells (&launched, 0, 300, 500, MATCH_HAND);
  check_cells (&launched, 1, 50, 50, MATCH_EXACT);
  launched_kernels_clear (&launched);
  g_assert_true (launched_kernels_compute (&pair.comparison, ROWS_OPERATORS,
                                           row_named (&pair.comparison, ROWS_OPERATORS, "aten::inner"), NULL,
                                           NULL, &launched));
  g_assert_cmpuint (launched.table.n, ==, 1);
  launched_kernels_clear (&launched);
  g_assert_true (launched_kernels_compute (&pair.comparison, ROWS_CALLS, 0, NULL, NULL, &launched));
  g_assert_cmpuint (launched.table.n, ==, 2);
  check_cells (&launched, 1, 120, 120, MATCH_EXACT);
  launched_kernels_clear (&launched);
  pair_clear (&pair);
}

/* Two blocks of the same class on one path; the second launches more. */
static Trace *
make_modules (int64_t dur_ns)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  uint32_t python = trace_builder_add_track (builder, TRACK_PYTHON, tracks.thread);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Net_0", 0, 1000, 0);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Linear_0", 100, 100, 0);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Block_0", 300, 400, 0);
  building_add_slice (builder, python, SLICE_PYTHON, "nn.Module: Linear_0", 400, 100, 0);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 150, 10, 1);
  building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 450, 10, 2);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", 3000, 7, 1);
  building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", 4000, dur_ns, 2);
  return building_finish (builder);
}

static void
test_a_module_is_its_path (void)
{
  static const struct
  {
    const char *path;
    double base_ns, other_ns;
  } expected[] = { { "Net_0", 27, 47 }, { "Net_0/Linear_0", 7, 7 }, { "Net_0/Block_0/Linear_0", 20, 40 } };
  const ComparisonOptions options = { 0 };
  Pair pair = { .traces = { make_modules (20), make_modules (40) } };

  pair_compare (&pair, &options);
  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      LaunchedKernels launched;

      g_assert_true (launched_kernels_compute (&pair.comparison, ROWS_MODULES,
                                               row_named (&pair.comparison, ROWS_MODULES, expected[i].path),
                                               NULL, NULL, &launched));
      g_assert_cmpuint (launched.table.n, ==, 1);
      check_cells (&launched, 0, expected[i].base_ns, expected[i].other_ns, MATCH_EXACT);
      launched_kernels_clear (&launched);
    }
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/launched_kernels/every_kernel_and_every_slice", test_every_kernel_and_every_slice);
  g_test_add_func ("/launched_kernels/an_operator_has_what_is_inside_too",
                   test_an_operator_has_what_is_inside_too);
  g_test_add_func ("/launched_kernels/a_module_is_its_path", test_a_module_is_its_path);
  return g_test_run ();
}
