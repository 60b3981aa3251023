/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/guide.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/installed_paths.h"
#include "app/desktop/toasts.h"

/* KDE's viewer takes addresses of help as well, but does not read pages of Mallard. */
static bool
reads_guide (GAppInfo *viewer)
{
  const char *id = viewer != NULL ? g_app_info_get_id (viewer) : NULL;

  return g_strcmp0 (id, "yelp.desktop") == 0 || g_strcmp0 (id, "org.gnome.Yelp.desktop") == 0;
}

static void
say_no_viewer (AdwToastOverlay *toasts)
{
  AdwToast *toast = toast_of_text (_ ("To read the user's guide, install Yelp, the help viewer of GNOME"));

  adw_toast_set_button_label (toast, _ ("Keyboard Shortcuts"));
  adw_toast_set_action_name (toast, "win.shortcuts");
  toasts_add_passing (toasts, toast);
}

void
guide_show (GtkWindow *parent, AdwToastOverlay *toasts)
{
  g_autoptr (GAppInfo) viewer = g_app_info_get_default_for_uri_scheme ("help");
  g_autofree char *folder = installed_guide_path (), *uri = NULL;
  g_autoptr (GdkAppLaunchContext) context =
    gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (parent)));
  g_autoptr (GError) error = NULL;

  if (!reads_guide (viewer) || folder == NULL)
    {
      say_no_viewer (toasts);
      return;
    }
  uri = g_filename_to_uri (folder, NULL, &error);
  GList uris = { .data = uri };
  if (uri == NULL || !g_app_info_launch_uris (viewer, &uris, G_APP_LAUNCH_CONTEXT (context), &error))
    toasts_say (toasts, error->message);
}
