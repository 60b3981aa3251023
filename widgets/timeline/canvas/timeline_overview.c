/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/timeline_overview.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/ink_node.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/timeline_overview_private.h"
#include "widgets/timeline/input/overview_menu.h"

#define CHOOSE_GAP_PX 16

/* The step in view is reported to assistive technology after it has been the same for this time. */
#define DESCRIBE_AFTER_MS 150

/* Changes that affect at most the frame around the span in view. */
#define NOT_OF_THE_GROUND                                                                   \
  (SCENE_CHANGED_SPAN | SCENE_CAME_TO_REST | SCENE_CHANGED_FOCUS | SCENE_CHANGED_SELECTION  \
   | SCENE_CHANGED_MARKS | SCENE_CHANGED_SERIES | SCENE_CHANGED_FLOWS | SCENE_CHANGED_PAIRS \
   | SCENE_CHANGED_COMPARISON | SCENE_CHANGED_PATH | SCENE_CHANGED_COLLECTIVES)

G_DEFINE_TYPE (TimelineOverview, timeline_overview, GTK_TYPE_WIDGET)

/* ---- drawing ---- */

/* Returns the step in view, or UINT64_MAX if several are. */
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

  timeline_draw_overview_header (cr, view, style, timeline_scene_header_px (self->scene));
  cairo_translate (cr, timeline_scene_header_px (self->scene), 0);
  timeline_draw_overview_ground (cr, view, style, &marks);

  size_t n;
  const BookmarkMark *bookmarks =
    bookmark_list_marks (view_state_bookmarks (timeline_scene_state (self->scene)), &n);
  bookmarks_draw_overview (cr, view, style, bookmarks, n);
}

static void
draw_window (cairo_t *cr, gpointer user_data)
{
  TimelineOverview *self = user_data;

  cairo_translate (cr, timeline_scene_header_px (self->scene), 0);
  timeline_draw_overview_window (cr, timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)));
}

/* The span in view has changed. The ground is redrawn only if the step in view has changed too. */
static void
move_window (TimelineOverview *self)
{
  g_clear_pointer (&self->window, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
timeline_overview_redraw (TimelineOverview *self)
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

/* The button is placed behind its sentence. */
static void
timeline_overview_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  TimelineOverview *self = TIMELINE_OVERVIEW (widget);
  const DrawStyle *style = screen_style_get (widget);
  int sentence_px = (int) text_width_px (style->text, TEXT_CAPTION, _ ("No steps found."));
  int x_px = timeline_scene_header_px (self->scene) + sentence_px + CHOOSE_GAP_PX;
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
    timeline_overview_redraw (self);
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

  self->ground = retained_picture_new ();
  self->hovered_step = self->drawn_step = UINT64_MAX;
  gtk_widget_set_focusable (widget, TRUE);
  /* The focus ring is no style of GTK, which would draw it by itself. */
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (gtk_widget_queue_draw), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Overview"), -1);

  self->choose = gtk_button_new_with_label (_ ("Choose an Annotation…"));
  gtk_widget_add_css_class (self->choose, "choose-annotation");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->choose), "win.choose-annotation");
  gtk_widget_set_parent (self->choose, widget);
  gtk_widget_set_visible (self->choose, FALSE);
  timeline_overview_listen (self);
}

GtkWidget *
timeline_overview_new (TimelineScene *scene)
{
  TimelineOverview *self = g_object_new (TIMELINE_TYPE_OVERVIEW, NULL);

  self->scene = g_object_ref (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  overview_menu_attach (GTK_WIDGET (self), scene, timeline_overview_step_at);
  describe (self);
  return GTK_WIDGET (self);
}
