/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of statistics against counting nanosecond by nanosecond. */

#include <math.h>
#include <string.h>
#include <glib.h>

#include "tests/unit/fixtures/opened_text.h"
#include "tests/unit/fixtures/random_profile.h"
#include "trace/stats/tables/stat_tables.h"

#define ROUNDS 60

/* A row as it is counted. */
typedef struct
{
  const char *key;    /* borrowed */
  GArray *dur_ns;     /* int64, sorted */
  int64_t covered_ns; /* by all owners */
  int64_t children_ns;
  uint64_t longest;
} Row;

static void
row_clear (gpointer data)
{
  Row *row = data;

  g_array_unref (row->dur_ns);
}

typedef struct
{
  const char *id;
  StatGrouping grouping;
  const char *const (*base_names)[2]; /* exact, base; NULL: the exact name is the key */
  bool (*belongs) (const Trace *trace, uint64_t slice);
  bool is_nested, is_of_devices;
  const char *share_key;
} Case;

static const char *
name_of (const Trace *trace, uint64_t i)
{
  return trace_string (trace, trace_slices (trace)->name[i], NULL);
}

static bool
is_kernel (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_KERNEL;
}

static bool
is_operator (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_OPERATOR;
}

static bool
is_python (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_PYTHON;
}

static bool
is_module (const Trace *trace, uint64_t i)
{
  return is_python (trace, i) && g_str_has_prefix (name_of (trace, i), "nn.Module: ");
}

static bool
is_annotation (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_ANNOTATION;
}

static bool
is_call (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_CALL;
}

static bool
is_other (const Trace *trace, uint64_t i)
{
  return trace_slices (trace)->kind[i] == SLICE_OTHER;
}

static bool
is_copy_or_set (const Trace *trace, uint64_t i)
{
  uint8_t kind = trace_slices (trace)->kind[i];

  return kind == SLICE_MEMCPY || kind == SLICE_MEMSET
         || (kind == SLICE_KERNEL && g_str_has_prefix (name_of (trace, i), "__amd_rocclr_"));
}

static bool
communicates (const Trace *trace, uint64_t i)
{
  return is_kernel (trace, i) && g_str_has_prefix (name_of (trace, i), "nccl");
}

static const char *const base_names[][2] = {
  { "void at::native::reduce_kernel<512>(float*)", "at::native::reduce_kernel" },
  { NULL, NULL },
};

static const Case cases[] = {
  { "kernels", STAT_BY_NAME, NULL, is_kernel, false, true, "percent_of_kernel_time" },
  { "kernels", STAT_BY_BASE, base_names, is_kernel, false, true, "percent_of_kernel_time" },
  { "kernels", STAT_BY_LAUNCH, NULL, is_kernel, false, true, "percent_of_kernel_time" },
  { "operators", STAT_BY_NAME, NULL, is_operator, true, false, "percent_of_self_time" },
  { "modules", STAT_BY_NAME, NULL, is_module, true, false, "percent_of_self_time" },
  { "python", STAT_BY_NAME, NULL, is_python, true, false, "percent_of_self_time" },
  { "annotations", STAT_BY_NAME, NULL, is_annotation, true, false, "percent_of_self_time" },
  { "memory", STAT_BY_NAME, NULL, is_copy_or_set, false, true, "percent_of_memory_time" },
  { "collectives", STAT_BY_NAME, NULL, communicates, false, true, "percent_of_communication_time" },
  { "runtime", STAT_BY_NAME, NULL, is_call, true, false, "percent_of_self_time" },
  { "slices", STAT_BY_NAME, NULL, is_other, true, false, "percent_of_self_time" },
};

/* ---- counting ---- */

static bool
is_counted (const StatsScope *scope, const Case *at, uint64_t i)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  const TraceTrack *track = trace_track (scope->trace, slices->track[i]);

  return !(slices->flags[i] & SLICE_UNFINISHED) && at->belongs (scope->trace, i)
         && (scope->rank == TRACE_NONE || track->rank == scope->rank)
         && (scope->device == TRACE_NONE || track->device < 0
             || random_profile_device_of (scope->trace, i) == scope->device);
}

static bool
starts_inside (const StatsScope *scope, uint64_t i)
{
  int64_t start_ns = trace_slices (scope->trace)->start_ns[i];

  return scope->is_whole || (start_ns >= scope->begin_ns && start_ns < scope->end_ns);
}

static int64_t
end_of (const SliceColumns *slices, uint64_t i)
{
  return slices->start_ns[i] + slices->dur_ns[i];
}

static const char *
key_of (const StatsScope *scope, const Case *at, uint64_t i)
{
  const char *name = name_of (scope->trace, i);

  for (size_t k = 0; at->base_names != NULL && at->base_names[k][0] != NULL; k++)
    if (strcmp (at->base_names[k][0], name) == 0)
      return at->base_names[k][1];
  return name;
}

/* What a slice lies in: of the lanes above, the nearest one's that covers it. */
static uint64_t
around (const Trace *trace, uint64_t i)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t r = 0;

  while (i - trace_row (trace, r)->first_slice >= trace_row (trace, r)->n_slices)
    r++;
  for (uint32_t lane = trace_row (trace, r)->lane; lane > 0; lane--)
    {
      const TraceRow *above = trace_row (trace, r - (trace_row (trace, r)->lane - lane + 1));
      uint64_t last = SLICE_NONE;

      for (uint64_t j = above->first_slice; j < above->first_slice + above->n_slices; j++)
        if (slices->start_ns[j] <= slices->start_ns[i])
          last = j;
      if (last != SLICE_NONE && end_of (slices, last) >= end_of (slices, i))
        return last;
    }
  return SLICE_NONE;
}

static Row *
row_of (GArray *rows, const char *key)
{
  for (guint r = 0; r < rows->len; r++)
    if (strcmp (g_array_index (rows, Row, r).key, key) == 0)
      return &g_array_index (rows, Row, r);
  Row row = { .key = key, .dur_ns = g_array_new (FALSE, FALSE, sizeof (int64_t)), .longest = SLICE_NONE };
  g_array_append_val (rows, row);
  return &g_array_index (rows, Row, rows->len - 1);
}

/* A device, or the host of a rank. */
static uint64_t
owner_of (const Trace *trace, uint64_t i)
{
  uint32_t device = random_profile_device_of (trace, i);

  return device != TRACE_NONE ? device : 1000 + trace_track (trace, trace_slices (trace)->track[i])->rank;
}

static void
count_covered (const StatsScope *scope, const Case *at, Row *row)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint64_t owner = 0; owner < 1010; owner++)
    for (int64_t time = scope->begin_ns; time < scope->end_ns && (owner < 10 || owner >= 1000); time++)
      for (uint64_t i = 0; i < slices->n; i++)
        if (slices->start_ns[i] <= time && end_of (slices, i) > time && is_counted (scope, at, i)
            && owner_of (scope->trace, i) == owner && strcmp (key_of (scope, at, i), row->key) == 0)
          {
            row->covered_ns++;
            break;
          }
}

static int
compare_ns (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

static int64_t
total_of (const Row *row)
{
  int64_t total_ns = 0;

  for (guint i = 0; i < row->dur_ns->len; i++)
    total_ns += g_array_index (row->dur_ns, int64_t, i);
  return total_ns;
}

static GArray *
count_rows (const StatsScope *scope, const Case *at)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (Row));

  g_array_set_clear_func (rows, row_clear);
  for (uint64_t i = 0; i < slices->n; i++)
    if (is_counted (scope, at, i) && starts_inside (scope, i))
      {
        Row *row = row_of (rows, key_of (scope, at, i));

        g_array_append_val (row->dur_ns, slices->dur_ns[i]);
        if (row->longest == SLICE_NONE || slices->dur_ns[i] > slices->dur_ns[row->longest])
          row->longest = i;
      }
  for (uint64_t i = 0; i < slices->n; i++)
    if (is_counted (scope, at, i))
      {
        uint64_t outer = around (scope->trace, i);

        while (outer != SLICE_NONE && !is_counted (scope, at, outer))
          outer = around (scope->trace, outer);
        if (outer != SLICE_NONE && starts_inside (scope, outer))
          row_of (rows, key_of (scope, at, outer))->children_ns += slices->dur_ns[i];
      }
  for (guint r = 0; r < rows->len; r++)
    {
      Row *row = &g_array_index (rows, Row, r);

      g_array_sort (row->dur_ns, compare_ns);
      count_covered (scope, at, row);
    }
  return rows;
}

/* ---- comparing ---- */

static void
check_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * (fabs (expected) + 1));
}

static int64_t
whole (const StatTable *table, const char *key, uint64_t row)
{
  int column = stat_table_column (table, key);

  g_assert_cmpint (column, >=, 0);
  g_assert_false (stat_table_is_null (table, (uint32_t) column, row));
  return table->columns[column].whole[row];
}

static double
real (const StatTable *table, const char *key, uint64_t row)
{
  int column = stat_table_column (table, key);

  g_assert_cmpint (column, >=, 0);
  g_assert_false (stat_table_is_null (table, (uint32_t) column, row));
  return table->columns[column].real[row];
}

static void
check_percent (const StatTable *table, const char *key, uint64_t row, int64_t part, int64_t of)
{
  int column = stat_table_column (table, key);

  g_assert_cmpint (column, >=, 0);
  g_assert_cmpint (table->wholes[table->columns[column].info->of].ns, ==, of);
  if (of == 0)
    g_assert_true (stat_table_is_null (table, (uint32_t) column, row));
  else
    check_near (real (table, key, row), 100.0 * (double) part / (double) of);
}

static double
percentile (const Row *row, unsigned percent)
{
  size_t hundredths = (row->dur_ns->len - 1) * percent, below = hundredths / 100;
  double share = (double) (hundredths % 100) / 100;
  int64_t a = g_array_index (row->dur_ns, int64_t, below);
  int64_t b = below + 1 < row->dur_ns->len ? g_array_index (row->dur_ns, int64_t, below + 1) : a;

  return (double) a * (1 - share) + (double) b * share;
}

static void
check_bins (const Row *row, const uint32_t bins[STAT_BINS])
{
  int64_t first = g_array_index (row->dur_ns, int64_t, 0);
  int64_t last = g_array_index (row->dur_ns, int64_t, row->dur_ns->len - 1);
  double least = (double) MAX (first, 1), most = (double) MAX (last, 1);
  uint32_t expected[STAT_BINS] = { 0 };

  for (guint i = 0; i < row->dur_ns->len; i++)
    {
      double value = (double) g_array_index (row->dur_ns, int64_t, i);
      unsigned bin = first == last ? STAT_BINS / 2 : 0;

      while (first != last && bin + 1 < STAT_BINS
             && value >= least * exp (log (most / least) / STAT_BINS * (bin + 1)))
        bin++;
      expected[bin]++;
    }
  for (unsigned bin = 0; bin < STAT_BINS; bin++)
    g_assert_cmpuint (bins[bin], ==, expected[bin]);
}

static int64_t
self_of (const Case *at, const Row *row)
{
  return at->is_nested ? MAX (total_of (row) - row->children_ns, 0) : total_of (row);
}

static void
check_row (const StatsScope *scope, const Case *at, const StatTable *table, uint64_t r, const Row *row)
{
  guint n = row->dur_ns->len;
  double mean = (double) total_of (row) / n, squares = 0;
  int64_t window_ns = MAX (scope->end_ns - scope->begin_ns, 0);
  uint32_t n_owners = at->is_of_devices ? stats_scope_n_devices (scope) : stats_scope_n_ranks (scope);

  for (guint i = 0; i < n; i++)
    squares += pow ((double) g_array_index (row->dur_ns, int64_t, i) - mean, 2);
  g_assert_cmpint (whole (table, "count", r), ==, n);
  g_assert_cmpint (whole (table, "total_ns", r), ==, total_of (row));
  g_assert_cmpint (whole (table, "min_ns", r), ==, g_array_index (row->dur_ns, int64_t, 0));
  g_assert_cmpint (whole (table, "max_ns", r), ==, g_array_index (row->dur_ns, int64_t, n - 1));
  check_near (real (table, "mean_ns", r), mean);
  check_near (real (table, "median_ns", r), percentile (row, 50));
  check_near (real (table, "p95_ns", r), percentile (row, 95));
  check_near (real (table, "p99_ns", r), percentile (row, 99));
  check_near (real (table, "stddev_ns", r), n > 1 ? sqrt (squares / (n - 1)) : 0);
  g_assert_cmpuint (table->rows[r].longest, ==, row->longest);
  if (at->is_nested)
    g_assert_cmpint (whole (table, "self_ns", r), ==, self_of (at, row));
  check_percent (table, at->share_key, r, self_of (at, row), table->sum_ns);
  check_percent (table, "percent_of_window", r, row->covered_ns, window_ns * n_owners);
  check_bins (row, table->rows[r].bins);
}

static void
check_table (const StatsScope *scope, const Case *at)
{
  g_autoptr (GArray) rows = count_rows (scope, at);
  StatTableOptions options = { .grouping = at->grouping };
  uint64_t count = 0;
  int64_t sum_ns = 0;
  StatTable table;

  g_assert_true (stat_table_kind (at->id)->compute (scope, &options, NULL, NULL, &table));
  g_assert_cmpuint (table.n_rows, ==, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      count += row->dur_ns->len;
      sum_ns += self_of (at, row);
    }
  g_assert_cmpuint (table.count, ==, count);
  g_assert_cmpint (table.sum_ns, ==, sum_ns);
  for (uint64_t r = 0; r < table.n_rows; r++)
    {
      const char *name = stat_table_text (&table, 0, r, NULL);

      check_row (scope, at, &table, r, row_of (rows, name));
      if (r == 0)
        continue;
      int64_t before = whole (&table, "total_ns", r - 1), total = whole (&table, "total_ns", r);
      g_assert_cmpint (before, >=, total);
      if (before == total && at->grouping != STAT_BY_BASE)
        g_assert_cmpint (strcmp (stat_table_text (&table, 0, r - 1, NULL), name), <, 0);
    }
  stat_table_clear (&table);
}

static void
random_tables_agree_with_counting (void)
{
  GRand *random = g_rand_new_with_seed (77);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);

      for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
        check_table (&scope, &cases[i]);
    }
  g_rand_free (random);
}

/* METRICS 27, 12: totals of nested rows count the same time again, self times do not. */
static void
self_times_add_up_to_what_is_covered (void)
{
  GRand *random = g_rand_new_with_seed (78);
  int n_nested = 0;

  for (int round = 0; round < 300; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = stats_scope_whole (trace, steps);
      int64_t total_ns = 0;
      StatTable table;

      g_assert_true (
        stat_table_kind ("python")->compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
      g_assert_true (table.is_nested);
      for (uint64_t r = 0; r < table.n_rows; r++)
        total_ns += whole (&table, "total_ns", r);
      g_assert_cmpint (table.sum_ns, <=, total_ns);
      n_nested += table.sum_ns < total_ns;
      stat_table_clear (&table);
    }
  g_assert_cmpint (n_nested, >, 30);
  g_rand_free (random);
}

static void
steps_are_those_of_the_window (void)
{
  GRand *random = g_rand_new_with_seed (79);
  uint64_t n_compared = 0;

  for (int round = 0; round < 100; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = random_profile_scope (random, trace, steps);
      uint64_t row = 0;
      StatTable table;

      g_assert_true (
        stat_table_kind ("steps")->compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
      for (uint64_t i = 0; i < step_table_count (steps); i++)
        {
          const TraceStep *step = step_table_get (steps, i);

          if (!stats_scope_holds_start (&scope, step->host_begin_ns)
              || !stats_scope_holds_rank (&scope, step->rank))
            continue;
          g_assert_cmpuint (row, <, table.n_rows);
          g_assert_cmpint (whole (&table, "wall_ns", row), ==, step->wall_ns);
          g_assert_cmpint (whole (&table, "number", row), ==, step->number);
          g_assert_cmpint (whole (&table, "busy_ns", row), ==, step->busy_ns);
          g_assert_true (stat_table_is_null (&table, (uint32_t) stat_table_column (&table, "device_ns"), row)
                         == !step->has_device);
          g_assert_cmpuint (table.rows[row++].longest, ==, step->slice);
          n_compared++;
        }
      g_assert_cmpuint (row, ==, table.n_rows);
      stat_table_clear (&table);
    }
  g_assert_cmpuint (n_compared, >, 50);
  g_rand_free (random);
}

static bool
is_never_wanted (void *user_data)
{
  ++*(int *) user_data;
  return false;
}

static void
unwanted_tables_are_not_worked_out (void)
{
  GRand *random = g_rand_new_with_seed (313);
  g_autoptr (Trace) trace = random_profile_new (random);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);

  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    {
      int n_asked = 0;
      StatTable table;

      g_assert_false (kind->compute (&scope, &(StatTableOptions){ 0 }, is_never_wanted, &n_asked, &table));
      g_assert_cmpint (n_asked, ==, 1);
    }
  g_rand_free (random);
}

static bool
has_slice_of (const Trace *trace, unsigned kinds)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (kinds & 1u << slices->kind[i] && !(slices->flags[i] & SLICE_UNFINISHED))
      return true;
  return false;
}

static void
tables_without_slices_of_their_kinds_have_no_rows (void)
{
  GRand *random = g_rand_new_with_seed (6);
  int n_empty = 0, n_filled = 0;

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      g_autoptr (StepTable) steps = random_profile_steps (trace);
      StatsScope scope = stats_scope_whole (trace, steps);
      NameTotals totals;

      g_assert_true (name_totals_of (trace, &totals));
      for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
        {
          bool has_slices = stat_table_has_slices (kind, &totals);
          StatTable table;

          g_assert_true (has_slices == (kind->kinds == 0 || has_slice_of (trace, kind->kinds)));
          g_assert_true (kind->compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
          g_assert_true (has_slices || table.n_rows == 0);
          n_empty += !has_slices;
          n_filled += has_slices;
          stat_table_clear (&table);
        }
      name_totals_clear (&totals);
    }
  g_assert_cmpint (n_empty, >, 0);
  g_assert_cmpint (n_filled, >, 0);
  g_rand_free (random);
}

/* Opens a Kineto trace of one slice. */
static const Profile *
profile_of_one (const char *category, const char *name)
{
  g_autofree char *json = g_strdup_printf (
    "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":1,"
    "\"ts\":1,\"dur\":5,\"args\":{\"device\":0,\"stream\":7}}]}",
    category, name);

  return opened_text ("one.json", json, NULL);
}

/* Python frames are not always modules, and kernels not always collectives. */
static void
the_first_table_with_rows_has_rows (void)
{
  /* clang-format off */
  static const struct { const char *category, *name, *table; } slices[] = {
    { "kernel", "ampere_sgemm_128x64_tn", "kernels" },
    { "cpu_op", "aten::mm", "operators" },
    { "python_function", "train.py(3): main", "python" },
    { "python_function", "nn.Module: Model_0", "python" },
    { "user_annotation", "forward", "annotations" },
    { "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", "memory" },
    { "cuda_runtime", "cudaLaunchKernel", "runtime" },
    { "own", "anything", "slices" },
  };
  /* clang-format on */

  for (size_t i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      const Profile *profile = profile_of_one (slices[i].category, slices[i].name);
      StatsScope scope = stats_scope_whole (profile->trace, profile->steps);
      NameTotals totals;
      StatTable table;

      g_assert_true (name_totals_of (profile->trace, &totals));
      const StatTableKind *first = stat_table_first_with_rows (&totals);
      g_assert_cmpstr (first->id, ==, slices[i].table);
      g_assert_true (first->compute (&scope, &(StatTableOptions){ 0 }, NULL, NULL, &table));
      g_assert_cmpuint (table.n_rows, ==, 1);
      stat_table_clear (&table);
      name_totals_clear (&totals);
      profile_unref (profile);
    }
}

/* What the window and the command line rely on. */
static void
every_table_says_what_it_shows (void)
{
  GRand *random = g_rand_new_with_seed (5);
  g_autoptr (Trace) trace = random_profile_new (random);
  g_autoptr (StepTable) steps = random_profile_steps (trace);
  StatsScope scope = stats_scope_whole (trace, steps);

  for (const StatTableKind *kind = stat_tables; kind->id != NULL; kind++)
    for (unsigned grouping = 0; grouping < (kind->groupings[0] != NULL ? N_STAT_GROUPINGS : 1); grouping++)
      {
        StatTableOptions options = { .grouping = (StatGrouping) grouping };
        StatTable table;

        g_assert_true (stat_table_kind (kind->id) == kind);
        g_assert_true (kind->title != NULL && kind->definition != NULL && kind->needs != NULL
                       && kind->reports[grouping] != NULL);
        g_assert_true (kind->compute (&scope, &options, NULL, NULL, &table));
        g_assert_cmpstr (table.title, ==, kind->title);
        g_assert_nonnull (table.sum_title);
        g_assert_cmpint (table.columns[0].info->type, ==, STAT_NAME);
        for (uint32_t i = 0; i < table.n_columns; i++)
          {
            const StatColumnInfo *info = table.columns[i].info;

            g_assert_true (info->title != NULL && g_str_has_suffix (info->definition, "."));
            g_assert_true (info->nsys == NULL || strstr (info->nsys, ": ") != NULL);
            g_assert_null (strstr (info->definition, "nsys "));
            g_assert_cmpint (stat_table_column (&table, info->key), ==, (int) i);
            g_assert_true ((info->type == STAT_PERCENT) == (info->of != STAT_OF_NOTHING));
            if (info->type == STAT_PERCENT)
              g_assert_nonnull (table.wholes[info->of].title);
          }
        stat_table_clear (&table);
      }
  g_assert_null (stat_table_kind ("nope"));
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stat_tables/random_tables_agree_with_counting", random_tables_agree_with_counting);
  g_test_add_func ("/stat_tables/self_times_add_up_to_what_is_covered", self_times_add_up_to_what_is_covered);
  g_test_add_func ("/stat_tables/steps_are_those_of_the_window", steps_are_those_of_the_window);
  g_test_add_func ("/stat_tables/unwanted_tables_are_not_worked_out", unwanted_tables_are_not_worked_out);
  g_test_add_func ("/stat_tables/tables_without_slices_of_their_kinds_have_no_rows",
                   tables_without_slices_of_their_kinds_have_no_rows);
  g_test_add_func ("/stat_tables/the_first_table_with_rows_has_rows", the_first_table_with_rows_has_rows);
  g_test_add_func ("/stat_tables/every_table_says_what_it_shows", every_table_says_what_it_shows);
  return g_test_run ();
}
