/* SPDX-License-Identifier: Apache-2.0
 *
 * quick_toasts: one is shown and one waits as another comes first, which is dismissed before they have faded; then three
 * in passing, of which only the last is left to read. Ends with 1 where it is not. */

#include "app/desktop/toasts.h"

/* Longer than a toast takes to come or to fade. */
#define SHOWN_MS 1000

static gboolean
end (gpointer main_loop)
{
  g_main_loop_quit (main_loop);
  return G_SOURCE_REMOVE;
}

static AdwToast *
lasting (const char *title)
{
  AdwToast *toast = adw_toast_new (title);

  adw_toast_set_timeout (toast, 0);
  return toast;
}

/* Whether the last of them alone is there still, at the time that the second would be shown. */
static bool
only_last_passes (AdwToastOverlay *overlay, GMainLoop *main_loop)
{
  AdwToast *passing[3];

  for (guint i = 0; i < G_N_ELEMENTS (passing); i++)
    {
      passing[i] = lasting ("passing");
      g_object_add_weak_pointer (G_OBJECT (passing[i]), (gpointer *) &passing[i]);
      toasts_add_passing (overlay, passing[i]);
    }
  g_timeout_add (SHOWN_MS, end, main_loop);
  g_main_loop_run (main_loop);
  bool is_last = passing[0] == NULL && passing[1] == NULL && passing[2] != NULL;
  g_clear_weak_pointer (&passing[2]);
  return is_last;
}

int
main (void)
{
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);

  GMainLoop *main_loop = g_main_loop_new (NULL, FALSE);
  AdwToastOverlay *overlay = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  GtkWidget *window = gtk_window_new ();
  AdwToast *waits = lasting ("waits"), *first = lasting ("first");

  adw_toast_overlay_set_child (overlay, gtk_label_new ("content"));
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (overlay));
  gtk_window_present (GTK_WINDOW (window));
  toasts_add (overlay, lasting ("shown"));
  toasts_add (overlay, waits);
  g_timeout_add (SHOWN_MS, end, main_loop);
  g_main_loop_run (main_loop);
  toasts_add_first (overlay, first);
  adw_toast_dismiss (first);
  adw_toast_dismiss (waits);
  g_timeout_add (SHOWN_MS, end, main_loop);
  g_main_loop_run (main_loop);
  bool is_last = only_last_passes (overlay, main_loop);
  gtk_window_destroy (GTK_WINDOW (window));
  g_main_loop_unref (main_loop);
  return is_last ? 0 : 1;
}
