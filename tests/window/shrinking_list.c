/* SPDX-License-Identifier: Apache-2.0
 *
 * shrinking_list: a list of 500 rows that becomes one of two, and is scrolled before the next layout, as by a wheel that
 * is turned on; then one of 500 again. Ends with 1 where it does not scroll at the end. */

#include <gtk/gtk.h>

#include "widgets/controls/scrolled_list.h"

#define N_ROWS 500

typedef struct
{
  GtkStringList *rows;
  GtkAdjustment *adjustment;
  GMainLoop *main_loop;
  int n_frames;
  double last_px; /* where the list was scrolled to at the end */
} Test;

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  (void) factory;
  gtk_list_item_set_child (item, gtk_label_new ("row"));
}

static void
set_rows (Test *test, guint n)
{
  g_autofree const char **texts = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    texts[i] = "row";
  gtk_string_list_splice (test->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (test->rows)), texts);
}

static double
scroll_by (Test *test, double px)
{
  gtk_adjustment_set_value (test->adjustment, gtk_adjustment_get_value (test->adjustment) + px);
  return gtk_adjustment_get_value (test->adjustment);
}

static gboolean
next_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Test *test = data;

  (void) widget;
  (void) clock;
  switch (test->n_frames++)
    {
    case 5:
      scroll_by (test, 1000);
      break;
    case 10:
      set_rows (test, 2);
      scroll_by (test, 100);
      scroll_by (test, -50);
      break;
    case 15:
      set_rows (test, N_ROWS);
      break;
    case 20:
      test->last_px = scroll_by (test, 1000);
      break;
    case 25:
      g_main_loop_quit (test->main_loop);
      break;
    default:
      break;
    }
  return G_SOURCE_CONTINUE;
}

int
main (void)
{
  gtk_init ();

  Test test = { .rows = gtk_string_list_new (NULL), .main_loop = g_main_loop_new (NULL, FALSE) };
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel *model = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (test.rows)));
  GtkWidget *window = gtk_window_new (), *list = gtk_list_view_new (model, factory);

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  set_rows (&test, N_ROWS);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_set_child (GTK_WINDOW (window), scrolled_list_new (list));
  test.adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));
  gtk_widget_add_tick_callback (window, next_frame, &test, NULL);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (test.main_loop);
  gtk_window_destroy (GTK_WINDOW (window));
  g_main_loop_unref (test.main_loop);
  return test.last_px > 900 ? 0 : 1;
}
