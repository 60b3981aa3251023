/* SPDX-License-Identifier: Apache-2.0
 *
 * What the Compare page shows of a comparison: the rows of the waterfall lead from one time to the other, its kernels
 * add up to their part, the table says what the comparison says, and distributions lose no value. */

#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/random_profile.h"
#include "widgets/compare/compare_durations.h"
#include "widgets/compare/compare_source.h"
#include "widgets/compare/compare_waterfall.h"
#include "widgets/compare/compare_words.h"

#define ROUNDS     40
#define ALL_OPEN   UINT32_MAX
#define NS_ALLOWED 1e-3

typedef struct
{
  const Profile *profiles[COMPARED_SIDES_MAX];
  Compared *compared;
} Case;

static void
case_init (Case *at, GRand *random, uint32_t n_sides)
{
  ComparedSide sides[COMPARED_SIDES_MAX];

  for (uint32_t i = 0; i < n_sides; i++)
    {
      Trace *trace = random_profile_new (random);

      at->profiles[i] = profile_new (trace, "run.json", NULL, NULL);
      g_assert_nonnull (at->profiles[i]);
      trace_unref (trace);
      sides[i] = (ComparedSide){ .profile = at->profiles[i],
                                 .name = (char *) "run",
                                 .scope = (char *) "Whole profile" };
      sides[i].part.scope = stats_scope_whole (at->profiles[i]->trace, at->profiles[i]->steps);
    }
  at->compared = compared_new (sides, n_sides, NULL, 0, NULL, NULL);
  g_assert_nonnull (at->compared);
}

static void
case_clear (Case *at)
{
  for (uint32_t i = 0; i < at->compared->n_sides; i++)
    profile_unref (at->profiles[i]);
  compared_unref (at->compared);
}

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, NS_ALLOWED + 1e-9 * fabs (b));
}

/* ---- the waterfall ---- */

static void
check_waterfall (const CompareWaterfall *shown, const Waterfall *waterfall)
{
  double reached_ns = waterfall->from_ns, of_details_ns = 0, part_end_ns = 0;
  bool has_details = false;

  g_assert_cmpuint (shown->rows->len, ==, shown->parts->len);
  g_assert_cmpuint (shown->rows->len, ==, shown->tooltips->len);
  for (guint i = 0; i < shown->rows->len; i++)
    {
      const WaterfallRow *row = &g_array_index (shown->rows, WaterfallRow, i);

      if (has_details && !row->is_detail)
        {
          assert_near (of_details_ns, part_end_ns);
          has_details = false;
        }
      if (row->is_total)
        {
          g_assert_true (i == 0 || i == shown->rows->len - 1);
          assert_near (row->to_ns, i == 0 ? waterfall->from_ns : waterfall->to_ns);
          continue;
        }
      assert_near (row->from_ns, row->is_detail ? of_details_ns : reached_ns);
      if (row->is_detail)
        {
          has_details = true;
          of_details_ns = row->to_ns;
          continue;
        }
      of_details_ns = row->from_ns;
      part_end_ns = reached_ns = row->to_ns;
      g_assert_true (!row->is_open || row->can_open);
    }
  assert_near (reached_ns, waterfall->to_ns);
}

static void
test_waterfall_leads_from_one_time_to_the_other (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random, 2 + (uint32_t) round % 3);
      for (uint32_t side = 1; side < at.compared->n_sides; side++)
        {
          CompareWaterfall *closed = compare_waterfall_new (at.compared, side, 0, &number_style_c);
          CompareWaterfall *open = compare_waterfall_new (at.compared, side, ALL_OPEN, &number_style_c);

          check_waterfall (closed, &at.compared->comparison.waterfalls[side]);
          check_waterfall (open, &at.compared->comparison.waterfalls[side]);
          g_assert_cmpuint (open->rows->len, >=, closed->rows->len);
          compare_waterfall_free (closed);
          compare_waterfall_free (open);
        }
      case_clear (&at);
    }
}

/* ---- tables ---- */

static double
number_at (const TableSource *source, size_t row, const char *id)
{
  TableValue value = source->value (source, row, table_source_find_column (source, id));

  return table_value_number (&value);
}

static void
check_source (const TableSource *source, const Compared *compared, RowKind kind)
{
  const CompareTable *table = &compared->comparison.tables[kind];

  g_assert_cmpuint (source->n_rows, ==, table->n);
  for (size_t row = 0; row < source->n_rows; row++)
    {
      const TableCell *base = compare_table_cell (table, row, 0), *other = compare_table_cell (table, row, 1);
      int difference = table_source_find_column (source, "difference.B");

      g_assert_cmpfloat (number_at (source, row, "difference.B"), ==, other->difference);
      g_assert_true (isnan (number_at (source, row, "per_step.A")) == (base->row == TRACE_NONE));
      g_assert_cmpuint (
        compare_source_slice (source, row, 0) == SLICE_NONE, ==,
        base->row == TRACE_NONE || kind == ROWS_IDLE
          || compare_side_rows (&compared->comparison.sides[0], kind)->rows.at[base->row].longest
               == SLICE_NONE);
      g_assert_true (g_utf8_validate (compare_source_name (source, row), -1, NULL));
      /* Only what counts as changed is better or worse. */
      g_assert_true (source->tone (source, row, difference) == CHANGE_PLAIN || other->change == CHANGED_YES);
      for (int column = 0; column < source->n_columns; column++)
        g_free (source->reason (source, row, column));
    }
}

static void
test_tables_say_what_the_comparison_says (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (81);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random, 2 + (uint32_t) round % 2);
      for (int kind = 0; kind < N_ROW_KINDS; kind++)
        {
          TableSource *source = compare_source_new (at.compared, (RowKind) kind);

          check_source (source, at.compared, (RowKind) kind);
          table_source_unref (source);
        }
      case_clear (&at);
    }
}

static void
test_causes_follow_what_changed_in_a_sentence (void)
{
  static const struct
  {
    const char *sentence, *causes;
  } cases[] = {
    { "Steps are 2 ms longer (+5 %): 1 ms idle, 1 ms `a: b`.", "1 ms idle, 1 ms `a: b`." },
    { "B: Steps are 2 ms longer (+5 %): 1 ms idle.", "1 ms idle." },
    { "B: 2 of 24 steps of B take 4 ms longer (A: 0 of 24): 4 ms idle.", "4 ms idle." },
    { "The mean step takes 1.5 ms on both sides. Whether that is chance cannot be told: A has 3 steps.",
      NULL },
    { "Both windows are 7 ms long.", NULL },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (compare_words_causes (cases[i].sentence), ==, cases[i].causes);
}

static void
test_causes_add_up_to_the_idle_time (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (19);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random, 3);
      const CompareTable *causes = &at.compared->comparison.tables[ROWS_IDLE];
      for (uint32_t side = 0; side < 3; side++)
        {
          const SummaryCell *idle = &at.compared->comparison.summary.cells[SUMMARY_IDLE][side];
          double sum_ns = 0;

          for (uint64_t row = 0; row < causes->n; row++)
            sum_ns += compare_table_cell (causes, row, side)->per_step;
          assert_near (sum_ns, idle->has_value ? idle->value : 0);
        }
      case_clear (&at);
    }
}

static void
test_change_of_a_row_says_whether_it_counts (void)
{
  const TableCell base = { .per_step = 2e6 };
  TableCell cell = { .per_step = 3e6, .difference = 1e6, .change = CHANGED_YES };
  g_autofree char *changed = compare_words_row_change (&base, &cell, &number_style_c);

  g_assert_cmpstr (changed, ==, "+1.000\u00a0ms, +50\u00a0%");
  g_assert_cmpint (compare_words_row_tone (&cell), ==, CHANGE_WORSE);
  cell.change = CHANGED_NO;
  g_autofree char *unchanged = compare_words_row_change (&base, &cell, &number_style_c);
  g_assert_cmpstr (unchanged, ==, "~\u00a0+1.000\u00a0ms, +50\u00a0%");
  g_assert_cmpint (compare_words_row_tone (&cell), ==, CHANGE_PLAIN);
  const TableCell none = { .per_step = 0 };
  g_autofree char *added = compare_words_row_change (&none, &cell, &number_style_c);
  g_assert_cmpstr (added, ==, "~\u00a0+1.000\u00a0ms");
}

/* The longest gap of a cause in the scope of a side; NULL: there is none. The row of the cause. */
static void
check_gaps (const TableSource *source, const Compared *compared, uint32_t side)
{
  IdleCauses causes;
  uint64_t n_with_gaps = 0, n_found = 0;

  g_assert_true (
    idle_causes_compute (&compared->sides[side].part.scope, IDLE_SHORT_NS, 0, NULL, NULL, &causes));
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    n_with_gaps += causes.causes[cause].n_gaps > 0;
  for (size_t row = 0; row < source->n_rows; row++)
    {
      const TableCell *cell = compare_table_cell (&compared->comparison.tables[ROWS_IDLE], row, side);
      const IdleGap *gap = compare_source_gap (source, row, side);

      g_assert_true (gap == NULL || source->leads (source, row));
      if (gap == NULL)
        continue;
      IdleCause cause = compared->comparison.sides[side].idle.cause_of_row[cell->row];
      n_found++;
      g_assert_cmpint (gap->end_ns - gap->begin_ns, ==,
                       causes.longest_of[cause].end_ns - causes.longest_of[cause].begin_ns);
      g_assert_cmpint (gap->begin_ns, ==, causes.longest_of[cause].begin_ns);
      g_assert_cmpuint (gap->device, ==, causes.longest_of[cause].device);
    }
  g_assert_cmpuint (n_found, ==, n_with_gaps);
  idle_causes_clear (&causes);
}

static void
test_causes_of_idle_time_lead_to_their_longest_gap (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random, 2);
      for (int kind = 0; kind < N_ROW_KINDS; kind++)
        {
          TableSource *source = compare_source_new (at.compared, (RowKind) kind);

          for (uint32_t side = 0; kind == ROWS_IDLE && side < 2; side++)
            check_gaps (source, at.compared, side);
          for (size_t row = 0; kind != ROWS_IDLE && row < source->n_rows; row++)
            g_assert_false (source->leads (source, row));
          table_source_unref (source);
        }
      case_clear (&at);
    }
}

/* What is beneath the rows from row on is beneath the same rows of another table. */
static void
check_opened (const TableSource *before, const TableSource *opened, size_t row)
{
  size_t n_above = before->n_rows - before->n_beneath;

  g_assert_cmpuint (opened->n_rows - opened->n_beneath, ==, n_above);
  g_assert_cmpint (opened->fold (opened, row), ==, TABLE_FOLD_OPEN);
  for (size_t i = 0; i < n_above; i++)
    g_assert_cmpstr (compare_source_name (opened, i), ==, compare_source_name (before, i));
  for (size_t i = before->n_rows; i < opened->n_rows; i++)
    {
      g_assert_true (table_source_is_beneath (opened, i));
      g_assert_cmpuint (opened->parent (opened, i), ==, row);
      g_assert_cmpint (opened->fold (opened, i), ==, TABLE_FOLD_NONE);
      g_assert_cmpint (compare_source_row_kind (opened, i), ==, ROWS_KERNELS);
      for (uint32_t side = 0; side < compare_source_compared (opened)->n_sides; side++)
        {
          uint64_t slice = compare_source_slice (opened, i, side);

          g_assert_true (
            slice == SLICE_NONE
            || trace_slices (compare_source_compared (opened)->comparison.sides[side].trace)->kind[slice]
                 == SLICE_KERNEL);
        }
    }
}

static void
test_rows_are_opened_and_closed (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (22);
  size_t n_beneath = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      Case at;

      case_init (&at, random, 2 + (uint32_t) round % 3);
      TableSource *source = compare_source_new (at.compared, ROWS_OPERATORS);
      size_t n = source->n_rows;
      for (size_t row = 0; row < n; row++)
        {
          TableSource *opened = compare_source_open (source, row, NULL, NULL);

          check_opened (source, opened, row);
          table_source_unref (source);
          source = opened;
        }
      n_beneath += source->n_beneath;
      for (size_t row = 0; row < n; row++)
        {
          TableSource *closed = compare_source_close (source, row);

          g_assert_cmpint (closed->fold (closed, row), ==, TABLE_FOLD_CLOSED);
          table_source_unref (source);
          source = closed;
        }
      g_assert_cmpuint (source->n_rows, ==, n);
      g_assert_cmpuint (source->n_beneath, ==, 0);
      table_source_unref (source);
      case_clear (&at);
    }
  g_assert_cmpuint (n_beneath, >, ROUNDS);
}

/* ---- memory ---- */

#define OPERATOR \
  "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"%s\", \"pid\": 10, \"tid\": 10, \"ts\": %d, \"dur\": %d},\n"
#define CHANGE                                                                                          \
  "{\"ph\": \"i\", \"s\": \"t\", \"cat\": \"cpu_instant_event\", \"name\": \"[memory]\", \"pid\": 10, " \
  "\"tid\": 10, \"ts\": %d, \"args\": {\"Total Reserved\": 9, \"Total Allocated\": %d, \"Bytes\": 1, "  \
  "\"Device Id\": 0, \"Device Type\": 1}},\n"
#define KERNEL                                                                                            \
  "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": 0, \"tid\": 7, \"ts\": 0, \"dur\": 9, " \
  "\"args\": {\"device\": 0, \"stream\": 7, \"correlation\": 1}},\n"                                      \
  "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 10, \"tid\": 10, " \
  "\"ts\": 0, \"dur\": 5, \"args\": {\"correlation\": 1}}\n"

static const Profile *
profile_with_memory (int peak)
{
  g_autofree char *json = g_strdup_printf (
    "{\"traceEvents\": [\n" OPERATOR OPERATOR OPERATOR OPERATOR CHANGE CHANGE CHANGE CHANGE KERNEL "]}",
    /* Before anything is known; what is in use at its begin; a peak in it; two of which one is higher. */
    "early", 1, 5, "steady", 30, 5, "peak", 40, 20, "steady", 80, 5, 20, 1000, 45, peak, 50, 500, 70, 2000);

  return opened_text ("memory.json", json, NULL);
}

static void
test_operators_have_the_memory_in_use (void)
{
  ComparedSide sides[2];
  const Profile *profiles[2] = { profile_with_memory (4000), profile_with_memory (6000) };

  for (int i = 0; i < 2; i++)
    {
      sides[i] = (ComparedSide){ .profile = profiles[i], .name = (char *) "run", .scope = (char *) "Whole" };
      sides[i].part.scope = stats_scope_whole (profiles[i]->trace, profiles[i]->steps);
    }
  Compared *compared = compared_new (sides, 2, NULL, 0, NULL, NULL);
  TableSource *source = compare_source_new (compared, ROWS_OPERATORS);
  for (size_t row = 0; row < source->n_rows; row++)
    {
      const char *name = compare_source_name (source, row);
      double a = number_at (source, row, "memory.A"), b = number_at (source, row, "memory.B");

      if (strcmp (name, "early") == 0)
        g_assert_true (isnan (a) && isnan (b));
      else if (strcmp (name, "steady") == 0)
        g_assert_true (a == 2000 && b == 2000);
      else
        g_assert_true (a == 4000 && b == 6000);
    }
  g_assert_cmpuint (source->n_rows, ==, 3);
  table_source_unref (source);
  compared_unref (compared);
  profile_unref (profiles[0]);
  profile_unref (profiles[1]);
}

/* ---- what is missing ---- */

static void
test_method_says_what_is_missing_of_a_file (void)
{
  /* The second one ends inside an event. */
  static const char *const ends[] = { "]}", ",{\"ph\"" };
  ComparedSide sides[2];

  for (int i = 0; i < 2; i++)
    {
      g_autofree char *json = g_strconcat ("{\"traceEvents\": [\n" KERNEL, ends[i], NULL);
      const Profile *profile = opened_text ("cut.json", json, NULL);

      sides[i] = (ComparedSide){ .profile = profile, .name = (char *) "run", .scope = (char *) "Whole" };
      sides[i].part.scope = stats_scope_whole (profile->trace, profile->steps);
    }
  Compared *compared = compared_new (sides, 2, NULL, 0, NULL, NULL);
  g_autofree char *method = compare_words_method (compared);
  g_assert_nonnull (strstr (method, " Data of B is missing: json.truncated."));
  g_assert_null (strstr (method, "Data of A"));
  compared_unref (compared);
  profile_unref (sides[0].profile);
  profile_unref (sides[1].profile);
}

/* ---- distributions ---- */

static void
check_durations (const CompareDurations *durations)
{
  for (uint32_t side = 0; side < durations->n_sides; side++)
    {
      uint64_t n = 0;

      for (uint32_t bin = 0; bin < durations->histogram.n_bins; bin++)
        n += durations->counts[side][bin];
      g_assert_cmpuint (n, ==, durations->n[side]);
      g_assert_cmpuint (n, ==, durations->series[side].n);
    }
  for (int bin = 0; bin < durations->chart.n_bins; bin++)
    g_free (compare_durations_bin_text (durations, bin, &number_style_c));
  g_free (compare_durations_text (durations, &number_style_c));
}

static void
test_distributions_hold_every_value (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int round = 0; round < ROUNDS; round++)
    {
      CompareDurations *durations;
      Case at;

      case_init (&at, random, 2);
      durations = compare_durations_of_steps (at.compared);
      check_durations (durations);
      compare_durations_free (durations);
      TableSource *source = compare_source_new (at.compared, ROWS_KERNELS);
      for (uint64_t row = 0; row < MIN (at.compared->comparison.tables[ROWS_KERNELS].n, 3); row++)
        {
          uint64_t slices[COMPARED_SIDES_MAX];

          for (uint32_t side = 0; side < at.compared->n_sides; side++)
            slices[side] = compare_source_slice (source, row, side);
          durations = compare_durations_like (at.compared, slices, NULL, NULL);
          check_durations (durations);
          compare_durations_free (durations);
        }
      table_source_unref (source);
      case_clear (&at);
    }
}

/* ---- words ---- */

static void
test_changes_are_marked_only_beyond_the_spread (void)
{
  const SummaryCell base = { .has_value = true, .value = 100e6 };
  SummaryCell cell = { .has_value = true,
                       .value = 127e6,
                       .has_difference = true,
                       .difference = { .difference = 27e6, .is_decided = true, .at_95 = { 25e6, 30e6 } },
                       .differs = DIFFERS_YES };
  g_autofree char *decided = compare_words_change (SUMMARY_STEP_MEAN, &base, &cell, &number_style_c);

  g_assert_cmpstr (decided, ==, "+27.00\u00a0ms, +27\u00a0% (+25\u00a0to\u00a0+30)");
  g_assert_cmpint (compare_words_tone (SUMMARY_STEP_MEAN, &cell), ==, CHANGE_WORSE);
  g_assert_cmpint (compare_words_tone (SUMMARY_KERNELS, &cell), ==, CHANGE_PLAIN);
  cell.differs = DIFFERS_NO;
  g_autofree char *spread = compare_words_change (SUMMARY_STEP_MEAN, &base, &cell, &number_style_c);
  g_assert_cmpstr (spread, ==, "~\u00a0+27.00\u00a0ms, +27\u00a0% (+25\u00a0to\u00a0+30)");
  g_assert_cmpint (compare_words_tone (SUMMARY_STEP_MEAN, &cell), ==, CHANGE_PLAIN);
  cell.differs = DIFFERS_UNDECIDED;
  g_autofree char *unknown = compare_words_change (SUMMARY_STEP_MEAN, &base, &cell, &number_style_c);
  g_assert_cmpstr (unknown, ==, "~\u00a0+27.00\u00a0ms, +27\u00a0%");
  cell.has_difference = false;
  g_autofree char *none = compare_words_change (SUMMARY_STEP_MEAN, &base, &cell, &number_style_c);
  g_assert_cmpstr (none, ==, "~");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compare_views/waterfall_leads_from_one_time_to_the_other",
                   test_waterfall_leads_from_one_time_to_the_other);
  g_test_add_func ("/compare_views/tables_say_what_the_comparison_says",
                   test_tables_say_what_the_comparison_says);
  g_test_add_func ("/compare_views/causes_add_up_to_the_idle_time", test_causes_add_up_to_the_idle_time);
  g_test_add_func ("/compare_views/change_of_a_row_says_whether_it_counts",
                   test_change_of_a_row_says_whether_it_counts);
  g_test_add_func ("/compare_views/causes_of_idle_time_lead_to_their_longest_gap",
                   test_causes_of_idle_time_lead_to_their_longest_gap);
  g_test_add_func ("/compare_views/rows_are_opened_and_closed", test_rows_are_opened_and_closed);
  g_test_add_func ("/compare_views/operators_have_the_memory_in_use", test_operators_have_the_memory_in_use);
  g_test_add_func ("/compare_views/method_says_what_is_missing_of_a_file",
                   test_method_says_what_is_missing_of_a_file);
  g_test_add_func ("/compare_views/distributions_hold_every_value", test_distributions_hold_every_value);
  g_test_add_func ("/compare_views/changes_are_marked_only_beyond_the_spread",
                   test_changes_are_marked_only_beyond_the_spread);
  g_test_add_func ("/compare_views/causes_follow_what_changed_in_a_sentence",
                   test_causes_follow_what_changed_in_a_sentence);
  return g_test_run ();
}
