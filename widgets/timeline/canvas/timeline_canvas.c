/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/timeline_canvas.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/facts/selection_text.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/input/timeline_pointer.h"
#include "widgets/timeline/scene/timeline_layers.h"

/* The view is reported to assistive technology after it has been at rest for this time. */
#define DESCRIBE_AFTER_MS 150

struct _TimelineCanvas
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  TimelineLayers *layers;
  TimelinePointer *pointer;
  guint describe_source;
};

G_DEFINE_TYPE (TimelineCanvas, timeline_canvas, GTK_TYPE_WIDGET)

double
timeline_canvas_key_x_px (TimelineCanvas *self)
{
  return timeline_pointer_key_x_px (self->pointer);
}

bool
timeline_canvas_has_pointer (TimelineCanvas *self)
{
  return timeline_pointer_is_inside (self->pointer);
}

void
timeline_canvas_forget_pointer (TimelineCanvas *self)
{
  timeline_pointer_forget (self->pointer);
}

/* ---- assistive technology ---- */

/* Joins the texts that are not NULL. */
static char *
join (const char *const *texts, int n)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    if (texts[i] != NULL)
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? "; " : "", texts[i]);
  return g_string_free (g_steal_pointer (&joined), FALSE);
}

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
  const StepPath *path = timeline_scene_path (self->scene);
  g_autofree char *path_legend = path != NULL ? step_path_legend (path, style->numbers) : NULL;
  const char *doubt = path != NULL ? step_path_doubt (path) : NULL;
  g_autofree char *shown = selection_text_of_view (state, n_rows, style->numbers);
  g_autofree char *notes = selection_text_notes_in_view (state, style->numbers);
  g_autofree char *text = join (
    (const char *[]){ shown, legend, path_legend, doubt, timeline_scene_path_note (self->scene), notes }, 6);
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
  timeline_layers_scene_changed (self->layers, changes);
  timeline_pointer_look (self->pointer);
  if (changes
      & (SCENE_CAME_TO_REST | SCENE_CHANGED_TREE | SCENE_CHANGED_SELECTION | SCENE_CHANGED_COMPARISON
         | SCENE_CHANGED_PATH | SCENE_CHANGED_MARKS | SCENE_CHANGED_BOOKMARKS))
    describe_soon (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
timeline_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  timeline_layers_snapshot (TIMELINE_CANVAS (widget)->layers, snapshot);
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
  timeline_layers_resized (self->layers);
  timeline_scene_set_canvas_size (self->scene, width_px, height_px);
}

static void
timeline_canvas_dispose (GObject *object)
{
  TimelineCanvas *self = TIMELINE_CANVAS (object);

  g_clear_handle_id (&self->describe_source, g_source_remove);
  g_clear_pointer (&self->pointer, timeline_pointer_free);
  if (self->scene != NULL)
    timeline_scene_set_canvas (self->scene, NULL);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (timeline_canvas_parent_class)->dispose (object);
}

static void
timeline_canvas_finalize (GObject *object)
{
  timeline_layers_free (TIMELINE_CANVAS (object)->layers);
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
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Timeline"), -1);
}

GtkWidget *
timeline_canvas_new (TimelineScene *scene)
{
  TimelineCanvas *self = g_object_new (TIMELINE_TYPE_CANVAS, NULL);

  self->scene = g_object_ref (scene);
  self->layers = timeline_layers_new (scene, GTK_WIDGET (self));
  self->pointer = timeline_pointer_new (scene, GTK_WIDGET (self), self->layers);
  timeline_scene_set_canvas (scene, GTK_WIDGET (self));
  timeline_scene_restyle (scene);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  screen_style_connect_changed (GTK_WIDGET (self), style_changed);
  describe_soon (self);
  return GTK_WIDGET (self);
}
