/* SPDX-License-Identifier: Apache-2.0
 *
 * solid_window WIDTH HEIGHT N: a window of one colour, another in each of N frames. What is below the cost of any
 * program's frame here: GTK, its renderer and the way to the screen. */

#include <gtk/gtk.h>

typedef struct
{
  GtkWidget widget;
  unsigned n_frames, n_drawn;
} SolidArea;

typedef GtkWidgetClass SolidAreaClass;

GType solid_area_get_type (void);
G_DEFINE_TYPE (SolidArea, solid_area, GTK_TYPE_WIDGET)

static void
solid_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SolidArea *area = (SolidArea *) widget;
  GdkRGBA color = { (float) (area->n_drawn % 200) / 255, 0.5F, 0.5F, 1 };
  graphene_rect_t bounds =
    GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));

  gtk_snapshot_append_color (snapshot, &color, &bounds);
  area->n_drawn++;
}

static void
solid_area_class_init (SolidAreaClass *klass)
{
  klass->snapshot = solid_area_snapshot;
}

static void
solid_area_init (SolidArea *area)
{
  gtk_widget_set_hexpand (GTK_WIDGET (area), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (area), TRUE);
}

static gboolean
next_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer window)
{
  SolidArea *area = (SolidArea *) widget;
  (void) clock;

  if (area->n_drawn >= area->n_frames)
    {
      gtk_window_destroy (window);
      return G_SOURCE_REMOVE;
    }
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static void
forget (GtkWidget *window, gpointer main_loop)
{
  (void) window;
  g_main_loop_quit (main_loop);
}

int
main (int argc, char **argv)
{
  if (argc != 4)
    return 2;
  gtk_init ();

  GMainLoop *main_loop = g_main_loop_new (NULL, FALSE);
  GtkWidget *window = gtk_window_new (), *area = g_object_new (solid_area_get_type (), NULL);

  ((SolidArea *) area)->n_frames = (unsigned) g_ascii_strtoull (argv[3], NULL, 10);
  gtk_window_set_default_size (GTK_WINDOW (window), atoi (argv[1]), atoi (argv[2]));
  gtk_window_set_child (GTK_WINDOW (window), area);
  gtk_widget_add_tick_callback (area, next_frame, window, NULL);
  g_signal_connect (window, "destroy", G_CALLBACK (forget), main_loop);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (main_loop);
  g_main_loop_unref (main_loop);
  return 0;
}
