/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/timeline_ruler.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "widgets/screen_style.h"
#include "widgets/timeline/ink_node.h"
#include "widgets/timeline/retained_picture.h"
#include "widgets/timeline/ruler.h"
#include "widgets/timeline/ruler_menu.h"

/* Of what a drag covers, as of a selected area. */
#define WASH_ALPHA 0.12

/* Assistive technology is told what the ruler counts from when that has been the same for so long. */
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

/* What is dragged over, else the selected area or gap. False: neither. */
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

  if (!covered_span (self, &span))
    return;
  cairo_translate (cr, header_px (self), 0);
  cairo_rectangle (cr, 0, 0, view->width_px, gtk_widget_get_height (GTK_WIDGET (self)));
  cairo_clip (cr);
  /* Near the view: Cairo's coordinates wrap around at 2^23 device pixels. */
  double left_px = CLAMP (timeline_view_px (view, span.begin_ns), -1, view->width_px + 1);
  double right_px = CLAMP (timeline_view_px (view, span.end_ns), -1, view->width_px + 1);
  theme_set_source_alpha (cr, style->theme->accent, WASH_ALPHA);
  cairo_rectangle (cr, left_px, 0, right_px - left_px, gtk_widget_get_height (GTK_WIDGET (self)));
  cairo_fill (cr);
  timeline_draw_ruler_area (cr, view, style, span.begin_ns, span.end_ns);
}

static void
timeline_ruler_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TimelineRuler *self = TIMELINE_RULER (widget);
  int width_px = gtk_widget_get_width (widget), height_px = gtk_widget_get_height (widget);

  retained_picture_snapshot (self->ruler, widget, snapshot, width_px, height_px, draw_ruler, self);
  GskRenderNode *span = ink_node_new (width_px, height_px, draw_span, self);
  if (span != NULL)
    {
      gtk_snapshot_append_node (snapshot, span);
      gsk_render_node_unref (span);
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

static void
drag_began (TimelineRuler *self, double x_px, double y_px, GtkGesture *gesture)
{
  (void) y_px;
  if (x_px < header_px (self))
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->from_px = self->to_px = canvas_px (self, x_px);
}

static void
drag_moved (TimelineRuler *self, double dx_px, double dy_px)
{
  (void) dy_px;
  self->to_px = canvas_px (self, header_px (self) + self->from_px + dx_px);
  self->is_dragging = self->is_dragging || timeline_is_drag (dx_px, 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_ended (TimelineRuler *self)
{
  TimeSpan span;

  if (!self->is_dragging || !covered_span (self, &span))
    return;
  self->is_dragging = false;
  view_state_set_span (timeline_scene_state (self->scene), span.begin_ns, span.end_ns);
  g_signal_emit_by_name (self->scene, "zoomed");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_cancelled (TimelineRuler *self)
{
  self->is_dragging = false;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
describe (gpointer user_data)
{
  TimelineRuler *self = user_data;
  const TimelineView *view = timeline_scene_view (self->scene);
  RulerTicks ticks = ruler_ticks (view);
  g_autofree char *origin = ruler_origin_text (view, &ticks, screen_style_get (GTK_WIDGET (self))->numbers);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, origin, -1);
  self->describe_source = 0;
  return G_SOURCE_REMOVE;
}

static void
scene_changed (TimelineRuler *self, guint changes)
{
  if ((changes & SCENE_CAME_TO_REST) && self->describe_source == 0)
    self->describe_source = g_timeout_add (DESCRIBE_AFTER_MS, describe, self);
  /* What is selected may lie on a rank with other steps. */
  if ((changes & (SCENE_CHANGED_SPAN | SCENE_CHANGED_STYLE | SCENE_CHANGED_PROFILE))
      || timeline_scene_view (self->scene)->step_rank != self->step_rank)
    retained_picture_invalidate (self->ruler);
  if (changes & SCENE_CHANGED_STYLE)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
timeline_ruler_dispose (GObject *object)
{
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
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
timeline_ruler_init (TimelineRuler *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->ruler = retained_picture_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* The focus ring is no style of GTK, which would draw it by itself. */
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "text");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ruler"), -1);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_began), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_moved), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_ended), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
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
