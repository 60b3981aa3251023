/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_idle.h"

#include <glib/gi18n-lib.h>

#include "trace/naming/display_name.h"
#include "widgets/dashboard/pane/api_words.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/sections/section_idle.h"
#include "widgets/dashboard/sections/section_time.h"

/* Wide enough for causes and gaps side by side, at 100 % text. */
#define SIDE_BY_SIDE_PX 640

#define COLUMN_GAP_PX 24

/* The minimum width of a column of gaps if there are two. */
#define GAP_COLUMN_PX 300

static const struct
{
  ApiWords label;
  ChartLook look;
  WorkKind work;
} causes[N_IDLE_CAUSES] = {
  [IDLE_PROFILER] = { { .other = N_ ("Host: profiler") }, CHART_OTHERS, WORK_COMPUTE },
  [IDLE_LOADER] = { { .other = N_ ("Host: data loader") }, CHART_WORK, WORK_ANNOTATION },
  /* clang-format off */
  [IDLE_SYNC_CALL] = { { .other = N_ ("Host: waiting in a runtime call"), .cuda = N_ ("Host: waiting in a CUDA API call"), .hip = N_ ("Host: waiting in a HIP API call") }, CHART_WORK, WORK_CALL },
  /* clang-format on */
  [IDLE_ALLOCATION] = { { .other = N_ ("Host: allocating memory") }, CHART_WORK, WORK_CALL },
  /* clang-format off */
  [IDLE_CALL] = { { .other = N_ ("Host: other runtime calls"), .cuda = N_ ("Host: other CUDA API calls"), .hip = N_ ("Host: other HIP API calls") }, CHART_WORK, WORK_CALL },
  /* clang-format on */
  [IDLE_OPERATOR] = { { .other = N_ ("Host: operators") }, CHART_WORK, WORK_OPERATOR },
  [IDLE_PYTHON] = { { .other = N_ ("Host: Python") }, CHART_WORK, WORK_PYTHON },
  [IDLE_ANNOTATION] = { { .other = N_ ("Host: annotation") }, CHART_WORK, WORK_ANNOTATION },
  [IDLE_HOST_UNKNOWN] = { { .other = N_ ("Host: not recorded") }, CHART_IDLE, WORK_COMPUTE },
  [IDLE_SYNC] = { { .other = N_ ("Host waited for the GPU") }, CHART_WORK, WORK_SYNC },
  [IDLE_STREAM_WAIT] = { { .other = N_ ("Event of another stream") }, CHART_WORK, WORK_SYNC },
  [IDLE_COLLECTIVE] = { { .other = N_ ("Collective of another rank") }, CHART_WORK, WORK_COMMUNICATION },
  [IDLE_LAUNCH_OVERHEAD] = { { .other = N_ ("Launch overhead") }, CHART_WORK, WORK_CALL },
  [IDLE_NO_NEXT] = { { .other = N_ ("Unknown: nothing follows") }, CHART_IDLE, WORK_COMPUTE },
  [IDLE_NO_LAUNCH] = { { .other = N_ ("Unknown: no launch in the file") }, CHART_IDLE, WORK_COMPUTE },
  [IDLE_QUEUED] = { { .other = N_ ("Unknown: was already queued") }, CHART_IDLE, WORK_COMPUTE },
  [IDLE_NOT_RECORDED] = { { .other = N_ ("Unknown: not recorded yet") }, CHART_IDLE, WORK_COMPUTE },
};

/* Returns the display name of the slice that caused a gap, or the cause if it is not a slice of the launching thread. */
static const char *
gap_label (const DashboardData *data, const CausedGap *caused)
{
  const Trace *trace = data->scope.trace;

  if (caused->gap.host == SLICE_NONE || caused->cause == IDLE_PROFILER || caused->cause == IDLE_HOST_UNKNOWN
      || idle_class_of (caused->cause) > IDLE_CLASS_SYNC)
    return api_words_label (&causes[caused->cause].label, trace);
  return trace_display_name (trace, slice_name (trace_slices (trace), caused->gap.host));
}

/* ---- drawing ---- */

typedef struct
{
  Rect causes, gaps; /* below their headings; gaps: of one column */
  double heading_px;
  int n_columns; /* of gaps, beside each other */
} Places;

/* Draws causes and gaps side by side; the gaps in two columns if one has no room for them. */
static int
columns_of_gaps (const Rect *rect, const DrawStyle *style, double heading_px, size_t n_gaps)
{
  double scale = MAX (text_cache_scale (style->text), 1.0);
  double rows = floor ((rect->height_px - heading_px) / bar_chart_row_min_px (style));

  return (double) n_gaps > rows && rect->width_px >= 3 * GAP_COLUMN_PX * scale + 2 * COLUMN_GAP_PX ? 2 : 1;
}

static Places
divide (const Rect *rect, const DrawStyle *style, int n_causes, size_t n_gaps)
{
  double scale = MAX (text_cache_scale (style->text), 1.0);
  double heading = ceil (text_height_px (style->text, TEXT_CAPTION)) + 4;
  Places places = { *rect, *rect, heading, 1 };

  if (rect->width_px >= SIDE_BY_SIDE_PX * scale)
    {
      places.n_columns = columns_of_gaps (rect, style, heading, n_gaps);
      places.causes.width_px = places.gaps.width_px =
        floor ((rect->width_px - COLUMN_GAP_PX * places.n_columns) / (1 + places.n_columns));
      places.gaps.x_px += places.causes.width_px + COLUMN_GAP_PX;
    }
  else
    {
      double rows = MIN (n_causes, 6) * ceil (text_height_px (style->text, TEXT_CAPTION)) + heading;

      places.causes.height_px = MIN (rows, floor (rect->height_px * 0.6));
      places.gaps.y_px += places.causes.height_px + 8;
      places.gaps.height_px -= places.causes.height_px + 8;
    }
  places.causes.y_px += heading;
  places.causes.height_px -= heading;
  places.gaps.y_px += heading;
  places.gaps.height_px -= heading;
  return places;
}

static void
draw_heading (cairo_t *cr, const DrawStyle *style, const Places *places, const Rect *below, const char *text)
{
  text_draw_fitted (style->text, cr, TEXT_CAPTION, style->theme->secondary, TEXT_LEFT, TEXT_MIDDLE,
                    below->x_px + CHART_ROW_PAD_PX, below->y_px - places->heading_px / 2, below->width_px,
                    text);
}

static void
draw_causes (cairo_t *cr,
             const Rect *rect,
             const DrawStyle *style,
             const Trace *trace,
             const IdleFigures *idle,
             const ChartMarks *marks,
             ChartMap *map)
{
  char values[N_IDLE_CAUSES][NUMBER_TEXT_MAX], shares[N_IDLE_CAUSES][NUMBER_TEXT_MAX];
  char counts[N_IDLE_CAUSES][NUMBER_TEXT_MAX];
  ChartPart parts[N_IDLE_CAUSES];

  for (int i = 0; i < idle->n_order; i++)
    {
      IdleCause cause = idle->order[i];
      const IdleSum *sum = &idle->causes.causes[cause];

      parts[i] = (ChartPart){
        .label = api_words_label (&causes[cause].label, trace),
        .value = number_text_duration (style->numbers, (double) sum->total_ns, values[i]),
        .share = number_text_tenths (style->numbers, idle->cause_tenths[cause], shares[i]),
        .extra = number_text_count (style->numbers, sum->n_gaps, counts[i]),
        .amount = (double) sum->total_ns,
        .look = causes[cause].look,
        .work = causes[cause].work,
      };
    }
  bar_chart_draw (cr, rect, style, &(BarChart){ .parts = parts, .n_parts = idle->n_order }, marks, map);
}

/* Draws the bars of a column at the same scale as the other column. Appends its parts to the map. */
static void
draw_column (cairo_t *cr,
             const Rect *rect,
             const DrawStyle *style,
             const BarChart *chart,
             int first_part,
             const ChartMarks *marks,
             ChartMap *map)
{
  ChartMarks own = CHART_NO_MARKS;
  g_autofree ChartMap *areas = map != NULL ? g_new (ChartMap, 1) : NULL;

  if (marks != NULL)
    own =
      (ChartMarks){ marks->hovered - first_part, marks->selected - first_part, marks->focused - first_part };
  bar_chart_draw (cr, rect, style, chart, &own, areas);
  for (int i = 0; areas != NULL && i < areas->n && map->n < CHART_AREAS_MAX; i++)
    {
      map->areas[map->n] = areas->areas[i];
      map->areas[map->n++].part += first_part;
    }
}

static void
draw_gaps (cairo_t *cr,
           const Places *places,
           const DrawStyle *style,
           const PaneContext *pane,
           const ChartMarks *marks,
           ChartMap *map)
{
  const IdleFigures *idle = dashboard_idle (pane->data);
  const CausedGapColumn *longest = &idle->causes.longest;
  char values[DASHBOARD_GAPS][NUMBER_TEXT_MAX];
  ChartPart parts[DASHBOARD_GAPS];
  int n = (int) longest->n, n_each = (n + places->n_columns - 1) / places->n_columns;
  Rect rect = places->gaps;

  for (int i = 0; i < n; i++)
    parts[i] = (ChartPart){
      .label = gap_label (pane->data, &longest->at[i]),
      .value =
        number_text_duration (style->numbers, (double) idle_gap_length_ns (&longest->at[i].gap), values[i]),
      .amount = (double) idle_gap_length_ns (&longest->at[i].gap),
      .look = causes[longest->at[i].cause].look,
      .work = causes[longest->at[i].cause].work,
    };
  for (int first = 0; first < n; first += n_each)
    {
      const BarChart chart = { .parts = parts + first,
                               .n_parts = MIN (n_each, n - first),
                               .full = parts[0].amount };

      draw_column (cr, &rect, style, &chart, idle->n_order + first, marks, map);
      rect.x_px += rect.width_px + COLUMN_GAP_PX;
    }
}

/* Parts are causes in their order, then gaps. */
static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const IdleFigures *idle = dashboard_idle (pane->data);
  const Places places = divide (rect, style, idle->n_order, idle->causes.longest.n);

  draw_heading (cr, style, &places, &places.causes, _ ("By cause: time, share of idle, gaps"));
  draw_causes (cr, &places.causes, style, pane->data->scope.trace, idle, marks, ret_map);
  draw_heading (cr, style, &places, &places.gaps, _ ("Longest gaps"));
  draw_gaps (cr, &places, style, pane, marks, ret_map);
}

/* ---- texts ---- */

static char *
empty (const PaneContext *pane)
{
  const IdleCauses *found = &dashboard_idle (pane->data)->causes;

  if (dashboard_devices (pane->data)->split.total_ns == 0 || !dashboard_devices (pane->data)->has_work)
    return dashboard_text_no_work (pane->data, pane->numbers);
  return found->all.n_gaps > 0 ? NULL : g_strdup (_ ("The GPUs were never idle in this scope"));
}

static char *
footer (const PaneContext *pane)
{
  const IdleCauses *found = &dashboard_idle (pane->data)->causes;
  g_autofree char *window = dashboard_text_window (pane->data, pane->numbers);
  char idle[NUMBER_TEXT_MAX], below[NUMBER_TEXT_MAX];

  number_text_duration (pane->numbers, (double) found->all.total_ns, idle);
  number_text_duration (pane->numbers, (double) found->short_ns, below);
  return g_strdup_printf (ngettext ("%s idle of %s, %u GPU; one cause per gap; launch overhead below %s",
                                    "%s idle of %s × %u GPUs; one cause per gap; launch overhead below %s",
                                    pane->data->n_devices),
                          idle, window, pane->data->n_devices, below);
}

static char *
cause_text (const PaneContext *pane, IdleCause cause)
{
  const IdleFigures *figures = dashboard_idle (pane->data);
  const IdleSum *sum = &figures->causes.causes[cause];
  char time[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];

  number_text_duration (pane->numbers, (double) sum->total_ns, time);
  number_text_tenths (pane->numbers, figures->cause_tenths[cause], share);
  number_text_count (pane->numbers, sum->n_gaps, count);
  /* Translators: "Host: data loader: 354.4 ms, 76.7 % of idle, 6 gaps" */
  return g_strdup_printf (ngettext ("%s: %s, %s of idle, %s gap", "%s: %s, %s of idle, %s gaps", sum->n_gaps),
                          api_words_label (&causes[cause].label, pane->data->scope.trace), time, share,
                          count);
}

static char *
gap_text (const PaneContext *pane, const CausedGap *caused)
{
  const Trace *trace = pane->data->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  const IdleGap *gap = &caused->gap;
  g_autofree char *device = dashboard_text_device (trace, gap->device);
  char length[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX], part[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_duration (pane->numbers, (double) idle_gap_length_ns (gap), length);
  number_text_duration (pane->numbers, (double) gap->begin_ns, begin);
  /* Translators: "GPU 3: idle for 2.440 ms, from 107.0 ms" */
  g_string_append_printf (out, _ ("%s: idle for %s, from %s"), device, length, begin);
  g_string_append_printf (out, "\n%s", api_words_label (&causes[caused->cause].label, trace));
  if (gap->host != SLICE_NONE)
    {
      number_text_duration (pane->numbers, (double) gap->host_ns, part);
      g_string_append_c (out, '\n');
      /* Translators: a slice on the host, and how much of a gap it covers */
      g_string_append_printf (out, _ ("%s (%s of the gap)"),
                              trace_display_name (trace, slice_name (slices, gap->host)), part);
    }
  if (gap->next != SLICE_NONE)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("Next: %s"),
                              trace_display_name (trace, slice_name (slices, gap->next)));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
part_text (const PaneContext *pane, int part)
{
  const IdleFigures *figures = dashboard_idle (pane->data);

  return part < figures->n_order ? cause_text (pane, figures->order[part])
                                 : gap_text (pane, &figures->causes.longest.at[part - figures->n_order]);
}

static char *
alternative (const PaneContext *pane)
{
  const IdleFigures *figures = dashboard_idle (pane->data);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *definition = footer (pane);

  for (int part = 0; part < figures->n_order; part++)
    {
      g_autofree char *line = cause_text (pane, figures->order[part]);

      g_string_append_printf (out, "%s\n", line);
    }
  for (size_t i = 0; i < figures->causes.longest.n; i++)
    {
      g_autofree char *lines = gap_text (pane, &figures->causes.longest.at[i]);

      g_strdelimit (lines, "\n", ',');
      g_string_append_printf (out, "%s\n", lines);
    }
  g_string_append (out, definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Causes first: their cells of single gaps are empty, and those of gaps the count of gaps. */
static PaneTable *
table_of (const PaneContext *pane)
{
  const IdleFigures *figures = dashboard_idle (pane->data);
  const Trace *trace = pane->data->scope.trace;
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Cause"), false },
    { _ ("Time (ns)"), true },
    { _ ("Share of idle (%)"), true },
    { _ ("Gaps"), true },
    { dashboard_text_device_head (pane->data->scope.trace), false },
    { _ ("Begin (ns)"), true },
    { _ ("Host"), false },
    { _ ("Next"), false },
    { NULL, false },
  });

  for (int i = 0; i < figures->n_order; i++)
    {
      IdleCause cause = figures->order[i];

      pane_table_add (table, api_words_label (&causes[cause].label, pane->data->scope.trace));
      pane_table_add_ns (table, figures->causes.causes[cause].total_ns);
      pane_table_add_tenths (table, figures->cause_tenths[cause], pane->numbers->decimal);
      pane_table_add_count (table, figures->causes.causes[cause].n_gaps);
      for (int empty_cell = 0; empty_cell < 4; empty_cell++)
        pane_table_add (table, "");
    }
  for (size_t i = 0; i < figures->causes.longest.n; i++)
    {
      const CausedGap *caused = &figures->causes.longest.at[i];
      const IdleGap *gap = &caused->gap;
      g_autofree char *device = dashboard_text_device (trace, gap->device);
      const uint64_t slices[] = { gap->host, gap->next };

      pane_table_add (table, api_words_label (&causes[caused->cause].label, trace));
      pane_table_add_ns (table, idle_gap_length_ns (gap));
      pane_table_add (table, "");
      pane_table_add (table, "");
      pane_table_add (table, device);
      pane_table_add_ns (table, gap->begin_ns);
      for (int slice = 0; slice < 2; slice++)
        pane_table_add (table,
                        slices[slice] == SLICE_NONE
                          ? ""
                          : trace_display_name (trace, slice_name (trace_slices (trace), slices[slice])));
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  const IdleFigures *figures = dashboard_idle (pane->data);
  const IdleGap *gap = part < figures->n_order ? &figures->causes.longest_of[figures->order[part]]
                                               : &figures->causes.longest.at[part - figures->n_order].gap;

  return (PaneTarget){
    .kind = TARGET_GAP,
    .device = gap->device,
    .begin_ns = gap->begin_ns,
    .end_ns = gap->end_ns,
  };
}

static char *
in_force (const PaneContext *pane)
{
  char below[NUMBER_TEXT_MAX];

  number_text_duration (pane->numbers, (double) dashboard_idle (pane->data)->causes.short_ns, below);
  return g_strdup_printf (_ ("The limit of launch overhead is %s; you can set it in the Preferences."),
                          below);
}

const Pane pane_idle = {
  .id = "idle-causes",
  .title = N_ ("Idle by cause"),
  .definition = N_ (
    "Every part of the window in which no kernel, memcpy or memset ran on a GPU has one cause, so the "
    "causes add up to window × GPUs minus the busy time. The runtime call that launched the next work "
    "decides.\n"
    "Host: the call started only after the GPU had run out of work. The cause is what the calling thread "
    "did for the largest part of the gap. Host waited for the GPU: the thread was blocked in a "
    "synchronising call when the gap began, and between the end of that call and the launch nothing lasted "
    "longer than the call did in the gap, or than the limit of launch overhead.\n"
    "Event of another stream: the work was launched before the gap, but had to wait for work on another "
    "stream that had just ended. Launch overhead: the work was launched before the gap, and the gap is "
    "shorter than the limit. Unknown: the file does not record the cause, or the recording of the rank "
    "begins later.\n"
    "Traps: a gap filled by a memcpy is not idle. A single stream that is idle while another one works is "
    "not idle either. What a thread did is known only as far as it was traced; Python stacks add more.\n"
    "Click a cause to go to its longest gap, or a gap to go to it."),
  .needs = SECTION_BIT (SECTION_IDLE) | SECTION_BIT (SECTION_DEVICES),
  .shape = { .span = 2, .grows = true },
  .ghost = GHOST_BARS,
  .needs_gpu = true,
  .draw = draw,
  .empty = empty,
  .footer = footer,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
  .in_force = in_force,
};
