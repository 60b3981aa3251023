/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/save_comparison.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"

static void
say (CompareOverview *overview, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (overview), "win.say", "s", text);
}

static void
save_to (GFile *file, gpointer data)
{
  CompareOverview *overview = data;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    say (overview, _ ("Pictures can only be saved on this computer"));
  else if (compare_overview_save (overview, path, &error))
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (_ ("Saved as %s"), name);

      say (overview, text);
    }
  else
    say (overview, error->message);
}

void
save_comparison_ask (CompareOverview *overview)
{
  if (!compare_overview_has_picture (overview))
    {
      say (overview, _ ("Nothing was saved: nothing is compared yet"));
      return;
    }
  save_dialog_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (overview))), _ ("Save as Picture"),
                    _ ("Comparison.png"), save_to, g_object_ref (overview), g_object_unref);
}
