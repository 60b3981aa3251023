/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/slice_arguments.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/facts/argument_text.h"
#include "widgets/details/facts/field_grid.h"

/* Walking from slice to slice with a key held, arguments would cost more than all else; they follow when it rests. */
#define SHOW_AFTER_MS 120

struct _SliceArguments
{
  GtkBox parent_instance;

  GtkWidget *fields;
  const Profile *profile; /* NULL: of no slice */
  uint64_t slice;
  guint show_source;
};

G_DEFINE_TYPE (SliceArguments, slice_arguments, GTK_TYPE_BOX)

static gboolean
show (gpointer user_data)
{
  SliceArguments *self = user_data;
  g_autoptr (GArray) fields = detail_fields_new ();

  self->show_source = 0;
  detail_fields_add_arguments (fields, self->profile->trace, self->slice);
  field_grid_set_fields (DETAILS_FIELD_GRID (self->fields), fields);
  gtk_widget_set_visible (GTK_WIDGET (self), fields->len > 0);
  gtk_widget_set_opacity (self->fields, 1);
  return G_SOURCE_REMOVE;
}

static void
forget (SliceArguments *self)
{
  g_clear_handle_id (&self->show_source, g_source_remove);
  g_clear_pointer (&self->profile, profile_unref);
}

void
slice_arguments_set (SliceArguments *self, const Profile *profile, uint64_t slice)
{
  profile_ref (profile);
  forget (self);
  self->profile = profile;
  self->slice = slice;
  self->show_source = g_timeout_add (SHOW_AFTER_MS, show, self);
  /* Those of another slice are not shown meanwhile, but the place that they take stays. */
  gtk_widget_set_opacity (self->fields, 0);
}

void
slice_arguments_clear (SliceArguments *self)
{
  forget (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
copy (SliceArguments *self)
{
  if (self->profile == NULL)
    return;
  g_autofree char *json = argument_text_json (self->profile->trace, self->slice);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), json);
}

static void
slice_arguments_dispose (GObject *object)
{
  forget (DETAILS_SLICE_ARGUMENTS (object));
  G_OBJECT_CLASS (slice_arguments_parent_class)->dispose (object);
}

static void
slice_arguments_class_init (SliceArgumentsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = slice_arguments_dispose;
}

static void
slice_arguments_init (SliceArguments *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *heading = gtk_label_new (_ ("Arguments in the file"));
  GtkWidget *button = gtk_button_new_with_label (_ ("Copy as JSON"));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (copy), self);
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_box_append (GTK_BOX (head), heading);
  gtk_box_append (GTK_BOX (head), button);
  self->fields = field_grid_new ();
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), self->fields);
}

GtkWidget *
slice_arguments_new (void)
{
  return g_object_new (DETAILS_TYPE_SLICE_ARGUMENTS, NULL);
}
