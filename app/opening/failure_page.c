/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/failure_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/desktop/copy_button.h"
#include "app/desktop/mnemonic.h"
#include "app/opening/nsys_export.h"
#include "app/opening/report_export.h"
#include "trace/open/log_directory.h"
#include "trace/text/shell_word.h"
#include "trace/text/trace_error.h"

/* Runs of a log directory that are offered. */
#define RUNS_MAX 8

/* Programs that messages of trace/ tell the user to run; "FILE" stands for the file. */
static const char *const advised_programs[] = { "nsys export ", "stepscope-cli convert ", "iconv ", "sqlite3 " };

static char *
command_for (const char *command, const char *path)
{
  g_autofree char *joined = shell_command (command, path);

  return g_utf8_make_valid (g_strchomp (joined), -1);
}

char *
failure_text (const char *path, const char *message, char **ret_command)
{
  g_autofree char *prefix = g_strconcat (path, ": ", NULL);
  g_autofree char *text = g_strdup (g_str_has_prefix (message, prefix) ? message + strlen (prefix) : message);

  *ret_command = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (advised_programs); i++)
    {
      char *command = strstr (text, advised_programs[i]);

      if (command == NULL)
        continue;
      *ret_command = command_for (command, path);
      *command = '\0';
      g_strchomp (text);
      break;
    }
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  if (!g_ascii_islower (*valid))
    return g_steal_pointer (&valid);
  /* Messages go on after the file's name: "is a zip archive", "not enough memory to read it". */
  if (g_str_has_prefix (valid, "is ") || g_str_has_prefix (valid, "has ")
      || g_str_has_prefix (valid, "cannot "))
    return g_strdup_printf (_ ("It %s"), valid);
  *valid = g_ascii_toupper (*valid);
  return g_steal_pointer (&valid);
}

/* Offers to export a report of Nsight Systems. Returns false if it is none, or if that is not possible here. */
static bool
add_export (GtkBox *box, const char *path)
{
  if (!nsys_export_is_report (path))
    return false;
  g_autofree char *program = nsys_export_program ();
  if (program == NULL)
    {
      GtkWidget *label = gtk_label_new (_ (
        "Run it where Nsight Systems is installed: there is no nsys in the search path of this computer."));

      gtk_widget_add_css_class (label, "caption");
      gtk_widget_add_css_class (label, "secondary");
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_box_append (box, label);
      return false;
    }
  gtk_box_append (box, report_export_button_new (path, program));
  return true;
}

/* Offers the runs of a log directory, the last one first. */
static void
add_runs (GtkBox *box, const char *path)
{
  g_autoptr (GPtrArray) runs = log_directory_runs (path);

  for (guint i = 0; runs->len > 1 && i < MIN (runs->len, RUNS_MAX); i++)
    {
      const char *run = runs->pdata[runs->len - 1 - i];
      g_autofree char *name = g_filename_display_basename (run);
      g_autofree char *label = g_strdup_printf (_ ("Open %s"), name);
      g_autofree char *whole = g_filename_display_name (run);
      GtkWidget *button = gtk_button_new_with_label (label);

      gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (button, whole);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-path");
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), g_variant_new_bytestring (run));
      gtk_box_append (box, button);
    }
}

void
failure_page_set (GtkWidget *page, const char *path, const GError *error)
{
  GtkWidget *open_button = g_object_get_data (G_OBJECT (page), "open-button");
  GtkWidget *command_place = g_object_get_data (G_OBJECT (page), "command-place");
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *title = g_strdup_printf (_ ("Cannot open %s"), name);
  g_autofree char *command = NULL;
  g_autofree char *text = failure_text (path, error->message, &command);
  g_autofree char *text_markup = g_markup_escape_text (text, -1);

  /* Of the two, only the description is markup. */
  adw_status_page_set_title (ADW_STATUS_PAGE (page), title);
  adw_status_page_set_description (ADW_STATUS_PAGE (page), text_markup);
  for (GtkWidget *child; (child = gtk_widget_get_first_child (command_place)) != NULL;)
    gtk_box_remove (GTK_BOX (command_place), child);
  if (command != NULL)
    gtk_box_append (GTK_BOX (command_place), command_box_new (NULL, command));
  if (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE))
    add_runs (GTK_BOX (command_place), path);
  bool has_export = command != NULL && add_export (GTK_BOX (command_place), path);
  /* The page suggests one thing. */
  if (has_export)
    gtk_widget_remove_css_class (open_button, "suggested-action");
  else
    gtk_widget_add_css_class (open_button, "suggested-action");
}

static GtkWidget *
add_button (GtkBox *box, const char *label, const char *action, const char *css_class)
{
  GtkWidget *button = mnemonic_button_new (label);

  gtk_widget_add_css_class (button, "pill");
  if (css_class != NULL)
    gtk_widget_add_css_class (button, css_class);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (box, button);
  return button;
}

GtkWidget *
failure_page_new (void)
{
  GtkWidget *page = adw_status_page_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 24);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *command_place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (page), "dialog-warning-symbolic");
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  g_object_set_data (G_OBJECT (page), "open-button",
                     add_button (GTK_BOX (buttons), _ ("_Open Another…"), "win.open", NULL));
  add_button (GTK_BOX (buttons), _ ("Try _Again"), "win.retry-opening", NULL);
  add_button (GTK_BOX (buttons), _ ("_Close"), "win.back", NULL);
  gtk_box_append (GTK_BOX (column), command_place);
  gtk_box_append (GTK_BOX (column), buttons);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 680);
  adw_clamp_set_child (ADW_CLAMP (clamp), column);
  adw_status_page_set_child (ADW_STATUS_PAGE (page), clamp);
  g_object_set_data (G_OBJECT (page), "command-place", command_place);
  return page;
}
