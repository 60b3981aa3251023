/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_columns.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/controls/quiet_tooltip.h"

#define MARGIN_PX 8
#define HEIGHT_PX 420 /* at most, then it scrolls */

/* ---- the choice ---- */

GArray *
table_columns_find (const TableSource *source, const char *text)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (int));
  g_auto (GStrv) ids = g_strsplit (text, "\t", -1);
  bool is_chosen = text[0] != '\0';

  for (int i = 0; i < source->n_columns; i++)
    {
      const TableColumn *column = &source->columns[i];
      bool is_shown =
        is_chosen ? g_strv_contains ((const char *const *) ids, column->id) : !column->is_hidden;

      if (i == 0 || is_shown)
        g_array_append_val (found, i);
    }
  return found;
}

char *
table_columns_with (const TableSource *source, const char *text, int column, gboolean is_shown)
{
  g_autoptr (GArray) shown = table_columns_find (source, text);
  GString *ids = g_string_new (NULL);

  for (int i = 0; i < source->n_columns; i++)
    {
      bool is_there = i == column && is_shown;

      for (guint j = 0; j < shown->len && i != column; j++)
        is_there |= g_array_index (shown, int, j) == i;
      if (is_there || i == 0)
        g_string_append_printf (ids, "%s%s", ids->len > 0 ? "\t" : "", source->columns[i].id);
    }
  return g_string_free (ids, FALSE);
}

/* ---- the popover ---- */

typedef struct
{
  void (*chosen) (gpointer user_data, int column, gboolean is_shown);
  void (*reset) (gpointer user_data);
  gpointer user_data;
  GtkWidget *box;
} Choice;

static Choice *
choice_of (GtkWidget *popover)
{
  return g_object_get_data (G_OBJECT (popover), "choice");
}

static void
toggled (GtkCheckButton *check, GtkWidget *popover)
{
  const Choice *choice = choice_of (popover);
  int column = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (check), "column"));

  choice->chosen (choice->user_data, column, gtk_check_button_get_active (check));
}

static void
reset (GtkWidget *popover)
{
  const Choice *choice = choice_of (popover);

  choice->reset (choice->user_data);
}

void
table_columns_popover_fill (GtkWidget *popover, const TableSource *source, const char *text)
{
  const Choice *choice = choice_of (popover);
  g_autoptr (GArray) shown = table_columns_find (source, text);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (choice->box)) != NULL)
    gtk_box_remove (GTK_BOX (choice->box), child);
  for (int i = 0; i < source->n_columns; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (source->columns[i].title);
      bool is_shown = false;

      for (guint j = 0; j < shown->len; j++)
        is_shown |= g_array_index (shown, int, j) == i;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_shown);
      gtk_widget_set_sensitive (check, i > 0);
      quiet_tooltip_set (check, source->columns[i].tooltip);
      g_object_set_data (G_OBJECT (check), "column", GINT_TO_POINTER (i));
      g_signal_connect_object (check, "toggled", G_CALLBACK (toggled), popover, 0);
      gtk_box_append (GTK_BOX (choice->box), check);
    }
}

GtkWidget *
table_columns_popover_new (void (*chosen) (gpointer user_data, int column, gboolean is_shown),
                           void (*reset_all) (gpointer user_data),
                           gpointer user_data)
{
  GtkWidget *popover = gtk_popover_new (), *scroller = gtk_scrolled_window_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN_PX);
  GtkWidget *button = gtk_button_new_with_label (_ ("Reset"));
  Choice choice = { chosen, reset_all, user_data, gtk_box_new (GTK_ORIENTATION_VERTICAL, MARGIN_PX / 2) };

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), HEIGHT_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), choice.box);
  g_signal_connect_object (button, "clicked", G_CALLBACK (reset), popover, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (column), scroller);
  gtk_box_append (GTK_BOX (column), button);
  gtk_popover_set_child (GTK_POPOVER (popover), column);
  g_object_set_data_full (G_OBJECT (popover), "choice", g_memdup2 (&choice, sizeof choice), g_free);
  return popover;
}
