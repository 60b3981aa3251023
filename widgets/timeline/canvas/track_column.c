/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/track_column.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/menu_click.h"
#include "widgets/controls/retained_picture.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/track_items.h"
#include "widgets/timeline/input/track_drag.h"
#include "widgets/timeline/input/track_menu.h"
#include "widgets/timeline/rows/track_edit.h"

#define WHEEL_LANES 3

struct _TrackColumn
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *rows;
  uint32_t hovered_row;
  TrackDrag drag;
  TrackItems *items;
};

G_DEFINE_TYPE (TrackColumn, track_column, GTK_TYPE_WIDGET)

/* Returns whether the focus is in one of the items. */
static bool
has_visible_focus (TrackColumn *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return timeline_scene_has_row_focus (self->scene) && GTK_IS_WINDOW (root)
         && gtk_window_get_focus_visible (GTK_WINDOW (root));
}

static void
draw_rows (cairo_t *cr, gpointer user_data)
{
  TrackColumn *self = user_data;
  GtkWidget *widget = GTK_WIDGET (self);
  uint32_t focused_row = has_visible_focus (self) ? timeline_scene_focused_row (self->scene) : UINT32_MAX;

  timeline_draw_header (cr, timeline_scene_view (self->scene), screen_style_get (widget),
                        gtk_widget_get_width (widget), self->hovered_row, focused_row);
  if (self->drag.kind == TRACK_DRAG_MOVE && self->drag.drop_px >= 0)
    timeline_draw_drop_line (cr, screen_style_get (widget), gtk_widget_get_width (widget),
                             self->drag.drop_px);
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
}

static uint32_t
row_at (TrackColumn *self, double y_px)
{
  return timeline_view_row_at (timeline_scene_view (self->scene), y_px);
}

/* NULL: none there. */
static const TimelineRow *
get_row (TrackColumn *self, uint32_t row)
{
  uint32_t n_rows;
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);

  return row < n_rows ? &rows[row] : NULL;
}

static bool
is_on_pin (TrackColumn *self, uint32_t row, double x_px)
{
  const TimelineRow *at = get_row (self, row);

  return at != NULL && timeline_header_has_pin (at)
         && track_edit_can_pin (timeline_scene_view (self->scene)->tree, at->line)
         && x_px >= gtk_widget_get_width (GTK_WIDGET (self)) - TIMELINE_PIN_PX - 1;
}

/* ---- the pointer ---- */

static const char *
cursor_at (TrackColumn *self, uint32_t row, double x_px, double y_px)
{
  const TimelineRow *at = get_row (self, row);

  if (self->drag.kind == TRACK_DRAG_MOVE)
    return "grabbing";
  if (self->drag.kind == TRACK_DRAG_SIZE || track_drag_is_at_edge (self->scene, y_px))
    return "ns-resize";
  if (is_on_pin (self, row, x_px)
      || (at != NULL && (at->fold != TRACK_FOLD_NONE || at->line == TRACK_LINE_HIDDEN)))
    return "pointer";
  return NULL;
}

static void
pointer_moved (TrackColumn *self, double x_px, double y_px)
{
  uint32_t row = self->drag.kind > TRACK_DRAG_CLICK ? self->hovered_row : row_at (self, y_px);

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor_at (self, row, x_px, y_px));
  if (row == self->hovered_row)
    return;
  self->hovered_row = row;
  redraw (self);
}

static void
pointer_left (TrackColumn *self)
{
  if (self->hovered_row == UINT32_MAX)
    return;
  self->hovered_row = UINT32_MAX;
  redraw (self);
}

static void
click (TrackColumn *self, double x_px, double y_px)
{
  uint32_t r = row_at (self, y_px);
  const TimelineRow *row = get_row (self, r);

  if (row == NULL)
    return;
  if (is_on_pin (self, r, x_px))
    gtk_widget_activate_action (GTK_WIDGET (self), row->is_pinned ? "rows.unpin" : "rows.pin", "u",
                                row->line);
  else if (row->line == TRACK_LINE_HIDDEN)
    gtk_widget_activate_action (GTK_WIDGET (self), "rows.show-hidden", NULL);
  else if (!timeline_scene_toggle_row (self->scene, r))
    return;
  pointer_moved (self, x_px, y_px);
}

static void
drag_began (TrackColumn *self, double x_px, double y_px)
{
  (void) x_px;
  track_drag_begin (&self->drag, self->scene, y_px);
}

static void
drag_moved (TrackColumn *self, double dx_px, double dy_px)
{
  track_drag_move (&self->drag, self->scene, dx_px, dy_px);
  redraw (self);
}

static void
drag_ended (TrackColumn *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  double x_px = 0, y_px = self->drag.y_px;
  bool was_click = self->drag.kind == TRACK_DRAG_CLICK && !timeline_is_drag (dx_px, dy_px);

  gtk_gesture_drag_get_start_point (GTK_GESTURE_DRAG (gesture), &x_px, NULL);
  track_drag_end (&self->drag, self->scene);
  if (was_click)
    click (self, x_px, y_px);
  redraw (self);
}

static void
drag_cancelled (TrackColumn *self)
{
  self->drag = (TrackDrag){ .kind = TRACK_DRAG_NONE };
  redraw (self);
}

static void
menu_clicked (TrackColumn *self, int n_press, double x_px, double y_px)
{
  uint32_t row = row_at (self, y_px);

  (void) n_press;
  if (get_row (self, row) != NULL)
    timeline_scene_focus_row (self->scene, row);
  track_menu_popup (GTK_WIDGET (self), self->scene, row, x_px, y_px);
}

/* The keyboard opens the menu below the label of the focused row. */
static void
popup_menu (TrackColumn *self)
{
  uint32_t row = timeline_scene_focused_row (self->scene);
  const TimelineRow *at = get_row (self, row);
  double y_px = at == NULL ? 0 : timeline_view_row_y (timeline_scene_view (self->scene), row) + at->height_px;

  track_menu_popup (GTK_WIDGET (self), self->scene, row, gtk_widget_get_width (GTK_WIDGET (self)) / 4.0,
                    y_px);
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

/* To the next row that begins a line. */
static void
walk (TrackColumn *self, const TimelineRow *rows, uint32_t n_rows, uint32_t from, int by)
{
  uint32_t row = from == UINT32_MAX ? 0 : from + (uint32_t) by;

  while (row < n_rows && !track_items_is_stop (&rows[row]))
    row += (uint32_t) by;
  if (row < n_rows)
    timeline_scene_focus_row (self->scene, row);
}

static gboolean
key_pressed (TrackColumn *self, guint keyval, guint keycode, GdkModifierType held)
{
  uint32_t n_rows, row = timeline_scene_focused_row (self->scene);
  const TimelineRow *rows = timeline_scene_rows (self->scene, &n_rows);

  (void) keycode;
  bool has_row = row < n_rows;
  GdkModifierType modifiers = held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK);
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK))
    {
      popup_menu (self);
      return GDK_EVENT_STOP;
    }
  if (has_row && modifiers == (GDK_ALT_MASK | GDK_SHIFT_MASK)
      && (keyval == GDK_KEY_Up || keyval == GDK_KEY_Down))
    {
      TrackLine line = track_tree_moved_line (timeline_scene_view (self->scene)->tree, row);
      if (line != TRACK_LINE_NONE)
        gtk_widget_activate_action (GTK_WIDGET (self), keyval == GDK_KEY_Up ? "rows.up" : "rows.down", "u",
                                    line);
      return GDK_EVENT_STOP;
    }
  if (modifiers != 0 || n_rows == 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Up:
      walk (self, rows, n_rows, row, -1);
      break;
    case GDK_KEY_Down:
      walk (self, rows, n_rows, row, 1);
      break;
    case GDK_KEY_Home:
      timeline_scene_focus_row (self->scene, 0);
      break;
    case GDK_KEY_End:
      walk (self, rows, n_rows, n_rows, -1);
      break;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_row && rows[row].fold != TRACK_FOLD_NONE)
        timeline_scene_set_row_open (self->scene, row, keyval == GDK_KEY_Right);
      break;
    case GDK_KEY_Escape:
      if (track_layout_filter (timeline_scene_layout (self->scene))[0] == '\0')
        return GDK_EVENT_PROPAGATE;
      track_layout_set_filter (timeline_scene_layout (self->scene), "");
      timeline_scene_layout_changed (self->scene);
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      if (has_row && rows[row].line == TRACK_LINE_HIDDEN)
        gtk_widget_activate_action (GTK_WIDGET (self), "rows.show-hidden", NULL);
      else
        timeline_scene_toggle_row (self->scene, row);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

static bool
has_menu (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
      return true;
  return false;
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
  if (row >= n_rows || rows[row].description == NULL || has_menu (widget))
    return FALSE;
  gtk_tooltip_set_text (tooltip, rows[row].description);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ 0, timeline_view_row_y (view, row),
                                                      gtk_widget_get_width (widget), rows[row].height_px });
  return TRUE;
}

/* Describes the column to assistive technology. The rows are items of their own. */
static void
describe (TrackColumn *self)
{
  uint32_t n_rows;

  timeline_scene_rows (self->scene, &n_rows);
  g_autofree char *text =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u row", "%u rows", n_rows), n_rows);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
scene_changed (TrackColumn *self, guint changes)
{
  if (self->items == NULL
      || !(changes
           & (SCENE_CHANGED_TREE | SCENE_CHANGED_FOCUS | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE)))
    return;
  if (changes & SCENE_CHANGED_FOCUS)
    {
      describe (self);
      track_items_update (self->items);
      if (timeline_scene_has_row_focus (self->scene))
        track_items_grab_focus (self->items);
    }
  else
    track_items_update_soon (self->items);
  redraw (self);
}

/* Tab enters at the focused row and leaves the rows from there. */
static gboolean
track_column_focus (GtkWidget *widget, GtkDirectionType direction)
{
  (void) direction;
  return gtk_widget_get_focus_child (widget) == NULL && gtk_widget_grab_focus (widget);
}

static gboolean
track_column_grab_focus (GtkWidget *widget)
{
  TrackColumn *self = TIMELINE_TRACK_COLUMN (widget);

  if (timeline_scene_focused_row (self->scene) == UINT32_MAX)
    timeline_scene_focus_row (self->scene, 0);
  track_items_update (self->items);
  return track_items_grab_focus (self->items);
}

static void
track_column_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  (void) width_px;
  (void) height_px;
  (void) baseline;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      gtk_popover_present (GTK_POPOVER (child));
  track_items_allocate (TIMELINE_TRACK_COLUMN (widget)->items);
}

static void
track_column_dispose (GObject *object)
{
  GtkWidget *child;

  gtk_widget_insert_action_group (GTK_WIDGET (object), "rows", NULL);
  if (TIMELINE_TRACK_COLUMN (object)->scene != NULL)
    timeline_scene_set_column (TIMELINE_TRACK_COLUMN (object)->scene, NULL);
  g_clear_pointer (&TIMELINE_TRACK_COLUMN (object)->items, track_items_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
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
  widget_class->size_allocate = track_column_size_allocate;
  widget_class->focus = track_column_focus;
  widget_class->grab_focus = track_column_grab_focus;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
track_column_init (TrackColumn *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->rows = retained_picture_new ();
  self->hovered_row = UINT32_MAX;
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Rows"), -1);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (show_tooltip), NULL);

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (wheel_turned), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (redraw), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, wheel);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, focus);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  menu_click_attach (widget, G_CALLBACK (menu_clicked), self);
}

GtkWidget *
track_column_new (TimelineScene *scene)
{
  TrackColumn *self = g_object_new (TIMELINE_TYPE_TRACK_COLUMN, NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  track_menu_add_actions (GTK_WIDGET (self), scene);
  timeline_scene_set_column (scene, GTK_WIDGET (self));
  self->items = track_items_new (GTK_WIDGET (self), scene);
  track_items_update_soon (self->items);
  describe (self);
  return GTK_WIDGET (self);
}
