/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/about.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

void
about_show (GtkWindow *parent)
{
  GtkWidget *about = adw_about_window_new ();

  gtk_window_set_transient_for (GTK_WINDOW (about), parent);
  gtk_window_set_modal (GTK_WINDOW (about), TRUE);
  adw_about_window_set_application_name (ADW_ABOUT_WINDOW (about), _ ("Stepscope"));
  adw_about_window_set_application_icon (ADW_ABOUT_WINDOW (about), STEPSCOPE_APPLICATION_ID);
  adw_about_window_set_version (ADW_ABOUT_WINDOW (about), STEPSCOPE_VERSION);
  adw_about_window_set_developer_name (ADW_ABOUT_WINDOW (about), _ ("The Stepscope developers"));
  adw_about_window_set_comments (
    ADW_ABOUT_WINDOW (about),
    _ (
      "Shows where the time of each training step goes. It reads the files that you open, writes nothing beside "
      "them, and uses no network."));
  adw_about_window_set_license_type (ADW_ABOUT_WINDOW (about), GTK_LICENSE_APACHE_2_0);
  gtk_window_present (GTK_WINDOW (about));
}
