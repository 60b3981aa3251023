/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_picture.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/compare/headline_text.h"
#include "widgets/compare/compare_waterfall.h"
#include "widgets/compare/compare_words.h"

/* At 100 % text; they scale with it. */
#define MARGIN_PX     24.0
#define GAP_PX        16.0
#define INSET_PX      16.0
#define RADIUS_PX     12.0
#define LINE_GAP_PX   4.0
#define CHART_PX      220.0
#define CARD_MIN_PX   460.0 /* two cards are side by side where both have it */
#define COLUMN_GAP_PX 16.0
#define LINES_MAX     12 /* of a paragraph */

typedef enum
{
  CARD_SUMMARY,
  CARD_WATERFALL,
  CARD_STEP_TIMES,
  CARD_ACTIVE,
  CARD_MEMORY,
  N_CARDS
} Card;

typedef struct
{
  cairo_t *cr; /* NULL: heights alone */
  const ComparePicture *picture;
  const DrawStyle *style;
  CompareWaterfall *waterfall;
  bool is_brief; /* changes of the summary have no intervals, for which there is no room */
} Sheet;

static double
px (const Sheet *sheet, double at_100)
{
  return round (draw_style_px (sheet->style, at_100));
}

static double
line_px (const Sheet *sheet, TextRole role)
{
  return ceil (text_height_px (sheet->style->text, role));
}

/* ---- the summary ---- */

static bool
is_shown (const Compared *compared, SummaryKey key)
{
  for (uint32_t side = 0; side < compared->n_sides; side++)
    if (compared->comparison.summary.cells[key][side].has_value)
      return true;
  return false;
}

/* The texts of a row: the title, then of each side its value and, but for the baseline, its change. heads: of the first
 * row. */
static char *
cell_text (const Sheet *sheet, int key, int column)
{
  const Compared *compared = sheet->picture->compared;
  uint32_t side = (uint32_t) column / 2;
  bool is_change = column > 1 && column % 2 == 1;

  if (column == 0)
    return g_strdup (key < 0 ? compare_words_summary_head (compared) : compare_words_key ((SummaryKey) key));
  if (column == 1)
    side = 0;
  if (key < 0)
    return !is_change        ? g_strdup (compared_letter (side))
           : sheet->is_brief ? g_strdup (_ ("Change"))
                             : compare_words_change_head (compared, side);
  const SummaryCell *cells = compared->comparison.summary.cells[key];
  if (!is_change)
    return compare_words_value ((SummaryKey) key, &cells[side], sheet->style->numbers);
  char *change = compare_words_change ((SummaryKey) key, &cells[0], &cells[side], sheet->style->numbers);
  char *interval = sheet->is_brief ? strstr (change, " (") : NULL;
  if (interval != NULL)
    *interval = '\0';
  return change;
}

/* Title, value of A, then value and change of each other side: columns 0, 1, 2, 3, 4, ... */
static int
n_columns (const Sheet *sheet)
{
  return 2 * (int) sheet->picture->compared->n_sides;
}

static bool
is_at_right (int column)
{
  return column == 1 || (column > 1 && column % 2 == 0);
}

static TextRole
role_of (int key)
{
  return key < 0 ? TEXT_CAPTION : TEXT_TREE;
}

static double
column_px (const Sheet *sheet, int column)
{
  double most = 0;

  for (int key = -1; key < N_SUMMARY_KEYS; key++)
    if (key < 0 || is_shown (sheet->picture->compared, (SummaryKey) key))
      {
        g_autofree char *text = cell_text (sheet, key, column);

        most = fmax (most, text_width_px (sheet->style->text, role_of (key), text));
      }
  if (column > 1 && column % 2 == 1)
    most += change_arrow_width_px (sheet->style);
  return ceil (most) + px (sheet, COLUMN_GAP_PX);
}

static double
summary_width_px (const Sheet *sheet)
{
  double width = 0;

  for (int column = 0; column < n_columns (sheet); column++)
    width += column_px (sheet, column);
  return width;
}

static double
side_px (const Sheet *sheet, uint32_t side)
{
  return column_px (sheet, 2 * (int) side) + column_px (sheet, 2 * (int) side + 1);
}

/* Sides that have no room beside each other stand in blocks below each other, each with the titles and the values of the
 * baseline. Returns the first side after the block that begins with side. */
static uint32_t
block_end (const Sheet *sheet, uint32_t side, double width_px)
{
  double room = width_px + px (sheet, COLUMN_GAP_PX) - column_px (sheet, 0) - column_px (sheet, 1);

  do
    room -= side_px (sheet, side++);
  while (side < sheet->picture->compared->n_sides && room >= side_px (sheet, side));
  return side;
}

/* The cell that a column shows the change of, or NULL. */
static const SummaryCell *
changed_cell (const Sheet *sheet, int key, int column)
{
  return key >= 0 && column > 1 && column % 2 == 1
           ? &sheet->picture->compared->comparison.summary.cells[key][(uint32_t) column / 2]
           : NULL;
}

static Rgb
cell_colour (const Sheet *sheet, int key, int column)
{
  const Theme *theme = sheet->style->theme;
  const SummaryCell *cell = changed_cell (sheet, key, column);

  if (cell == NULL)
    return key < 0 ? theme->secondary : theme->text;
  ChangeTone tone = compare_words_tone ((SummaryKey) key, cell);
  return tone != CHANGE_PLAIN           ? change_tone_colour (theme, tone)
         : cell->differs == DIFFERS_YES ? theme->text
                                        : theme->secondary;
}

static double
summary_row_px (const Sheet *sheet)
{
  return line_px (sheet, TEXT_TREE) + px (sheet, LINE_GAP_PX);
}

static double
block_height_px (const Sheet *sheet)
{
  int n = 1;

  for (int key = 0; key < N_SUMMARY_KEYS; key++)
    n += is_shown (sheet->picture->compared, (SummaryKey) key);
  return n * summary_row_px (sheet);
}

static double
summary_height_px (const Sheet *sheet, double width_px)
{
  double height = 0;

  for (uint32_t side = 1; side < sheet->picture->compared->n_sides; side = block_end (sheet, side, width_px))
    height += block_height_px (sheet) + (side > 1 ? px (sheet, GAP_PX) : 0);
  return height;
}

/* Returns the width of the arrow before a change. */
static double
draw_arrow (const Sheet *sheet, int key, int column, double x, double y)
{
  const SummaryCell *cell = changed_cell (sheet, key, column);

  if (cell == NULL || cell->differs != DIFFERS_YES || cell->difference.difference == 0)
    return 0;
  change_arrow_draw (sheet->cr, sheet->style, compare_words_tone ((SummaryKey) key, cell),
                     cell->difference.difference > 0, x, y);
  return change_arrow_width_px (sheet->style);
}

/* Draws a column within room_px. */
static void
draw_column (const Sheet *sheet, int column, double x, double y, double room_px)
{
  for (int key = -1; key < N_SUMMARY_KEYS; key++)
    {
      if (key >= 0 && !is_shown (sheet->picture->compared, (SummaryKey) key))
        continue;
      g_autofree char *text = cell_text (sheet, key, column);
      double middle = y + summary_row_px (sheet) / 2, arrow = draw_arrow (sheet, key, column, x, middle);

      text_draw_fitted (sheet->style->text, sheet->cr, role_of (key), cell_colour (sheet, key, column),
                        is_at_right (column) ? TEXT_RIGHT : TEXT_LEFT, TEXT_MIDDLE,
                        is_at_right (column) ? x + room_px : x + arrow, middle, fmax (room_px - arrow, 0),
                        text);
      y += summary_row_px (sheet);
    }
}

/* A block of one side that is too wide is cut at its right. */
static void
draw_summary (const Sheet *sheet, const Rect *rect)
{
  double y = rect->y_px;

  for (uint32_t side = 1, end; side < sheet->picture->compared->n_sides; side = end)
    {
      double x = rect->x_px;

      end = block_end (sheet, side, rect->width_px);
      for (int column = 0; column < 2 * (int) end; column = column == 1 ? 2 * (int) side : column + 1)
        {
          double width = column_px (sheet, column);
          double room = fmin (width - px (sheet, COLUMN_GAP_PX), rect->x_px + rect->width_px - x);

          if (room > 0)
            draw_column (sheet, column, x, y, room);
          x += width;
        }
      y += block_height_px (sheet) + px (sheet, GAP_PX);
    }
}

/* ---- cards ---- */

static bool
has_card (const Sheet *sheet, Card card)
{
  const ComparePicture *picture = sheet->picture;

  switch (card)
    {
    case CARD_STEP_TIMES:
      return picture->step_times != NULL && picture->step_times->chart.n_bins > 0;
    case CARD_ACTIVE:
      return picture->curves != NULL && compare_curves_have (picture->curves, CURVES_ACTIVE);
    case CARD_MEMORY:
      return picture->curves != NULL && compare_curves_have (picture->curves, CURVES_MEMORY);
    default:
      return true;
    }
}

static char *
title_of (const Sheet *sheet, Card card)
{
  switch (card)
    {
    case CARD_SUMMARY:
      return g_strdup (_ ("Summary"));
    case CARD_WATERFALL:
      return compare_words_waterfall_title (sheet->picture->compared, sheet->picture->side);
    case CARD_STEP_TIMES:
      return g_strdup (_ ("Step times"));
    default:
      return g_strdup (
        compare_curves_title (sheet->picture->curves, card == CARD_ACTIVE ? CURVES_ACTIVE : CURVES_MEMORY));
    }
}

static char *
footer_of (const Sheet *sheet, Card card)
{
  switch (card)
    {
    case CARD_SUMMARY:
      return compare_words_method (sheet->picture->compared);
    case CARD_WATERFALL:
      return g_strdup (compare_words_waterfall_method (sheet->picture->compared));
    case CARD_STEP_TIMES:
      return g_strdup (compare_words_step_times_method ());
    default:
      return compare_curves_method (sheet->picture->curves,
                                    card == CARD_ACTIVE ? CURVES_ACTIVE : CURVES_MEMORY);
    }
}

static double
body_height_px (const Sheet *sheet, Card card, double width_px)
{
  if (card == CARD_SUMMARY)
    return summary_height_px (sheet, width_px);
  if (card == CARD_WATERFALL)
    return waterfall_chart_height_px (sheet->style, MAX ((int) sheet->waterfall->rows->len, 4));
  /* Each side has a line in the legend, for which two lines are in CHART_PX. */
  return px (sheet, CHART_PX) + ((double) sheet->picture->compared->n_sides - 2) * line_px (sheet, TEXT_CAPTION);
}

static void
draw_body (const Sheet *sheet, Card card, const Rect *rect)
{
  const ComparePicture *picture = sheet->picture;

  switch (card)
    {
    case CARD_SUMMARY:
      draw_summary (sheet, rect);
      break;
    case CARD_WATERFALL:
      waterfall_chart_draw (sheet->cr, rect, sheet->style,
                            &(WaterfallChart){ (const WaterfallRow *) (void *) sheet->waterfall->rows->data,
                                               (int) sheet->waterfall->rows->len },
                            NULL, NULL);
      break;
    case CARD_STEP_TIMES:
      overlay_chart_draw (sheet->cr, rect, sheet->style, &picture->step_times->chart, NULL, NULL);
      break;
    default:
      curves_chart_draw (
        sheet->cr, rect, sheet->style,
        compare_curves_chart (picture->curves, card == CARD_ACTIVE ? CURVES_ACTIVE : CURVES_MEMORY), NULL,
        NULL);
      break;
    }
}

/* Returns the height; a NULL cr draws nothing. */
static double
paragraph (const Sheet *sheet, TextRole role, Rgb colour, double x, double y, double width, const char *text)
{
  return ceil (text_draw_wrapped (sheet->style->text, sheet->cr, role, colour, x, y, width, LINES_MAX, text));
}

static double
card_height_px (const Sheet *sheet, Card card, double width_px)
{
  const Sheet measured = { NULL, sheet->picture, sheet->style, sheet->waterfall, sheet->is_brief };
  g_autofree char *footer = footer_of (sheet, card);
  double inner = width_px - 2 * px (sheet, INSET_PX);

  return 2 * px (sheet, INSET_PX) + line_px (sheet, TEXT_HEADING) + 2 * px (sheet, GAP_PX / 2)
         + body_height_px (sheet, card, inner)
         + paragraph (&measured, TEXT_CAPTION, sheet->style->theme->secondary, 0, 0, inner, footer);
}

static void
draw_ground (const Sheet *sheet, const Rect *rect)
{
  double radius = px (sheet, RADIUS_PX), x = rect->x_px + 0.5, y = rect->y_px + 0.5;
  double width = rect->width_px - 1, height = rect->height_px - 1;

  cairo_new_sub_path (sheet->cr);
  cairo_arc (sheet->cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (sheet->cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (sheet->cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (sheet->cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (sheet->cr);
  theme_set_source (sheet->cr, sheet->style->theme->card);
  cairo_fill_preserve (sheet->cr);
  theme_set_source (sheet->cr, sheet->style->theme->rule);
  cairo_set_line_width (sheet->cr, 1);
  cairo_stroke (sheet->cr);
}

static void
draw_card (const Sheet *sheet, Card card, const Rect *rect)
{
  const Theme *theme = sheet->style->theme;
  const Sheet measured = { NULL, sheet->picture, sheet->style, sheet->waterfall, sheet->is_brief };
  g_autofree char *title = title_of (sheet, card);
  g_autofree char *footer = footer_of (sheet, card);
  double inset = px (sheet, INSET_PX), gap = px (sheet, GAP_PX / 2), heading = line_px (sheet, TEXT_HEADING);
  double x = rect->x_px + inset, width = rect->width_px - 2 * inset;
  double footer_px = paragraph (&measured, TEXT_CAPTION, theme->secondary, 0, 0, width, footer);
  double top = rect->y_px + inset + heading + gap, bottom = rect->y_px + rect->height_px - inset - footer_px;

  draw_ground (sheet, rect);
  text_draw_fitted (sheet->style->text, sheet->cr, TEXT_HEADING, theme->text, TEXT_LEFT, TEXT_MIDDLE, x,
                    rect->y_px + inset + heading / 2, width, title);
  draw_body (sheet, card, &(const Rect){ x, top, width, bottom - gap - top });
  paragraph (sheet, TEXT_CAPTION, theme->secondary, x, bottom, width, footer);
}

/* ---- the sheet ---- */

/* What changed, and below it the causes. Returns the height. */
static double
lay_sentence (const Sheet *sheet, double x, double y, double width, const char *sentence)
{
  const Theme *theme = sheet->style->theme;
  const char *causes = compare_words_causes (sentence);
  g_autofree char *change =
    causes != NULL ? g_strndup (sentence, (gsize) (causes - sentence)) : g_strdup (sentence);
  double height = paragraph (sheet, TEXT_SENTENCE, theme->text, x, y, width, g_strchomp (change));

  return causes != NULL ? height + paragraph (sheet, TEXT_BODY, theme->text, x, y + height, width, causes)
                        : height;
}

/* Returns the y below it. */
static double
lay_words (const Sheet *sheet, double width_px)
{
  const Compared *compared = sheet->picture->compared;
  const Theme *theme = sheet->style->theme;
  g_auto (GStrv) sentences = compare_words_headline (compared);
  double x = px (sheet, MARGIN_PX), y = px (sheet, GAP_PX), width = width_px - 2 * x;

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      g_autofree char *text = compared_side_text (compared, side);

      y += paragraph (sheet, TEXT_CAPTION, theme->secondary, x, y, width, text);
    }
  y += px (sheet, GAP_PX / 2);
  for (char **sentence = sentences; *sentence != NULL; sentence++)
    y += lay_sentence (sheet, x, y, width, *sentence);
  return y + px (sheet, GAP_PX);
}

/* Cards lie in rows of one or two, which are as high as the higher one. Returns the y below them. */
static double
lay_cards (const Sheet *sheet, double width_px, double y)
{
  double x = px (sheet, MARGIN_PX), all = width_px - 2 * x, half = floor ((all - px (sheet, GAP_PX)) / 2);
  bool has_room = half >= px (sheet, CARD_MIN_PX),
       is_summary_wide = summary_width_px (sheet) > half - 2 * px (sheet, INSET_PX);
  Card cards[N_CARDS];
  int n = 0;

  for (int card = 0; card < N_CARDS; card++)
    if (has_card (sheet, (Card) card))
      cards[n++] = (Card) card;
  for (int i = 0; i < n;)
    {
      bool is_alone = !has_room || i + 1 == n || (cards[i] == CARD_SUMMARY && is_summary_wide);
      double width = is_alone ? all : half;
      double height = card_height_px (sheet, cards[i], width);

      if (!is_alone)
        height = fmax (height, card_height_px (sheet, cards[i + 1], width));
      height = ceil (height);
      for (int k = 0; k < (is_alone ? 1 : 2) && sheet->cr != NULL; k++)
        draw_card (sheet, cards[i + k],
                   &(const Rect){ x + k * (width + px (sheet, GAP_PX)), round (y), width, height });
      y += height + px (sheet, GAP_PX);
      i += is_alone ? 1 : 2;
    }
  return y + px (sheet, MARGIN_PX - GAP_PX);
}

static double
lay (cairo_t *cr, const ComparePicture *picture, const DrawStyle *style, int width_px)
{
  Sheet sheet = {
    .cr = cr,
    .picture = picture,
    .style = style,
    .waterfall = compare_waterfall_new (picture->compared, picture->side, picture->open, style->numbers),
  };
  sheet.is_brief =
    summary_width_px (&sheet) > width_px - 2 * px (&sheet, MARGIN_PX) - 2 * px (&sheet, INSET_PX);
  double y = lay_cards (&sheet, width_px, lay_words (&sheet, width_px));

  compare_waterfall_free (sheet.waterfall);
  return y;
}

int
compare_picture_height_px (const ComparePicture *picture, const DrawStyle *style, int width_px)
{
  return (int) ceil (lay (NULL, picture, style, width_px));
}

void
compare_picture_draw (cairo_t *cr,
                      const ComparePicture *picture,
                      const DrawStyle *style,
                      int width_px,
                      int height_px)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  lay (cr, picture, style, width_px);
  cairo_restore (cr);
}
