/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/findings/pane_findings.h"

#include <glib/gi18n-lib.h>

#include "trace/text/unit_space.h"
#include "widgets/charts/chart_map.h"
#include "widgets/dashboard/findings/dismissed_findings.h"
#include "widgets/dashboard/findings/finding_parts.h"
#include "widgets/dashboard/findings/finding_words.h"
#include "widgets/dashboard/findings/findings_text.h"
#include "widgets/dashboard/sections/section_findings.h"

/* At 100 % text. */
#define PAD_PX       8   /* above and below a row */
#define SIGN_PX      20  /* the triangle */
#define SEVERITY_PX  90
#define SIDE_PX      312 /* gain and worst place, at the right of the sentence */
#define COLUMN_GAP_PX 24
#define LINE_GAP_PX  4
#define WIDE_PX      860 /* from there on the gain stands at the right, and what is folded out has two columns */
#define GHOST_PX     92

#define SENTENCE_LINES 8
#define TEXT_LINES     6

/* What is drawn, from the top. Without a cr it is only measured. */
typedef struct
{
  cairo_t *cr;
  const DrawStyle *style;
  const PaneContext *pane;
  const ChartMarks *marks;
  ChartMap *map;
  const FindingPart *parts;
  double scale, x_px, width_px, y_px;
  bool is_wide, is_first;
} Sheet;

static double
px (const Sheet *sheet, double at_100_percent)
{
  return at_100_percent * sheet->scale;
}

/* Where the text of a row begins, from the left of the sheet. */
static double
text_inset_px (const Sheet *sheet)
{
  return px (sheet, SIGN_PX + SEVERITY_PX);
}

/* Returns the height. */
static double
put (const Sheet *sheet, TextRole role, Rgb colour, double x_px, double y_px, double width_px, int lines, const char *text)
{
  return text_draw_wrapped (sheet->style->text, sheet->cr, role, colour, x_px, y_px, MAX (width_px, 1), lines, text);
}

/* Marks a part, and says where it is. */
static void
place_part (const Sheet *sheet, int part, const Rect *rect)
{
  const double dashes[] = { 4, 3 };

  if (sheet->cr == NULL)
    return;
  chart_map_add (sheet->map, part, *rect);
  if (sheet->marks->hovered == part)
    {
      cairo_rectangle (sheet->cr, rect->x_px, rect->y_px, rect->width_px, rect->height_px);
      theme_set_source (sheet->cr, theme_mix (sheet->style->theme->text, sheet->style->theme->card, 0.07));
      cairo_fill (sheet->cr);
    }
  if (sheet->marks->focused == part)
    {
      cairo_save (sheet->cr);
      cairo_rectangle (sheet->cr, rect->x_px + 1, rect->y_px + 1, rect->width_px - 2, rect->height_px - 2);
      theme_set_source (sheet->cr, sheet->style->theme->accent);
      cairo_set_line_width (sheet->cr, 2);
      cairo_set_dash (sheet->cr, dashes, G_N_ELEMENTS (dashes), 0);
      cairo_stroke (sheet->cr);
      cairo_restore (sheet->cr);
    }
}

/* Draws a line that leads somewhere, cut where it does not fit. Returns its height. */
static double
put_link (const Sheet *sheet, TextRole role, int part, double x_px, double y_px, double width_px, const char *text)
{
  double height_px = text_height_px (sheet->style->text, role);
  double text_px = MIN (text_width_px (sheet->style->text, role, text), width_px);
  const Rect rect = { x_px - 3, y_px - 2, text_px + 6, height_px + 4 };

  place_part (sheet, part, &rect);
  if (sheet->cr != NULL)
    text_draw_fitted (sheet->style->text, sheet->cr, role, sheet->style->theme->link, TEXT_LEFT, TEXT_MIDDLE, x_px,
                      y_px + height_px / 2, width_px, text);
  return height_px;
}

/* The triangle of what folds: to the right, or down. */
static void
put_sign (const Sheet *sheet, bool is_unfolded, double middle_px)
{
  double half_px = px (sheet, 4), x_px = sheet->x_px + px (sheet, 8);

  if (sheet->cr == NULL)
    return;
  cairo_new_path (sheet->cr);
  if (is_unfolded)
    {
      cairo_move_to (sheet->cr, x_px - half_px, middle_px - half_px / 2);
      cairo_line_to (sheet->cr, x_px + half_px, middle_px - half_px / 2);
      cairo_line_to (sheet->cr, x_px, middle_px + half_px);
    }
  else
    {
      cairo_move_to (sheet->cr, x_px - half_px / 2, middle_px - half_px);
      cairo_line_to (sheet->cr, x_px - half_px / 2, middle_px + half_px);
      cairo_line_to (sheet->cr, x_px + half_px, middle_px);
    }
  cairo_close_path (sheet->cr);
  theme_set_source (sheet->cr, sheet->style->theme->secondary);
  cairo_fill (sheet->cr);
}

/* A line between what came before and what comes. */
static void
put_rule (Sheet *sheet)
{
  if (sheet->cr != NULL && !sheet->is_first)
    {
      cairo_rectangle (sheet->cr, sheet->x_px, floor (sheet->y_px), sheet->width_px, 1);
      theme_set_source (sheet->cr, sheet->style->theme->rule);
      cairo_fill (sheet->cr);
    }
  sheet->is_first = false;
}

/* ---- a row ---- */

static Rgb
colour_of (const Theme *theme, FindingSeverity severity)
{
  return severity == FINDING_HIGH ? theme->error : severity == FINDING_MEDIUM ? theme->warning_text : theme->secondary;
}

/* More marks for what is worse: the word alone says as much. */
static void
put_severity (const Sheet *sheet, FindingSeverity severity, double middle_px)
{
  double x_px = sheet->x_px + px (sheet, SIGN_PX), side_px = px (sheet, 5);
  Rgb colour = colour_of (sheet->style->theme, severity);

  if (sheet->cr == NULL)
    return;
  for (int i = 0; i < FINDING_INFO; i++)
    {
      double height_px = side_px * (i + 1) * 0.8;

      cairo_rectangle (sheet->cr, x_px + i * (side_px + 1), middle_px + side_px * 1.2 - height_px, side_px - 1, height_px);
      if (i < FINDING_INFO - (int) severity)
        theme_set_source (sheet->cr, colour);
      else
        theme_set_source_alpha (sheet->cr, sheet->style->theme->secondary, 0.3);
      cairo_fill (sheet->cr);
    }
  text_draw_fitted (sheet->style->text, sheet->cr, TEXT_TREE, colour, TEXT_LEFT, TEXT_MIDDLE,
                    x_px + 3 * side_px + px (sheet, 8), middle_px,
                    px (sheet, SEVERITY_PX) - 3 * side_px - px (sheet, 12), finding_words_severity (severity));
}

/* Draws the row of a finding, and its worst place, which is the next part. */
static void
put_row (Sheet *sheet, int part)
{
  const FindingPart *at = &sheet->parts[part];
  const Finding *finding = at->finding;
  const Theme *theme = sheet->style->theme;
  TextCache *text = sheet->style->text;
  g_autofree char *plain = finding_words_sentence (sheet->pane, finding), *sentence = unit_space_firm (plain),
                  *gain = finding_words_gain (sheet->pane, finding),
                  *worst = finding->places.n > 0 ? finding_words_worst (sheet->pane, finding) : NULL;
  double side_px = sheet->is_wide ? px (sheet, SIDE_PX) : 0, inset_px = text_inset_px (sheet);
  double text_px = sheet->width_px - inset_px - (sheet->is_wide ? side_px + px (sheet, COLUMN_GAP_PX) : 0);
  double gain_px = gain != NULL ? text_height_px (text, TEXT_GROUP) + LINE_GAP_PX : 0;
  double worst_px = worst != NULL ? text_height_px (text, TEXT_TREE) : 0;
  double top_px = sheet->y_px + px (sheet, PAD_PX), x_px = sheet->x_px + inset_px;
  double sentence_px = text_draw_wrapped (text, NULL, TEXT_BODY, theme->text, 0, 0, MAX (text_px, 1), SENTENCE_LINES,
                                          sentence);
  double inner_px = sheet->is_wide ? MAX (sentence_px, gain_px + worst_px)
                                   : sentence_px + LINE_GAP_PX + gain_px + worst_px;
  const Rect rect = { sheet->x_px, sheet->y_px + 1, sheet->width_px, inner_px + px (sheet, 2 * PAD_PX) - 1 };
  double middle_px = top_px + text_height_px (text, TEXT_BODY) / 2;

  put_rule (sheet);
  place_part (sheet, part, &rect);
  put_sign (sheet, at->is_unfolded, middle_px);
  put_severity (sheet, finding->severity, middle_px);
  put (sheet, TEXT_BODY, theme->text, x_px, top_px, text_px, SENTENCE_LINES, sentence);

  double side_x_px = sheet->is_wide ? sheet->x_px + sheet->width_px - side_px : x_px;
  double side_y_px = sheet->is_wide ? top_px : top_px + sentence_px + LINE_GAP_PX;
  double room_px = sheet->is_wide ? side_px - px (sheet, 4) : text_px;
  if (gain != NULL)
    put (sheet, TEXT_GROUP, theme->text, side_x_px, side_y_px, room_px, 1, gain);
  if (worst != NULL)
    put_link (sheet, TEXT_TREE, part + 1, side_x_px, side_y_px + gain_px, room_px, worst);
  sheet->y_px += inner_px + px (sheet, 2 * PAD_PX);
}

/* ---- what is folded out ---- */

static double
put_head (const Sheet *sheet, double x_px, double y_px, double width_px, const char *text)
{
  return put (sheet, TEXT_CAPTION_BOLD, sheet->style->theme->secondary, x_px, y_px, width_px, 1, text) + LINE_GAP_PX;
}

/* Draws the places, which are the parts from first on. Returns the height. */
static double
put_places (const Sheet *sheet, const Finding *finding, int first, double x_px, double width_px)
{
  size_t n = MIN (finding->places.n, FINDING_PLACES_SHOWN);
  double y_px = sheet->y_px;

  if (n == 0)
    return 0;
  y_px += put_head (sheet, x_px, y_px, width_px, _ ("Where"));
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *place = finding_words_place (sheet->pane, &finding->places.at[i]);

      y_px += put_link (sheet, TEXT_TREE, first + (int) i, x_px, y_px, width_px, place) + LINE_GAP_PX;
    }
  if (finding->n_places > n)
    {
      char count[NUMBER_TEXT_MAX];
      g_autofree char *more =
        g_strdup_printf (ngettext ("And %s more", "And %s more", finding->n_places - n),
                         number_text_count (sheet->pane->numbers, finding->n_places - n, count));

      y_px += put (sheet, TEXT_TREE, sheet->style->theme->secondary, x_px, y_px, width_px, 1, more);
    }
  return y_px - sheet->y_px;
}

/* Draws what to do, and how it was computed. Returns the height. */
static double
put_advice (const Sheet *sheet, const Finding *finding, double x_px, double y_px, double width_px)
{
  const FindingRule *rule = finding->rule;
  const Theme *theme = sheet->style->theme;
  double top_px = y_px, bullet_px = px (sheet, 14);
  g_autofree char *method = finding_words_of (sheet->pane, _ (rule->method)),
                  *added = finding_words_added (sheet->pane, finding);

  if (rule->advice[0] != NULL)
    y_px += put_head (sheet, x_px, y_px, width_px, _ ("What to do"));
  for (unsigned i = 0; i < RULE_ADVICE_MAX && rule->advice[i] != NULL; i++)
    {
      g_autofree char *advice = finding_words_of (sheet->pane, _ (rule->advice[i]));

      put (sheet, TEXT_TREE, theme->text, x_px, y_px, bullet_px, 1, "•");
      y_px += put (sheet, TEXT_TREE, theme->text, x_px + bullet_px, y_px, width_px - bullet_px, TEXT_LINES, advice)
              + LINE_GAP_PX;
    }
  y_px += px (sheet, PAD_PX);
  y_px += put_head (sheet, x_px, y_px, width_px, _ ("How it was computed"));
  y_px += put (sheet, TEXT_TREE, theme->secondary, x_px, y_px, width_px, TEXT_LINES, method);
  if (added != NULL)
    y_px += LINE_GAP_PX + put (sheet, TEXT_TREE, theme->secondary, x_px, y_px + LINE_GAP_PX, width_px, 2, added);
  return y_px - top_px;
}

/* Draws what belongs to the finding of a row. Returns the number of parts. */
static int
put_unfolded (Sheet *sheet, int first, const Finding *finding)
{
  int n_places = (int) MIN (finding->places.n, FINDING_PLACES_SHOWN), last = first + n_places;
  bool is_dismissed = sheet->parts[last].kind == FINDING_RESTORE;
  double x_px = sheet->x_px + text_inset_px (sheet), width_px = sheet->width_px - text_inset_px (sheet);
  double column_px = sheet->is_wide ? (width_px - px (sheet, COLUMN_GAP_PX)) / 2 : width_px;
  g_autofree char *title = finding_words_of (sheet->pane, _ (finding->rule->title)),
                  *reason = dismissed_findings_reason (sheet->pane->data->dismissed, finding->rule);

  sheet->y_px +=
    put (sheet, TEXT_GROUP, sheet->style->theme->text, x_px, sheet->y_px, width_px, 1, title) + px (sheet, PAD_PX);
  double places_px = put_places (sheet, finding, first, x_px, column_px);
  if (sheet->is_wide)
    {
      double advice_x_px = n_places > 0 ? x_px + width_px - column_px : x_px;
      double advice_px = put_advice (sheet, finding, advice_x_px, sheet->y_px, column_px);

      sheet->y_px += MAX (places_px, advice_px);
    }
  else
    {
      sheet->y_px += places_px + px (sheet, PAD_PX);
      sheet->y_px += put_advice (sheet, finding, x_px, sheet->y_px, width_px);
    }
  sheet->y_px += px (sheet, PAD_PX);
  if (is_dismissed)
    {
      g_autofree char *line = g_strdup_printf (_ ("Dismissed: %s"), reason);

      sheet->y_px += put (sheet, TEXT_TREE, sheet->style->theme->text, x_px, sheet->y_px, width_px, 3, line) + LINE_GAP_PX;
    }
  sheet->y_px += put_link (sheet, TEXT_TREE, last, x_px, sheet->y_px, width_px,
                           is_dismissed ? _ ("Show Again") : _ ("Dismiss…"));
  sheet->y_px += px (sheet, PAD_PX) + LINE_GAP_PX;
  return n_places + 1;
}

/* ---- lines ---- */

static void
put_reasons (Sheet *sheet)
{
  const Findings *findings = dashboard_findings (sheet->pane->data);
  double x_px = sheet->x_px + px (sheet, SIGN_PX), width_px = sheet->width_px - px (sheet, SIGN_PX);

  for (size_t i = 0; i < findings->n_rules; i++)
    {
      const RuleResult *result = &findings->rules[i];

      if (result->state != RULE_NO_DATA)
        continue;
      g_autofree char *title = finding_words_of (sheet->pane, _ (result->rule->title));
      g_autofree char *reason = finding_words_of (sheet->pane, result->reason != NULL ? _ (result->reason) : "");
      g_autofree char *line = g_strdup_printf (_ ("%s: %s"), title, reason);
      sheet->y_px +=
        put (sheet, TEXT_TREE, sheet->style->theme->secondary, x_px, sheet->y_px, width_px, 3, line) + LINE_GAP_PX;
    }
  sheet->y_px += LINE_GAP_PX;
}

static void
put_line (Sheet *sheet, int part)
{
  const FindingPart *at = &sheet->parts[part];
  double text_px = text_height_px (sheet->style->text, TEXT_TREE);
  double height_px = text_px + px (sheet, PAD_PX);
  g_autofree char *line = finding_words_line (sheet->pane, at);
  const Rect rect = { sheet->x_px, sheet->y_px + 1, sheet->width_px, height_px - 1 };

  put_rule (sheet);
  place_part (sheet, part, &rect);
  put_sign (sheet, at->is_unfolded, sheet->y_px + height_px / 2);
  put (sheet, TEXT_TREE, sheet->style->theme->secondary, sheet->x_px + px (sheet, SIGN_PX),
       sheet->y_px + (height_px - text_px) / 2, sheet->width_px - px (sheet, SIGN_PX), 1, line);
  sheet->y_px += height_px;
  if (at->kind == FINDING_NO_DATA && at->is_unfolded)
    put_reasons (sheet);
}

/* Returns the height. */
static double
put_all (cairo_t *cr,
         const DrawStyle *style,
         const PaneContext *pane,
         double x_px,
         double y_px,
         double width_px,
         const ChartMarks *marks,
         ChartMap *map)
{
  g_autoptr (GArray) parts = finding_parts (pane);
  double scale = MAX (text_cache_scale (style->text), 1.0);
  Sheet sheet = {
    .cr = cr,
    .style = style,
    .pane = pane,
    .marks = marks,
    .map = map,
    .parts = (const FindingPart *) parts->data,
    .scale = scale,
    .x_px = x_px,
    .width_px = width_px,
    .y_px = y_px,
    .is_wide = width_px >= WIDE_PX * scale,
    .is_first = true,
  };
  g_autofree char *healthy = finding_words_healthy (pane);

  if (healthy != NULL)
    {
      sheet.y_px += px (&sheet, PAD_PX);
      sheet.y_px += put (&sheet, TEXT_BODY, style->theme->text, x_px + CHART_ROW_PAD_PX, sheet.y_px,
                         width_px - 2 * CHART_ROW_PAD_PX, 2, healthy)
                    + px (&sheet, PAD_PX);
      sheet.is_first = false;
    }
  for (int part = 0; part < (int) parts->len;)
    {
      const FindingPart *at = &sheet.parts[part];

      if (at->kind != FINDING_ROW)
        {
          put_line (&sheet, part++);
          continue;
        }
      put_row (&sheet, part);
      part += at->finding->places.n > 0 ? 2 : 1;
      if (at->is_unfolded)
        part += put_unfolded (&sheet, part, at->finding);
    }
  return sheet.y_px - y_px;
}

/* ---- the pane ---- */

static void
draw (cairo_t *cr,
      const Rect *rect,
      const DrawStyle *style,
      const PaneContext *pane,
      const ChartMarks *marks,
      ChartMap *ret_map)
{
  static const ChartMarks none = { -1, -1, -1 };

  cairo_save (cr);
  cairo_rectangle (cr, rect->x_px, rect->y_px, rect->width_px, rect->height_px);
  cairo_clip (cr);
  put_all (cr, style, pane, rect->x_px, rect->y_px, rect->width_px, marks != NULL ? marks : &none, ret_map);
  cairo_restore (cr);
}

static double
height_px (const PaneContext *pane, double width_px, const DrawStyle *style)
{
  if (!pane_is_ready (pane->kind, pane->options, pane->data) || dashboard_data_failed (pane->data, pane->kind->needs))
    return GHOST_PX * MAX (text_cache_scale (style->text), 1.0);
  return put_all (NULL, style, pane, 0, 0, width_px, &CHART_NO_MARKS, NULL);
}

/* There is always something to say. */
static char *
empty (const PaneContext *pane)
{
  (void) pane;
  return NULL;
}

static PaneTable *
table_of (const PaneContext *pane)
{
  const Findings *findings = dashboard_findings (pane->data);
  g_autofree char *healthy = finding_words_healthy (pane);
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("Rule"), false },
    { _ ("Severity"), false },
    { _ ("Finding"), false },
    { findings->has_steps ? _ ("Gain per step, at most (ns)") : _ ("Gain, at most (ns)"), true },
    { _ ("Places"), true },
    { NULL, false },
  });

  for (uint32_t i = 0; i < findings->n; i++)
    {
      const Finding *finding = &findings->findings[i];

      if (finding_is_dismissed (pane, finding))
        continue;
      g_autofree char *title = finding_words_of (pane, _ (finding->rule->title));
      g_autofree char *sentence = finding_words_sentence (pane, finding);
      pane_table_add (table, title);
      pane_table_add (table, finding_words_severity (finding->severity));
      pane_table_add (table, sentence);
      if (finding->has_gain)
        pane_table_add_ns (table, (int64_t) (finding->gain_ns + 0.5));
      else
        pane_table_add (table, "");
      pane_table_add_count (table, finding->n_places);
    }
  if (healthy != NULL)
    for (guint column = 0; column < table->n_columns; column++)
      pane_table_add (table, column == 2 ? healthy : "");
  return table;
}

/* ---- parts ---- */

static char *
row_text (const PaneContext *pane, const Finding *finding)
{
  g_autofree char *title = finding_words_of (pane, _ (finding->rule->title)),
                  *sentence = finding_words_sentence (pane, finding), *gain = finding_words_gain (pane, finding);

  return gain != NULL ? g_strdup_printf ("%s (%s): %s %s", title, finding_words_severity (finding->severity), sentence, gain)
                      : g_strdup_printf ("%s (%s): %s", title, finding_words_severity (finding->severity), sentence);
}

static char *
text_of (const PaneContext *pane, const FindingPart *part)
{
  switch (part->kind)
    {
    case FINDING_ROW:
      return row_text (pane, part->finding);
    case FINDING_WORST:
      return finding_words_worst (pane, part->finding);
    case FINDING_LISTED:
      return finding_words_place (pane, &part->finding->places.at[part->place]);
    case FINDING_DISMISS:
      return g_strdup (_ ("Dismiss…"));
    case FINDING_RESTORE:
      return g_strdup (_ ("Show Again"));
    default:
      return finding_words_line (pane, part);
    }
}

/* What is seen of it, from the top. */
static char *
alternative (const PaneContext *pane)
{
  g_autoptr (GArray) parts = finding_parts (pane);
  g_autofree char *healthy = finding_words_healthy (pane), *total = finding_words_total (pane);
  GString *out = g_string_new (NULL);

  if (healthy != NULL)
    g_string_append_printf (out, "%s\n", healthy);
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *line = text_of (pane, &g_array_index (parts, FindingPart, i));

      g_string_append_printf (out, "%s\n", line);
    }
  g_string_append (out, total);
  return g_string_free (out, FALSE);
}

static char *
part_text (const PaneContext *pane, int part)
{
  g_autoptr (GArray) parts = finding_parts (pane);

  return part >= 0 && (guint) part < parts->len ? text_of (pane, &g_array_index (parts, FindingPart, part)) : g_strdup ("");
}

static PaneTarget
target_of_place (const FindingPlace *place)
{
  if (place->slice != SLICE_NONE)
    return (PaneTarget){ .kind = TARGET_SLICE, .id = place->slice };
  return (PaneTarget){
    .kind = TARGET_AREA, .rank = place->rank, .begin_ns = place->begin_ns, .end_ns = place->end_ns
  };
}

static PaneTarget
part_target (const PaneContext *pane, int part)
{
  g_autoptr (GArray) parts = finding_parts (pane);

  if (part < 0 || (guint) part >= parts->len)
    return PANE_TARGET_NONE;

  const FindingPart *at = &g_array_index (parts, FindingPart, part);
  switch (at->kind)
    {
    case FINDING_WORST:
    case FINDING_LISTED:
      return target_of_place (&at->finding->places.at[at->place]);
    case FINDING_DISMISS:
      return (PaneTarget){ .kind = TARGET_DISMISS, .rule = at->finding->rule };
    case FINDING_RESTORE:
      return (PaneTarget){ .kind = TARGET_RESTORE, .rule = at->finding->rule };
    default:
      return at->fold != 0 ? (PaneTarget){ .kind = TARGET_FOLD, .id = at->fold } : PANE_TARGET_NONE;
    }
}

const Pane pane_findings = {
  .id = "findings",
  .title = N_ ("Findings"),
  .definition =
    N_ ("What rules find wrong in the scope. Each finding has an upper bound of what would be gained if it were gone: the "
        "time of a step in which the GPUs would not have been idle, or would have done other work, as the mean over the "
        "GPUs in scope. Findings are ranked by what they add to those above them, so that time that two of them see is "
        "counted once; those without a gain come last.\n"
        "What repeats is one finding with its number of places and the worst of them. A rule that lacks the data it needs "
        "says so.\n"
        "Traps: what is gained may be less, since something else may become the bound.\n"
        "Click a finding for its places, what to do and how it was computed, and a place to see it in the timeline. "
        "“Rules…” in the menu changes thresholds and switches rules off."),
  .needs = SECTION_BIT (SECTION_FINDINGS),
  .of_job = PANE_JOB_ANY,
  .shape = { .span = 0 },
  .ghost = GHOST_LINES,
  .height_px = height_px,
  .draw = draw,
  .empty = empty,
  .footer = finding_words_total,
  .table = table_of,
  .alternative = alternative,
  .issue_text = findings_issue_text,
  .part_text = part_text,
  .part_target = part_target,
};
