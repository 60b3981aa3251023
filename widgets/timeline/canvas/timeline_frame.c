/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/timeline_frame.h"

#include <glib/gi18n-lib.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/canvas/rank_bar.h"
#include "widgets/timeline/canvas/slice_list.h"
#include "widgets/timeline/canvas/timeline_canvas.h"
#include "widgets/timeline/canvas/timeline_overview.h"
#include "widgets/timeline/canvas/timeline_ruler.h"
#include "widgets/timeline/canvas/track_column.h"
#include "widgets/timeline/canvas/track_filter_bar.h"
#include "widgets/timeline/draw/comparison_draw.h"
#include "widgets/timeline/scene/timeline_command_table.h"

#define CANVAS_MIN_WIDTH_PX  240
#define CANVAS_MIN_HEIGHT_PX 96
#define BESIDE_MIN_HEIGHT_PX 48 /* beside others */
#define HINT_GAP_PX          8
#define LINK_GAP_PX          6

struct _TimelineFrame
{
  GtkWidget parent_instance;
  TimelineScene *scene;
  GtkWidget *overview, *ruler, *ranks, *tracks, *canvas, *list, *scrollbar, *hint, *filter;
  GtkWidget *link; /* from the legend of compared steps to the Compare page */
  GtkWidget *head; /* NULL unless it stands beside others */
};

G_DEFINE_TYPE (TimelineFrame, timeline_frame, GTK_TYPE_WIDGET)

/* Width of the track column by the width of the page. */
static int
header_px (GtkWidget *widget, int width_px)
{
  int header = width_px < 1600 ? 240 : width_px < 3000 ? 280 : 320;

  return MIN (screen_style_scaled_px (widget, header), MAX (width_px - CANVAS_MIN_WIDTH_PX, 0));
}

static int
natural_px (GtkWidget *widget, GtkOrientation orientation)
{
  int natural;

  if (!gtk_widget_get_visible (widget))
    return 0;
  gtk_widget_measure (widget, orientation, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static void
timeline_frame_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  TimelineFrame *self = TIMELINE_FRAME (widget);

  (void) for_size;
  (void) minimum_baseline;
  (void) natural_baseline;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = 2 * CANVAS_MIN_WIDTH_PX;
  else
    *minimum =
      timeline_frame_top_px (self) + (self->head != NULL ? BESIDE_MIN_HEIGHT_PX : CANVAS_MIN_HEIGHT_PX);
  *natural = *minimum;
}

static void
place (GtkWidget *child, int x_px, int y_px, int width_px, int height_px)
{
  if (!gtk_widget_should_layout (child))
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL,
                      NULL); /* asked for before a place */
  gtk_widget_size_allocate (child, &(GtkAllocation){ x_px, y_px, MAX (width_px, 0), MAX (height_px, 0) }, -1);
}

/* Behind the legend, or below it if there is no room. */
static void
place_link (TimelineFrame *self, int left_px, int top_px, int canvas_px)
{
  if (!gtk_widget_should_layout (self->link))
    return;

  Rect legend =
    comparison_legend_rect (timeline_scene_view (self->scene), screen_style_get (GTK_WIDGET (self)));
  int link_px = natural_px (self->link, GTK_ORIENTATION_HORIZONTAL);
  int link_height_px = natural_px (self->link, GTK_ORIENTATION_VERTICAL);
  int end_px = (int) (legend.x_px + legend.width_px) + LINK_GAP_PX;
  bool is_behind = end_px + link_px <= canvas_px - natural_px (self->scrollbar, GTK_ORIENTATION_HORIZONTAL);
  int y_px = (int) legend.y_px
             + (is_behind ? ((int) legend.height_px - link_height_px) / 2 : (int) legend.height_px + 1);

  place (self->link, left_px + (is_behind ? end_px : (int) legend.x_px), top_px + MAX (y_px, 0),
         MIN (link_px, canvas_px), link_height_px);
}

static void
timeline_frame_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  TimelineFrame *self = TIMELINE_FRAME (widget);
  int overview_px = natural_px (self->overview, GTK_ORIENTATION_VERTICAL);
  int ruler_px = natural_px (self->ruler, GTK_ORIENTATION_VERTICAL);
  int ranks_px = natural_px (self->ranks, GTK_ORIENTATION_VERTICAL);
  int top_px = overview_px + ruler_px + ranks_px;
  int left_px = header_px (widget, width_px);
  int canvas_px = width_px - left_px, canvas_height_px = height_px - top_px;
  int scrollbar_px = natural_px (self->scrollbar, GTK_ORIENTATION_HORIZONTAL);
  int hint_px = MIN (natural_px (self->hint, GTK_ORIENTATION_HORIZONTAL), canvas_px);
  int hint_height_px = natural_px (self->hint, GTK_ORIENTATION_VERTICAL);

  (void) baseline;
  timeline_scene_set_header_px (self->scene, left_px);
  place (self->canvas, left_px, top_px, canvas_px, canvas_height_px);
  place (self->tracks, 0, top_px, left_px, canvas_height_px);
  place (self->list, 0, top_px, width_px, canvas_height_px);
  place (self->overview, 0, 0, width_px, overview_px);
  place (self->ruler, 0, overview_px, width_px, ruler_px);
  place (self->ranks, 0, overview_px + ruler_px, width_px, ranks_px);
  place (self->filter, 0, 0, left_px - 1, overview_px);
  if (self->head != NULL)
    place (self->head, 0, 0, left_px - 1, overview_px - 1);
  place (self->scrollbar, width_px - scrollbar_px, top_px, scrollbar_px, canvas_height_px);
  place_link (self, left_px, top_px, canvas_px);
  place (self->hint, left_px + (canvas_px - hint_px) / 2, height_px - hint_height_px - HINT_GAP_PX, hint_px,
         hint_height_px);
}

/* Tab enters at the first or last part, not at the part that had the focus before. */
static gboolean
timeline_frame_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if ((gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    gtk_widget_set_focus_child (widget, NULL);
  return GTK_WIDGET_CLASS (timeline_frame_parent_class)->focus (widget, direction);
}

/* The scrollbar is shown only if there is something to scroll to. */
static void
rows_changed (TimelineFrame *self)
{
  GtkAdjustment *scroll = timeline_scene_scroll (self->scene);

  gtk_widget_set_child_visible (self->scrollbar, !timeline_frame_shows_list (self)
                                                   && gtk_adjustment_get_upper (scroll)
                                                        > gtk_adjustment_get_page_size (scroll));
}

/* Beside others, each timeline is of one of the steps already. */
static void
comparison_changed (TimelineFrame *self)
{
  const StepComparison *comparison = timeline_scene_view (self->scene)->comparison;
  bool is_shown = comparison != NULL && step_comparison_has_two (comparison) && self->head == NULL;

  if (!is_shown && gtk_widget_has_focus (self->link))
    gtk_widget_grab_focus (self->canvas);
  if (is_shown)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->link), "t", comparison->step);
  gtk_widget_set_visible (self->link, is_shown);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
scene_changed (TimelineFrame *self, guint changes)
{
  if (changes & (SCENE_CHANGED_COMPARISON | SCENE_CHANGED_STYLE))
    comparison_changed (self);
}

bool
timeline_frame_shows_list (TimelineFrame *self)
{
  return gtk_widget_get_visible (self->list);
}

void
timeline_frame_take_focus (TimelineFrame *self)
{
  if (timeline_frame_shows_list (self))
    slice_list_take_focus (TIMELINE_SLICE_LIST (self->list));
  else
    gtk_widget_grab_focus (self->canvas);
}

/* Rows and canvas keep their places: what is measured by the canvas stays as it is. Who has the focus is shown before,
 * so that it is not lost to something else. */
void
timeline_frame_set_shows_list (TimelineFrame *self, bool shows_list)
{
  GtkWidget *const others[] = { self->tracks, self->canvas, self->hint, self->link };

  if (shows_list == timeline_frame_shows_list (self))
    return;
  if (shows_list)
    slice_list_set_shown (TIMELINE_SLICE_LIST (self->list), true);
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    gtk_widget_set_child_visible (others[i], !shows_list);
  if (!shows_list)
    {
      gtk_widget_grab_focus (self->canvas);
      slice_list_set_shown (TIMELINE_SLICE_LIST (self->list), false);
    }
  rows_changed (self);
}

static void
list_left (TimelineFrame *self)
{
  timeline_frame_set_shows_list (self, false);
}

static void
slice_activated (TimelineFrame *self, guint64 slice)
{
  timeline_frame_set_shows_list (self, false);
  timeline_scene_go_to_slice (self->scene, slice);
}

static void
timeline_frame_dispose (GObject *object)
{
  TimelineFrame *self = TIMELINE_FRAME (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_frame_parent_class)->dispose (object);
}

static void
timeline_frame_class_init (TimelineFrameClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = timeline_frame_dispose;
  widget_class->measure = timeline_frame_measure;
  widget_class->size_allocate = timeline_frame_size_allocate;
  widget_class->focus = timeline_frame_focus;
}

static void
timeline_frame_init (TimelineFrame *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* What the user's keyboard has printed on the command's first key. */
static char *
cap_of (TimelineCommand command)
{
  const char *keys = timeline_command_line (command)->keys[KEYS_DEFAULT];
  KeyBinding key = { 0 };

  key_binding_next (&keys, &key);
  return gtk_accelerator_get_label (key_binding_printed (&key, gdk_display_get_default ()), 0);
}

static GtkWidget *
new_hint (void)
{
  g_autofree char *in = cap_of (TIMELINE_ZOOM_IN), *out = cap_of (TIMELINE_ZOOM_OUT);
  g_autofree char *earlier = cap_of (TIMELINE_PAN_EARLIER), *later = cap_of (TIMELINE_PAN_LATER);
  /* Translators: "W S zoom, A D move, ? all keys": the letters are keys, as the keyboard has them. */
  g_autofree char *text = g_strdup_printf (_ ("%s %s zoom, %s %s move, ? all keys"), in, out, earlier, later);
  GtkWidget *hint = gtk_label_new (text);

  gtk_widget_add_css_class (hint, "osd");
  gtk_widget_add_css_class (hint, "timeline-hint");
  gtk_widget_add_css_class (hint, "caption");
  gtk_widget_set_can_target (hint, FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (hint), PANGO_ELLIPSIZE_END);
  return hint;
}

static GtkWidget *
new_link (void)
{
  GtkWidget *link = gtk_button_new_with_label (_ ("Show on Compare Page"));

  gtk_actionable_set_action_target (GTK_ACTIONABLE (link), "t", UINT64_MAX); /* until a step is compared */
  gtk_actionable_set_action_name (GTK_ACTIONABLE (link), "win.compare-step");
  gtk_widget_set_tooltip_text (link,
                               _ ("Figures and tables of this step and the median step, and both timelines"));
  gtk_widget_add_css_class (link, "compare-link");
  gtk_widget_set_visible (link, FALSE);
  return link;
}

GtkWidget *
timeline_frame_new (TimelineScene *scene)
{
  TimelineFrame *self = g_object_new (TIMELINE_TYPE_FRAME, NULL);
  GtkWidget *widget = GTK_WIDGET (self);

  self->scene = g_object_ref (scene);
  self->overview = timeline_overview_new (scene);
  self->ruler = timeline_ruler_new (scene);
  self->tracks = track_column_new (scene);
  self->canvas = timeline_canvas_new (scene);
  self->list = slice_list_new (scene);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, timeline_scene_scroll (scene));
  self->hint = new_hint ();
  self->link = new_link ();
  gtk_widget_add_css_class (self->scrollbar, "overlay-indicator");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrollbar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Scroll rows"), -1);

  self->filter = track_filter_bar_new (scene, self->tracks);
  self->ranks = rank_bar_new (scene, self->tracks);

  /* In the order of Tab; what comes later is drawn over what came before. */
  gtk_widget_set_parent (self->overview, widget);
  gtk_widget_set_parent (self->ruler, widget);
  gtk_widget_set_parent (self->ranks, widget);
  gtk_widget_set_parent (self->filter, widget);
  gtk_widget_set_parent (self->tracks, widget);
  gtk_widget_set_parent (self->canvas, widget);
  gtk_widget_set_parent (self->link, widget);
  gtk_widget_set_parent (self->list, widget);
  gtk_widget_set_parent (self->scrollbar, widget);
  gtk_widget_set_parent (self->hint, widget);
  g_signal_connect_object (timeline_scene_scroll (scene), "changed", G_CALLBACK (rows_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "slice-activated", G_CALLBACK (slice_activated), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "left", G_CALLBACK (list_left), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  rows_changed (self);
  return widget;
}

void
timeline_frame_stand_beside (TimelineFrame *self, GtkWidget *head)
{
  self->head = head;
  gtk_widget_set_overflow (head, GTK_OVERFLOW_HIDDEN);
  gtk_widget_insert_before (head, GTK_WIDGET (self), self->filter);
  gtk_widget_set_visible (self->ruler, FALSE);
}

int
timeline_frame_top_px (TimelineFrame *self)
{
  return natural_px (self->overview, GTK_ORIENTATION_VERTICAL)
         + natural_px (self->ruler, GTK_ORIENTATION_VERTICAL)
         + natural_px (self->ranks, GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
timeline_frame_canvas (TimelineFrame *self)
{
  return self->canvas;
}

void
timeline_frame_set_hint_visible (TimelineFrame *self, bool is_visible)
{
  gtk_widget_set_visible (self->hint, is_visible);
}
