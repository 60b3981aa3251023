/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_picture.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/compare/headline.h"
#include "widgets/charts/chart.h"
#include "widgets/compare/compare_waterfall.h"
#include "widgets/compare/compare_words.h"
#include "widgets/compare/picture_table.h"

#define MARGIN_PX         24
#define GAP_PX            16
#define CARD_WIDTH_MIN_PX 420 /* two cards are side by side where both have it */
#define CARD_PAD_PX       16
#define CARD_RADIUS_PX    12
#define TITLE_GAP_PX      8
#define STEP_TIMES_PX     220
#define LINES_MAX         100

/* Without a context everything is measured and nothing drawn. */
typedef struct
{
  cairo_t *cr;
  const DrawStyle *style;
  const Compared *compared;
  const CompareDurations *step_times;
} Painter;

static double
px (const Painter *painter, double at_100)
{
  return draw_style_px (painter->style, at_100);
}

static const char *
translate (const char *text)
{
  return _ (text);
}

/* Returns the height. */
static double
draw_paragraph (const Painter *painter, TextRole role, Rgb colour, const Rect *place, const char *text)
{
  return ceil (text_draw_wrapped (painter->style->text, painter->cr, role, colour, place->x_px, place->y_px,
                                  place->width_px, LINES_MAX, text));
}

/* ---- cards ---- */

typedef enum
{
  CARD_SUMMARY,
  CARD_WATERFALL,
  CARD_STEP_TIMES,
  CARD_KERNELS
} CardKind;

typedef struct
{
  CardKind kind;
  char *title, *footer;
  PictureTable *table;         /* NULL: none */
  CompareWaterfall *waterfall; /* likewise */
} Card;

static bool
has_value (const Compared *compared, SummaryKey key)
{
  for (uint32_t side = 0; side < compared->n_sides; side++)
    if (compared->comparison.summary.cells[key][side].has_value)
      return true;
  return false;
}

static uint32_t
next_side (uint32_t side, uint32_t first)
{
  return side == 0 ? first : side + 1;
}

/* Tables have the baseline and the other sides first to end - 1. */
static PictureTable *
summary_new (const Painter *painter, uint32_t first, uint32_t end)
{
  const Compared *compared = painter->compared;
  PictureTable *table = picture_table_new ();

  picture_table_add_column (
    table, g_strdup (compared->comparison.sides[0].steps.has_steps ? _ ("Per step") : _ ("In the window")),
    false);
  for (uint32_t side = 0; side < end; side = next_side (side, first))
    {
      picture_table_add_column (table, g_strdup (compared_letter (side)), true);
      if (side > 0)
        picture_table_add_column (table,
                                  compared->n_sides == 2
                                    ? g_strdup (_ ("Change (95 % interval)"))
                                    : g_strdup_printf (_ ("Change of %s"), compared_letter (side)),
                                  false);
    }
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    {
      const SummaryCell *cells = compared->comparison.summary.cells[key];

      if (!has_value (compared, key))
        continue;
      picture_table_add (table, (PictureCell){ .text = g_strdup (compare_words_key (key)) });
      for (uint32_t side = 0; side < end; side = next_side (side, first))
        {
          bool differs = cells[side].differs == DIFFERS_YES;

          picture_table_add (
            table, (PictureCell){ .text = compare_words_value (key, &cells[side], painter->style->numbers) });
          if (side > 0)
            picture_table_add (
              table, (PictureCell){
                       .text = compare_words_change (key, &cells[0], &cells[side], painter->style->numbers),
                       .tone = compare_words_tone (key, &cells[side]),
                       .has_arrow = differs && cells[side].difference.difference != 0,
                       .is_up = cells[side].difference.difference > 0,
                       .is_quiet = !differs,
                     });
        }
    }
  return table;
}

/* A difference that is not beyond the spread between steps has a "~" before it. */
static PictureCell
difference_cell (const Painter *painter, const TableCell *cell)
{
  bool has_changed = cell->change == CHANGED_YES && cell->difference != 0;
  g_autofree char *difference = compare_words_duration (painter->style->numbers, cell->difference);

  if (cell->match == MATCH_ABSENT)
    return (PictureCell){ .text = g_strdup ("") };
  return (PictureCell){
    .text = has_changed ? g_strdup (difference) : g_strconcat ("~ ", difference, NULL),
    .tone = !has_changed           ? CHANGE_PLAIN
            : cell->difference > 0 ? CHANGE_WORSE
                                   : CHANGE_BETTER,
    .has_arrow = has_changed,
    .is_up = cell->difference > 0,
    .is_quiet = !has_changed,
  };
}

static PictureTable *
kernels_new (const Painter *painter, uint32_t first, uint32_t end)
{
  const Compared *compared = painter->compared;
  const CompareTable *kernels = &compared->comparison.tables[ROWS_KERNELS];
  bool has_steps = compared->comparison.sides[0].steps.has_steps;
  PictureTable *table = picture_table_new ();

  picture_table_add_column (table, g_strdup (_ ("Name")), false);
  for (uint32_t side = 0; side < end; side = next_side (side, first))
    picture_table_add_column (
      table, g_strdup_printf (has_steps ? _ ("%s per step") : _ ("%s in all"), compared_letter (side)), true);
  for (uint32_t side = first; side < end; side++)
    picture_table_add_column (table,
                              compared->n_sides == 2
                                ? g_strdup (_ ("Difference"))
                                : g_strdup_printf (_ ("Difference of %s"), compared_letter (side)),
                              true);
  for (uint64_t row = 0; row < MIN (kernels->n, COMPARE_PICTURE_KERNELS); row++)
    {
      picture_table_add (table, (PictureCell){ .text = compare_words_row (compared, ROWS_KERNELS, row) });
      for (uint32_t side = 0; side < end; side = next_side (side, first))
        {
          const TableCell *cell = compare_table_cell (kernels, row, side);
          char text[NUMBER_TEXT_MAX];

          number_text_duration (painter->style->numbers, cell->per_step, text);
          picture_table_add (table, (PictureCell){ .text = g_strdup (cell->row != TRACE_NONE ? text : "") });
        }
      for (uint32_t side = first; side < end; side++)
        picture_table_add (table, difference_cell (painter, compare_table_cell (kernels, row, side)));
    }
  return table;
}

/* The part with kernels whose share of the difference is the largest is shown open. */
static uint32_t
open_part (const Waterfall *waterfall)
{
  uint32_t open = 0;
  double largest_ns = 0;

  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    if (waterfall->parts[part].n_kernels > 0 && fabs (waterfall->parts[part].difference_ns) > largest_ns)
      {
        largest_ns = fabs (waterfall->parts[part].difference_ns);
        open = (uint32_t) 1 << part;
      }
  return open;
}

static void
card_clear (gpointer data)
{
  Card *card = data;

  g_free (card->title);
  g_free (card->footer);
  picture_table_free (card->table);
  compare_waterfall_free (card->waterfall);
}

/* Adds a table in as many cards as the width makes necessary, each with some of the other sides. Takes footer, which stands
 * in the last one. */
static void
add_tables (const Painter *painter,
            GArray *cards,
            CardKind kind,
            PictureTable *(*table_new) (const Painter *painter, uint32_t first, uint32_t end),
            const char *title,
            char *footer,
            double width_px)
{
  uint32_t n_sides = painter->compared->n_sides;

  for (uint32_t first = 1, end; first < n_sides; first = end)
    {
      Card card = { .kind = kind, .table = table_new (painter, first, n_sides) };

      for (end = n_sides; end > first + 1 && picture_table_least_px (card.table, painter->style) > width_px;)
        {
          picture_table_free (card.table);
          card.table = table_new (painter, first, --end);
        }
      if (end - first == n_sides - 1)
        card.title = g_strdup (title);
      else if (end - first == 1)
        card.title = g_strdup_printf ("%s: %s", title, compared_letter (first));
      else
        card.title =
          g_strdup_printf (_ ("%s: %s to %s"), title, compared_letter (first), compared_letter (end - 1));
      card.footer = end == n_sides ? footer : NULL;
      g_array_append_val (cards, card);
    }
}

static char *
kernels_footer (const Painter *painter)
{
  uint64_t n = painter->compared->comparison.tables[ROWS_KERNELS].n;
  char texts[2][NUMBER_TEXT_MAX];

  if (n <= COMPARE_PICTURE_KERNELS)
    return g_strdup (
      _ ("~ where the difference is not beyond the spread between steps, or that cannot be told."));
  number_text_count (painter->style->numbers, COMPARE_PICTURE_KERNELS, texts[0]);
  number_text_count (painter->style->numbers, n, texts[1]);
  return g_strdup_printf (
    _ ("The %s of %s kernels with the largest differences; ~ where the difference is not "
       "beyond the spread between steps, or that cannot be told."),
    texts[0], texts[1]);
}

static GArray *
cards_new (const Painter *painter, double width_px)
{
  const Compared *compared = painter->compared;
  const CompareTable *kernels = &compared->comparison.tables[ROWS_KERNELS];
  double inner_px = width_px - 2 * px (painter, CARD_PAD_PX);
  GArray *cards = g_array_new (FALSE, FALSE, sizeof (Card));
  Card card;

  g_array_set_clear_func (cards, card_clear);
  add_tables (painter, cards, CARD_SUMMARY, summary_new, _ ("Summary"), compare_words_method (compared),
              inner_px);
  for (uint32_t side = 1; side < compared->n_sides; side++)
    {
      card = (Card){ .kind = CARD_WATERFALL,
                     .title = g_strdup_printf (_ ("From A to %s"), compared_letter (side)),
                     .waterfall = compare_waterfall_new (compared, side,
                                                         open_part (&compared->comparison.waterfalls[side]),
                                                         painter->style->numbers) };
      g_array_append_val (cards, card);
    }
  if (painter->step_times != NULL && painter->step_times->chart.n_bins > 0)
    {
      card = (Card){ .kind = CARD_STEP_TIMES,
                     .title = g_strdup (_ ("Step times")),
                     .footer = g_strdup (_ ("Share of the steps used of each side; lines are medians.")) };
      g_array_append_val (cards, card);
    }
  if (kernels->n > 0)
    add_tables (painter, cards, CARD_KERNELS, kernels_new, _ ("Kernels"), kernels_footer (painter), inner_px);
  return cards;
}

/* ---- drawing a card ---- */

static double
draw_body (const Painter *painter, const Card *card, const Rect *place)
{
  Rect rect = { place->x_px - CHART_ROW_PAD_PX, place->y_px, place->width_px + 2 * CHART_ROW_PAD_PX, 0 };

  if (card->table != NULL)
    return picture_table_draw (card->table, painter->cr, painter->style, place);
  if (card->kind == CARD_WATERFALL)
    {
      const WaterfallChart chart = { .rows = (const WaterfallRow *) (void *) card->waterfall->rows->data,
                                     .n_rows = (int) card->waterfall->rows->len };

      rect.height_px = waterfall_chart_height_px (painter->style, chart.n_rows);
      if (painter->cr != NULL)
        waterfall_chart_draw (painter->cr, &rect, painter->style, &chart, NULL, NULL);
    }
  else
    {
      rect = *place;
      rect.height_px = px (painter, STEP_TIMES_PX);
      if (painter->cr != NULL)
        overlay_chart_draw (painter->cr, &rect, painter->style, &painter->step_times->chart, NULL, NULL);
    }
  return rect.height_px;
}

/* Returns the height of the card. */
static double
draw_inside (const Painter *painter, const Card *card, const Rect *place)
{
  const Theme *theme = painter->style->theme;
  double pad_px = px (painter, CARD_PAD_PX), title_px = text_height_px (painter->style->text, TEXT_HEADING);
  Rect at = { place->x_px + pad_px, place->y_px + pad_px, place->width_px - 2 * pad_px, 0 };

  if (painter->cr != NULL)
    text_draw_fitted (painter->style->text, painter->cr, TEXT_HEADING, theme->text, TEXT_LEFT, TEXT_MIDDLE,
                      at.x_px, at.y_px + title_px / 2, at.width_px, card->title);
  at.y_px += ceil (title_px) + px (painter, TITLE_GAP_PX);
  at.y_px += draw_body (painter, card, &at);
  if (card->footer != NULL)
    {
      at.y_px += px (painter, TITLE_GAP_PX);
      at.y_px += draw_paragraph (painter, TEXT_CAPTION, theme->secondary, &at, card->footer);
    }
  return at.y_px + pad_px - place->y_px;
}

static void
draw_ground (cairo_t *cr, const Theme *theme, const Rect *rect)
{
  double radius_px = CARD_RADIUS_PX, right_px = rect->x_px + rect->width_px,
         bottom_px = rect->y_px + rect->height_px;

  cairo_new_path (cr);
  cairo_arc (cr, right_px - radius_px, rect->y_px + radius_px, radius_px, -G_PI_2, 0);
  cairo_arc (cr, right_px - radius_px, bottom_px - radius_px, radius_px, 0, G_PI_2);
  cairo_arc (cr, rect->x_px + radius_px, bottom_px - radius_px, radius_px, G_PI_2, G_PI);
  cairo_arc (cr, rect->x_px + radius_px, rect->y_px + radius_px, radius_px, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
  theme_set_source (cr, theme->card);
  cairo_fill_preserve (cr);
  theme_stroke_inside (cr, theme->rule, 1, 1);
}

/* Returns the height; the lowest part of the picture, if it has less room, is cut. */
static double
draw_card (const Painter *painter, const Card *card, Rect place)
{
  const Painter measuring = { NULL, painter->style, painter->compared, painter->step_times };

  place.height_px = draw_inside (&measuring, card, &place);
  if (painter->cr != NULL)
    {
      draw_ground (painter->cr, painter->style->theme, &place);
      draw_inside (painter, card, &place);
    }
  return place.height_px;
}

/* ---- the whole ---- */

static double
draw_head (const Painter *painter, Rect at)
{
  const Theme *theme = painter->style->theme;
  double begin_px = at.y_px, line_px = ceil (text_height_px (painter->style->text, TEXT_GROUP)) + 2;
  g_auto (GStrv) sentences = headline_texts (&painter->compared->comparison, translate);

  for (uint32_t side = 0; side < painter->compared->n_sides; side++)
    {
      g_autofree char *text = compared_side_text (painter->compared, side);

      if (painter->cr != NULL)
        text_draw_fitted (painter->style->text, painter->cr, TEXT_GROUP, theme->text, TEXT_LEFT, TEXT_MIDDLE,
                          at.x_px, at.y_px + line_px / 2, at.width_px, text);
      at.y_px += line_px;
    }
  at.y_px += px (painter, TITLE_GAP_PX);
  for (guint i = 0; sentences[i] != NULL; i++)
    at.y_px += draw_paragraph (painter, TEXT_SENTENCE, theme->text, &at, sentences[i]) + 2;
  return at.y_px - begin_px;
}

static bool
is_wide (const Painter *painter, const Card *card, double width_px)
{
  return card->kind == CARD_KERNELS
         || (card->table != NULL
             && picture_table_width_px (card->table, painter->style)
                  > width_px - 2 * px (painter, CARD_PAD_PX));
}

static double
draw_all (const Painter *painter, double width_px)
{
  double margin_px = px (painter, MARGIN_PX), gap_px = px (painter, GAP_PX);
  Rect place = { margin_px, px (painter, GAP_PX), MAX (width_px - 2 * margin_px, 1), 0 };
  double column_px = floor ((place.width_px - gap_px) / 2);
  bool is_single = column_px < px (painter, CARD_WIDTH_MIN_PX);
  g_autoptr (GArray) cards = cards_new (painter, place.width_px);
  double y_px[2];

  y_px[0] = y_px[1] = place.y_px + draw_head (painter, place) + gap_px;
  for (guint i = 0; i < cards->len; i++)
    {
      const Card *card = &g_array_index (cards, Card, i);
      bool takes_all = is_single || is_wide (painter, card, column_px);
      int column = !takes_all && y_px[1] < y_px[0] ? 1 : 0;
      Rect rect = place;

      rect.y_px = takes_all ? MAX (y_px[0], y_px[1]) : y_px[column];
      rect.width_px = takes_all ? place.width_px : column_px;
      rect.x_px += column * (column_px + gap_px);
      rect.y_px += draw_card (painter, card, rect) + gap_px;
      y_px[column] = rect.y_px;
      if (takes_all)
        y_px[1] = rect.y_px;
    }
  return MAX (y_px[0], y_px[1]) - gap_px + margin_px;
}

int
compare_picture_height_px (const DrawStyle *style,
                           const Compared *compared,
                           const CompareDurations *step_times,
                           int width_px)
{
  const Painter painter = { NULL, style, compared, step_times };

  return (int) MIN (ceil (draw_all (&painter, width_px)), 32767);
}

void
compare_picture_draw (cairo_t *cr,
                      const DrawStyle *style,
                      const Compared *compared,
                      const CompareDurations *step_times,
                      int width_px,
                      int height_px)
{
  const Painter painter = { cr, style, compared, step_times };

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width_px, height_px);
  cairo_clip (cr);
  theme_set_source (cr, style->theme->window);
  cairo_paint (cr);
  draw_all (&painter, width_px);
  cairo_restore (cr);
}
