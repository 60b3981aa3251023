/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_canvas.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/bookmarks/bookmark_list.h"
#include "widgets/details/selection_text.h"
#include "widgets/screen_style.h"
#include "widgets/timeline/flow_overlay.h"
#include "widgets/timeline/ink_node.h"
#include "widgets/timeline/retained_picture.h"
#include "widgets/timeline/timeline_coast.h"
#include "widgets/timeline/timeline_fling.h"
#include "widgets/timeline/timeline_grab.h"

/* One notch of a wheel. */
#define WHEEL_LANES     3
#define WHEEL_PAN_SHARE 0.1

/* px of a touchpad's two-finger scroll that zoom as much as one notch. */
#define SURFACE_PX_PER_NOTCH 25.0

/* Assistive technology is told of the view when it has been at rest for so long. */
#define DESCRIBE_AFTER_MS 150

struct _TimelineCanvas
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  TimelinePlan *plan;

  FlowOverlay *flows;

  RetainedPicture *rows;
  GskRenderNode *marks, *hovered, *tooltip, *focus_ring, *bookmarks;
  bool has_marks, has_hovered, has_tooltip,
    has_bookmarks;     /* the nodes are up to date, if only by being NULL */
  TimelineLinks links; /* of the marks as drawn */

  bool has_pointer;
  bool is_pointer_idle; /* keys were used since it moved */
  double x_px, y_px;    /* of the pointer */
  TimelineHit hit;      /* under it; no slice and no gap while the view moves */
  const char *cursor;

  TimelineGrab grab;
  HandTrail trail; /* of a hand that drags the view */
  TimelineCoast *coast;
  bool is_second_press; /* of a double click */
  guint describe_source;
};

G_DEFINE_TYPE (TimelineCanvas, timeline_canvas, GTK_TYPE_WIDGET)

static const TimelineHit nothing_hit = { .row = UINT32_MAX, .slice = SLICE_NONE };

static bool
hits_something (const TimelineHit *hit)
{
  return hit->slice != SLICE_NONE || hit->is_gap;
}

static bool
is_same_hit (const TimelineHit *a, const TimelineHit *b)
{
  return a->slice == b->slice && a->is_gap == b->is_gap && a->row == b->row && a->begin_ns == b->begin_ns;
}

/* ---- drawing ---- */

static void
draw_rows (cairo_t *cr, gpointer user_data)
{
  TimelineCanvas *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);

  timeline_plan_make (self->plan, view, gtk_widget_get_scale_factor (GTK_WIDGET (self)));
  timeline_draw_rows (cr, view, self->plan, screen_style_get (GTK_WIDGET (self)));

  const FlowIndex *flows = slice_relations_flows (timeline_scene_relations (self->scene));
  if (flows != NULL
      && flow_overlay_make (self->flows, flows, view, gtk_widget_get_scale_factor (GTK_WIDGET (self))))
    flow_overlay_draw (cr, self->flows, screen_style_get (GTK_WIDGET (self)));
}

static void
draw_marks (cairo_t *cr, gpointer user_data)
{
  TimelineCanvas *self = user_data;
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  SliceRelations *relations = timeline_scene_relations (self->scene);
  TimelineMarks marks = {
    .selected = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE,
    .hovered = SLICE_NONE,
    .focused = SLICE_NONE,
    .has_gap = selection->kind == SELECTED_GAP,
    .gap_device = selection->device,
    .has_area = selection->kind == SELECTED_AREA,
    .begin_ns = selection->begin_ns,
    .end_ns = selection->end_ns,
    .tracks = selection->tracks,
    .marks = view_state_marks (timeline_scene_state (self->scene)),
    .found = timeline_scene_found (self->scene),
    .pairs = slice_relations_pairs (relations),
    .fans = slice_relations_fans (relations),
    .same_name = slice_relations_series (relations),
    .dims_others = slice_relations_dims_others (relations),
  };

  timeline_draw_marks (cr, timeline_scene_view (self->scene), self->plan,
                       screen_style_get (GTK_WIDGET (self)), &marks, &self->links);
}

static void
draw_bookmarks (cairo_t *cr, gpointer user_data)
{
  TimelineCanvas *self = user_data;
  size_t n;
  const BookmarkMark *marks =
    bookmark_list_marks (view_state_bookmarks (timeline_scene_state (self->scene)), &n);

  bookmarks_draw_canvas (cr, timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)), marks,
                         n);
}

static void
draw_hovered (cairo_t *cr, gpointer user_data)
{
  TimelineCanvas *self = user_data;
  TimelineMarks marks = {
    .selected = SLICE_NONE,
    .hovered = self->hit.slice,
    .focused = SLICE_NONE,
    .pairs = slice_relations_pairs (timeline_scene_relations (self->scene)),
    .fans = slice_relations_fans (timeline_scene_relations (self->scene)),
  };

  timeline_draw_marks (cr, timeline_scene_view (self->scene), self->plan,
                       screen_style_get (GTK_WIDGET (self)), &marks, NULL);
}

static void
draw_tooltip (cairo_t *cr, gpointer user_data)
{
  TimelineCanvas *self = user_data;

  timeline_draw_tooltip (cr, timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)),
                         &self->hit, self->x_px, self->y_px);
}

static void
drop_marks (TimelineCanvas *self)
{
  g_clear_pointer (&self->marks, gsk_render_node_unref);
  self->has_marks = false;
}

static void
drop_bookmarks (TimelineCanvas *self)
{
  g_clear_pointer (&self->bookmarks, gsk_render_node_unref);
  self->has_bookmarks = false;
}

static void
drop_hovered (TimelineCanvas *self)
{
  g_clear_pointer (&self->hovered, gsk_render_node_unref);
  self->has_hovered = false;
}

static void
drop_tooltip (TimelineCanvas *self)
{
  g_clear_pointer (&self->tooltip, gsk_render_node_unref);
  self->has_tooltip = false;
}

/* It has its ring and its arrow already, and the details say more of it than a tooltip. */
static bool
is_selected (TimelineCanvas *self, const TimelineHit *hit)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  uint32_t n_rows;

  if (!hit->is_gap)
    return selection->kind == SELECTED_SLICE && selection->slice == hit->slice;
  return selection->kind == SELECTED_GAP && selection->begin_ns == hit->begin_ns
         && selection->device == timeline_scene_rows (self->scene, &n_rows)[hit->row].device;
}

static void
make_overlays (TimelineCanvas *self, int width_px, int height_px)
{
  if (!self->has_bookmarks)
    self->bookmarks = ink_node_new (width_px, height_px, draw_bookmarks, self);
  self->has_bookmarks = true;
  if (!self->has_marks)
    {
      self->links.n = 0;
      self->marks = ink_node_new (width_px, height_px, draw_marks, self);
      self->has_marks = true;
    }
  if (!self->has_hovered && self->hit.slice != SLICE_NONE && !is_selected (self, &self->hit))
    self->hovered = ink_node_new (width_px, height_px, draw_hovered, self);
  self->has_hovered = true;
  if (!self->has_tooltip && hits_something (&self->hit) && !is_selected (self, &self->hit))
    self->tooltip = ink_node_new (width_px, height_px, draw_tooltip, self);
  self->has_tooltip = true;
}

static void
timeline_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TimelineCanvas *self = TIMELINE_CANVAS (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);

  if (width_px <= 0 || height_px <= 0)
    return;
  retained_picture_snapshot (self->rows, widget, snapshot, width_px, height_px, draw_rows, self);
  make_overlays (self, width_px, height_px);
  GskRenderNode *const nodes[] = { self->bookmarks, self->marks, self->hovered, self->tooltip };
  for (size_t i = 0; i < G_N_ELEMENTS (nodes); i++)
    if (nodes[i] != NULL)
      gtk_snapshot_append_node (snapshot, nodes[i]);
  if (gtk_widget_has_visible_focus (widget))
    {
      if (self->focus_ring == NULL)
        self->focus_ring = ink_node_focus_ring (widget);
      gtk_snapshot_append_node (snapshot, self->focus_ring);
    }
}

/* ---- what is under the pointer ---- */

static const TimelineLink *
link_at (TimelineCanvas *self, double x_px, double y_px)
{
  for (int i = self->links.n - 1; i >= 0; i--)
    if (rect_holds (&self->links.links[i].rect, x_px, y_px))
      return &self->links.links[i];
  return NULL;
}

static void
show_cursor (TimelineCanvas *self)
{
  const char *cursor = "default";

  if (self->grab.kind == GRAB_PAN)
    cursor = "grabbing";
  else if (self->grab.kind == GRAB_AREA
           || (self->has_pointer && timeline_grab_edge_at (self->scene, self->x_px) != AREA_ELSEWHERE))
    cursor = "ew-resize";
  else if (self->has_pointer && link_at (self, self->x_px, self->y_px) != NULL)
    cursor = "pointer";
  if (g_strcmp0 (cursor, self->cursor) != 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
  self->cursor = cursor;
}

static void
set_hit (TimelineCanvas *self, const TimelineHit *hit)
{
  bool is_same = is_same_hit (hit, &self->hit);

  if (is_same && !hits_something (hit))
    return;
  if (!is_same)
    drop_hovered (self);
  self->hit = *hit;
  drop_tooltip (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Nothing is hovered while the view moves or a button is down. */
static void
look_under_pointer (TimelineCanvas *self)
{
  TimelineHit hit = nothing_hit;

  if (self->has_pointer && !self->is_pointer_idle && self->grab.kind == GRAB_NONE
      && !timeline_motion_is_moving (timeline_scene_motion (self->scene)))
    timeline_view_hit (timeline_scene_view (self->scene), self->x_px, self->y_px, &hit);
  set_hit (self, &hit);
  show_cursor (self);
}

static void
pointer_moved (TimelineCanvas *self, double x_px, double y_px)
{
  /* GTK also tells where the pointer is when widgets move below it. */
  if (!self->has_pointer || x_px != self->x_px || y_px != self->y_px)
    self->is_pointer_idle = false;
  self->has_pointer = true;
  self->x_px = x_px;
  self->y_px = y_px;
  look_under_pointer (self);
}

static void
pointer_left (TimelineCanvas *self)
{
  self->has_pointer = false;
  look_under_pointer (self);
}

double
timeline_canvas_key_x_px (TimelineCanvas *self)
{
  return self->has_pointer ? self->x_px : gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
}

bool
timeline_canvas_has_pointer (TimelineCanvas *self)
{
  return self->has_pointer;
}

void
timeline_canvas_forget_pointer (TimelineCanvas *self)
{
  self->is_pointer_idle = true;
  look_under_pointer (self);
}

/* ---- clicks and drags ---- */

static void
click (TimelineCanvas *self, double x_px, double y_px)
{
  ViewState *state = timeline_scene_state (self->scene);
  const TimelineView *view = timeline_scene_view (self->scene);
  const TimelineLink *link = link_at (self, x_px, y_px);
  TimelineHit hit;
  uint32_t n_rows;

  if (link != NULL)
    {
      timeline_scene_go_to_slice (self->scene, link->slice);
      return;
    }
  timeline_view_hit (view, x_px, y_px, &hit);
  if (hit.slice != SLICE_NONE)
    view_state_select_slice (state, hit.slice);
  else if (hit.is_gap)
    view_state_select_gap (state, timeline_scene_rows (self->scene, &n_rows)[hit.row].device, hit.begin_ns,
                           hit.end_ns);
  else
    view_state_clear_selection (state);
}

/* The first click has selected what this one fits. */
static void
click_again (TimelineCanvas *self)
{
  if (view_state_fit_selection (timeline_scene_state (self->scene)))
    g_signal_emit_by_name (self->scene, "zoomed");
}

static void
begin_grab (TimelineCanvas *self, GrabKind kind, double x_px, double y_px)
{
  timeline_grab_begin (&self->grab, self->scene, kind, x_px, y_px);
  look_under_pointer (self);
}

static void
end_grab (TimelineCanvas *self)
{
  timeline_grab_end (&self->grab, self->scene);
  look_under_pointer (self);
}

/* In the time of the events, which is that of the hand. */
static int64_t
event_time_us (GtkGesture *gesture)
{
  return (int64_t) gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture)) * 1000;
}

static void
pressed (TimelineCanvas *self, int n_press)
{
  timeline_coast_stop (self->coast);
  self->is_second_press = n_press == 2;
}

static void
drag_began (TimelineCanvas *self, double x_px, double y_px, GtkGesture *gesture)
{
  GdkModifierType held = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  bool is_pan = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE
                || (held & GDK_SHIFT_MASK) != 0;

  timeline_coast_stop (self->coast);
  self->trail = (HandTrail){ .n = 0 };
  gtk_widget_grab_focus (GTK_WIDGET (self));
  begin_grab (self, is_pan ? GRAB_PAN : GRAB_CLICK, x_px, y_px);
}

static void
drag_moved (TimelineCanvas *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  hand_trail_add (&self->trail, event_time_us (gesture), dx_px, dy_px);
  timeline_grab_move (&self->grab, self->scene, dx_px, dy_px);
}

static void
drag_ended (TimelineCanvas *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  TimelineGrab grab = self->grab;
  double x_px_per_s, y_px_per_s;

  (void) dx_px;
  (void) dy_px;
  end_grab (self);
  hand_trail_velocity (&self->trail, event_time_us (gesture), &x_px_per_s, &y_px_per_s);
  if (grab.kind == GRAB_PAN)
    timeline_coast_begin (self->coast, -x_px_per_s, -y_px_per_s);
  if (grab.kind == GRAB_CLICK && self->is_second_press)
    click_again (self);
  else if (grab.kind == GRAB_CLICK)
    click (self, grab.x_px, grab.y_px);
}

static void
pinch_began (TimelineCanvas *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  double x_px, y_px;

  (void) sequence;
  if (!gtk_gesture_get_bounding_box_center (gesture, &x_px, &y_px))
    x_px = timeline_canvas_key_x_px (self);
  begin_grab (self, GRAB_PINCH, x_px, self->y_px);
}

static void
pinch_moved (TimelineCanvas *self, double scale)
{
  timeline_grab_pinch (&self->grab, self->scene, scale);
}

static void
pinch_ended (TimelineCanvas *self)
{
  end_grab (self);
  g_signal_emit_by_name (self->scene, "zoomed");
}

static gboolean
wheel_turned (TimelineCanvas *self, double dx, double dy, GtkEventControllerScroll *wheel)
{
  GdkModifierType held = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (wheel));
  bool is_wheel = gtk_event_controller_scroll_get_unit (wheel) == GDK_SCROLL_UNIT_WHEEL;
  int width_px = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  GtkAdjustment *scroll = timeline_scene_scroll (self->scene);
  double share = is_wheel ? WHEEL_PAN_SHARE : 1.0 / width_px;
  double lanes_px = is_wheel ? WHEEL_LANES * gtk_adjustment_get_step_increment (scroll) : 1;

  timeline_coast_stop (self->coast);
  if (held & GDK_CONTROL_MASK)
    {
      timeline_scene_zoom_at (self->scene, timeline_canvas_key_x_px (self),
                              timeline_wheel_factor (is_wheel ? dy : dy / SURFACE_PX_PER_NOTCH));
      return GDK_EVENT_STOP;
    }
  if (held & GDK_SHIFT_MASK)
    {
      dx += dy;
      dy = 0;
    }
  /* Fingers on a touchpad drag the view; a glide would lag behind them. */
  timeline_motion_set_direct (timeline_scene_motion (self->scene), !is_wheel);
  if (dx != 0)
    view_state_pan (timeline_scene_state (self->scene), dx * share);
  timeline_motion_set_direct (timeline_scene_motion (self->scene), false);
  if (dy != 0)
    gtk_adjustment_set_value (scroll, gtk_adjustment_get_value (scroll) + dy * lanes_px);
  return GDK_EVENT_STOP;
}

/* Two fingers were lifted from a touchpad while they moved. A wheel has no such end. GTK tells px per second, whatever its
 * documentation says (gtkeventcontrollerscroll.c multiplies by 1000). */
static void
fingers_lifted (TimelineCanvas *self, double x_px_per_s, double y_px_per_s, GtkEventControllerScroll *wheel)
{
  GdkModifierType held = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (wheel));

  if (gtk_event_controller_scroll_get_unit (wheel) == GDK_SCROLL_UNIT_WHEEL || (held & GDK_CONTROL_MASK) != 0)
    return;
  if (held & GDK_SHIFT_MASK)
    timeline_coast_begin (self->coast, x_px_per_s + y_px_per_s, 0);
  else
    timeline_coast_begin (self->coast, x_px_per_s, y_px_per_s);
}

static void
fingers_laid (TimelineCanvas *self)
{
  timeline_coast_stop (self->coast);
}

static void
listen_to_pointer (TimelineCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES
                                                               | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *middle = gtk_gesture_drag_new ();
  GtkGesture *press = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (pointer_left), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (wheel_turned), self);
  g_signal_connect_swapped (wheel, "scroll-begin", G_CALLBACK (fingers_laid), self);
  g_signal_connect_swapped (wheel, "decelerate", G_CALLBACK (fingers_lifted), self);
  gtk_widget_add_controller (widget, wheel);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  for (int i = 0; i < 2; i++)
    {
      GtkGesture *gesture = i == 0 ? drag : middle;

      g_signal_connect_swapped (gesture, "drag-begin", G_CALLBACK (drag_began), self);
      g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (drag_moved), self);
      g_signal_connect_swapped (gesture, "drag-end", G_CALLBACK (drag_ended), self);
      g_signal_connect_swapped (gesture, "cancel", G_CALLBACK (end_grab), self);
      gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (gesture));
    }

  /* What is added last sees an event first: it knows of a double click before the drag begins. */
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (press));
  gtk_gesture_group (drag, press);

  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_began), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_moved), self);
  g_signal_connect_swapped (pinch, "end", G_CALLBACK (pinch_ended), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

/* ---- assistive technology ---- */

static gboolean
describe (gpointer user_data)
{
  TimelineCanvas *self = user_data;
  ViewState *state = timeline_scene_state (self->scene);
  const DrawStyle *style = screen_style_get (GTK_WIDGET (self));
  uint32_t n_rows;

  self->describe_source = 0;
  timeline_scene_rows (self->scene, &n_rows);
  const StepComparison *comparison = timeline_scene_view (self->scene)->comparison;
  g_autofree char *legend = comparison != NULL ? step_comparison_legend (comparison, style->numbers) : NULL;
  g_autofree char *shown = selection_text_of_view (state, n_rows, style->numbers);
  g_autofree char *notes = selection_text_notes_in_view (state, style->numbers);
  g_autofree char *text =
    g_strjoin ("; ", shown, legend != NULL ? legend : notes, legend != NULL ? notes : NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  return G_SOURCE_REMOVE;
}

static void
describe_soon (TimelineCanvas *self)
{
  if (self->describe_source == 0)
    self->describe_source = g_timeout_add (DESCRIBE_AFTER_MS, describe, self);
}

/* ---- life ---- */

static void
scene_changed (TimelineCanvas *self, guint changes)
{
  if (changes & (SCENE_CHANGED_SPAN | SCENE_CHANGED_TREE | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE))
    {
      retained_picture_invalidate (self->rows);
      drop_marks (self);
      drop_bookmarks (self);
      self->hit = nothing_hit;
      drop_hovered (self);
      drop_tooltip (self);
    }
  if (changes & SCENE_CHANGED_FLOWS)
    retained_picture_invalidate (self->rows);
  if (changes & SCENE_CHANGED_SERIES)
    drop_marks (self);
  if (changes & SCENE_CHANGED_STYLE)
    g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
  if (changes & SCENE_CHANGED_COMPARISON)
    drop_marks (self);
  if (changes & (SCENE_CHANGED_SELECTION | SCENE_CHANGED_MARKS | SCENE_CHANGED_PAIRS))
    {
      drop_marks (self);
      drop_hovered (self);
      drop_tooltip (self);
    }
  if (changes & SCENE_CHANGED_FOUND)
    drop_marks (self);
  if (changes & SCENE_CHANGED_BOOKMARKS)
    drop_bookmarks (self);
  look_under_pointer (self);
  if (changes
      & (SCENE_CAME_TO_REST | SCENE_CHANGED_TREE | SCENE_CHANGED_SELECTION | SCENE_CHANGED_COMPARISON
         | SCENE_CHANGED_MARKS | SCENE_CHANGED_BOOKMARKS))
    describe_soon (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
style_changed (GtkWidget *widget)
{
  timeline_scene_restyle (TIMELINE_CANVAS (widget)->scene);
}

static void
timeline_canvas_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  TimelineCanvas *self = TIMELINE_CANVAS (widget);

  (void) baseline;
  g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
  timeline_scene_set_canvas_size (self->scene, width_px, height_px);
}

static void
timeline_canvas_dispose (GObject *object)
{
  TimelineCanvas *self = TIMELINE_CANVAS (object);

  g_clear_handle_id (&self->describe_source, g_source_remove);
  drop_marks (self);
  drop_bookmarks (self);
  drop_hovered (self);
  drop_tooltip (self);
  g_clear_pointer (&self->focus_ring, gsk_render_node_unref);
  g_clear_pointer (&self->coast, timeline_coast_free);
  if (self->scene != NULL)
    timeline_scene_set_canvas (self->scene, NULL);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_canvas_parent_class)->dispose (object);
}

static void
timeline_canvas_finalize (GObject *object)
{
  TimelineCanvas *self = TIMELINE_CANVAS (object);

  retained_picture_free (self->rows);
  timeline_plan_free (self->plan);
  flow_overlay_free (self->flows);
  G_OBJECT_CLASS (timeline_canvas_parent_class)->finalize (object);
}

static void
timeline_canvas_class_init (TimelineCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = timeline_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = timeline_canvas_finalize;
  widget_class->snapshot = timeline_canvas_snapshot;
  widget_class->size_allocate = timeline_canvas_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
timeline_canvas_init (TimelineCanvas *self)
{
  self->plan = timeline_plan_new ();
  self->flows = flow_overlay_new ();
  self->rows = retained_picture_new ();
  self->hit = nothing_hit;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Timeline"), -1);
  listen_to_pointer (self);
}

GtkWidget *
timeline_canvas_new (TimelineScene *scene)
{
  TimelineCanvas *self = g_object_new (TIMELINE_TYPE_CANVAS, NULL);

  self->scene = g_object_ref (scene);
  self->coast = timeline_coast_new (scene, GTK_WIDGET (self));
  timeline_scene_set_canvas (scene, GTK_WIDGET (self));
  timeline_scene_restyle (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  screen_style_connect_changed (GTK_WIDGET (self), style_changed);
  describe_soon (self);
  return GTK_WIDGET (self);
}
