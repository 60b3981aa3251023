/* SPDX-License-Identifier: Apache-2.0
 *
 * Which row meets which: kernels by name, base and operator; modules along their path. */

#include "trace/compare/matching/row_matching.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/compare/comparison.h"
#include "trace/compare/matching/module_matching.h"

/* ---- kernels ---- */

typedef struct
{
  const char *around, *kernel;
  int64_t dur_ns;
} Launched;

typedef struct
{
  Trace *traces[2];
  StepTable *steps[2];
  Comparison comparison;
} Pair;

static Trace *
make_trace (const Launched *launched)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int64_t i = 0; launched[i].kernel != NULL; i++)
    {
      if (launched[i].around != NULL)
        {
          building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::outer", 1000 * i, 900, 0);
          building_add_slice (builder, tracks.operators, SLICE_OPERATOR, launched[i].around, 1000 * i + 10,
                              500, 0);
        }
      building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", 1000 * i + 20, 5, i + 1);
      building_add_slice (builder, tracks.stream, SLICE_KERNEL, launched[i].kernel, 1000 * i + 100,
                          launched[i].dur_ns, i + 1);
    }
  return building_finish (builder);
}

static void
pair_init (Pair *pair, const Launched *base, const Launched *other, const HandPair *hand, size_t n_hand)
{
  const ComparisonOptions options = { .pairs = hand, .n_pairs = n_hand };
  ComparePart parts[2] = { 0 };

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      pair->traces[i] = make_trace (i == 0 ? base : other);
      pair->steps[i] = step_table_new (pair->traces[i], NULL, &error);
      g_assert_no_error (error);
      parts[i].scope = stats_scope_whole (pair->traces[i], pair->steps[i]);
    }
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

/* There is one row of these kernels, NULL for none, and that is how they met. */
static void
check_match (const Pair *pair, const char *base, const char *other, RowMatch match)
{
  const CompareTable *table = &pair->comparison.tables[ROWS_KERNELS];
  unsigned n = 0;

  for (uint64_t row = 0; row < table->n; row++)
    {
      const char *names[2] = { NULL, NULL };

      for (uint32_t side = 0; side < 2; side++)
        {
          uint32_t of_side = compare_table_cell (table, row, side)->row;

          if (of_side != TRACE_NONE)
            names[side] = compare_rows_text (compare_side_rows (&pair->comparison.sides[side], ROWS_KERNELS),
                                             of_side, NULL);
        }
      if (g_strcmp0 (names[0], base) != 0 || g_strcmp0 (names[1], other) != 0)
        continue;
      n++;
      g_assert_cmpint (compare_table_cell (table, row, 1)->match, ==, match);
    }
  g_assert_cmpuint (n, ==, 1);
}

static void
test_kernels_meet (void)
{
  const Launched base[] = { { "aten::mm", "sm90_gemm_a", 50 },
                            { "aten::mm", "sm90_gemm_b", 70 },
                            { "aten::add", "void add<4>(int)", 10 },
                            { "aten::add", "plain", 10 },
                            { "aten::sort", "gone", 10 },
                            { NULL, "nobody_knows_a", 10 },
                            { 0 } };
  const Launched other[] = { { "aten::mm", "Cijk_x", 90 },
                             { "aten::mm", "Cijk_y", 20 },
                             { "aten::add", "void add<8>(int)", 10 },
                             { "aten::mm", "plain", 10 },
                             { "aten::topk", "new", 10 },
                             { NULL, "nobody_knows_b", 10 },
                             { 0 } };
  Pair pair;

  pair_init (&pair, base, other, NULL, 0);
  g_assert_cmpuint (pair.comparison.tables[ROWS_KERNELS].n, ==, 8);
  check_match (&pair, "plain", "plain", MATCH_EXACT);
  check_match (&pair, "void add<4>(int)", "void add<8>(int)", MATCH_BASE);
  check_match (&pair, "sm90_gemm_b", "Cijk_x", MATCH_OPERATOR);
  check_match (&pair, "sm90_gemm_a", "Cijk_y", MATCH_OPERATOR);
  check_match (&pair, "gone", NULL, MATCH_REMOVED);
  check_match (&pair, NULL, "new", MATCH_ADDED);
  check_match (&pair, "nobody_knows_a", NULL, MATCH_REMOVED);
  check_match (&pair, NULL, "nobody_knows_b", MATCH_ADDED);
  pair_clear (&pair);
}

static void
test_pairs_by_hand_come_first (void)
{
  const Launched base[] = { { "aten::mm", "a", 50 }, { "aten::mm", "b", 70 }, { 0 } };
  const Launched other[] = { { "aten::mm", "b", 50 }, { "aten::mm", "c", 70 }, { 0 } };
  const HandPair hand[] = { { "b", "c", HAND_PAIR },
                            { "b", "b", HAND_PAIR },
                            { "a", "not there", HAND_PAIR } };
  Pair pair;

  pair_init (&pair, base, other, hand, G_N_ELEMENTS (hand));
  check_match (&pair, "b", "c", MATCH_HAND);
  check_match (&pair, "a", "b", MATCH_OPERATOR);
  pair_clear (&pair);
}

static bool
is_elsewhere (const Pair *pair, const char *name)
{
  const CompareTable *table = &pair->comparison.tables[ROWS_KERNELS];

  for (uint64_t row = 0; row < table->n; row++)
    {
      const TableCell *cell = compare_table_cell (table, row, 1);

      if ((cell->match == MATCH_ADDED || cell->match == MATCH_REMOVED)
          && strcmp (compare_table_text (table, pair->comparison.sides, row, NULL), name) == 0)
        return cell->is_elsewhere;
    }
  g_assert_not_reached ();
}

/* A row that has lost its namesake to another is not missing on the other side. */
static void
test_a_name_with_another_partner_is_elsewhere (void)
{
  const Launched base[] = {
    { "aten::mm", "a", 50 }, { "aten::add", "b", 70 }, { "aten::x", "gone", 9 }, { 0 }
  };
  const Launched other[] = {
    { "aten::mm", "a", 50 }, { "aten::add", "b", 70 }, { "aten::y", "new", 9 }, { 0 }
  };
  const HandPair hand[] = { { "a", "b", HAND_PAIR } }, apart[] = { { "a", "b", HAND_APART } };
  Pair pair;

  pair_init (&pair, base, other, hand, G_N_ELEMENTS (hand));
  g_assert_true (is_elsewhere (&pair, "a"));
  g_assert_true (is_elsewhere (&pair, "b"));
  g_assert_false (is_elsewhere (&pair, "gone"));
  g_assert_false (is_elsewhere (&pair, "new"));
  pair_clear (&pair);
  pair_init (&pair, base, other, apart, G_N_ELEMENTS (apart));
  g_assert_true (is_elsewhere (&pair, "a"));
  g_assert_true (is_elsewhere (&pair, "b"));
  g_assert_false (is_elsewhere (&pair, "gone"));
  pair_clear (&pair);
}

/* They have no other partner either, unless a pair says so. */
static void
test_names_that_are_apart_do_not_meet (void)
{
  const Launched base[] = {
    { "aten::mm", "a", 50 }, { "aten::add", "same", 70 }, { "aten::mm", "c", 10 }, { 0 }
  };
  const Launched other[] = {
    { "aten::mm", "b", 50 }, { "aten::add", "same", 70 }, { "aten::mm", "d", 10 }, { 0 }
  };
  const HandPair apart[] = { { "a", "b", HAND_APART },
                             { "same", "same", HAND_APART },
                             { "c", "gone", HAND_APART } };
  const HandPair paired[] = { { "a", "b", HAND_APART }, { "a", "d", HAND_PAIR } };
  Pair pair;

  pair_init (&pair, base, other, apart, G_N_ELEMENTS (apart));
  check_match (&pair, "a", NULL, MATCH_REMOVED);
  check_match (&pair, NULL, "b", MATCH_ADDED);
  check_match (&pair, "same", "same", MATCH_EXACT);
  check_match (&pair, "c", "d", MATCH_OPERATOR);
  pair_clear (&pair);
  pair_init (&pair, base, other, paired, G_N_ELEMENTS (paired));
  check_match (&pair, "a", "d", MATCH_HAND);
  check_match (&pair, NULL, "b", MATCH_ADDED);
  check_match (&pair, "same", "same", MATCH_EXACT);
  pair_clear (&pair);
}

static void
test_a_successor_leaves_names_that_stay_alone (void)
{
  const Launched base[] = { { "aten::mm", "a", 50 }, { "aten::add", "old", 70 }, { 0 } };
  const Launched other[] = { { "aten::mm", "a", 50 }, { "aten::sub", "new", 70 }, { 0 } };
  const HandPair stays[] = { { "a", "new", HAND_SUCCESSOR }, { "old", "new", HAND_SUCCESSOR } };
  Pair pair;

  pair_init (&pair, base, other, stays, G_N_ELEMENTS (stays));
  check_match (&pair, "a", "a", MATCH_EXACT);
  check_match (&pair, "old", "new", MATCH_HAND);
  pair_clear (&pair);
}

/* The operator under which a name takes most time, not the one of its longest launch. */
static void
test_the_operator_with_most_time_counts (void)
{
  const Launched base[] = {
    { "aten::a", "k1", 60 }, { "aten::b", "k1", 40 }, { "aten::b", "k1", 50 }, { 0 }
  };
  const Launched other[] = { { "aten::a", "k2", 100 }, { "aten::b", "k3", 100 }, { 0 } };
  Pair pair;

  pair_init (&pair, base, other, NULL, 0);
  check_match (&pair, "k1", "k3", MATCH_OPERATOR);
  check_match (&pair, NULL, "k2", MATCH_ADDED);
  pair_clear (&pair);
}

/* ---- modules ---- */

/* Rows of modules, each given by its path; those around come first. */
static void
make_modules (CompareRows *rows, Trace *trace, const char *const *paths)
{
  g_assert_true (compare_rows_init (rows, trace, false, true));
  for (size_t i = 0; paths[i] != NULL; i++)
    {
      const char *slash = strrchr (paths[i], '/'), *name = slash != NULL ? slash + 1 : paths[i];
      uint32_t text, row, parent = TRACE_NONE;

      g_assert_true (string_table_intern (rows->texts, name, strlen (name), &text));
      for (uint32_t k = 0; slash != NULL && k < i; k++)
        {
          size_t length;
          const char *path = compare_rows_text (rows, k, &length);

          if (length == (size_t) (slash - paths[i]) && memcmp (path, paths[i], length) == 0)
            parent = k;
        }
      g_assert_true (compare_rows_new_inside (rows, parent, text, &row));
    }
  g_assert_true (compare_rows_finish (rows));
}

static void
test_modules_meet_along_their_path (void)
{
  static const char *const base[] = {
    "Net_0",         "Net_0/Block_0",          "Net_0/Block_0/Linear_0", "Net_0/Block_0/ReLU_0",
    "Net_0/Block_1", "Net_0/Block_1/Linear_1", "Net_0/Head_0",           NULL
  };
  static const char *const other[] = { "Net_0",
                                       "Net_0/FastBlock_0",
                                       "Net_0/FastBlock_0/Linear_0",
                                       "Net_0/FastBlock_0/ReLU_0",
                                       "Net_0/Block_1",
                                       "Net_0/Block_1/Linear_7",
                                       "Net_0/Norm_0",
                                       NULL };
  static const RowMatch expected[] = { MATCH_EXACT, MATCH_CONTENTS, MATCH_EXACT,  MATCH_EXACT,
                                       MATCH_EXACT, MATCH_CONTENTS, MATCH_REMOVED };
  const Launched nothing[] = { { NULL, "k", 1 }, { 0 } };
  Trace *trace = make_trace (nothing);
  CompareRows of_base, of_other;
  RowMatching matching;

  make_modules (&of_base, trace, base);
  make_modules (&of_other, trace, other);
  g_assert_true (module_matching_compute (&of_base, &of_other, NULL, NULL, &matching));
  for (uint32_t row = 0; row < G_N_ELEMENTS (expected); row++)
    {
      g_assert_cmpint (matching.how[row], ==, expected[row]);
      g_assert_cmpuint (matching.other_of[row], ==, expected[row] == MATCH_REMOVED ? TRACE_NONE : row);
    }
  g_assert_cmpuint (matching.base_of[6], ==, TRACE_NONE);
  row_matching_clear (&matching);
  compare_rows_clear (&of_base);
  compare_rows_clear (&of_other);
  trace_unref (trace);
}

/* Paths are built from the names when they are asked for, and long ones are cut. */
static void
test_paths (void)
{
  static const char *const paths[] = { "Net_0",         "Net_0/Block_0", "Net_0/Block_0/Linear_0",
                                       "Net_0/Block-1", "Net_1",         NULL };
  const Launched nothing[] = { { NULL, "k", 1 }, { 0 } };
  Trace *trace = make_trace (nothing);
  CompareRows rows;
  g_autofree char *long_name = g_strnfill (3000, 'x');
  uint32_t text, row = 4;
  size_t length;

  make_modules (&rows, trace, paths);
  for (uint32_t i = 0; paths[i] != NULL; i++)
    g_assert_cmpstr (compare_rows_text (&rows, i, &length), ==, paths[i]);
  g_assert_cmpuint (length, ==, 5);
  g_assert_cmpstr (compare_rows_name (&rows, 2, NULL), ==, "Linear_0");
  for (uint32_t a = 0; a < 5; a++)
    for (uint32_t b = 0; b < 5; b++)
      {
        int order = compare_rows_order (&rows, a, &rows, b), expected = strcmp (paths[a], paths[b]);

        g_assert_true ((order < 0) == (expected < 0) && (order > 0) == (expected > 0));
      }

  /* Each one inside the one before. */
  g_assert_true (string_table_intern (rows.texts, long_name, 3000, &text));
  for (int i = 0; i < 3; i++)
    g_assert_true (compare_rows_new_inside (&rows, row, text, &row));
  g_assert_true (string_table_intern (rows.texts, "", 0, &text));
  for (int i = 0; i < 10000; i++)
    g_assert_true (compare_rows_new_inside (&rows, i == 0 ? 0 : row, text, &row));
  g_assert_true (strlen (compare_rows_text (&rows, 5, &length)) == 3006 && length == 3006);
  for (uint32_t i = 6; i < 8; i++)
    {
      g_assert_true (strlen (compare_rows_text (&rows, i, &length)) == ROW_PATH_MAX_BYTES
                     && length == ROW_PATH_MAX_BYTES);
      g_assert_true (g_str_has_prefix (compare_rows_text (&rows, i, NULL), "Net_1/xxx"));
    }
  g_assert_cmpint (compare_rows_order (&rows, 6, &rows, 7), ==, 0);
  g_assert_cmpuint (strlen (compare_rows_text (&rows, row, NULL)), ==, ROW_PATH_MAX_BYTES);
  g_assert_true (g_str_has_prefix (compare_rows_text (&rows, row, NULL), "Net_0///"));
  compare_rows_clear (&rows);
  trace_unref (trace);
}

static bool
refuses (void *user_data)
{
  (void) user_data;
  return false;
}

/* What takes long where there are millions of names. */
static void
test_all_can_be_stopped (void)
{
  const Launched base[] = { { "aten::mm", "a", 50 }, { "aten::add", "b", 70 }, { 0 } };
  const Launched other[] = { { "aten::mm", "a", 50 }, { "aten::add", "c", 70 }, { 0 } };
  static const char *const paths[] = { "Net_0", "Net_0/Block_0", NULL };
  Pair pair;
  RowMatching matching;
  CompareTable table;
  Waterfall waterfall;
  CompareRows modules;

  pair_init (&pair, base, other, NULL, 0);
  const CompareSide *sides = pair.comparison.sides;
  const CompareRows *rows[2] = { &sides[0].device.kernels, &sides[1].device.kernels };
  make_modules (&modules, pair.traces[0], paths);

  g_assert_true (row_matching_init (&matching, (uint32_t) rows[0]->rows.n, (uint32_t) rows[1]->rows.n));
  g_assert_false (row_matching_by_text (&matching, rows[0], rows[1], refuses, NULL));
  row_matching_clear (&matching);
  g_assert_false (module_matching_compute (&modules, &modules, refuses, NULL, &matching));
  row_matching_clear (&matching);
  g_assert_false (kernel_matching_compute (&sides[0], &sides[1], NULL, 0, refuses, NULL, &matching));
  row_matching_clear (&matching);
  g_assert_true (kernel_matching_compute (&sides[0], &sides[1], NULL, 0, NULL, NULL, &matching));
  g_assert_false (compare_table_compute (ROWS_KERNELS, sides, 2, &matching, refuses, NULL, &table));
  compare_table_clear (&table);
  row_matching_clear (&matching);
  g_assert_false (
    waterfall_compute (sides, 1, &pair.comparison.tables[ROWS_KERNELS], refuses, NULL, &waterfall));
  waterfall_clear (&waterfall);
  compare_rows_clear (&modules);
  pair_clear (&pair);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row_matching/kernels_meet", test_kernels_meet);
  g_test_add_func ("/row_matching/pairs_by_hand_come_first", test_pairs_by_hand_come_first);
  g_test_add_func ("/row_matching/a_name_with_another_partner_is_elsewhere",
                   test_a_name_with_another_partner_is_elsewhere);
  g_test_add_func ("/row_matching/names_that_are_apart_do_not_meet", test_names_that_are_apart_do_not_meet);
  g_test_add_func ("/row_matching/a_successor_leaves_names_that_stay_alone",
                   test_a_successor_leaves_names_that_stay_alone);
  g_test_add_func ("/row_matching/the_operator_with_most_time_counts",
                   test_the_operator_with_most_time_counts);
  g_test_add_func ("/row_matching/modules_meet_along_their_path", test_modules_meet_along_their_path);
  g_test_add_func ("/row_matching/paths", test_paths);
  g_test_add_func ("/row_matching/all_can_be_stopped", test_all_can_be_stopped);
  return g_test_run ();
}
