/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_overview.h"

#include <glib/gi18n-lib.h>

#include "widgets/screen_style.h"
#include "widgets/timeline/context_menu.h"
#include "widgets/timeline/ink_node.h"
#include "widgets/timeline/retained_picture.h"
#include "widgets/timeline/timeline_area.h"
#include "widgets/timeline/timeline_bookmarks.h"
#include "widgets/timeline/ruler.h"

#define KEY_PAN_SHARE 0.25
#define CHOOSE_GAP_PX 16

/* Assistive technology is told of the step in view when it has been the same for so long. */
#define DESCRIBE_AFTER_MS 150

/* What changes nothing but perhaps what is in view. */
#define NOT_OF_THE_GROUND                                                                   \
  (SCENE_CHANGED_SPAN | SCENE_CAME_TO_REST | SCENE_CHANGED_FOCUS | SCENE_CHANGED_SELECTION  \
   | SCENE_CHANGED_MARKS | SCENE_CHANGED_SERIES | SCENE_CHANGED_FLOWS | SCENE_CHANGED_PAIRS \
   | SCENE_CHANGED_COMPARISON)

struct _TimelineOverview
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *ground;
  uint64_t drawn_step;   /* the one that the ground shows as that in view */
  GskRenderNode *window; /* NULL: to be drawn anew */
  int window_width_px;   /* of the widget then */
  uint64_t hovered_step, menu_step;
  guint describe_source;
  const char *cursor;

  bool is_dragging; /* moved far enough */
  OverviewPlace grabbed;
  uint64_t grabbed_step;
  int64_t grabbed_ns;
  double grabbed_px, grabbed_y_px;
  TimeSpan before;

  GtkWidget *choose; /* shown where there are no steps */
};

G_DEFINE_TYPE (TimelineOverview, timeline_overview, GTK_TYPE_WIDGET)

static int
header_px (TimelineOverview *self)
{
  return timeline_scene_header_px (self->scene);
}

/* ---- drawing ---- */

/* The step that the view is about; UINT64_MAX where it shows several. */
static uint64_t
step_in_view (TimelineOverview *self)
{
  uint64_t step = view_state_current_step (timeline_scene_state (self->scene));
  const TimelineView *view = timeline_scene_view (self->scene);
  int64_t begin_ns, end_ns;

  if (step == UINT64_MAX)
    return UINT64_MAX;
  profile_step_span (view->profile, step, &begin_ns, &end_ns);
  return (view->end_ns - view->begin_ns) / 2 <= end_ns - begin_ns ? step : UINT64_MAX;
}

static void
draw_ground (cairo_t *cr, gpointer user_data)
{
  TimelineOverview *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);
  const DrawStyle *style = screen_style_get (GTK_WIDGET (self));
  OverviewMarks marks = { .hovered_step = self->hovered_step,
                          .current_step = self->drawn_step,
                          .found = timeline_scene_found (self->scene) };

  timeline_draw_overview_header (cr, view, style, header_px (self));
  cairo_translate (cr, header_px (self), 0);
  timeline_draw_overview_ground (cr, view, style, &marks);

  size_t n;
  const BookmarkMark *bookmarks =
    bookmark_list_marks (view_state_bookmarks (timeline_scene_state (self->scene)), &n);
  bookmarks_draw_overview (cr, view, style, bookmarks, n);
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
                            x_px - header_px (self), y_px);

  return hit != BOOKMARK_NONE ? bookmark_list_at (list, (guint) hit) : NULL;
}

static void
draw_window (cairo_t *cr, gpointer user_data)
{
  TimelineOverview *self = user_data;

  cairo_translate (cr, header_px (self), 0);
  timeline_draw_overview_window (cr, timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)));
}

/* Something else is in view; which step that is may change nothing of the ground. */
static void
move_window (TimelineOverview *self)
{
  g_clear_pointer (&self->window, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
redraw (TimelineOverview *self)
{
  retained_picture_invalidate (self->ground);
  move_window (self);
}

static void
timeline_overview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TimelineOverview *self = TIMELINE_OVERVIEW (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);
  uint64_t step = step_in_view (self);

  if (step != self->drawn_step)
    retained_picture_invalidate (self->ground);
  self->drawn_step = step;
  retained_picture_snapshot (self->ground, widget, snapshot, width_px, height_px, draw_ground, self);
  if (self->window == NULL || self->window_width_px != width_px)
    {
      g_clear_pointer (&self->window, gsk_render_node_unref);
      self->window = ink_node_new (width_px, height_px, draw_window, self);
      self->window_width_px = width_px;
    }
  if (self->window != NULL)
    gtk_snapshot_append_node (snapshot, self->window);
  if (gtk_widget_has_visible_focus (widget))
    {
      GskRenderNode *ring = ink_node_focus_ring (widget);

      gtk_snapshot_append_node (snapshot, ring);
      gsk_render_node_unref (ring);
    }
  gtk_widget_snapshot_child (widget, self->choose, snapshot);
}

static void
timeline_overview_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  (void) for_size;
  (void) minimum_baseline;
  (void) natural_baseline;
  *minimum = *natural =
    orientation == GTK_ORIENTATION_VERTICAL ? timeline_overview_px (screen_style_get (widget)) : 0;
}

/* The button stands behind the sentence that it belongs to. */
static void
timeline_overview_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  TimelineOverview *self = TIMELINE_OVERVIEW (widget);
  const DrawStyle *style = screen_style_get (widget);
  int sentence_px = (int) text_width_px (style->text, TEXT_CAPTION, _ ("No steps found."));
  int x_px = header_px (self) + sentence_px + CHOOSE_GAP_PX;
  int button_px, button_height_px;

  (void) baseline;
  if (!gtk_widget_should_layout (self->choose))
    return;
  gtk_widget_measure (self->choose, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &button_px, NULL, NULL);
  gtk_widget_measure (self->choose, GTK_ORIENTATION_VERTICAL, -1, NULL, &button_height_px, NULL, NULL);
  gtk_widget_size_allocate (self->choose,
                            &(GtkAllocation){ CLAMP (x_px, 0, MAX (width_px - button_px, 0)), 0, button_px,
                                              MIN (button_height_px, height_px) },
                            -1);
}

/* ---- pointer and keys ---- */

static OverviewPlace
place_at (TimelineOverview *self, double x_px, double y_px, int64_t *ret_time_ns, uint64_t *ret_step)
{
  const TimelineView *view = timeline_scene_view (self->scene);
  double scale = text_cache_scale (screen_style_get (GTK_WIDGET (self))->text);

  *ret_step = UINT64_MAX;
  return timeline_overview_hit (view, CLAMP (x_px - header_px (self), 0, view->width_px), y_px / scale,
                                ret_time_ns, ret_step);
}

static void
pointer_moved (TimelineOverview *self, double x_px, double y_px)
{
  uint64_t step = UINT64_MAX;
  int64_t time_ns;
  const char *cursor = NULL;

  if (x_px >= header_px (self))
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
      redraw (self);
    }
}

static void
pointer_left (TimelineOverview *self)
{
  if (self->hovered_step == UINT64_MAX)
    return;
  self->hovered_step = UINT64_MAX;
  redraw (self);
}

static void
drag_began (TimelineOverview *self, double x_px, double y_px, GtkGesture *gesture)
{
  self->is_dragging = false;
  if (x_px < header_px (self))
    {
      /* GTK ends a drag that is denied as any other. */
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
  BookmarkItem *bookmark =
    self->grabbed_px >= header_px (self) ? bookmark_at (self, self->grabbed_px, self->grabbed_y_px) : NULL;
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

/* What the pointer is over, in numbers. */
static gboolean
ask_for_tooltip (TimelineOverview *self, int x_px, int y_px, gboolean is_keyboard, GtkTooltip *tooltip)
{
  const TimelineView *view = timeline_scene_view (self->scene);
  uint64_t step;
  int64_t time_ns;

  if (is_keyboard || x_px < header_px (self) || place_at (self, x_px, y_px, &time_ns, &step) != OVERVIEW_STEP)
    return FALSE;
  g_autofree char *sentence =
    step_strip_sentence (view->strip, view->profile, step, screen_style_get (GTK_WIDGET (self))->numbers);
  gtk_tooltip_set_text (tooltip, sentence);
  return TRUE;
}

/* Of the step under the pointer, or of the one in view. */
static void
open_menu (GtkWidget *widget, double x_px)
{
  TimelineOverview *self = TIMELINE_OVERVIEW (widget);
  const TimelineView *view = timeline_scene_view (self->scene);
  uint64_t step = view_state_current_step (timeline_scene_state (self->scene));
  char number[NUMBER_TEXT_MAX];
  int64_t time_ns;

  if (x_px >= header_px (self) && place_at (self, x_px, 1, &time_ns, &self->menu_step) == OVERVIEW_STEP)
    step = self->menu_step;
  self->menu_step = step;
  if (step == UINT64_MAX)
    return;
  g_autoptr (GMenu) model = g_menu_new ();
  const char *name = ruler_step_number (view->profile, step, number);
  g_autofree char *go = g_strdup_printf (_ ("Go to Step %s"), name);
  /* Translators: makes the stretch of time of a step the selected area */
  g_autofree char *select = g_strdup_printf (_ ("Select Step %s"), name);
  g_menu_append (model, go, "overview.go");
  g_menu_append (model, select, "overview.select");
  g_menu_append (model, _ ("Compare With the Median Step"), "overview.compare");
  context_menu_open (widget, G_MENU_MODEL (model), x_px >= 0 ? x_px : header_px (self));
}

static void
go_to_menu_step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TimelineOverview *self = user_data;
  ViewState *state = timeline_scene_state (self->scene);

  (void) action;
  (void) parameter;
  if (self->menu_step < step_table_count (view_state_profile (state)->steps))
    view_state_go_to_step (state, self->menu_step);
}

static void
select_menu_step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TimelineOverview *self = user_data;
  ViewState *state = timeline_scene_state (self->scene);

  (void) action;
  (void) parameter;
  if (self->menu_step < step_table_count (view_state_profile (state)->steps))
    timeline_area_select_this_step (state, self->menu_step);
}

static void
attach_menu (TimelineOverview *self)
{
  static const GActionEntry entries[] = { { .name = "go", .activate = go_to_menu_step },
                                          { .name = "select", .activate = select_menu_step } };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) compare = g_property_action_new ("compare", self->scene, "compares-steps");

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (compare));
  gtk_widget_insert_action_group (GTK_WIDGET (self), "overview", G_ACTION_GROUP (actions));
  context_menu_attach (GTK_WIDGET (self), open_menu);
}

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

/* ---- life ---- */

static gboolean
describe (gpointer user_data)
{
  TimelineOverview *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  char length[NUMBER_TEXT_MAX];
  int64_t begin_ns = view->profile->begin_ns, end_ns = view->profile->end_ns;
  uint64_t first, n_steps = profile_steps_of_rank (view->profile, view->step_rank, &first);

  number_text_duration (numbers, (double) (end_ns - begin_ns), length);
  uint64_t step = step_in_view (self);
  g_autofree char *whole =
    n_steps > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u step, %s", "%u steps, %s", n_steps),
                                   (unsigned) n_steps, length)
                : g_strdup_printf (_ ("No steps found, %s"), length);
  g_autofree char *in_view =
    step != UINT64_MAX ? step_strip_sentence (view->strip, view->profile, step, numbers) : NULL;
  g_autofree char *text = in_view != NULL ? g_strdup_printf ("%s. %s", whole, in_view) : g_strdup (whole);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_visible (self->choose, n_steps == 0);
  g_clear_handle_id (&self->describe_source, g_source_remove);
  return G_SOURCE_REMOVE;
}

static void
scene_changed (TimelineOverview *self, guint changes)
{
  if (changes & (SCENE_CHANGED_TREE | SCENE_CHANGED_PROFILE | SCENE_CHANGED_SELECTION | SCENE_CHANGED_STRIP))
    describe (self);
  else if ((changes & SCENE_CAME_TO_REST) && self->describe_source == 0)
    self->describe_source = g_timeout_add (DESCRIBE_AFTER_MS, describe, self);
  if (changes & SCENE_CHANGED_STYLE)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  if (changes & ~(guint) NOT_OF_THE_GROUND)
    redraw (self);
  else if (changes & SCENE_CHANGED_SPAN)
    move_window (self);
}

static void
timeline_overview_dispose (GObject *object)
{
  TimelineOverview *self = TIMELINE_OVERVIEW (object);

  g_clear_handle_id (&self->describe_source, g_source_remove);
  g_clear_pointer (&self->choose, gtk_widget_unparent);
  g_clear_pointer (&self->window, gsk_render_node_unref);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_overview_parent_class)->dispose (object);
}

static void
timeline_overview_finalize (GObject *object)
{
  retained_picture_free (TIMELINE_OVERVIEW (object)->ground);
  G_OBJECT_CLASS (timeline_overview_parent_class)->finalize (object);
}

static void
timeline_overview_class_init (TimelineOverviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = timeline_overview_dispose;
  G_OBJECT_CLASS (klass)->finalize = timeline_overview_finalize;
  widget_class->snapshot = timeline_overview_snapshot;
  widget_class->measure = timeline_overview_measure;
  widget_class->size_allocate = timeline_overview_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
timeline_overview_init (TimelineOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->ground = retained_picture_new ();
  self->hovered_step = self->drawn_step = UINT64_MAX;
  gtk_widget_set_focusable (widget, TRUE);
  /* The focus ring is no style of GTK, which would draw it by itself. */
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (widget, "query-tooltip", G_CALLBACK (ask_for_tooltip), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Overview"), -1);

  self->choose = gtk_button_new_with_label (_ ("Choose an Annotation…"));
  gtk_widget_add_css_class (self->choose, "choose-annotation");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->choose), "win.choose-annotation");
  gtk_widget_set_parent (self->choose, widget);
  gtk_widget_set_visible (self->choose, FALSE);

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

GtkWidget *
timeline_overview_new (TimelineScene *scene)
{
  TimelineOverview *self = g_object_new (TIMELINE_TYPE_OVERVIEW, NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  attach_menu (self);
  describe (self);
  return GTK_WIDGET (self);
}
