/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/timeline_pointer.h"

#include "widgets/timeline/input/timeline_coast.h"
#include "widgets/timeline/input/timeline_fling.h"
#include "widgets/timeline/input/timeline_grab.h"

/* One notch of a wheel. */
#define WHEEL_LANES     3
#define WHEEL_PAN_SHARE 0.1

/* px of a touchpad's two-finger scroll that zoom as much as one notch. */
#define SURFACE_PX_PER_NOTCH 25.0

#define CONTROLLERS_MAX 6

struct TimelinePointer
{
  TimelineScene *scene;
  GtkWidget *canvas;
  TimelineLayers *layers;
  GtkEventController *controllers[CONTROLLERS_MAX];
  unsigned n_controllers;

  bool is_inside;
  bool is_idle;      /* keys were used since it moved */
  double x_px, y_px; /* where it was last */
  const char *cursor;

  TimelineGrab grab;
  HandTrail trail; /* of a hand that drags the view */
  TimelineCoast *coast;
  bool is_second_press; /* of a double click */
};

/* ---- what is under the pointer ---- */

static void
show_cursor (TimelinePointer *self)
{
  const char *cursor = "default";

  if (self->grab.kind == GRAB_PAN)
    cursor = "grabbing";
  else if (self->grab.kind == GRAB_AREA
           || (self->is_inside && timeline_grab_edge_at (self->scene, self->x_px) != AREA_ELSEWHERE))
    cursor = "ew-resize";
  else if (self->is_inside && timeline_layers_link_at (self->layers, self->x_px, self->y_px) != NULL)
    cursor = "pointer";
  if (g_strcmp0 (cursor, self->cursor) != 0)
    gtk_widget_set_cursor_from_name (self->canvas, cursor);
  self->cursor = cursor;
}

/* Nothing is hovered while the view moves or a button is down. */
void
timeline_pointer_look (TimelinePointer *self)
{
  TimelineHit hit;
  bool is_looking = self->is_inside && !self->is_idle && self->grab.kind == GRAB_NONE
                    && !timeline_motion_is_moving (timeline_scene_motion (self->scene));

  if (is_looking)
    timeline_view_hit (timeline_scene_view (self->scene), self->x_px, self->y_px, &hit);
  timeline_layers_hover (self->layers, is_looking ? &hit : NULL, self->x_px, self->y_px);
  show_cursor (self);
}

static void
pointer_moved (TimelinePointer *self, double x_px, double y_px)
{
  /* GTK also reports a motion when widgets move under a resting pointer. */
  if (!self->is_inside || x_px != self->x_px || y_px != self->y_px)
    self->is_idle = false;
  self->is_inside = true;
  self->x_px = x_px;
  self->y_px = y_px;
  timeline_pointer_look (self);
}

static void
pointer_left (TimelinePointer *self)
{
  self->is_inside = false;
  timeline_pointer_look (self);
}

bool
timeline_pointer_is_inside (const TimelinePointer *self)
{
  return self->is_inside;
}

double
timeline_pointer_key_x_px (const TimelinePointer *self)
{
  return self->is_inside ? self->x_px : gtk_widget_get_width (self->canvas) / 2.0;
}

void
timeline_pointer_forget (TimelinePointer *self)
{
  self->is_idle = true;
  timeline_pointer_look (self);
}

/* ---- clicks and drags ---- */

static void
click (TimelinePointer *self, double x_px, double y_px)
{
  ViewState *state = timeline_scene_state (self->scene);
  const TimelineView *view = timeline_scene_view (self->scene);
  const TimelineLink *link = timeline_layers_link_at (self->layers, x_px, y_px);
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

/* The first click has selected the slice; the second fits it into the view. */
static void
click_again (TimelinePointer *self)
{
  if (view_state_fit_selection (timeline_scene_state (self->scene)))
    g_signal_emit_by_name (self->scene, "zoomed");
}

static void
begin_grab (TimelinePointer *self, GrabKind kind, double x_px, double y_px)
{
  timeline_grab_begin (&self->grab, self->scene, kind, x_px, y_px);
  timeline_pointer_look (self);
}

static void
end_grab (TimelinePointer *self)
{
  timeline_grab_end (&self->grab, self->scene);
  timeline_pointer_look (self);
}

/* Uses the times of the events, which are those of the hand. */
static int64_t
event_time_us (GtkGesture *gesture)
{
  return (int64_t) gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture)) * 1000;
}

static void
pressed (TimelinePointer *self, int n_press)
{
  timeline_coast_stop (self->coast);
  self->is_second_press = n_press == 2;
}

static void
drag_began (TimelinePointer *self, double x_px, double y_px, GtkGesture *gesture)
{
  GdkModifierType held = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  bool is_pan = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) == GDK_BUTTON_MIDDLE
                || (held & GDK_SHIFT_MASK) != 0;

  timeline_coast_stop (self->coast);
  self->trail = (HandTrail){ .n = 0 };
  gtk_widget_grab_focus (self->canvas);
  begin_grab (self, is_pan ? GRAB_PAN : GRAB_CLICK, x_px, y_px);
}

static void
drag_moved (TimelinePointer *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  hand_trail_add (&self->trail, event_time_us (gesture), dx_px, dy_px);
  timeline_grab_move (&self->grab, self->scene, dx_px, dy_px);
}

static void
drag_ended (TimelinePointer *self, double dx_px, double dy_px, GtkGesture *gesture)
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
pinch_began (TimelinePointer *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  double x_px, y_px;

  (void) sequence;
  if (!gtk_gesture_get_bounding_box_center (gesture, &x_px, &y_px))
    x_px = timeline_pointer_key_x_px (self);
  begin_grab (self, GRAB_PINCH, x_px, self->y_px);
}

static void
pinch_moved (TimelinePointer *self, double scale)
{
  timeline_grab_pinch (&self->grab, self->scene, scale);
}

static void
pinch_ended (TimelinePointer *self)
{
  end_grab (self);
  g_signal_emit_by_name (self->scene, "zoomed");
}

/* ---- the wheel and the touchpad ---- */

static gboolean
wheel_turned (TimelinePointer *self, double dx, double dy, GtkEventControllerScroll *wheel)
{
  GdkModifierType held = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (wheel));
  bool is_wheel = gtk_event_controller_scroll_get_unit (wheel) == GDK_SCROLL_UNIT_WHEEL;
  int width_px = MAX (gtk_widget_get_width (self->canvas), 1);
  GtkAdjustment *scroll = timeline_scene_scroll (self->scene);
  double share = is_wheel ? WHEEL_PAN_SHARE : 1.0 / width_px;
  double lanes_px = is_wheel ? WHEEL_LANES * gtk_adjustment_get_step_increment (scroll) : 1;

  timeline_coast_stop (self->coast);
  if (held & GDK_CONTROL_MASK)
    {
      timeline_scene_zoom_at (self->scene, timeline_pointer_key_x_px (self),
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
fingers_lifted (TimelinePointer *self, double x_px_per_s, double y_px_per_s, GtkEventControllerScroll *wheel)
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
fingers_laid (TimelinePointer *self)
{
  timeline_coast_stop (self->coast);
}

/* ---- listening ---- */

static void
add_controller (TimelinePointer *self, GtkEventController *controller)
{
  g_assert (self->n_controllers < CONTROLLERS_MAX);
  self->controllers[self->n_controllers++] = controller;
  gtk_widget_add_controller (self->canvas, controller);
}

static void
listen_to_pointer (TimelinePointer *self)
{
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
  add_controller (self, motion);

  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (wheel_turned), self);
  g_signal_connect_swapped (wheel, "scroll-begin", G_CALLBACK (fingers_laid), self);
  g_signal_connect_swapped (wheel, "decelerate", G_CALLBACK (fingers_lifted), self);
  add_controller (self, wheel);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  for (int i = 0; i < 2; i++)
    {
      GtkGesture *gesture = i == 0 ? drag : middle;

      g_signal_connect_swapped (gesture, "drag-begin", G_CALLBACK (drag_began), self);
      g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (drag_moved), self);
      g_signal_connect_swapped (gesture, "drag-end", G_CALLBACK (drag_ended), self);
      g_signal_connect_swapped (gesture, "cancel", G_CALLBACK (end_grab), self);
      add_controller (self, GTK_EVENT_CONTROLLER (gesture));
    }

  /* The controller added last gets an event first, so it sees a double click before the drag begins. */
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed), self);
  add_controller (self, GTK_EVENT_CONTROLLER (press));
  gtk_gesture_group (drag, press);

  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_began), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_moved), self);
  g_signal_connect_swapped (pinch, "end", G_CALLBACK (pinch_ended), self);
  add_controller (self, GTK_EVENT_CONTROLLER (pinch));
}

TimelinePointer *
timeline_pointer_new (TimelineScene *scene, GtkWidget *canvas, TimelineLayers *layers)
{
  TimelinePointer *self = g_new0 (TimelinePointer, 1);

  self->scene = scene;
  self->canvas = canvas;
  self->layers = layers;
  self->coast = timeline_coast_new (scene, canvas);
  listen_to_pointer (self);
  return self;
}

void
timeline_pointer_free (TimelinePointer *self)
{
  if (self == NULL)
    return;
  for (unsigned i = 0; i < self->n_controllers; i++)
    {
      g_signal_handlers_disconnect_by_data (self->controllers[i], self);
      gtk_widget_remove_controller (self->canvas, self->controllers[i]);
    }
  timeline_coast_free (self->coast);
  g_free (self);
}
