/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/timeline_overview_private.h"
#include "widgets/timeline/scene/timeline_bookmarks.h"

#define KEY_PAN_SHARE 0.25

/* ---- the pointer ---- */

static OverviewPlace
place_at (TimelineOverview *self, double x_px, double y_px, int64_t *ret_time_ns, uint64_t *ret_step)
{
  const TimelineView *view = timeline_scene_view (self->scene);
  double scale = text_cache_scale (screen_style_get (GTK_WIDGET (self))->text);

  *ret_step = UINT64_MAX;
  return timeline_overview_hit (view,
                                CLAMP (x_px - timeline_scene_header_px (self->scene), 0, view->width_px),
                                y_px / scale, ret_time_ns, ret_step);
}

uint64_t
timeline_overview_step_at (GtkWidget *overview, double x_px)
{
  uint64_t step;
  int64_t time_ns;

  /* At the top, where the steps are. */
  place_at (TIMELINE_OVERVIEW (overview), x_px, 1, &time_ns, &step);
  return step;
}

static void
pointer_moved (TimelineOverview *self, double x_px, double y_px)
{
  uint64_t step = UINT64_MAX;
  int64_t time_ns;
  const char *cursor = NULL;

  if (x_px >= timeline_scene_header_px (self->scene))
    switch (place_at (self, x_px, y_px, &time_ns, &step))
      {
      case OVERVIEW_WINDOW:
        cursor = self->is_dragging ? "grabbing" : "grab";
        break;
      case OVERVIEW_WINDOW_BEGIN:
      case OVERVIEW_WINDOW_END:
        cursor = "ew-resize";
        break;
      case OVERVIEW_STEP:
        cursor = "pointer";
        break;
      case OVERVIEW_TIME:
        break;
      }
  if (cursor != self->cursor)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
  self->cursor = cursor;
  if (step != self->hovered_step)
    {
      self->hovered_step = step;
      timeline_overview_redraw (self);
    }
}

static void
pointer_left (TimelineOverview *self)
{
  if (self->hovered_step == UINT64_MAX)
    return;
  self->hovered_step = UINT64_MAX;
  timeline_overview_redraw (self);
}

/* NULL: none is there. */
static BookmarkItem *
bookmark_at (TimelineOverview *self, double x_px, double y_px)
{
  BookmarkList *list = view_state_bookmarks (timeline_scene_state (self->scene));
  size_t n;
  const BookmarkMark *marks = bookmark_list_marks (list, &n);
  size_t hit =
    bookmarks_hit_overview (timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)), marks, n,
                            x_px - timeline_scene_header_px (self->scene), y_px);

  return hit != BOOKMARK_NONE ? bookmark_list_at (list, (guint) hit) : NULL;
}

static void
drag_began (TimelineOverview *self, double x_px, double y_px, GtkGesture *gesture)
{
  self->is_dragging = false;
  if (x_px < timeline_scene_header_px (self->scene))
    {
      /* GTK emits drag-end also for a denied drag. */
      self->grabbed = OVERVIEW_WINDOW;
      self->grabbed_step = UINT64_MAX;
      self->grabbed_px = x_px;
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->grabbed_px = x_px;
  self->grabbed_y_px = y_px;
  self->grabbed = place_at (self, x_px, y_px, &self->grabbed_ns, &self->grabbed_step);
  view_state_span (timeline_scene_state (self->scene), &self->before.begin_ns, &self->before.end_ns);
}

static void
drag_moved (TimelineOverview *self, double dx_px, double dy_px)
{
  uint64_t step;
  int64_t time_ns;

  (void) dy_px;
  self->is_dragging = self->is_dragging || timeline_is_drag (dx_px, 0);
  if (!self->is_dragging)
    return;
  place_at (self, self->grabbed_px + dx_px, self->grabbed_y_px, &time_ns, &step);
  TimeSpan span = timeline_overview_drag (self->grabbed, self->before, self->grabbed_ns, time_ns);
  timeline_motion_set_direct (timeline_scene_motion (self->scene), true);
  view_state_set_span (timeline_scene_state (self->scene), span.begin_ns, span.end_ns);
  timeline_motion_set_direct (timeline_scene_motion (self->scene), false);
}

static void
drag_ended (TimelineOverview *self, double dx_px, double dy_px)
{
  ViewState *state = timeline_scene_state (self->scene);
  bool was_dragging = self->is_dragging;

  (void) dx_px;
  (void) dy_px;
  self->is_dragging = false;
  if (was_dragging)
    return;
  BookmarkItem *bookmark = self->grabbed_px >= timeline_scene_header_px (self->scene)
                             ? bookmark_at (self, self->grabbed_px, self->grabbed_y_px)
                             : NULL;
  if (bookmark != NULL)
    {
      timeline_bookmarks_go_to (self->scene, bookmark);
      return;
    }
  if (self->grabbed_step != UINT64_MAX)
    view_state_go_to_step (state, self->grabbed_step);
  else if (self->grabbed == OVERVIEW_TIME)
    view_state_centre (state, self->grabbed_ns);
}

/* Shows the figures of what is under the pointer. */
static gboolean
ask_for_tooltip (TimelineOverview *self, int x_px, int y_px, gboolean is_keyboard, GtkTooltip *tooltip)
{
  const TimelineView *view = timeline_scene_view (self->scene);
  uint64_t step;
  int64_t time_ns;

  if (is_keyboard || x_px < timeline_scene_header_px (self->scene)
      || place_at (self, x_px, y_px, &time_ns, &step) != OVERVIEW_STEP)
    return FALSE;
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *sentence = step_strip_sentence (view->strip, view->profile, step, numbers);
  gtk_tooltip_set_text (tooltip, sentence);
  return TRUE;
}

/* ---- keys ---- */

static bool
go_to_end (TimelineOverview *self, bool is_last)
{
  ViewState *state = timeline_scene_state (self->scene);
  uint64_t first,
    n = profile_steps_of_rank (view_state_profile (state), view_state_step_rank (state), &first);

  if (n > 0)
    view_state_go_to_step (state, is_last ? first + n - 1 : first);
  return n > 0;
}

static gboolean
key_pressed (TimelineOverview *self, guint keyval, guint keycode, GdkModifierType held)
{
  int by = keyval == GDK_KEY_Right ? 1 : -1;

  (void) keycode;
  if ((keyval == GDK_KEY_Home || keyval == GDK_KEY_End)
      && (held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) == 0)
    return go_to_end (self, keyval == GDK_KEY_End);
  if ((keyval != GDK_KEY_Left && keyval != GDK_KEY_Right)
      || (held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (!view_state_walk_steps (timeline_scene_state (self->scene), by))
    view_state_pan (timeline_scene_state (self->scene), by * KEY_PAN_SHARE);
  return GDK_EVENT_STOP;
}

void
timeline_overview_listen (TimelineOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (ask_for_tooltip), NULL);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (pointer_left), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}
