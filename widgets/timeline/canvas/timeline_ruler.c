/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/timeline_ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/details/facts/selection_text.h"
#include "widgets/look/screen_style.h"
#include "widgets/controls/ink_node.h"
#include "widgets/controls/retained_picture.h"
#include "widgets/timeline/scene/timeline_area.h"
#include "widgets/timeline/scene/timeline_bookmarks.h"
#include "widgets/timeline/view/ruler.h"
#include "widgets/timeline/input/ruler_menu.h"

/* Of what a drag covers, as of a selected area. */

/* The origin of the ruler is reported to assistive technology after it has been the same for this time. */
#define DESCRIBE_AFTER_MS 150

struct _TimelineRuler
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  RetainedPicture *ruler;
  uint32_t step_rank; /* as drawn */
  guint describe_source;
  bool is_dragging;
  double from_px, to_px; /* of the drag; of the canvas */
  Marker marker;         /* whose flag is dragged; N_MARKERS: none */
  bool has_moved;        /* it */
  const char *cursor;
  BookmarkItem *pressed; /* whose flag the pointer went down on; NULL */
};

G_DEFINE_TYPE (TimelineRuler, timeline_ruler, GTK_TYPE_WIDGET)

static int
header_px (TimelineRuler *self)
{
  return timeline_scene_header_px (self->scene);
}

static void
draw_ruler (cairo_t *cr, gpointer user_data)
{
  TimelineRuler *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);
  const DrawStyle *style = screen_style_get (GTK_WIDGET (self));

  self->step_rank = view->step_rank;
  timeline_draw_ruler_header (cr, view, style, header_px (self));
  cairo_translate (cr, header_px (self), 0);
  timeline_draw_ruler (cr, view, style);
}

/* Finds the dragged span, or else the selected area or gap. Returns false if there is neither. */
static bool
covered_span (TimelineRuler *self, TimeSpan *ret_span)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  const TimelineView *view = timeline_scene_view (self->scene);

  if (self->is_dragging)
    *ret_span = (TimeSpan){ timeline_view_ns (view, fmin (self->from_px, self->to_px)),
                            timeline_view_ns (view, fmax (self->from_px, self->to_px)) };
  else if (selection->kind == SELECTED_AREA || selection->kind == SELECTED_GAP)
    *ret_span = (TimeSpan){ selection->begin_ns, selection->end_ns };
  else
    return false;
  return true;
}

static void
draw_span (cairo_t *cr, gpointer user_data)
{
  TimelineRuler *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);
  const DrawStyle *style = screen_style_get (GTK_WIDGET (self));
  TimeSpan span;

  cairo_translate (cr, header_px (self), 0);
  if (covered_span (self, &span))
    timeline_draw_ruler_area (cr, view, style, span.begin_ns, span.end_ns);
  timeline_draw_ruler_marks (cr, view, style, view_state_marks (timeline_scene_state (self->scene)));
}

static void
draw_bookmarks (cairo_t *cr, gpointer user_data)
{
  TimelineRuler *self = user_data;
  size_t n;
  const BookmarkMark *marks =
    bookmark_list_marks (view_state_bookmarks (timeline_scene_state (self->scene)), &n);

  cairo_translate (cr, header_px (self), 0);
  bookmarks_draw_ruler (cr, timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)), marks,
                        n);
}

/* NULL: none is there. */
static BookmarkItem *
bookmark_at (TimelineRuler *self, double x_px, double y_px)
{
  BookmarkList *list = view_state_bookmarks (timeline_scene_state (self->scene));
  size_t n;
  const BookmarkMark *marks = bookmark_list_marks (list, &n);
  size_t hit = bookmarks_hit_ruler (timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)),
                                    marks, n, x_px - header_px (self), y_px);

  return hit != BOOKMARK_NONE ? bookmark_list_at (list, (guint) hit) : NULL;
}

static void
timeline_ruler_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TimelineRuler *self = TIMELINE_RULER (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);

  retained_picture_snapshot (self->ruler, widget, snapshot, width_px, height_px, draw_ruler, self);
  GskRenderNode *const overlays[] = { ink_node_new (width_px, height_px, draw_span, self),
                                      ink_node_new (width_px, height_px, draw_bookmarks, self) };
  for (size_t i = 0; i < G_N_ELEMENTS (overlays); i++)
    if (overlays[i] != NULL)
      {
        gtk_snapshot_append_node (snapshot, overlays[i]);
        gsk_render_node_unref (overlays[i]);
      }
  if (gtk_widget_has_visible_focus (widget))
    {
      GskRenderNode *ring = ink_node_focus_ring (widget);

      gtk_snapshot_append_node (snapshot, ring);
      gsk_render_node_unref (ring);
    }
}

static void
timeline_ruler_measure (GtkWidget *widget,
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
    orientation == GTK_ORIENTATION_VERTICAL ? timeline_ruler_px (screen_style_get (widget)) : 0;
}

static double
canvas_px (TimelineRuler *self, double x_px)
{
  return CLAMP (x_px - header_px (self), 0, timeline_scene_view (self->scene)->width_px);
}

/* Returns the marker whose flag or line is at a point, or N_MARKERS. */
static Marker
marker_at (TimelineRuler *self, double x_px, double y_px)
{
  const ViewMarks *marks = view_state_marks (timeline_scene_state (self->scene));
  Rect flag;

  for (Marker marker = N_MARKERS; marker-- > 0;)
    if (timeline_ruler_flag (timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)), marks,
                             marker, &flag)
        && rect_holds (&flag, x_px - header_px (self),
                       CLAMP (y_px, flag.y_px, flag.y_px + flag.height_px - 1)))
      return marker;
  return N_MARKERS;
}

static bool
is_held (GtkGesture *gesture, GdkModifierType modifier)
{
  return (gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)) & modifier) != 0;
}

static void
pointer_moved (TimelineRuler *self, double x_px, double y_px)
{
  const char *cursor =
    self->marker != N_MARKERS || marker_at (self, x_px, y_px) != N_MARKERS ? "ew-resize" : "text";

  if (g_strcmp0 (cursor, self->cursor) != 0)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
  self->cursor = cursor;
}

static void
drag_began (TimelineRuler *self, double x_px, double y_px, GtkGesture *gesture)
{
  g_clear_object (&self->pressed);
  if (x_px < header_px (self))
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  g_set_object (&self->pressed, bookmark_at (self, x_px, y_px));
  self->from_px = self->to_px = canvas_px (self, x_px);
  self->marker = marker_at (self, x_px, y_px);
  self->has_moved = false;
}

static void
drag_moved (TimelineRuler *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  (void) dy_px;
  if (self->marker != N_MARKERS)
    {
      self->has_moved = self->has_moved || timeline_is_drag (dx_px, 0);
      if (self->has_moved)
        timeline_area_set_marker_at (self->scene, self->marker, self->from_px + dx_px,
                                     !is_held (gesture, GDK_CONTROL_MASK));
      return;
    }
  self->to_px = canvas_px (self, header_px (self) + self->from_px + dx_px);
  self->is_dragging = self->is_dragging || timeline_is_drag (dx_px, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A click: marker A, with Shift B. Released after a drag: zooms to what it covers, with Ctrl selects it. */
static void
drag_ended (TimelineRuler *self, double dx_px, double dy_px, GtkGesture *gesture)
{
  ViewState *state = timeline_scene_state (self->scene);
  bool was_flag = self->marker != N_MARKERS;
  TimeSpan span;
  g_autoptr (BookmarkItem) bookmark = g_steal_pointer (&self->pressed);

  (void) dx_px;
  (void) dy_px;
  self->marker = N_MARKERS;
  if (was_flag)
    return;
  if (!self->is_dragging && bookmark != NULL)
    {
      timeline_bookmarks_go_to (self->scene, bookmark);
      return;
    }
  if (!self->is_dragging)
    {
      timeline_area_set_marker_at (self->scene, is_held (gesture, GDK_SHIFT_MASK) ? MARKER_B : MARKER_A,
                                   self->from_px, !is_held (gesture, GDK_CONTROL_MASK));
      return;
    }
  if (!covered_span (self, &span))
    return;
  self->is_dragging = false;
  if (is_held (gesture, GDK_CONTROL_MASK))
    view_state_select_area (state, span.begin_ns, span.end_ns);
  else
    {
      view_state_set_span (state, span.begin_ns, span.end_ns);
      g_signal_emit_by_name (self->scene, "zoomed");
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_cancelled (TimelineRuler *self)
{
  self->is_dragging = false;
  self->marker = N_MARKERS;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What it counts from, and where the markers are. */
static void
describe (TimelineRuler *self)
{
  const TimelineView *view = timeline_scene_view (self->scene);
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  RulerTicks ticks = ruler_ticks (view);
  g_autofree char *origin = ruler_origin_text (view, &ticks, numbers);
  g_autofree char *markers = selection_text_markers (timeline_scene_state (self->scene), numbers);
  g_autofree char *text =
    markers != NULL && *markers != '\0' ? g_strdup_printf ("%s; %s", origin, markers) : g_strdup (origin);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static gboolean
describe_at_rest (gpointer user_data)
{
  TimelineRuler *self = user_data;

  self->describe_source = 0;
  describe (self);
  return G_SOURCE_REMOVE;
}

static void
scene_changed (TimelineRuler *self, guint changes)
{
  if ((changes & SCENE_CAME_TO_REST) && self->describe_source == 0)
    self->describe_source = g_timeout_add (DESCRIBE_AFTER_MS, describe_at_rest, self);
  /* The selection may be on a rank with other steps. */
  if ((changes & (SCENE_CHANGED_SPAN | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE))
      || timeline_scene_view (self->scene)->step_rank != self->step_rank)
    retained_picture_invalidate (self->ruler);
  if (changes & (SCENE_CHANGED_MARKS | SCENE_CHANGED_STYLE))
    describe (self);
  if (changes & SCENE_CHANGED_STYLE)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* What a flag stands for. */
static gboolean
timeline_ruler_query_tooltip (GtkWidget *widget,
                              int x_px,
                              int y_px,
                              gboolean by_keyboard,
                              GtkTooltip *tooltip)
{
  TimelineRuler *self = TIMELINE_RULER (widget);
  BookmarkItem *item = by_keyboard ? NULL : bookmark_at (self, x_px, y_px);

  if (item == NULL)
    return FALSE;
  g_autofree char *place = timeline_bookmarks_place (self->scene, item, screen_style_get (widget)->numbers);
  g_autofree char *text = g_strdup_printf ("%s\n%s", bookmark_item_get (item)->title, place);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
timeline_ruler_dispose (GObject *object)
{
  g_clear_object (&TIMELINE_RULER (object)->pressed);
  g_clear_handle_id (&TIMELINE_RULER (object)->describe_source, g_source_remove);
  g_clear_object (&TIMELINE_RULER (object)->scene);
  G_OBJECT_CLASS (timeline_ruler_parent_class)->dispose (object);
}

static void
timeline_ruler_finalize (GObject *object)
{
  retained_picture_free (TIMELINE_RULER (object)->ruler);
  G_OBJECT_CLASS (timeline_ruler_parent_class)->finalize (object);
}

static void
timeline_ruler_class_init (TimelineRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = timeline_ruler_dispose;
  G_OBJECT_CLASS (klass)->finalize = timeline_ruler_finalize;
  widget_class->snapshot = timeline_ruler_snapshot;
  widget_class->measure = timeline_ruler_measure;
  widget_class->query_tooltip = timeline_ruler_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
timeline_ruler_init (TimelineRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->ruler = retained_picture_new ();
  self->marker = N_MARKERS;
  self->cursor = "text";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->cursor);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* The focus ring is no style of GTK, which would draw it by itself. */
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ruler"), -1);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));

  GtkEventController *motion = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (pointer_moved), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

GtkWidget *
timeline_ruler_new (TimelineScene *scene)
{
  TimelineRuler *self = g_object_new (TIMELINE_TYPE_RULER, NULL);

  self->scene = g_object_ref (scene);
  ruler_menu_attach (GTK_WIDGET (self), scene);
  describe (self);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
