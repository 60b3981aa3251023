/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/track_items.h"

#include <glib/gi18n-lib.h>

#define UPDATE_AFTER_MS 150

/* ---- an item ---- */

#define TIMELINE_TYPE_TRACK_ITEM (track_item_get_type ())
G_DECLARE_FINAL_TYPE (TrackItem, track_item, TIMELINE, TRACK_ITEM, GtkWidget)

struct _TrackItem
{
  GtkWidget parent_instance;

  uint32_t row;   /* of the tree as it is now; UINT32_MAX: it stands for nothing */
  TrackLine line; /* it stands for the same row as long as these stay */
  uint32_t nth;   /* of the rows of its line */
};

G_DEFINE_TYPE (TrackItem, track_item, GTK_TYPE_WIDGET)

static void
track_item_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  (void) widget;
  (void) snapshot;
}

static void
track_item_class_init (TrackItemClass *klass)
{
  GTK_WIDGET_CLASS (klass)->snapshot = track_item_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
track_item_init (TrackItem *item)
{
  item->row = UINT32_MAX;
  gtk_widget_set_focusable (GTK_WIDGET (item), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (item), FALSE);
}

/* "level 2, stream 7 of GPU 3, 123 slices, pinned" */
static char *
description_of (const TimelineRow *row)
{
  /* Translators: of a row in a tree, 1 is the outermost; then what it is */
  g_autofree char *text = g_strdup_printf (_ ("level %d, %s"), row->depth + 1, row->description);

  return row->is_pinned ? g_strdup_printf (_ ("%s, pinned"), text) : g_steal_pointer (&text);
}

static void
describe (TrackItem *item, const TimelineRow *row)
{
  g_autofree char *description = description_of (row);
  const char *name = row->label != NULL ? row->label : row->band != NULL ? row->band : row->description;

  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, row->depth + 1, -1);
  if (row->fold != TRACK_FOLD_NONE)
    gtk_accessible_update_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_EXPANDED, row->is_open, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_EXPANDED);
}

/* ---- all of them ---- */

struct TrackItems
{
  GtkWidget *column;
  TimelineScene *scene;
  GPtrArray *items; /* TrackItem, in the order of their rows, those that stand for nothing last */
  guint source;
};

TrackItems *
track_items_new (GtkWidget *column, TimelineScene *scene)
{
  TrackItems *items = g_new0 (TrackItems, 1);

  items->column = column;
  items->scene = scene;
  items->items = g_ptr_array_new ();
  return items;
}

void
track_items_free (TrackItems *items)
{
  if (items == NULL)
    return;
  g_clear_handle_id (&items->source, g_source_remove);
  for (guint i = 0; i < items->items->len; i++)
    gtk_widget_unparent (items->items->pdata[i]);
  g_ptr_array_unref (items->items);
  g_free (items);
}

bool
track_items_is_stop (const TimelineRow *row)
{
  return row->label != NULL || row->band != NULL;
}

static uint32_t
nth_of_line (const TrackTree *tree, const TimelineRow *rows, uint32_t row)
{
  uint32_t first, end;

  return track_tree_rows_of_line (tree, rows[row].line, &first, &end) && row >= first ? row - first : row;
}

static void
add_wanted (GArray *wanted, const TimelineView *view)
{
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);

  for (uint32_t r = timeline_view_first_row (view); r != UINT32_MAX; r = timeline_view_next_row (view, r))
    if (track_items_is_stop (&rows[r]))
      g_array_append_val (wanted, r);
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return x < y ? -1 : x > y;
}

/* The rows that have an item, ascending. */
static GArray *
wanted_rows (TrackItems *items)
{
  GArray *wanted = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  uint32_t focused = timeline_scene_focused_row (items->scene), n;
  bool has_focused = false;

  add_wanted (wanted, timeline_scene_view (items->scene));
  timeline_scene_rows (items->scene, &n);
  for (guint i = 0; i < wanted->len; i++)
    has_focused = has_focused || g_array_index (wanted, uint32_t, i) == focused;
  if (focused < n && !has_focused)
    g_array_append_val (wanted, focused);
  g_array_sort (wanted, compare_rows);
  return wanted;
}

static TrackItem *
take_item_of (GPtrArray *items, TrackLine line, uint32_t nth)
{
  for (guint i = 0; i < items->len; i++)
    {
      TrackItem *item = items->pdata[i];

      if (item->row != UINT32_MAX && item->line == line && item->nth == nth)
        return g_ptr_array_steal_index (items, i);
    }
  return NULL;
}

/* Returns an item without a row that can be reused, never the focused one. */
static TrackItem *
take_any_item (TrackItems *items, GPtrArray *rest)
{
  for (guint i = 0; i < rest->len; i++)
    if (!gtk_widget_has_focus (rest->pdata[i]))
      return g_ptr_array_steal_index (rest, i);

  TrackItem *item = g_object_new (TIMELINE_TYPE_TRACK_ITEM, NULL);
  gtk_widget_set_parent (GTK_WIDGET (item), items->column);
  return item;
}

void
track_items_update (TrackItems *items)
{
  const TrackTree *tree = timeline_scene_view (items->scene)->tree;
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  GArray *wanted = wanted_rows (items);
  GPtrArray *rest = items->items, *placed = g_ptr_array_new ();

  g_clear_handle_id (&items->source, g_source_remove);
  for (guint i = 0; i < wanted->len; i++)
    {
      uint32_t r = g_array_index (wanted, uint32_t, i);

      g_ptr_array_add (placed, take_item_of (rest, rows[r].line, nth_of_line (tree, rows, r)));
    }
  for (guint i = 0; i < wanted->len; i++)
    {
      uint32_t r = g_array_index (wanted, uint32_t, i);
      TrackItem *item = placed->pdata[i] != NULL ? placed->pdata[i] : take_any_item (items, rest);

      placed->pdata[i] = item;
      item->row = r;
      item->line = rows[r].line;
      item->nth = nth_of_line (tree, rows, r);
      describe (item, &rows[r]);
      gtk_widget_set_visible (GTK_WIDGET (item), TRUE);

      GtkWidget *before = i > 0 ? placed->pdata[i - 1] : NULL;
      if (gtk_widget_get_prev_sibling (GTK_WIDGET (item)) != before)
        gtk_widget_insert_after (GTK_WIDGET (item), items->column, before);
    }
  for (guint i = 0; i < rest->len; i++)
    {
      TrackItem *item = rest->pdata[i];

      item->row = UINT32_MAX;
      gtk_widget_set_visible (GTK_WIDGET (item), FALSE);
      g_ptr_array_add (placed, item);
    }
  g_ptr_array_unref (rest);
  g_array_unref (wanted);
  items->items = placed;
  gtk_widget_queue_allocate (items->column);
}

static gboolean
update_now (gpointer items)
{
  ((TrackItems *) items)->source = 0;
  track_items_update (items);
  return G_SOURCE_REMOVE;
}

void
track_items_update_soon (TrackItems *items)
{
  if (items->source == 0)
    items->source = g_timeout_add (UPDATE_AFTER_MS, update_now, items);
}

void
track_items_allocate (TrackItems *items)
{
  const TimelineView *view = timeline_scene_view (items->scene);
  uint32_t n;
  const TimelineRow *rows = track_tree_rows (view->tree, &n);
  int width_px = gtk_widget_get_width (items->column);

  for (guint i = 0; i < items->items->len; i++)
    {
      TrackItem *item = items->items->pdata[i];

      if (!gtk_widget_get_visible (GTK_WIDGET (item)))
        continue;
      GtkAllocation place = { 0, 0, MAX (width_px, 0), 1 };
      if (item->row < n)
        {
          place.y = timeline_view_row_y (view, item->row);
          place.height = rows[item->row].height_px;
        }
      gtk_widget_measure (GTK_WIDGET (item), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (GTK_WIDGET (item), &place, -1);
    }
}

bool
track_items_grab_focus (TrackItems *items)
{
  uint32_t focused = timeline_scene_focused_row (items->scene);

  for (guint i = 0; i < items->items->len; i++)
    {
      TrackItem *item = items->items->pdata[i];

      if (item->row == focused && focused != UINT32_MAX)
        return gtk_widget_has_focus (GTK_WIDGET (item)) || gtk_widget_grab_focus (GTK_WIDGET (item));
    }
  return false;
}
