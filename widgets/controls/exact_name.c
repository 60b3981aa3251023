/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/exact_name.h"

#include <glib/gi18n-lib.h>

/* Lines before "Show All", and characters at all: a label lays out all its text. Copy the name to have the rest. */
#define LINES     4
#define MAX_CHARS 20000

struct _ExactName
{
  GtkBox parent_instance;

  GtkWidget *name, *show_all;
};

G_DEFINE_TYPE (ExactName, exact_name, GTK_TYPE_BOX)

/* How many characters fit into a line. */
static long
line_chars (ExactName *self, int width_px)
{
  PangoFontMetrics *metrics =
    pango_context_get_metrics (gtk_widget_get_pango_context (self->name), NULL, NULL);
  int char_width = MAX (pango_font_metrics_get_approximate_char_width (metrics), 1);

  pango_font_metrics_unref (metrics);
  return MAX (width_px, 0) * (long) PANGO_SCALE / char_width;
}

void
exact_name_set (ExactName *self, const char *name, int width_px)
{
  glong n_chars = g_utf8_strlen (name, -1);
  g_autofree char *begin = NULL;

  if (n_chars > MAX_CHARS)
    {
      g_autofree char *kept = g_utf8_substring (name, 0, MAX_CHARS);

      name = begin = g_strconcat (kept, "…", NULL);
    }
  gtk_label_set_text (GTK_LABEL (self->name), name);
  gtk_label_set_lines (GTK_LABEL (self->name), LINES);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_visible (self->show_all, g_utf8_strlen (name, -1) > LINES * line_chars (self, width_px));
}

static void
show_whole_name (ExactName *self)
{
  gtk_label_set_lines (GTK_LABEL (self->name), -1);
  gtk_label_set_ellipsize (GTK_LABEL (self->name), PANGO_ELLIPSIZE_NONE);
  gtk_widget_set_visible (self->show_all, FALSE);
}

static void
exact_name_class_init (ExactNameClass *klass)
{
  (void) klass;
}

static void
exact_name_init (ExactName *self)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  /* Not side by side: a horizontal box asks a wrapped label for its width at a height, for which GTK lays out its text
   * a dozen times. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);

  /* A name has only the hyphens that are in it. */
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  self->name = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->name, "monospace");
  gtk_label_set_selectable (GTK_LABEL (self->name), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->name), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->name), PANGO_WRAP_CHAR);
  gtk_label_set_attributes (GTK_LABEL (self->name), attributes);
  pango_attr_list_unref (attributes);
  gtk_label_set_xalign (GTK_LABEL (self->name), 0);

  self->show_all = gtk_button_new_with_label (_ ("Show All"));
  gtk_widget_set_valign (self->show_all, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (self->show_all, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->show_all, "flat");
  g_signal_connect_swapped (self->show_all, "clicked", G_CALLBACK (show_whole_name), self);
  gtk_box_append (GTK_BOX (self), self->name);
  gtk_box_append (GTK_BOX (self), self->show_all);
}

GtkWidget *
exact_name_new (void)
{
  return g_object_new (DETAILS_TYPE_EXACT_NAME, NULL);
}
