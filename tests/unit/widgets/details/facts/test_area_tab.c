/* SPDX-License-Identifier: Apache-2.0
 *
 * What the tab of an area says: its sentence, its tables to be copied, and where their rows lead. */

#include <math.h>
#include <string.h>

#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/charts/chart.h"
#include "widgets/details/facts/area_kernels.h"
#include "widgets/details/facts/area_ring.h"
#include "widgets/details/facts/area_sheet.h"
#include "widgets/details/facts/area_text.h"

#define MS INT64_C (1000000)

typedef struct
{
  const Profile *profile;
  AreaStats stats;
  int64_t begin_ns, end_ns;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  (void) data;
  fixture->profile = timeline_profile_training ();
  fixture->begin_ns = 12 * MS;
  fixture->end_ns = 24 * MS;
  StatsScope scope = stats_scope_window (fixture->profile->trace, fixture->profile->steps, &fixture->begin_ns,
                                         &fixture->end_ns);
  g_assert_true (area_stats_compute (&scope, NULL, NULL, &fixture->stats));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  (void) data;
  area_stats_clear (&fixture->stats);
  profile_unref (fixture->profile);
}

static void
test_sentence (Fixture *fixture, gconstpointer data)
{
  const uint32_t some[] = { 1, 2, 5 };
  const TrackSet *tracks = track_set_new (some, 3);
  const ViewArea area = { 12300000, 14100000, tracks };
  char count[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  (void) data;
  g_autofree char *unknown = area_text_sentence (&area, NULL, &number_style_c);
  g_autofree char *known = area_text_sentence (&area, &fixture->stats, &number_style_c);
  g_autofree char *all = area_text_rows (NULL);
  number_text_count (&number_style_c, fixture->stats.tracks.count, count);
  number_text_share (&number_style_c, fixture->stats.summary.gpu_active_percent / 100, share);
  g_autofree char *expected = g_strdup_printf ("%s, %s slices, GPU busy %s", unknown, count, share);
  g_assert_cmpstr (unknown, ==, "Area 12.30\u00a0ms to 14.10\u00a0ms, 3 rows");
  g_assert_cmpstr (known, ==, expected);
  g_assert_cmpstr (all, ==, "all rows");
  track_set_unref (tracks);
}

/* The lines of the n-th table, its head left out. */
static char **
lines_of (const char *text, guint n)
{
  g_auto (GStrv) tables = g_strsplit (text, "\n\n", -1);

  g_assert_cmpuint (g_strv_length (tables), ==, 3);
  char **lines = g_strsplit (g_strstrip (tables[n]), "\n", -1);
  g_free (lines[0]);
  memmove (lines, lines + 1, g_strv_length (lines + 1) * sizeof *lines + sizeof *lines);
  return lines;
}

static void
test_tables (Fixture *fixture, gconstpointer data)
{
  const KernelStatsTable *kernels = &fixture->stats.kernels;
  const Trace *trace = fixture->profile->trace;

  (void) data;
  g_autofree char *text =
    area_text_tables (trace, &fixture->stats, fixture->begin_ns, fixture->end_ns, AREA_TSV);
  g_auto (GStrv) figures = lines_of (text, 0);
  g_auto (GStrv) rows = lines_of (text, 1);
  g_auto (GStrv) names = lines_of (text, 2);

  g_assert_cmpstr (figures[0], ==, "begin_ns\t12000000");
  g_assert_cmpstr (figures[1], ==, "end_ns\t24000000");
  g_assert_cmpuint (g_strv_length (rows), ==, fixture->stats.tracks.n);
  g_assert_true (g_str_has_prefix (rows[0], "stream "));
  g_assert_cmpuint (g_strv_length (names), ==, kernels->n);
  for (uint64_t i = 0; i < kernels->n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (names[i], "\t", -1);

      g_assert_cmpuint (g_strv_length (cells), ==, 5);
      g_assert_cmpstr (cells[0], ==, trace_string (trace, kernels->kernels[i].name, NULL));
      g_assert_cmpuint (g_ascii_strtoull (cells[1], NULL, 10), ==, kernels->kernels[i].duration.count);
      g_assert_cmpint (g_ascii_strtoll (cells[2], NULL, 10), ==, kernels->kernels[i].duration.total_ns);
    }
}

/* All parts of the ring, which add up to the time of the devices. */
static void
test_tables_have_the_parts_of_gpu_time (Fixture *fixture, gconstpointer data)
{
  static const char *const parts[] = { "compute_ns\t", "exposed_communication_ns\t", "exposed_copy_ns\t",
                                       "idle_ns\t" };
  g_autofree char *text =
    area_text_tables (fixture->profile->trace, &fixture->stats, fixture->begin_ns, fixture->end_ns, AREA_TSV);
  g_auto (GStrv) figures = lines_of (text, 0);
  int64_t sum_ns = 0;

  (void) data;
  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      const char *value = NULL;

      for (guint at = 0; figures[at] != NULL && value == NULL; at++)
        value = g_str_has_prefix (figures[at], parts[i]) ? figures[at] + strlen (parts[i]) : NULL;
      g_assert_nonnull (value);
      sum_ns += g_ascii_strtoll (value, NULL, 10);
    }
  g_assert_cmpint (sum_ns, ==, fixture->stats.split.total_ns);
}

static void
test_parts_of_gpu_time_are_read_out (Fixture *fixture, gconstpointer data)
{
  AreaSheet *sheet =
    area_sheet_new (fixture->profile, &fixture->stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  g_autofree char *text = area_sheet_text (sheet, -1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  char compute[NUMBER_TEXT_MAX], idle[NUMBER_TEXT_MAX];

  (void) data;
  g_assert_cmpint ((int) g_strv_length (lines), ==, area_sheet_n_parts (sheet));
  number_text_duration (&number_style_c, (double) fixture->stats.split.compute_ns, compute);
  number_text_duration (&number_style_c, (double) fixture->stats.split.idle_ns, idle);
  g_autofree char *first = g_strconcat ("Compute: ", compute, ", ", NULL);
  g_autofree char *last = g_strconcat ("Idle: ", idle, ", ", NULL);
  g_assert_true (g_str_has_prefix (lines[0], first));
  g_assert_true (g_str_has_prefix (lines[1], "Exposed communication: "));
  g_assert_true (g_str_has_prefix (lines[2], "Exposed memcpy: "));
  g_assert_true (g_str_has_prefix (lines[3], last));
  area_sheet_free (sheet);
}

/* The middle of the sector of a part; false: it has none. */
static bool
find_sector (const ChartMap *map, int part, double *ret_x_px, double *ret_y_px)
{
  for (int i = 0; i < map->n; i++)
    {
      const ChartArea *area = &map->areas[i];

      if (!area->is_sector || area->part != part)
        continue;
      double radius_px = (area->inner_px + area->outer_px) / 2, turn = (area->begin_rad + area->end_rad) / 2;
      *ret_x_px = area->cx_px + radius_px * sin (turn);
      *ret_y_px = area->cy_px - radius_px * cos (turn);
      return true;
    }
  return false;
}

/* A sector of the kernels' ring is its row of the table; one of the GPU time has a text of its own. At any width. */
static void
test_parts_of_rings_can_be_hovered (Fixture *fixture, gconstpointer data)
{
  static const int widths_px[] = { 440, 1200, 1888 };
  AreaSheet *sheet =
    area_sheet_new (fixture->profile, &fixture->stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  TextCache *text = text_cache_new (NULL, 1);
  const DrawStyle style = { theme_get (THEME_LIGHT), text, &number_style_c };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1888, 1200);
  cairo_t *cr = cairo_create (surface);
  ChartMap *map = g_new0 (ChartMap, 1);
  int n = area_sheet_n_parts (sheet);

  (void) data;
  for (size_t w = 0; w < G_N_ELEMENTS (widths_px); w++)
    {
      double x_px = 0, y_px = 0;

      area_sheet_draw (cr, widths_px[w], &style, sheet, NULL, map);
      for (uint64_t i = 0; i < fixture->stats.kernels.n; i++)
        {
          g_assert_true (find_sector (map, (int) i, &x_px, &y_px));
          g_assert_cmpint (chart_map_find (map, x_px, y_px), ==, (int) i);
        }
      for (int i = n - 4; i < n; i++)
        {
          g_autofree char *line = area_sheet_text (sheet, i);

          g_assert_true (find_sector (map, i, &x_px, &y_px));
          g_assert_cmpint (chart_map_find (map, x_px, y_px), ==, i);
          g_assert_true (g_str_has_suffix (line, "%"));
          g_assert_true (area_sheet_slice (sheet, i) == SLICE_NONE);
        }
    }
  g_free (map);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  text_cache_free (text);
  area_sheet_free (sheet);
}

/* Those without a row are counted, and all shares add up. */
static void
test_others_are_counted (Fixture *fixture, gconstpointer data)
{
  g_autofree KernelStats *many = g_new0 (KernelStats, 25);
  g_autofree uint64_t *longest = g_new0 (uint64_t, 25);
  AreaStats stats = fixture->stats;

  (void) data;
  stats.kernels = (KernelStatsTable){ .kernels = many, .n = 25, .count = 50, .total_ns = 0 };
  stats.longest = longest;
  for (int i = 0; i < 25; i++)
    {
      many[i] = fixture->stats.kernels.kernels[0];
      many[i].duration = (Distribution){ .count = 2, .total_ns = 1000 * (25 - i), .mean_ns = 500 * (25 - i) };
      stats.kernels.total_ns += many[i].duration.total_ns;
    }
  AreaSheet *sheet =
    area_sheet_new (fixture->profile, &stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  g_autofree char *others = area_sheet_text (sheet, AREA_SHEET_ROWS - 1);
  g_assert_cmpstr (others, ==,
                   "16 others: Count 32, Total 136.00\u00a0µs, Mean 4.25\u00a0µs, Share 41.8\u202f%");
  g_assert_true (area_sheet_slice (sheet, AREA_SHEET_ROWS - 1) == SLICE_NONE);
  area_sheet_free (sheet);
}

/* n kernels of that time each, and their sum, which may be beyond what can be counted to. */
static void
set_kernels (AreaStats *stats, KernelStats *kernels, uint64_t *longest, const int64_t *totals_ns, uint64_t n)
{
  stats->kernels = (KernelStatsTable){ .kernels = kernels, .n = n, .count = n };
  stats->longest = longest;
  for (uint64_t i = 0; i < n; i++)
    {
      kernels[i].name = 1;
      kernels[i].duration = (Distribution){ .count = 1, .total_ns = totals_ns[i] };
      stats->kernels.total_ns = add_saturated (stats->kernels.total_ns, totals_ns[i]);
    }
}

/* Of a damaged file: the kernels take longer than can be counted, with others and without. */
static void
test_shares_of_a_time_beyond_counting (Fixture *fixture, gconstpointer data)
{
  static const int64_t two_ns[] = { INT64_C (3) << 61, INT64_C (2) << 61 };
  int64_t many_ns[AREA_SHEET_ROWS + 2];
  g_autofree KernelStats *kernels = g_new0 (KernelStats, G_N_ELEMENTS (many_ns));
  g_autofree uint64_t *longest = g_new0 (uint64_t, G_N_ELEMENTS (many_ns));
  AreaStats stats = fixture->stats;

  (void) data;
  set_kernels (&stats, kernels, longest, two_ns, G_N_ELEMENTS (two_ns));
  AreaSheet *sheet =
    area_sheet_new (fixture->profile, &stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  g_autofree char *first = area_sheet_text (sheet, 0), *second = area_sheet_text (sheet, 1);
  g_assert_true (g_str_has_suffix (first, "Share 60.0\u202f%"));
  g_assert_true (g_str_has_suffix (second, "Share 40.0\u202f%"));
  area_sheet_free (sheet);

  for (size_t i = 0; i < G_N_ELEMENTS (many_ns); i++)
    many_ns[i] = INT64_C (1) << 60;
  set_kernels (&stats, kernels, longest, many_ns, G_N_ELEMENTS (many_ns));
  sheet = area_sheet_new (fixture->profile, &stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  g_autofree char *others = area_sheet_text (sheet, AREA_SHEET_ROWS - 1);
  g_assert_true (g_str_has_prefix (others, "3 others: Count 3, "));
  g_assert_true (g_str_has_suffix (others, "Share 25.0\u202f%"));
  area_sheet_free (sheet);
}

/* Kernels of 0 ns are there, but nothing is a part of their time. */
static void
test_kernels_without_time_are_not_none (Fixture *fixture, gconstpointer data)
{
  static const int64_t totals_ns[] = { 0, 0 };
  KernelStats kernels[2] = { 0 };
  uint64_t longest[2] = { 0 };
  AreaStats stats = fixture->stats;

  (void) data;
  for (uint64_t n = 0; n <= 2; n += 2)
    {
      set_kernels (&stats, kernels, longest, totals_ns, n);
      AreaKernels shown = area_kernels_of (&stats.kernels);
      AreaRing *ring = area_ring_of_kernels (fixture->profile, &stats, &shown, &number_style_c);

      g_assert_cmpint (area_ring_n_parts (ring), ==, 0);
      g_assert_cmpstr (area_ring_note (ring), ==,
                       n == 0 ? "No kernel begins in the area" : "Its kernels took no time");
      area_ring_free (ring);
    }
}

/* Nothing in a name is a mark of the table. */
static void
test_markdown_is_escaped (Fixture *fixture, gconstpointer data)
{
  (void) data;
  g_autofree char *text = area_text_tables (fixture->profile->trace, &fixture->stats, fixture->begin_ns,
                                            fixture->end_ns, AREA_MARKDOWN);
  g_auto (GStrv) lines = g_strsplit (g_strstrip (text), "\n", -1);

  g_assert_nonnull (strstr (text, "ncclDevKernel\\_AllReduce\\_Sum\\_f32\\_RING\\_LL(ncclDevComm\\*)"));
  g_assert_nonnull (strstr (text, "| kernel | count | total\\_ns |"));
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_true (lines[i][0] == '\0' || (lines[i][0] == '|' && g_str_has_suffix (lines[i], "|")));
}

static void
test_rows_lead_to_the_longest (Fixture *fixture, gconstpointer data)
{
  const KernelStatsTable *kernels = &fixture->stats.kernels;
  const SliceColumns *slices = trace_slices (fixture->profile->trace);
  AreaSheet *sheet =
    area_sheet_new (fixture->profile, &fixture->stats, fixture->begin_ns, fixture->end_ns, &number_style_c);
  TextCache *text = text_cache_new (NULL, 1);
  const DrawStyle style = { theme_get (THEME_LIGHT), text, &number_style_c };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 700);
  cairo_t *cr = cairo_create (surface);
  ChartMap *map = g_new0 (ChartMap, 1);
  int n = area_sheet_n_parts (sheet);

  (void) data;
  area_sheet_draw (cr, 1200, &style, sheet, NULL, map);
  g_assert_cmpint (n, >, 7);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *line = area_sheet_text (sheet, i);

      g_assert_nonnull (strstr (line, ": "));
    }
  for (int i = 0; i < n - 4; i++)
    {
      const Rect *rect = &map->areas[i].rect;

      g_assert_cmpint (chart_map_find (map, rect->x_px + 5, rect->y_px + rect->height_px / 2), ==, i);
    }
  for (uint64_t i = 0; i < MIN (kernels->n, 3); i++)
    {
      uint64_t slice = area_sheet_slice (sheet, (int) i);

      g_assert_cmpuint (slice_name (slices, slice), ==, kernels->kernels[i].name);
      g_assert_cmpint (slice_dur_ns (slices, slice), ==, kernels->kernels[i].duration.max_ns);
    }
  g_assert_true (area_sheet_slice (sheet, -1) == SLICE_NONE && area_sheet_slice (sheet, n) == SLICE_NONE);

  /* What is not known yet takes the same place. */
  area_sheet_draw (cr, 1200, &style, NULL, NULL, map);
  g_assert_cmpint (map->n, ==, 0);
  g_free (map);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  text_cache_free (text);
  area_sheet_free (sheet);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/area_tab/sentence", Fixture, NULL, set_up, test_sentence, tear_down);
  g_test_add ("/area_tab/tables", Fixture, NULL, set_up, test_tables, tear_down);
  g_test_add ("/area_tab/tables_have_the_parts_of_gpu_time", Fixture, NULL, set_up,
              test_tables_have_the_parts_of_gpu_time, tear_down);
  g_test_add ("/area_tab/parts_of_gpu_time_are_read_out", Fixture, NULL, set_up,
              test_parts_of_gpu_time_are_read_out, tear_down);
  g_test_add ("/area_tab/parts_of_rings_can_be_hovered", Fixture, NULL, set_up,
              test_parts_of_rings_can_be_hovered, tear_down);
  g_test_add ("/area_tab/others_are_counted", Fixture, NULL, set_up, test_others_are_counted, tear_down);
  g_test_add ("/area_tab/shares_of_a_time_beyond_counting", Fixture, NULL, set_up,
              test_shares_of_a_time_beyond_counting, tear_down);
  g_test_add ("/area_tab/kernels_without_time_are_not_none", Fixture, NULL, set_up,
              test_kernels_without_time_are_not_none, tear_down);
  g_test_add ("/area_tab/markdown_is_escaped", Fixture, NULL, set_up, test_markdown_is_escaped, tear_down);
  g_test_add ("/area_tab/rows_lead_to_the_longest", Fixture, NULL, set_up, test_rows_lead_to_the_longest,
              tear_down);
  return g_test_run ();
}
