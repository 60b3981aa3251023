/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/steps_popover.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/desktop/mnemonic.h"

#define GAP_PX 8

struct _StepsPopover
{
  GtkPopover parent_instance;

  GtkWidget *entry, *wrong;
};

G_DEFINE_FINAL_TYPE (StepsPopover, steps_popover, GTK_TYPE_POPOVER)

static guint chosen_signal;

static bool
parse_number (const char *text, int64_t *ret_number)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  gint64 number;

  if (!g_ascii_string_to_signed (stripped, 10, G_MININT64, G_MAXINT64, &number, NULL))
    return false;
  *ret_number = number;
  return true;
}

bool
steps_popover_parse (const char *text, int64_t *ret_first, int64_t *ret_last)
{
  g_auto (GStrv) parts = g_strsplit (text, "..", 2);
  guint n = g_strv_length (parts);

  if (n == 0 || !parse_number (parts[0], ret_first))
    return false;
  *ret_last = *ret_first;
  return n == 1 || (parse_number (parts[1], ret_last) && *ret_last >= *ret_first);
}

static void
choose (StepsPopover *self)
{
  int64_t first, last;

  if (!steps_popover_parse (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &first, &last))
    {
      gtk_label_set_text (GTK_LABEL (self->wrong),
                          _ ("Type a number, such as 1011, or two, such as 1009..1014"));
      gtk_widget_set_visible (self->wrong, TRUE);
      return;
    }
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, chosen_signal, 0, (gint64) first, (gint64) last);
}

void
steps_popover_open (StepsPopover *self, const char *text)
{
  gtk_widget_set_visible (self->wrong, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (self->entry);
}

static void
steps_popover_class_init (StepsPopoverClass *klass)
{
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
}

static void
steps_popover_init (StepsPopover *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, GAP_PX);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX), *label = gtk_label_new (_ ("Steps"));
  GtkWidget *button = mnemonic_button_new (_ ("_Compare"));

  self->entry = gtk_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Steps"),
                                  -1);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), "1009..1014");
  self->wrong = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->wrong, "error");
  gtk_widget_set_visible (self->wrong, FALSE);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (line), self->entry);
  gtk_box_append (GTK_BOX (line), button);
  gtk_box_append (GTK_BOX (column), line);
  gtk_box_append (GTK_BOX (column), self->wrong);
  gtk_popover_set_child (GTK_POPOVER (self), column);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (choose), self);
}

GtkWidget *
steps_popover_new (void)
{
  return g_object_new (STEPS_TYPE_POPOVER, NULL);
}
