/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area_sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/stats/percent_parts.h"
#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/dashboard/duration_column.h"
#include "widgets/details/figure_table.h"
#include "widgets/details/slice_place.h"

/* From this width on ring and tables stand side by side, from the smaller one on the tables. */
#define WIDE_PX   1500
#define MIDDLE_PX 640
#define RING_PX   420
#define GAP_PX    24

typedef enum
{
  TABLE_KERNELS,
  TABLE_TRACKS,
  N_TABLES
} TableId;

typedef enum
{
  PART_COMPUTE,
  PART_COMMUNICATION,
  PART_COPY,
  PART_IDLE,
  N_TIME_PARTS
} TimePart;

static const struct
{
  const char *label;
  WorkKind work;
  ChartLook look;
} looks[N_TIME_PARTS] = {
  [PART_COMPUTE] = { N_ ("Compute"), WORK_GEMM, CHART_WORK },
  [PART_COMMUNICATION] = { N_ ("Exposed communication"), WORK_COMMUNICATION, CHART_WORK },
  [PART_COPY] = { N_ ("Exposed copies"), WORK_MEMCPY, CHART_WORK },
  [PART_IDLE] = { N_ ("Idle"), WORK_COMPUTE, CHART_IDLE },
};

struct AreaSheet
{
  FigureTable *tables[N_TABLES];
  TimeSplit split;
  uint32_t n_devices;
  uint32_t tenths[N_TIME_PARTS];
  char *parts_text; /* a line for each part of the ring; empty: there is no ring */
};

/* ---- the order of tracks ---- */

typedef struct
{
  const Trace *trace;
  const TrackStatsTable *tracks;
} Ordered;

static int
compare_tracks (const void *a, const void *b, void *user_data)
{
  const Ordered *ordered = user_data;
  uint32_t i = *(const uint32_t *) a, j = *(const uint32_t *) b;
  const TrackStats *x = &ordered->tracks->tracks[i], *y = &ordered->tracks->tracks[j];
  bool is_stream_x = trace_track (ordered->trace, x->track)->kind == TRACK_STREAM;
  bool is_stream_y = trace_track (ordered->trace, y->track)->kind == TRACK_STREAM;

  if (is_stream_x != is_stream_y)
    return is_stream_x ? -1 : 1;
  if (x->busy_ns != y->busy_ns)
    return x->busy_ns > y->busy_ns ? -1 : 1;
  return i < j ? -1 : i > j;
}

void
area_sheet_order_tracks (const Trace *trace, const TrackStatsTable *tracks, uint32_t *order)
{
  Ordered ordered = { trace, tracks };

  for (uint32_t i = 0; i < tracks->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) tracks->n, sizeof *order, compare_tracks, &ordered);
}

/* ---- tables ---- */

static FigureTable *
make_kernels (const Profile *profile, const AreaStats *stats, const NumberStyle *numbers)
{
  const KernelStatsTable *kernels = &stats->kernels;
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], c[NUMBER_TEXT_MAX], d[NUMBER_TEXT_MAX];
  DurationColumn total = duration_column_of (kernels->n > 0 ? kernels->kernels[0].duration.total_ns : 0);
  double longest_mean_ns = 0;
  const char *const heads[] = { _ ("Kernel"), _ ("Count"), _ ("Total"), _ ("Mean"), _ ("Share") };

  for (uint64_t i = 0; i < MIN (kernels->n, AREA_SHEET_ROWS); i++)
    longest_mean_ns = fmax (longest_mean_ns, kernels->kernels[i].duration.mean_ns);
  DurationColumn mean = duration_column_of ((int64_t) longest_mean_ns);
  number_text_count (numbers, kernels->count, a);
  number_text_duration (numbers, (double) kernels->total_ns, b);
  g_autofree char *note =
    kernels->count == 0
      ? g_strdup (_ ("No kernel begins in the area"))
      : g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Share of %2$s, the time of the %1$s kernel that begins in it",
                     "Share of %2$s, the time of the %1$s kernels that begin in it", kernels->count),
        a, b);
  FigureTable *table = figure_table_new (_ ("Kernels"), heads, G_N_ELEMENTS (heads), note);

  for (uint64_t i = 0; i < MIN (kernels->n, AREA_SHEET_ROWS); i++)
    {
      const KernelStats *kernel = &kernels->kernels[i];
      const char *cells[] = {
        trace_display_name (profile->trace, kernel->name),
        number_text_count (numbers, kernel->duration.count, a),
        duration_column_text (&total, numbers, kernel->duration.total_ns, b),
        duration_column_text (&mean, numbers, llround (kernel->duration.mean_ns), c),
        number_text_share (numbers, (double) kernel->duration.total_ns / (double) kernels->total_ns, d),
      };

      figure_table_add (table, cells, work_kind_of_kernel_name (profile->works, kernel->name), true,
                        stats->longest[i]);
    }
  figure_table_set_n (table, kernels->n);
  return table;
}

static FigureTable *
make_tracks (const Profile *profile, const AreaStats *stats, int64_t length_ns, const NumberStyle *numbers)
{
  const TrackStatsTable *tracks = &stats->tracks;
  g_autofree uint32_t *order = g_new (uint32_t, tracks->n + 1);
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], c[NUMBER_TEXT_MAX], d[NUMBER_TEXT_MAX], e[NUMBER_TEXT_MAX];
  const char *const heads[] = { _ ("Row"), _ ("Slices"), _ ("Busy"), _ ("Share"), _ ("Sum"), _ ("Longest") };
  const SliceColumns *slices = trace_slices (profile->trace);
  int64_t busy_ns = 0, total_ns = 0, longest_ns = 0;

  for (uint32_t i = 0; i < tracks->n; i++)
    {
      busy_ns = MAX (busy_ns, tracks->tracks[i].busy_ns);
      total_ns = MAX (total_ns, tracks->tracks[i].total_ns);
      if (tracks->tracks[i].longest != SLICE_NONE)
        longest_ns = MAX (longest_ns, slice_dur_ns (slices, tracks->tracks[i].longest));
    }
  DurationColumn busy = duration_column_of (busy_ns), total = duration_column_of (total_ns);
  DurationColumn longest = duration_column_of (longest_ns);
  number_text_duration (numbers, (double) length_ns, a);
  g_autofree char *note =
    tracks->n == 0
      ? g_strdup (_ ("No slice in the area"))
      : g_strdup_printf (_ ("Busy: cut at the edges, share of %s; sum and longest: of what begins in it"), a);
  FigureTable *table = figure_table_new (_ ("Rows"), heads, G_N_ELEMENTS (heads), note);

  area_sheet_order_tracks (profile->trace, tracks, order);
  for (uint32_t i = 0; i < MIN (tracks->n, AREA_SHEET_ROWS); i++)
    {
      const TrackStats *track = &tracks->tracks[order[i]];
      const TraceTrack *of = trace_track (profile->trace, track->track);
      g_autofree char *name = slice_place_row (profile->trace, of->first_slice);
      const char *cells[] = {
        name,
        number_text_count (numbers, track->count, a),
        duration_column_text (&busy, numbers, track->busy_ns, b),
        number_text_share (numbers,
                           length_ns > 0 ? (double) track->busy_ns / (double) length_ns : (double) NAN, c),
        duration_column_text (&total, numbers, track->total_ns, d),
        track->longest == SLICE_NONE
          ? ""
          : duration_column_text (&longest, numbers, slice_dur_ns (slices, track->longest), e),
      };

      figure_table_add (table, cells, WORK_COMPUTE, false, track->longest);
    }
  figure_table_set_n (table, tracks->n);
  return table;
}

/* "Compute: 3.204 ms, 60.5 %" and so on, in lines. */
static char *
describe_parts (const int64_t *parts, const uint32_t *tenths, const NumberStyle *numbers)
{
  GString *text = g_string_new (NULL);
  char time[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];

  for (TimePart part = 0; part < N_TIME_PARTS; part++)
    g_string_append_printf (text, "%s%s: %s, %s", part > 0 ? "\n" : "", _ (looks[part].label),
                            number_text_duration (numbers, (double) parts[part], time),
                            number_text_tenths (numbers, tenths[part], share));
  return g_string_free (text, FALSE);
}

AreaSheet *
area_sheet_new (const Profile *profile,
                const AreaStats *stats,
                int64_t begin_ns,
                int64_t end_ns,
                const NumberStyle *numbers)
{
  AreaSheet *sheet = g_new0 (AreaSheet, 1);
  const TimeSplit *split = &stats->split;
  const int64_t parts[N_TIME_PARTS] = { split->compute_ns, split->exposed_communication_ns,
                                        split->exposed_copy_ns, split->idle_ns };

  sheet->tables[TABLE_KERNELS] = make_kernels (profile, stats, numbers);
  sheet->tables[TABLE_TRACKS] = make_tracks (profile, stats, end_ns - begin_ns, numbers);
  sheet->split = *split;
  sheet->n_devices = stats->summary.n_devices;
  percent_parts (parts, N_TIME_PARTS, sheet->tenths);
  sheet->parts_text = split->total_ns > 0 ? describe_parts (parts, sheet->tenths, numbers) : g_strdup ("");
  return sheet;
}

void
area_sheet_free (AreaSheet *sheet)
{
  if (sheet == NULL)
    return;
  for (int i = 0; i < N_TABLES; i++)
    figure_table_free (sheet->tables[i]);
  g_free (sheet->parts_text);
  g_free (sheet);
}

/* ---- drawing ---- */

typedef struct
{
  Rect tables[N_TABLES], ring;
  double height_px;
} SheetLayout;

static SheetLayout
lay_out (const DrawStyle *style, double width_px)
{
  double scale = text_cache_scale (style->text), gap_px = round (GAP_PX * scale);
  double height_px = figure_table_height_px (style, AREA_SHEET_ROWS);
  SheetLayout layout;

  if (width_px >= WIDE_PX * scale)
    {
      double ring_px = round (RING_PX * scale), rest_px = width_px - ring_px - 2 * gap_px;
      double kernels_px = round (rest_px * 0.48);

      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, kernels_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ kernels_px + gap_px, 0, rest_px - kernels_px, height_px };
      layout.ring = (Rect){ width_px - ring_px, 0, ring_px, height_px };
      layout.height_px = height_px;
    }
  else if (width_px >= MIDDLE_PX * scale)
    {
      double half_px = round ((width_px - gap_px) / 2);

      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, half_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ half_px + gap_px, 0, width_px - half_px - gap_px, height_px };
      layout.ring = (Rect){ 0, height_px + gap_px, width_px, height_px };
      layout.height_px = 2 * height_px + gap_px;
    }
  else
    {
      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, width_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ 0, height_px + gap_px, width_px, height_px };
      layout.ring = (Rect){ 0, 2 * (height_px + gap_px), width_px, height_px };
      layout.height_px = 3 * height_px + 2 * gap_px;
    }
  return layout;
}

int
area_sheet_height_px (const DrawStyle *style, int width_px)
{
  return (int) ceil (lay_out (style, width_px).height_px);
}

static void
draw_ring (cairo_t *cr, const Rect *rect, const DrawStyle *style, const AreaSheet *sheet)
{
  char values[N_TIME_PARTS][NUMBER_TEXT_MAX], shares[N_TIME_PARTS][NUMBER_TEXT_MAX];
  char figure[NUMBER_TEXT_MAX], length[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];
  ChartPart parts[N_TIME_PARTS];
  int n_parts = 0;
  Rect body = figure_table_body (rect, style);

  if (sheet == NULL || sheet->split.total_ns <= 0)
    {
      figure_table_draw_frame (cr, rect, style, _ ("GPU time"),
                               sheet == NULL ? "" : _ ("No stream of a GPU is among the rows"));
      return;
    }
  const int64_t times[N_TIME_PARTS] = { sheet->split.compute_ns, sheet->split.exposed_communication_ns,
                                        sheet->split.exposed_copy_ns, sheet->split.idle_ns };
  for (TimePart part = 0; part < N_TIME_PARTS; part++)
    if (times[part] > 0)
      parts[n_parts++] = (ChartPart){
        .label = _ (looks[part].label),
        .value = number_text_duration (style->numbers, (double) times[part], values[part]),
        .share = number_text_tenths (style->numbers, sheet->tenths[part], shares[part]),
        .amount = (double) times[part],
        .look = looks[part].look,
        .work = looks[part].work,
      };
  number_text_tenths (style->numbers, 1000 - (int64_t) sheet->tenths[PART_IDLE], figure);
  number_text_duration (style->numbers, (double) (sheet->split.total_ns / MAX (sheet->n_devices, 1)), length);
  number_text_count (style->numbers, sheet->n_devices, n);
  g_autofree char *note =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Each instant once; parts of %s, %s GPU",
                                  "Each instant once; parts of %s × %s GPUs", sheet->n_devices),
                     length, n);
  figure_table_draw_frame (cr, rect, style, _ ("GPU time"), note);
  const RingChart ring = { .parts = parts, .n_parts = n_parts, .figure = figure, .caption = _ ("busy") };
  ring_chart_draw (cr, &body, style, &ring, NULL, NULL);
}

void
area_sheet_draw (cairo_t *cr,
                 int width_px,
                 const DrawStyle *style,
                 const AreaSheet *sheet,
                 const ChartMarks *marks,
                 ChartMap *ret_map)
{
  SheetLayout layout = lay_out (style, width_px);
  int first_part = 0;

  chart_map_clear (ret_map);
  for (TableId id = 0; id < N_TABLES; id++)
    {
      if (sheet == NULL)
        {
          figure_table_draw_ghost (cr, &layout.tables[id], style,
                                   id == TABLE_KERNELS ? _ ("Kernels") : _ ("Rows"), AREA_SHEET_ROWS);
          continue;
        }
      figure_table_draw (cr, &layout.tables[id], style, sheet->tables[id], first_part, marks, ret_map);
      first_part += figure_table_n_rows (sheet->tables[id]);
    }
  draw_ring (cr, &layout.ring, style, sheet);
}

/* ---- rows ---- */

/* The table of a part, and the row in it. */
static const FigureTable *
table_of (const AreaSheet *sheet, int part, int *ret_row)
{
  int n_kernels = figure_table_n_rows (sheet->tables[TABLE_KERNELS]);

  *ret_row = part < n_kernels ? part : part - n_kernels;
  return sheet->tables[part < n_kernels ? TABLE_KERNELS : TABLE_TRACKS];
}

int
area_sheet_n_parts (const AreaSheet *sheet)
{
  return figure_table_n_rows (sheet->tables[TABLE_KERNELS])
         + figure_table_n_rows (sheet->tables[TABLE_TRACKS]);
}

uint64_t
area_sheet_slice (const AreaSheet *sheet, int part)
{
  int row;

  if (part < 0 || part >= area_sheet_n_parts (sheet))
    return SLICE_NONE;
  const FigureTable *table = table_of (sheet, part, &row);
  return figure_table_slice (table, row);
}

char *
area_sheet_text (const AreaSheet *sheet, int part)
{
  int row, n = area_sheet_n_parts (sheet);
  GString *text;

  if (part >= 0 && part < n)
    {
      const FigureTable *table = table_of (sheet, part, &row);
      return figure_table_text (table, row);
    }
  text = g_string_new (sheet->parts_text);
  for (int i = 0; i < n; i++)
    {
      const FigureTable *table = table_of (sheet, i, &row);
      g_autofree char *line = figure_table_text (table, row);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  return g_string_free (text, FALSE);
}
