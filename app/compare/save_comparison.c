/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/save_comparison.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"

/* The widget that has the picture. What it shows can go while the user chooses a file. */
typedef struct
{
  GtkWidget *widget;
  bool (*has_picture) (GtkWidget *widget);
  bool (*save) (GtkWidget *widget, const char *path, GError **error);
} Pictured;

static bool
overview_has_picture (GtkWidget *widget)
{
  return compare_overview_has_picture (COMPARE_OVERVIEW (widget));
}

static bool
overview_save (GtkWidget *widget, const char *path, GError **error)
{
  return compare_overview_save (COMPARE_OVERVIEW (widget), path, error);
}

static bool
timelines_have_picture (GtkWidget *widget)
{
  return compared_timelines_has_picture (COMPARED_TIMELINES (widget));
}

static bool
timelines_save (GtkWidget *widget, const char *path, GError **error)
{
  return compared_timelines_save (COMPARED_TIMELINES (widget), path, error);
}

static void
pictured_free (gpointer data)
{
  Pictured *pictured = data;

  g_object_unref (pictured->widget);
  g_free (pictured);
}

static void
say (const Pictured *pictured, const char *text)
{
  gtk_widget_activate_action (pictured->widget, "win.say", "s", text);
}

static bool
check (const Pictured *pictured)
{
  bool has_picture = pictured->has_picture (pictured->widget);

  if (!has_picture)
    say (pictured, _ ("Nothing was saved: nothing is compared yet"));
  return has_picture;
}

static void
save_to (GFile *file, gpointer data)
{
  const Pictured *pictured = data;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    say (pictured, _ ("Pictures can only be saved on this computer"));
  else if (!check (pictured))
    return;
  else if (pictured->save (pictured->widget, path, &error))
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (_ ("Saved as %s"), name);

      say (pictured, text);
    }
  else
    say (pictured, error->message);
}

static void
ask (const Pictured *pictured, const char *name)
{
  if (!check (pictured))
    return;
  Pictured *kept = g_memdup2 (pictured, sizeof *pictured);

  g_object_ref (kept->widget);
  save_dialog_show (GTK_WINDOW (gtk_widget_get_root (kept->widget)), _ ("Save as Picture"), name, save_to,
                    kept, pictured_free);
}

void
save_comparison_ask (CompareOverview *overview)
{
  ask (&(const Pictured){ GTK_WIDGET (overview), overview_has_picture, overview_save }, _ ("Comparison.png"));
}

void
save_comparison_ask_timelines (ComparedTimelines *timelines)
{
  ask (&(const Pictured){ GTK_WIDGET (timelines), timelines_have_picture, timelines_save },
       _ ("Timelines.png"));
}
