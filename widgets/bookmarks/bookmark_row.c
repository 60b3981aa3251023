/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/bookmarks/bookmark_row.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/screen_style.h"

#define FLAG_PX 12
#define GAP_PX  12

typedef enum
{
  COLUMN_TITLE,
  COLUMN_PLACE,
  COLUMN_ROW,
  COLUMN_NOTE,
  N_COLUMNS
} Column;

/* Of the width, each takes its share, whatever it holds: columns stand below one another. */
static const struct
{
  const char *title;
  guint chars; /* at least */
  int share;
} columns[N_COLUMNS] = {
  [COLUMN_TITLE] = { N_ ("Title"), 8, 7 },
  [COLUMN_PLACE] = { N_ ("Time"), 9, 8 },
  [COLUMN_ROW] = { N_ ("Row"), 6, 6 },
  [COLUMN_NOTE] = { N_ ("Note"), 6, 6 },
};

struct _BookmarkRow
{
  GtkWidget parent_instance;
  TimelineScene *scene;
  GtkWidget *flag, *cells[N_COLUMNS];
  BookmarkKind kind;
  unsigned colour;
};

G_DEFINE_TYPE (BookmarkRow, bookmark_row, GTK_TYPE_WIDGET)

static void
draw_flag (GtkDrawingArea *area, cairo_t *cr, int width_px, int height_px, gpointer user_data)
{
  BookmarkRow *self = user_data;

  if (self->scene == NULL)
    return;
  cairo_translate (cr, (width_px - FLAG_PX) / 2, (height_px - FLAG_PX) / 2);
  bookmarks_draw_flag (cr, screen_style_get (GTK_WIDGET (area))->theme, self->kind, self->colour, FLAG_PX);
}

static GtkWidget *
new_cell (Column column)
{
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), columns[column].chars);
  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), 0);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (cell, TRUE);
  gtk_widget_set_valign (cell, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (cell, "numeric");
  return cell;
}

static void
set_cell (BookmarkRow *self, Column column, const char *text)
{
  gtk_inscription_set_text (GTK_INSCRIPTION (self->cells[column]), text);
  quiet_tooltip_set (self->cells[column], *text != '\0' ? text : NULL);
}

static const char *
kind_text (BookmarkKind kind)
{
  switch (kind)
    {
    case BOOKMARK_TIME:
      return _ ("Bookmark of a time");
    case BOOKMARK_SLICE:
      return _ ("Bookmark of a slice");
    default:
      return _ ("Bookmark of a range");
    }
}

void
bookmark_row_bind (BookmarkRow *self, BookmarkItem *item)
{
  const Trace *trace = view_state_profile (timeline_scene_state (self->scene))->trace;
  const Bookmark *bookmark = bookmark_item_get (item);
  uint64_t slice = bookmark_item_slice (item);
  g_autofree char *place =
    timeline_bookmarks_place (self->scene, item, screen_style_get (GTK_WIDGET (self))->numbers);
  g_autofree char *row = slice != SLICE_NONE ? slice_place_row (trace, slice) : NULL;
  g_autofree char *line = g_strndup (bookmark->note, strcspn (bookmark->note, "\n"));

  self->kind = bookmark->kind;
  self->colour = bookmark->colour;
  quiet_tooltip_set (self->flag, kind_text (bookmark->kind));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->flag), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  kind_text (bookmark->kind), -1);
  gtk_widget_queue_draw (self->flag);
  set_cell (self, COLUMN_TITLE, bookmark->title);
  set_cell (self, COLUMN_PLACE, place);
  set_cell (self, COLUMN_ROW,
            row != NULL                        ? row
            : bookmark->kind == BOOKMARK_SLICE ? _ ("not in this profile")
                                               : "");
  set_cell (self, COLUMN_NOTE, line);
}

static void
bookmark_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&BOOKMARK_ROW (object)->scene);
  G_OBJECT_CLASS (bookmark_row_parent_class)->dispose (object);
}

static void
bookmark_row_class_init (BookmarkRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = bookmark_row_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
bookmark_row_init (BookmarkRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), GAP_PX);
  self->flag = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->flag), FLAG_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->flag), FLAG_PX);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->flag), draw_flag, self, NULL);
  gtk_widget_set_parent (self->flag, GTK_WIDGET (self));

  GtkWidget *cells = gtk_grid_new ();
  gtk_grid_set_column_homogeneous (GTK_GRID (cells), TRUE);
  gtk_widget_set_hexpand (cells, TRUE);
  for (int i = 0, place = 0; i < N_COLUMNS; place += columns[i++].share)
    {
      self->cells[i] = new_cell ((Column) i);
      gtk_widget_set_margin_end (self->cells[i], GAP_PX);
      gtk_grid_attach (GTK_GRID (cells), self->cells[i], place, 0, columns[i].share, 1);
    }
  gtk_widget_set_parent (cells, GTK_WIDGET (self));
}

GtkWidget *
bookmark_row_new (TimelineScene *scene)
{
  BookmarkRow *self = g_object_new (BOOKMARK_TYPE_ROW, NULL);

  self->scene = g_object_ref (scene);
  return GTK_WIDGET (self);
}

GtkWidget *
bookmark_row_new_head (void)
{
  BookmarkRow *self = g_object_new (BOOKMARK_TYPE_ROW, NULL);

  for (int i = 0; i < N_COLUMNS; i++)
    {
      gtk_inscription_set_text (GTK_INSCRIPTION (self->cells[i]), _ (columns[i].title));
      gtk_widget_add_css_class (self->cells[i], "caption");
      gtk_widget_add_css_class (self->cells[i], "secondary");
    }
  return GTK_WIDGET (self);
}
