/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/field_grid.h"

#include <glib/gi18n-lib.h>

#include "widgets/look/screen_style.h"

#define COLUMNS_MAX   3
#define COLUMN_MIN_PX 300
#define KEY_PX        128
#define KEY_GAP_PX    8
#define COLUMN_GAP_PX 24
#define ROW_GAP_PX    4

/* Values are cut behind so much: a label lays out all its text. Copy all arguments to have the rest. */
#define VALUE_MAX_CHARS 2000
#define VALUE_MAX_LINES 4

/* So many have labels: each costs the main thread a tenth of a millisecond. The last one tells how many have not. */
#define FIELDS_MAX 200

typedef struct
{
  GtkWidget *key, *value;
} Cell;

struct _FieldGrid
{
  GtkWidget parent_instance;
  GArray *cells; /* Cell; those behind n_shown are hidden */
  guint n_shown;
};

G_DEFINE_TYPE (FieldGrid, field_grid, GTK_TYPE_WIDGET)

static Cell *
cell_at (FieldGrid *self, guint i)
{
  return &g_array_index (self->cells, Cell, i);
}

static GtkWidget *
new_label (FieldGrid *self)
{
  GtkWidget *label = gtk_label_new (NULL);
  PangoAttrList *attributes = pango_attr_list_new ();

  /* Only the hyphens that are in the text. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (label), VALUE_MAX_LINES);
  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return label;
}

static void
add_cell (FieldGrid *self)
{
  Cell cell = { .key = new_label (self), .value = new_label (self) };

  gtk_widget_add_css_class (cell.key, "caption");
  gtk_widget_add_css_class (cell.key, "secondary");
  gtk_widget_add_css_class (cell.value, "numeric");
  gtk_label_set_selectable (GTK_LABEL (cell.value), TRUE);
  g_array_append_val (self->cells, cell);
}

static void
set_text (GtkWidget *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
    gtk_label_set_text (GTK_LABEL (label), text);
}

static void
set_begin (GtkWidget *label, const char *text)
{
  if (g_utf8_strlen (text, -1) <= VALUE_MAX_CHARS)
    {
      set_text (label, text);
      return;
    }
  g_autofree char *begin = g_utf8_substring (text, 0, VALUE_MAX_CHARS);
  g_autofree char *cut = g_strconcat (begin, "…", NULL);
  set_text (label, cut);
}

static void
set_rest (FieldGrid *self, Cell *cell, guint n_rest)
{
  char count[NUMBER_TEXT_MAX];

  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n_rest, count);
  /* Translators: fields that are not shown */
  g_autofree char *text =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more", "%s more", n_rest), count);
  set_text (cell->key, "…");
  set_text (cell->value, text);
}

void
field_grid_set_fields (FieldGrid *self, const GArray *fields)
{
  guint n_shown = MIN (fields->len, FIELDS_MAX);

  while (self->cells->len < n_shown)
    add_cell (self);
  for (guint i = 0; i < MAX (n_shown, self->n_shown); i++)
    {
      Cell *cell = cell_at (self, i);
      bool is_shown = i < n_shown;

      gtk_widget_set_visible (cell->key, is_shown);
      gtk_widget_set_visible (cell->value, is_shown);
      if (!is_shown)
        continue;
      if (i == FIELDS_MAX - 1 && fields->len > FIELDS_MAX)
        {
          set_rest (self, cell, fields->len - i);
          continue;
        }
      const DetailField *field = &g_array_index (fields, DetailField, i);
      set_begin (cell->key, field->key);
      set_begin (cell->value, field->value);
      gtk_accessible_update_property (GTK_ACCESSIBLE (cell->value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      field->key, -1);
    }
  self->n_shown = n_shown;
}

/* ---- layout ---- */

static int
column_min_px (FieldGrid *self)
{
  return screen_style_scaled_px (GTK_WIDGET (self), COLUMN_MIN_PX);
}

/* What a width makes of the grid. */
typedef struct
{
  guint n_columns, n_rows;
  int width_px, column_px, key_px, value_px;
  bool is_mirrored; /* columns and keys begin at the right */
} GridShape;

static GridShape
grid_shape (FieldGrid *self, int width_px)
{
  int n_columns = (width_px + COLUMN_GAP_PX) / (column_min_px (self) + COLUMN_GAP_PX);
  GridShape shape = {
    .n_columns = (guint) CLAMP (n_columns, 1, COLUMNS_MAX),
    .width_px = width_px,
    .is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL,
  };

  shape.n_rows = (self->n_shown + shape.n_columns - 1) / shape.n_columns;
  shape.column_px = (width_px - COLUMN_GAP_PX * (int) (shape.n_columns - 1)) / (int) shape.n_columns;
  shape.key_px = screen_style_scaled_px (GTK_WIDGET (self), KEY_PX);
  shape.value_px = MAX (shape.column_px - shape.key_px - KEY_GAP_PX, 0);
  return shape;
}

/* Where a cell's two labels go: their first lines stand on one line, though their sizes differ. */
typedef struct
{
  int key_y_px, value_y_px, height_px;
} CellLayout;

static CellLayout
cell_layout (const Cell *cell, const GridShape *shape)
{
  int key_px, value_px, key_baseline, value_baseline;
  CellLayout layout = { 0, 0, 0 };

  gtk_widget_measure (cell->key, GTK_ORIENTATION_VERTICAL, shape->key_px, NULL, &key_px, NULL, &key_baseline);
  gtk_widget_measure (cell->value, GTK_ORIENTATION_VERTICAL, shape->value_px, NULL, &value_px, NULL,
                      &value_baseline);
  if (key_baseline >= 0 && value_baseline >= 0)
    {
      layout.key_y_px = MAX (value_baseline - key_baseline, 0);
      layout.value_y_px = MAX (key_baseline - value_baseline, 0);
    }
  layout.height_px = MAX (layout.key_y_px + key_px, layout.value_y_px + value_px);
  return layout;
}

static void
place_cell (const Cell *cell, const GridShape *shape, int x_px, int y_px, int height_px)
{
  CellLayout layout = cell_layout (cell, shape);
  GtkAllocation key = { x_px, y_px + layout.key_y_px, shape->key_px, height_px - layout.key_y_px };
  GtkAllocation value = { x_px + shape->key_px + KEY_GAP_PX, y_px + layout.value_y_px, shape->value_px,
                          height_px - layout.value_y_px };

  if (shape->is_mirrored)
    {
      key.x = shape->width_px - key.x - key.width;
      value.x = shape->width_px - value.x - value.width;
    }
  gtk_widget_size_allocate (cell->key, &key, -1);
  gtk_widget_size_allocate (cell->value, &value, -1);
}

/* Fills column by column; cells of one row are as high as the highest. allocates, or only measures. Returns the
 * height. */
static int
lay_out (FieldGrid *self, int width_px, bool allocates)
{
  GridShape shape = grid_shape (self, width_px);
  int y_px = 0;

  for (guint row = 0; row < shape.n_rows; row++)
    {
      int height_px = 0;

      for (guint i = row; i < self->n_shown; i += shape.n_rows)
        height_px = MAX (height_px, cell_layout (cell_at (self, i), &shape).height_px);
      for (guint i = row; i < self->n_shown && allocates; i += shape.n_rows)
        place_cell (cell_at (self, i), &shape, (int) (i / shape.n_rows) * (shape.column_px + COLUMN_GAP_PX),
                    y_px, height_px);
      y_px += height_px + ROW_GAP_PX;
    }
  return MAX (y_px - ROW_GAP_PX, 0);
}

static GtkSizeRequestMode
field_grid_get_request_mode (GtkWidget *widget)
{
  (void) widget;
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
field_grid_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  FieldGrid *self = DETAILS_FIELD_GRID (widget);
  int column_px = column_min_px (self);

  (void) minimum_baseline;
  (void) natural_baseline;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = column_px;
      *natural = COLUMNS_MAX * column_px + (COLUMNS_MAX - 1) * COLUMN_GAP_PX;
      return;
    }
  *minimum = *natural = lay_out (self, for_size < 0 ? column_px : for_size, false);
}

static void
field_grid_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  (void) height_px;
  (void) baseline;
  lay_out (DETAILS_FIELD_GRID (widget), width_px, true);
}

static void
field_grid_dispose (GObject *object)
{
  FieldGrid *self = DETAILS_FIELD_GRID (object);

  for (guint i = 0; i < self->cells->len; i++)
    {
      gtk_widget_unparent (cell_at (self, i)->key);
      gtk_widget_unparent (cell_at (self, i)->value);
    }
  g_array_set_size (self->cells, 0);
  self->n_shown = 0;
  G_OBJECT_CLASS (field_grid_parent_class)->dispose (object);
}

static void
field_grid_finalize (GObject *object)
{
  g_array_unref (DETAILS_FIELD_GRID (object)->cells);
  G_OBJECT_CLASS (field_grid_parent_class)->finalize (object);
}

static void
field_grid_class_init (FieldGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = field_grid_dispose;
  G_OBJECT_CLASS (klass)->finalize = field_grid_finalize;
  widget_class->get_request_mode = field_grid_get_request_mode;
  widget_class->measure = field_grid_measure;
  widget_class->size_allocate = field_grid_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
field_grid_init (FieldGrid *self)
{
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
}

GtkWidget *
field_grid_new (void)
{
  return g_object_new (DETAILS_TYPE_FIELD_GRID, NULL);
}
