/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/track_filter_bar.h"

#include <glib/gi18n-lib.h>

struct _TrackFilterBar
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  GtkWidget *rows, *entry, *count;
  bool is_filling;
};

G_DEFINE_TYPE (TrackFilterBar, track_filter_bar, GTK_TYPE_WIDGET)

static void
set_filter (TrackFilterBar *self, const char *text)
{
  TrackLayout *layout = timeline_scene_layout (self->scene);

  if (g_str_equal (track_layout_filter (layout), text))
    return;
  track_layout_set_filter (layout, text);
  timeline_scene_layout_changed (self->scene);
}

static void
typed (TrackFilterBar *self)
{
  if (self->is_filling)
    return;
  set_filter (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

static void
stop (TrackFilterBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  set_filter (self, "");
  gtk_widget_grab_focus (self->rows);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
go_to_rows (TrackFilterBar *self)
{
  typed (self);
  gtk_widget_grab_focus (self->rows);
  if (track_layout_filter (timeline_scene_layout (self->scene))[0] == '\0')
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
show (TrackFilterBar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_widget_grab_focus (self->entry);
}

/* The entry is empty for a moment and signals that at once. */
static void
fill (TrackFilterBar *self, const char *filter)
{
  self->is_filling = true;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), filter);
  self->is_filling = false;
}

static void
scene_changed (TrackFilterBar *self, guint changes)
{
  const char *filter = track_layout_filter (timeline_scene_layout (self->scene));
  uint32_t n = track_tree_n_matches (timeline_scene_view (self->scene)->tree);

  if (!(changes & SCENE_CHANGED_TREE))
    return;
  /* The filter was changed elsewhere: by restoring a layout or by a reset. */
  if (filter[0] != '\0' || gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL)
    {
      if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->entry)), filter)
          && gtk_widget_get_focus_child (GTK_WIDGET (self)) == NULL)
        fill (self, filter);
      gtk_widget_set_visible (GTK_WIDGET (self), filter[0] != '\0');
    }
  g_autofree char *count =
    filter[0] != '\0' ? g_strdup_printf (ngettext ("%u row", "%u rows", n), (unsigned) n) : g_strdup ("");
  if (g_str_equal (gtk_label_get_text (GTK_LABEL (self->count)), count))
    return;
  gtk_label_set_text (GTK_LABEL (self->count), count);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, count,
                                  -1);
}

static void
track_filter_bar_dispose (GObject *object)
{
  TrackFilterBar *self = TIMELINE_TRACK_FILTER_BAR (object);

  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_pointer (&self->count, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (track_filter_bar_parent_class)->dispose (object);
}

static void
track_filter_bar_class_init (TrackFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = track_filter_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "trackfilter");
}

static void
track_filter_bar_init (TrackFilterBar *self)
{
  self->entry = gtk_search_entry_new ();
  self->count = gtk_label_new ("");
  gtk_widget_set_hexpand (self->entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 6);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->entry), 6);
  g_object_set (self->entry, "placeholder-text", _ ("Filter rows"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Filter rows"), -1);
  gtk_widget_add_css_class (self->count, "caption");
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  gtk_widget_set_parent (self->count, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (typed), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (stop), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (go_to_rows), self);
}

GtkWidget *
track_filter_bar_new (TimelineScene *scene, GtkWidget *rows)
{
  TrackFilterBar *self = g_object_new (TIMELINE_TYPE_TRACK_FILTER_BAR, NULL);

  self->scene = g_object_ref (scene);
  self->rows = rows;
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "filter-wanted", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  scene_changed (self, SCENE_CHANGED_TREE);
  return GTK_WIDGET (self);
}
