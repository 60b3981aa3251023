/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/panes/pane_summary.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/model/device_word.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/pane/gap_target.h"
#include "widgets/dashboard/sections/section_steps.h"
#include "widgets/dashboard/sections/section_time.h"

/* Of the card at 100 % text: middles of the lines, and the bar. */
#define SENTENCE_Y_PX    24
#define SENTENCE_LINE_PX 22
#define FIGURE_Y_PX      54
#define CAPTION_Y_PX     72
#define BAR_Y_PX         87
#define BAR_HEIGHT_PX    18
#define HEIGHT_PX        120
#define INSET_PX         16
#define NO_GPU_HEIGHT_PX 76 /* there are no figures then */
#define BUTTON_PX        72 /* what stands at the right of the sentence on the screen */

#define CAPTION_LINE_PX 14

/* The longest sentences, and a page on which every caption has one line; at 100 % text. */
#define SENTENCE_WIDTH_PX    1480
#define ONE_CAPTION_WIDTH_PX 850
#define SENTENCE_LINES_MAX   4

/* The five figures. Those that are parts of the time are also in the bar; compute is only in the bar. */
enum
{
  PART_STEP,
  PART_ACTIVE,
  PART_COMMUNICATION,
  PART_COPY,
  PART_IDLE,
  N_FIGURES,
  PART_COMPUTE = N_FIGURES,
  N_PARTS
};

static const char *const labels[N_PARTS] = {
  [PART_STEP] = N_ ("Step time, median"),
  [PART_ACTIVE] = N_ ("GPU active"),
  [PART_COMMUNICATION] = N_ ("Exposed communication"),
  [PART_COPY] = N_ ("Exposed memcpy"),
  [PART_IDLE] = N_ ("GPU idle"),
  [PART_COMPUTE] = N_ ("Compute"),
};

static char *
label_of (const DashboardData *data, int part)
{
  return device_word_in (data->scope.trace, g_strdup (_ (labels[part])));
}

/* The bar, from left to right. */
static const struct
{
  int part;
  WorkKind work;
  ChartLook look;
} bar_parts[] = {
  { PART_COMPUTE, WORK_GEMM, CHART_WORK },
  { PART_COMMUNICATION, WORK_COMMUNICATION, CHART_WORK },
  { PART_COPY, WORK_MEMCPY, CHART_WORK },
  { PART_IDLE, WORK_COMPUTE, CHART_IDLE },
};

/* Lines reserved for the sentence, so that nothing moves when the figures arrive. */
static int
n_sentence_lines (double width_px, double scale, bool has_gpu)
{
  double room_px = MAX (width_px - 2 * INSET_PX - BUTTON_PX, 1);

  if (!has_gpu)
    return 1;
  return (int) CLAMP (ceil (SENTENCE_WIDTH_PX * scale / room_px), 1, SENTENCE_LINES_MAX);
}

static int
n_caption_lines (double width_px, double scale)
{
  return width_px < ONE_CAPTION_WIDTH_PX * scale ? 2 : 1;
}

/* The advice shown instead of figures may need a second line too. */
static double
height_px (double width_px, double scale, bool has_gpu)
{
  int n_sentence = n_sentence_lines (width_px, scale, has_gpu);
  int n_caption = n_caption_lines (width_px, scale);

  return scale
         * ((has_gpu ? HEIGHT_PX : NO_GPU_HEIGHT_PX) + SENTENCE_LINE_PX * (n_sentence - 1)
            + CAPTION_LINE_PX * (n_caption - 1));
}

int
pane_summary_height_px (int width_px, double text_scale, bool has_gpu)
{
  return (int) lround (height_px (width_px - 2 * DASHBOARD_MARGIN_PX, MAX (text_scale, 1.0), has_gpu));
}

static uint32_t
tenths_of (const DashboardData *data, int part)
{
  switch (part)
    {
    case PART_ACTIVE:
      return dashboard_time (data)->active_tenths;
    case PART_COMMUNICATION:
      return dashboard_time (data)->part_tenths[TIME_EXPOSED_COMMUNICATION];
    case PART_COPY:
      return dashboard_time (data)->part_tenths[TIME_EXPOSED_COPY];
    case PART_IDLE:
      return dashboard_time (data)->idle_tenths;
    default:
      return dashboard_time (data)->part_tenths[TIME_COMPUTE];
    }
}

static int64_t
time_of (const DashboardData *data, int part)
{
  switch (part)
    {
    case PART_ACTIVE:
      return dashboard_devices (data)->split.busy_ns;
    case PART_COMMUNICATION:
      return dashboard_devices (data)->split.exposed_communication_ns;
    case PART_COPY:
      return dashboard_devices (data)->split.exposed_copy_ns;
    case PART_IDLE:
      return dashboard_devices (data)->split.idle_ns;
    default:
      return dashboard_devices (data)->split.compute_ns;
    }
}

static const char *
figure_text (const DashboardData *data, const NumberStyle *numbers, int part, char buffer[NUMBER_TEXT_MAX])
{
  if (part == PART_STEP)
    return dashboard_steps (data)->wall.count > 0
             ? number_text_duration (numbers, dashboard_steps (data)->wall.median_ns, buffer)
             : _ ("n/a");
  return dashboard_devices (data)->split.total_ns > 0
           ? number_text_tenths (numbers, tenths_of (data, part), buffer)
           : _ ("n/a");
}

static void
map_add (ChartMap *map, int part, const Rect *rect)
{
  if (map->n < CHART_AREAS_MAX)
    map->areas[map->n++] = (ChartArea){ .part = part, .series = -1, .rect = *rect };
}

static void
draw_mark (cairo_t *cr, const DrawStyle *style, const Rect *rect, bool is_focused)
{
  const double dashes[] = { 4, 3 };

  cairo_save (cr);
  cairo_rectangle (cr, rect->x_px + 1, rect->y_px + 1, rect->width_px - 2, rect->height_px - 2);
  theme_set_source (cr, is_focused ? style->theme->accent : style->theme->rule);
  cairo_set_line_width (cr, is_focused ? 2 : 1);
  if (is_focused)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Where the lines of the card are. */
typedef struct
{
  double scale, sentence_width_px, sentence_height_px;
  int n_sentence_lines, n_caption_lines;
  double sentence_y_px, figures_y_px,
    bar_y_px; /* tops; of the figures: of the card as if it had but one line */
} Plan;

/* Lines that the sentence does not need are shared by the spaces between those that are there. */
static Plan
make_plan (const Rect *rect, const DrawStyle *style, const DashboardData *data, const char *sentence)
{
  double scale = MAX (text_cache_scale (style->text), 1.0);
  double line_px = text_height_px (style->text, TEXT_SENTENCE);
  Plan plan = {
    .scale = scale,
    .sentence_width_px = rect->width_px - 2 * INSET_PX - BUTTON_PX,
    .n_sentence_lines = n_sentence_lines (rect->width_px, scale, data->has_gpu),
    .n_caption_lines = n_caption_lines (rect->width_px, scale),
  };

  plan.sentence_height_px = text_draw_wrapped (style->text, NULL, TEXT_SENTENCE, style->theme->text, 0, 0,
                                               plan.sentence_width_px, plan.n_sentence_lines, sentence);
  double n_used = MAX (round (plan.sentence_height_px / line_px), 1);
  double spare_px = (plan.n_sentence_lines - n_used) * SENTENCE_LINE_PX * scale;
  double below_px = rect->y_px + (n_used - 1) * SENTENCE_LINE_PX * scale;

  plan.sentence_y_px = rect->y_px + SENTENCE_Y_PX * scale - line_px / 2 + 0.2 * spare_px;
  plan.figures_y_px = below_px + 0.45 * spare_px;
  plan.bar_y_px =
    round (below_px + 0.65 * spare_px + (BAR_Y_PX + CAPTION_LINE_PX * (plan.n_caption_lines - 1)) * scale);
  return plan;
}

static void
draw_figures (cairo_t *cr,
              const Rect *rect,
              const DrawStyle *style,
              const DashboardData *data,
              const Plan *plan,
              const ChartMarks *marks,
              ChartMap *map)
{
  double pitch_px = rect->width_px / N_FIGURES, scale = plan->scale, top_px = plan->figures_y_px;
  double caption_px = text_height_px (style->text, TEXT_CAPTION);

  for (int part = 0; part < N_FIGURES; part++)
    {
      g_autofree char *label = label_of (data, part);
      char buffer[NUMBER_TEXT_MAX];
      double x_px = rect->x_px + pitch_px * part;
      const Rect place = {
        .x_px = x_px - (part > 0 ? 8 : 0),
        .y_px = top_px + (FIGURE_Y_PX - 16) * scale,
        .width_px = pitch_px - 8,
        .height_px =
          (CAPTION_Y_PX - FIGURE_Y_PX + 26 + CAPTION_LINE_PX * (plan->n_caption_lines - 1)) * scale,
      };

      if (marks->focused == part || (marks->hovered == part && part == PART_IDLE))
        draw_mark (cr, style, &place, marks->focused == part);
      text_draw_fitted (style->text, cr, TEXT_SUMMARY, style->theme->text, TEXT_LEFT, TEXT_MIDDLE, x_px,
                        top_px + FIGURE_Y_PX * scale, pitch_px - 16,
                        figure_text (data, style->numbers, part, buffer));
      text_draw_wrapped (style->text, cr, TEXT_CAPTION, style->theme->secondary, x_px,
                         top_px + CAPTION_Y_PX * scale - caption_px / 2, pitch_px - 8, plan->n_caption_lines,
                         label);
      map_add (map, part, &place);
    }
}

static void
draw_bar (cairo_t *cr,
          const Rect *rect,
          const DrawStyle *style,
          const DashboardData *data,
          const ChartMarks *marks,
          ChartMap *ret_map)
{
  char shares[G_N_ELEMENTS (bar_parts)][NUMBER_TEXT_MAX];
  ChartPart parts[G_N_ELEMENTS (bar_parts)];
  ChartMarks bar_marks = CHART_NO_MARKS;

  for (int i = 0; i < (int) G_N_ELEMENTS (bar_parts); i++)
    {
      int part = bar_parts[i].part;

      parts[i] = (ChartPart){
        .label = part == PART_IDLE ? _ ("Idle") : _ (labels[part]),
        .share = number_text_tenths (style->numbers, tenths_of (data, part), shares[i]),
        .amount = (double) time_of (data, part),
        .look = bar_parts[i].look,
        .work = bar_parts[i].work,
      };
      parts[i].value = parts[i].share;
      if (marks->hovered == part)
        bar_marks.hovered = i;
      /* A part with a figure is focused at the figure. */
      if (marks->focused == part && part == PART_COMPUTE)
        bar_marks.focused = i;
    }
  const ShareBar bar = { .parts = parts, .n_parts = (int) G_N_ELEMENTS (parts) };

  share_bar_draw (cr, rect, style, &bar, &bar_marks, ret_map);
  for (int i = 0; i < ret_map->n; i++)
    ret_map->areas[i].part = bar_parts[ret_map->areas[i].part].part;
}

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  const DashboardData *data = pane->data;
  const Theme *theme = style->theme;
  g_autofree char *sentence = dashboard_text_sentence (data, style->numbers);
  const Plan plan = make_plan (rect, style, data, sentence);
  const Rect inner = {
    .x_px = rect->x_px + INSET_PX,
    .y_px = plan.bar_y_px,
    .width_px = rect->width_px - 2 * INSET_PX,
    .height_px = BAR_HEIGHT_PX * plan.scale,
  };

  ret_map->n = 0;
  text_draw_wrapped (style->text, cr, TEXT_SENTENCE, theme->text, inner.x_px, plan.sentence_y_px,
                     plan.sentence_width_px, plan.n_sentence_lines, sentence);
  if (!data->has_gpu)
    {
      text_draw_wrapped (style->text, cr, TEXT_BODY, theme->secondary, inner.x_px,
                         plan.sentence_y_px + plan.sentence_height_px + 6 * plan.scale, inner.width_px, 2,
                         dashboard_text_advice (data));
      return;
    }
  if (dashboard_devices (data)->split.total_ns > 0)
    draw_bar (cr, &inner, style, data, marks, ret_map);
  draw_figures (cr, &inner, style, data, &plan, marks, ret_map);
}

/* The sentence says it. */
static char *
empty (const PaneContext *pane)
{
  (void) pane;
  return NULL;
}

static char *
part_text (const PaneContext *pane, int part)
{
  const DashboardData *data = pane->data;
  g_autofree char *label = label_of (data, part);
  char buffer[NUMBER_TEXT_MAX];

  if (part == PART_STEP || dashboard_devices (data)->split.total_ns == 0)
    /* Translators: "Step time, median: 76.80 ms" */
    return g_strdup_printf (_ ("%s: %s"), label, figure_text (data, pane->numbers, part, buffer));
  return dashboard_text_part (pane->numbers, label, tenths_of (data, part), time_of (data, part));
}

static char *
alternative (const PaneContext *pane)
{
  const char *advice = dashboard_text_advice (pane->data);
  g_autofree char *sentence = dashboard_text_sentence (pane->data, pane->numbers);
  g_autoptr (GString) out = g_string_new (sentence);

  if (advice != NULL)
    g_string_append_printf (out, "\n%s", advice);
  for (int part = 0; part < N_PARTS; part++)
    {
      g_autofree char *line = part_text (pane, part);

      g_string_append_printf (out, "\n%s", line);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Undefined figures are left empty. */
static PaneTable *
table_of (const PaneContext *pane)
{
  const DashboardData *data = pane->data;
  g_autofree char *share = device_word_in (data->scope.trace, g_strdup (_ ("Share of window × GPUs (%)")));
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Figure"), false },
    { _ ("Time (ns)"), true },
    { share, true },
    { NULL, false },
  });

  for (int part = 0; part < N_PARTS; part++)
    {
      bool has_time = part == PART_STEP ? dashboard_steps (data)->wall.count > 0
                                        : dashboard_devices (data)->split.total_ns > 0;

      g_autofree char *label = label_of (data, part);

      pane_table_add (table, label);
      if (!has_time)
        pane_table_add (table, "");
      else if (part == PART_STEP)
        pane_table_add_ns (table, (int64_t) (dashboard_steps (data)->wall.median_ns + 0.5));
      else
        pane_table_add_ns (table, time_of (data, part));
      if (has_time && part != PART_STEP)
        pane_table_add_tenths (table, tenths_of (data, part), pane->numbers->decimal);
      else
        pane_table_add (table, "");
    }
  return table;
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  /* Of what a part is made up. */
  static const char *const tables[N_PARTS] = {
    [PART_STEP] = "steps",  [PART_ACTIVE] = "kernels",  [PART_COMMUNICATION] = "collectives",
    [PART_COPY] = "memory", [PART_COMPUTE] = "kernels",
  };

  return part == PART_IDLE ? longest_gap_target (pane->data)
                           : (PaneTarget){ .kind = TARGET_TABLE, .table = tables[part] };
}

const Pane pane_summary = {
  .id = "summary",
  .is_of_memory = true,
  .title = N_ ("Summary"),
  .definition =
    N_ ("The total time, window × GPUs in scope, divided into what the GPUs did: compute, communication "
        "that no compute covers, memcpy and memset that neither covers, and idle. The four add up to 100 "
        "%; \"GPU active\" is the sum of the first three.\n"
        "The largest wait is the largest of exposed communication, exposed memcpy, idle time that waited "
        "for the host (the work that ended the gap was launched after the gap began) and other idle time.\n"
        "Traps: exposed communication need not have delayed anything. The step time is the median wall "
        "time of the steps that begin in the window; a step that the recording cuts off is left out.\n"
        "Click idle to go to the longest gap, another part to open the table of what ran."),
  .needs = SECTION_BIT (SECTION_TIME) | SECTION_BIT (SECTION_STEPS),
  .of_job = PANE_JOB_WHOLE,
  .shape = { .span = 0 },
  .ghost = GHOST_SUMMARY,
  .draw = draw,
  .empty = empty,
  .table = table_of,
  .alternative = alternative,
  .part_text = part_text,
  .part_target = part_target,
};
