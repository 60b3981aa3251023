/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/text_row.h"

#include "widgets/look/screen_style.h"

#define GAP_PX    12
#define HEIGHT_PX 20
#define LEAST_PX  80 /* of a column that is a share */

struct _TextRow
{
  GtkWidget parent_instance;
  const TextRowColumn *columns;
  int n;
  bool is_head;
  char *texts[TEXT_ROW_COLUMNS_MAX];
};

G_DEFINE_TYPE (TextRow, text_row, GTK_TYPE_WIDGET)

/* What a row asks for: all but the shares of what is left over, and of that the columns of numbers with the gaps, which
 * are never cut. */
typedef struct
{
  int fixed_px, firm_px, shares;
} Request;

static Request
request_of (TextRow *self)
{
  int gaps_px = GAP_PX * (self->n - 1);
  Request request = { gaps_px, gaps_px, 0 };

  for (int i = 0; i < self->n; i++)
    {
      const TextRowColumn *column = &self->columns[i];
      int px = column->px > 0 ? screen_style_scaled_px (GTK_WIDGET (self), column->px) : 0;

      request.fixed_px += px;
      request.firm_px += column->is_number ? px : 0;
      request.shares += column->px > 0 ? 0 : column->share;
    }
  return request;
}

static int
natural_px (const Request *request)
{
  return request->fixed_px + request->shares * LEAST_PX;
}

/* By how much columns of words give way where there is less. */
static double
squeeze_of (const Request *request, double width_px)
{
  double words_px = natural_px (request) - request->firm_px, left_px = width_px - request->firm_px;

  return words_px <= 0 ? 1 : CLAMP (left_px / words_px, 0, 1);
}

static void
draw (TextRow *self, cairo_t *cr, double width_px, double height_px)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const DrawStyle *style = screen_style_get (GTK_WIDGET (self));
  TextRole role = self->is_head ? TEXT_CAPTION : TEXT_TREE;
  Rgb colour = self->is_head ? style->theme->secondary : style->theme->text;
  Request request = request_of (self);
  double squeeze = squeeze_of (&request, width_px);
  double words_px = (request.fixed_px - request.firm_px) * squeeze;
  double rest_px = MAX (width_px - request.firm_px - words_px, 0), x_px = 0;

  for (int i = 0; i < self->n; i++)
    {
      const TextRowColumn *column = &self->columns[i];
      double column_px = column->px > 0 ? screen_style_scaled_px (GTK_WIDGET (self), column->px)
                                            * (column->is_number ? 1 : squeeze)
                                        : rest_px * column->share / MAX (request.shares, 1);

      double left_px = is_mirrored ? width_px - x_px - column_px : x_px;
      /* Numbers stand with their last digits below each other in either direction. */
      bool is_at_right = column->is_number || is_mirrored;

      if (self->texts[i] != NULL)
        text_draw_fitted (style->text, cr, role, colour, is_at_right ? TEXT_RIGHT : TEXT_LEFT, TEXT_MIDDLE,
                          is_at_right ? left_px + column_px : left_px, height_px / 2, column_px,
                          self->texts[i]);
      x_px += column_px + GAP_PX;
    }
}

static void
text_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width_px, (float) height_px);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);

  draw (DETAILS_TEXT_ROW (widget), cr, width_px, height_px);
  cairo_destroy (cr);
}

static void
text_row_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  Request request = request_of (DETAILS_TEXT_ROW (widget));

  (void) for_size;
  (void) minimum_baseline;
  (void) natural_baseline;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = screen_style_scaled_px (widget, HEIGHT_PX);
  else
    {
      *minimum = LEAST_PX;
      *natural = MAX (natural_px (&request), LEAST_PX);
    }
}

static void
text_row_finalize (GObject *object)
{
  for (int i = 0; i < TEXT_ROW_COLUMNS_MAX; i++)
    g_free (DETAILS_TEXT_ROW (object)->texts[i]);
  G_OBJECT_CLASS (text_row_parent_class)->finalize (object);
}

static void
text_row_class_init (TextRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = text_row_finalize;
  widget_class->snapshot = text_row_snapshot;
  widget_class->measure = text_row_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
text_row_init (TextRow *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
text_row_new (const TextRowColumn *columns, int n, bool is_head)
{
  TextRow *self = g_object_new (DETAILS_TYPE_TEXT_ROW, NULL);

  g_return_val_if_fail (n <= TEXT_ROW_COLUMNS_MAX, NULL);
  self->columns = columns;
  self->n = n;
  self->is_head = is_head;
  screen_style_connect_changed (GTK_WIDGET (self), gtk_widget_queue_resize);
  return GTK_WIDGET (self);
}

void
text_row_set (TextRow *self, const char *const *texts)
{
  GString *sentence = g_string_new (NULL);

  for (int i = 0; i < self->n; i++)
    {
      g_free (self->texts[i]);
      self->texts[i] = g_strdup (texts[i]);
      g_string_append_printf (sentence, "%s%s", i > 0 ? ", " : "", texts[i]);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence->str, -1);
  g_string_free (sentence, TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
