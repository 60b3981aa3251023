/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/area_sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/charts/chart_map.h"
#include "widgets/charts/chart_paint.h"
#include "widgets/details/facts/area_kernels.h"
#include "widgets/details/facts/area_ring.h"
#include "widgets/details/facts/figure_table.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/duration_column.h"

/* From this width on ring and tables stand side by side, from the smaller one on the tables. */
#define WIDE_PX   1680
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
  RING_KERNELS, /* its parts are the rows of the table */
  RING_TIME,
  N_RINGS
} RingId;

struct AreaSheet
{
  FigureTable *tables[N_TABLES];
  AreaRing *rings[N_RINGS];
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
make_kernels (const Profile *profile,
              const AreaStats *stats,
              const AreaKernels *shown,
              const NumberStyle *numbers)
{
  const KernelStatsTable *kernels = &stats->kernels;
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], c[NUMBER_TEXT_MAX], d[NUMBER_TEXT_MAX];
  DurationColumn total = duration_column_of (kernels->n > 0 ? kernels->kernels[0].duration.total_ns : 0);
  double longest_mean_ns = 0;
  uint64_t n_shown = shown->n_shown;
  const char *const heads[] = { _ ("Kernel"), _ ("Count"), _ ("Total"), _ ("Mean"), _ ("Share") };

  for (uint64_t i = 0; i < n_shown; i++)
    longest_mean_ns = fmax (longest_mean_ns, kernels->kernels[i].duration.mean_ns);
  DurationColumn mean = duration_column_of ((int64_t) longest_mean_ns);
  number_text_count (numbers, kernels->count, a);
  number_text_duration (numbers, (double) kernels->total_ns, b);
  g_autofree char *note =
    kernels->count == 0
      ? g_strdup (_ ("No kernel begins in the area"))
      : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Share of %2$s; %1$s kernel begins in the area",
                                      "Share of %2$s; %1$s kernels begin in the area", kernels->count),
                         a, b);
  FigureTable *table = figure_table_new (_ ("Kernels"), heads, G_N_ELEMENTS (heads), note);

  for (uint64_t i = 0; i < n_shown; i++)
    {
      const KernelStats *kernel = &kernels->kernels[i];
      const char *cells[] = {
        trace_display_name (profile->trace, kernel->name),
        number_text_count (numbers, kernel->duration.count, a),
        duration_column_text (&total, numbers, kernel->duration.total_ns, b),
        duration_column_text (&mean, numbers, llround (kernel->duration.mean_ns), c),
        number_text_tenths (numbers, shown->tenths[i], d),
      };

      figure_table_add (table, cells, work_kind_of_kernel_name (profile->works, kernel->name), true,
                        stats->longest[i]);
    }
  if (shown->n_others > 0)
    {
      int64_t others_ns = shown->times_ns[n_shown];
      uint64_t n_launches = shown->n_other_launches;
      g_autofree char *others = area_ring_others (shown->n_others, numbers);
      const char *cells[] = {
        others,
        number_text_count (numbers, n_launches, a),
        duration_column_text (&total, numbers, others_ns, b),
        duration_column_text (&mean, numbers, others_ns / (int64_t) MAX (n_launches, 1), c),
        number_text_tenths (numbers, shown->tenths[n_shown], d),
      };

      figure_table_add_others (table, cells);
    }
  figure_table_set_n (table, n_shown + (shown->n_others > 0 ? 1 : 0));
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
  g_autofree char *note = tracks->n == 0
                            ? g_strdup (_ ("No slice in the area"))
                            : g_strdup_printf (_ ("Share of %s; Sum, Longest: slices that begin in it"), a);
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

AreaSheet *
area_sheet_new (const Profile *profile,
                const AreaStats *stats,
                int64_t begin_ns,
                int64_t end_ns,
                const NumberStyle *numbers)
{
  AreaSheet *sheet = g_new0 (AreaSheet, 1);
  AreaKernels shown = area_kernels_of (&stats->kernels);

  sheet->tables[TABLE_KERNELS] = make_kernels (profile, stats, &shown, numbers);
  sheet->tables[TABLE_TRACKS] = make_tracks (profile, stats, end_ns - begin_ns, numbers);
  sheet->rings[RING_KERNELS] = area_ring_of_kernels (profile, stats, &shown, numbers);
  sheet->rings[RING_TIME] = area_ring_of_time (stats, numbers);
  return sheet;
}

void
area_sheet_free (AreaSheet *sheet)
{
  if (sheet == NULL)
    return;
  for (int i = 0; i < N_TABLES; i++)
    figure_table_free (sheet->tables[i]);
  for (int i = 0; i < N_RINGS; i++)
    area_ring_free (sheet->rings[i]);
  g_free (sheet);
}

/* ---- drawing ---- */

static int
n_rows_of (const AreaSheet *sheet)
{
  return figure_table_n_rows (sheet->tables[TABLE_KERNELS])
         + figure_table_n_rows (sheet->tables[TABLE_TRACKS]);
}

static int
first_part_of_table (const AreaSheet *sheet, TableId id)
{
  return id == TABLE_KERNELS ? 0 : figure_table_n_rows (sheet->tables[TABLE_KERNELS]);
}

typedef struct
{
  Rect tables[N_TABLES], rings[N_RINGS];
  bool has_kernel_legend; /* the table is not beside the ring */
  double height_px;
} SheetLayout;

static SheetLayout
lay_out (const DrawStyle *style, double width_px)
{
  double scale = text_cache_scale (style->text), gap_px = round (GAP_PX * scale);
  double height_px = figure_table_height_px (style, AREA_SHEET_ROWS);
  SheetLayout layout = { .has_kernel_legend = true };

  if (width_px >= WIDE_PX * scale)
    {
      double kernel_ring_px = round (height_px * 0.8), time_ring_px = round (RING_PX * scale);
      double rest_px = width_px - kernel_ring_px - time_ring_px - 3 * gap_px;
      double kernels_px = round (rest_px * 0.5), rows_x_px = kernels_px + kernel_ring_px + 2 * gap_px;

      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, kernels_px, height_px };
      layout.rings[RING_KERNELS] = (Rect){ kernels_px + gap_px, 0, kernel_ring_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ rows_x_px, 0, rest_px - kernels_px, height_px };
      layout.rings[RING_TIME] = (Rect){ width_px - time_ring_px, 0, time_ring_px, height_px };
      layout.has_kernel_legend = false;
      layout.height_px = height_px;
    }
  else if (width_px >= MIDDLE_PX * scale)
    {
      double half_px = round ((width_px - gap_px) / 2), below_px = height_px + gap_px;
      double right_px = half_px + gap_px;

      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, half_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ right_px, 0, width_px - right_px, height_px };
      layout.rings[RING_KERNELS] = (Rect){ 0, below_px, half_px, height_px };
      layout.rings[RING_TIME] = (Rect){ right_px, below_px, width_px - right_px, height_px };
      layout.height_px = 2 * height_px + gap_px;
    }
  else
    {
      double pitch_px = height_px + gap_px;

      layout.tables[TABLE_KERNELS] = (Rect){ 0, 0, width_px, height_px };
      layout.rings[RING_KERNELS] = (Rect){ 0, pitch_px, width_px, height_px };
      layout.tables[TABLE_TRACKS] = (Rect){ 0, 2 * pitch_px, width_px, height_px };
      layout.rings[RING_TIME] = (Rect){ 0, 3 * pitch_px, width_px, height_px };
      layout.height_px = 4 * height_px + 3 * gap_px;
    }
  return layout;
}

int
area_sheet_height_px (const DrawStyle *style, int width_px)
{
  return (int) ceil (lay_out (style, width_px).height_px);
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

  chart_map_clear (ret_map);
  if (sheet == NULL)
    {
      figure_table_draw_ghost (cr, &layout.tables[TABLE_KERNELS], style, _ ("Kernels"), AREA_SHEET_ROWS);
      figure_table_draw_ghost (cr, &layout.tables[TABLE_TRACKS], style, _ ("Rows"), AREA_SHEET_ROWS);
      figure_table_draw_frame (cr, &layout.rings[RING_KERNELS], style, _ ("Kernel time"), "");
      figure_table_draw_frame (cr, &layout.rings[RING_TIME], style, _ ("GPU time"), "");
      return;
    }
  for (TableId id = 0; id < N_TABLES; id++)
    figure_table_draw (cr, &layout.tables[id], style, sheet->tables[id], first_part_of_table (sheet, id),
                       marks, ret_map);
  area_ring_draw (cr, &layout.rings[RING_KERNELS], style, sheet->rings[RING_KERNELS],
                  layout.has_kernel_legend, 0, marks, ret_map);
  area_ring_draw (cr, &layout.rings[RING_TIME], style, sheet->rings[RING_TIME], true, n_rows_of (sheet),
                  marks, ret_map);
}

/* ---- parts ---- */

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
  return n_rows_of (sheet) + area_ring_n_parts (sheet->rings[RING_TIME]);
}

uint64_t
area_sheet_slice (const AreaSheet *sheet, int part)
{
  int row;

  if (part < 0 || part >= n_rows_of (sheet))
    return SLICE_NONE;
  const FigureTable *table = table_of (sheet, part, &row);
  return figure_table_slice (table, row);
}

static char *
part_text (const AreaSheet *sheet, int part)
{
  int row, n_rows = n_rows_of (sheet);

  if (part >= n_rows)
    return area_ring_text (sheet->rings[RING_TIME], part - n_rows);
  const FigureTable *table = table_of (sheet, part, &row);
  return figure_table_text (table, row);
}

char *
area_sheet_text (const AreaSheet *sheet, int part)
{
  int n = area_sheet_n_parts (sheet), n_rows = n_rows_of (sheet);

  if (part >= 0 && part < n)
    return part_text (sheet, part);
  GString *text = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *line = part_text (sheet, (i + n_rows) % n);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  return g_string_free (text, FALSE);
}
