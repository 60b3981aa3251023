/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/table_heads.h"

#include <stdbool.h>

#include "widgets/controls/quiet_tooltip.h"

/* A head's place among its siblings is that of its column: columns are never reordered, hidden or shown, but all made
 * anew. */
typedef struct
{
  void (*press) (gpointer user_data, guint column);
  gpointer user_data;
  guint column;
} Press;

GtkWidget *
table_heads_row (GtkWidget *view)
{
  return gtk_widget_get_first_child (view);
}

gboolean
table_heads_walk (GtkWidget *view, int by)
{
  GtkWidget *head = gtk_widget_get_focus_child (table_heads_row (view));
  bool is_mirrored = gtk_widget_get_direction (view) == GTK_TEXT_DIR_RTL;

  if (head == NULL)
    return FALSE;
  head = (by > 0) != is_mirrored ? gtk_widget_get_next_sibling (head) : gtk_widget_get_prev_sibling (head);
  return head != NULL && gtk_widget_grab_focus (head);
}

static gboolean
key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType held, Press *press)
{
  (void) keys;
  (void) keycode;
  (void) held;
  if (keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter && keyval != GDK_KEY_space)
    return GDK_EVENT_PROPAGATE;
  press->press (press->user_data, press->column);
  return GDK_EVENT_STOP;
}

/* The label is the first thing in it that is one. */
static GtkWidget *
label_in (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_LABEL (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = label_in (child);
  return found;
}

static void
dress (GtkWidget *title, const TableHead *head, const Press *press)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *label = label_in (title);

  g_signal_connect_data (keys, "key-pressed", G_CALLBACK (key_pressed), g_memdup2 (press, sizeof *press),
                         (GClosureNotify) (void (*) (void)) g_free, 0);
  gtk_widget_add_controller (title, keys);
  /* What has no name sorts nothing, as the head above boxes to tick. */
  gtk_widget_set_focusable (title, label != NULL && *gtk_label_get_text (GTK_LABEL (label)) != '\0');
  quiet_tooltip_set (title, head->tooltip);
  if (head->tooltip != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    head->tooltip, -1);
  if (label == NULL)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (GTK_LABEL (label)), -1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), head->is_number ? 1 : 0);
  /* The arrow that says how rows are sorted gets out of the way of what stands above the last digits. */
  GtkWidget *box = gtk_widget_get_parent (label), *arrow = gtk_widget_get_next_sibling (label);
  if (head->is_number && arrow != NULL && GTK_IS_BOX (box))
    gtk_box_reorder_child_after (GTK_BOX (box), arrow, NULL);
}

void
table_heads_dress (GtkWidget *view,
                   const TableHead *heads,
                   guint n,
                   void (*press) (gpointer user_data, guint column),
                   gpointer user_data)
{
  GtkWidget *title = gtk_widget_get_first_child (table_heads_row (view));

  gtk_widget_set_can_focus (table_heads_row (view), TRUE);
  for (guint i = 0; i < n && title != NULL; i++, title = gtk_widget_get_next_sibling (title))
    dress (title, &heads[i], &(Press){ press, user_data, i });
}

void
table_heads_tell_order (GtkWidget *view, guint column, gboolean is_descending)
{
  guint i = 0;

  for (GtkWidget *title = gtk_widget_get_first_child (table_heads_row (view)); title != NULL;
       title = gtk_widget_get_next_sibling (title), i++)
    gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_SORT,
                                    i != column     ? GTK_ACCESSIBLE_SORT_NONE
                                    : is_descending ? GTK_ACCESSIBLE_SORT_DESCENDING
                                                    : GTK_ACCESSIBLE_SORT_ASCENDING,
                                    -1);
}
