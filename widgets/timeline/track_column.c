/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/track_column.h"

#include <glib/gi18n-lib.h>

#include "widgets/screen_style.h"
#include "widgets/timeline/ink_node.h"
#include "widgets/timeline/retained_picture.h"

#define WHEEL_LANES 3

struct _TrackColumn
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *rows;
  uint32_t hovered_row;
};

G_DEFINE_TYPE (TrackColumn, track_column, GTK_TYPE_WIDGET)

static void
draw_rows (cairo_t *cr, gpointer user_data)
{
  TrackColumn *self = user_data;
  GtkWidget *widget = GTK_WIDGET (self);
  uint32_t focused_row =
    gtk_widget_has_visible_focus (widget) ? timeline_scene_focused_row (self->scene) : UINT32_MAX;

  timeline_draw_header (cr, timeline_scene_view (self->scene), screen_style_get (widget),
                        gtk_widget_get_width (widget), self->hovered_row, focused_row);
}

static void
redraw (TrackColumn *self)
{
  retained_picture_invalidate (self->rows);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
track_column_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrackColumn *self = TIMELINE_TRACK_COLUMN (widget);

  retained_picture_snapshot (self->rows, widget, snapshot, gtk_widget_get_width (widget),
                             gtk_widget_get_height (widget), draw_rows, self);
  if (!gtk_widget_has_visible_focus (widget) || timeline_scene_focused_row (self->scene) != UINT32_MAX)
    return;
  GskRenderNode *ring = ink_node_focus_ring (widget);
  gtk_snapshot_append_node (snapshot, ring);
  gsk_render_node_unref (ring);
}

static uint32_t
row_at (TrackColumn *self, double y_px)
{
  const TimelineView *view = timeline_scene_view (self->scene);

  return track_tree_row_at (view->tree, (int) y_px + view->scroll_px);
}

static bool
folds (TrackColumn *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);

  return row < n_rows && rows[row].fold != TRACK_FOLD_NONE;
}

static void
hover (TrackColumn *self, uint32_t row)
{
  if (row == self->hovered_row)
    return;
  self->hovered_row = row;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), folds (self, row) ? "pointer" : NULL);
  redraw (self);
}

static void
pointer_moved (TrackColumn *self, double x_px, double y_px)
{
  (void) x_px;
  hover (self, row_at (self, y_px));
}

static void
pointer_left (TrackColumn *self)
{
  hover (self, UINT32_MAX);
}

static void
released (TrackColumn *self, int n_press, double x_px, double y_px)
{
  uint32_t row = row_at (self, y_px);

  (void) n_press;
  (void) x_px;
  if (timeline_scene_toggle_row (self->scene, row))
    pointer_moved (self, x_px, y_px);
}

static gboolean
wheel_turned (TrackColumn *self, double dx, double dy, GtkEventControllerScroll *wheel)
{
  GtkAdjustment *scroll = timeline_scene_scroll (self->scene);
  bool is_wheel = gtk_event_controller_scroll_get_unit (wheel) == GDK_SCROLL_UNIT_WHEEL;
  double px = is_wheel ? WHEEL_LANES * gtk_adjustment_get_step_increment (scroll) : 1;

  (void) dx;
  gtk_adjustment_set_value (scroll, gtk_adjustment_get_value (scroll) + dy * px);
  return GDK_EVENT_STOP;
}

static gboolean
key_pressed (TrackColumn *self, guint keyval, guint keycode, GdkModifierType held)
{
  uint32_t n_rows, row = timeline_scene_focused_row (self->scene);
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);

  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0 || n_rows == 0)
    return GDK_EVENT_PROPAGATE;
  bool has_row = row < n_rows;
  switch (keyval)
    {
    case GDK_KEY_Up:
      timeline_scene_focus_row (self->scene, !has_row || row == 0 ? 0 : row - 1);
      break;
    case GDK_KEY_Down:
      timeline_scene_focus_row (self->scene, has_row ? MIN (row + 1, n_rows - 1) : 0);
      break;
    case GDK_KEY_Home:
      timeline_scene_focus_row (self->scene, 0);
      break;
    case GDK_KEY_End:
      timeline_scene_focus_row (self->scene, n_rows - 1);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_row && rows[row].fold != TRACK_FOLD_NONE)
        timeline_scene_set_row_open (self->scene, row, keyval == GDK_KEY_Right);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      timeline_scene_toggle_row (self->scene, row);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static void
focus_entered (TrackColumn *self)
{
  if (timeline_scene_focused_row (self->scene) == UINT32_MAX)
    timeline_scene_focus_row (self->scene, 0);
  redraw (self);
}

static gboolean
show_tooltip (GtkWidget *widget, int x, int y, gboolean is_keyboard, GtkTooltip *tooltip, gpointer user_data)
{
  TrackColumn *self = TIMELINE_TRACK_COLUMN (widget);
  uint32_t n_rows, row = is_keyboard ? timeline_scene_focused_row (self->scene) : row_at (self, y);
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);
  const TimelineView *view = timeline_scene_view (self->scene);

  (void) x;
  (void) user_data;
  if (row >= n_rows || rows[row].description == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, rows[row].description);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ 0, rows[row].y_px - view->scroll_px,
                                                      gtk_widget_get_width (widget), rows[row].height_px });
  return TRUE;
}

/* What assistive technology reads: the focused row, and whether it is open. */
static void
describe (TrackColumn *self)
{
  uint32_t n_rows, row = timeline_scene_focused_row (self->scene);
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);
  g_autofree char *text = NULL;

  if (row >= n_rows || rows[row].description == NULL)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u row", "%u rows", n_rows), n_rows);
  else if (rows[row].fold == TRACK_FOLD_NONE)
    text = g_strdup (rows[row].description);
  else
    text = g_strdup_printf (rows[row].is_open ? _ ("%s, open") : _ ("%s, closed"), rows[row].description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
scene_changed (TrackColumn *self, guint changes)
{
  if (!(changes & (SCENE_CHANGED_TREE | SCENE_CHANGED_FOCUS | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE)))
    return;
  describe (self);
  redraw (self);
}

static void
track_column_dispose (GObject *object)
{
  g_clear_object (&TIMELINE_TRACK_COLUMN (object)->scene);
  G_OBJECT_CLASS (track_column_parent_class)->dispose (object);
}

static void
track_column_finalize (GObject *object)
{
  retained_picture_free (TIMELINE_TRACK_COLUMN (object)->rows);
  G_OBJECT_CLASS (track_column_parent_class)->finalize (object);
}

static void
track_column_class_init (TrackColumnClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = track_column_dispose;
  G_OBJECT_CLASS (klass)->finalize = track_column_finalize;
  widget_class->snapshot = track_column_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
track_column_init (TrackColumn *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->rows = retained_picture_new ();
  self->hovered_row = UINT32_MAX;
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Rows"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (show_tooltip), NULL);

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (wheel_turned), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_entered), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, wheel);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
track_column_new (TimelineScene *scene)
{
  TrackColumn *self = g_object_new (TIMELINE_TYPE_TRACK_COLUMN, NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  describe (self);
  return GTK_WIDGET (self);
}
