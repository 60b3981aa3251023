/* SPDX-License-Identifier: Apache-2.0 */

#include "app/opening/report_export.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/desktop/open_dialog.h"
#include "app/opening/nsys_export.h"
#include "app/profiles/profile_facts.h"

#define SHOW_MS 100

/* What a button exports, and with which nsys. */
typedef struct
{
  char *report, *program;
} Wish;

/* An export that runs. It lasts until both the dialog and the thread are done with it. */
typedef struct
{
  GtkWindow *window; /* in which the result opens */
  GtkWidget *dialog; /* NULL: closed */
  GtkWidget *bar;
  guint timer;
  char *report, *target;
  NsysExport *export;
  GCancellable *cancellable;
  GApplication *application; /* held, so that it does not end before nsys does */
} Run;

static void
run_free (Run *run)
{
  g_application_release (run->application);
  g_object_unref (run->window);
  g_object_unref (run->cancellable);
  nsys_export_unref (run->export);
  g_free (run->report);
  g_free (run->target);
  g_free (run);
}

/* ---- the dialog ---- */

static gboolean
show_percent (gpointer data)
{
  Run *run = data;
  int percent = nsys_export_percent (run->export);

  if (percent < 0)
    gtk_progress_bar_pulse (GTK_PROGRESS_BAR (run->bar));
  else
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (run->bar), percent / 100.0);
  return G_SOURCE_CONTINUE;
}

static void
forget_dialog (GtkWidget *dialog, gpointer data)
{
  Run *run = data;
  (void) dialog;

  g_source_remove (run->timer);
  run->dialog = NULL;
  g_cancellable_cancel (run->cancellable);
}

static void
show_dialog (Run *run)
{
  g_autofree char *name = g_filename_display_basename (run->report);
  g_autofree char *heading = g_strdup_printf (_ ("Exporting %s"), name);
  g_autofree char *target = g_filename_display_name (run->target);
  /* Translators: the path of the file that is being written. */
  g_autofree char *body = g_strdup_printf (_ ("nsys writes %s, which then opens."), target);

  run->dialog = adw_message_dialog_new (run->window, heading, body);
  run->bar = gtk_progress_bar_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (run->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Progress"),
                                  -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (run->dialog), run->bar);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (run->dialog), "cancel", _ ("_Cancel"));
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (run->dialog), "cancel");
  run->timer = g_timeout_add (SHOW_MS, show_percent, run);
  g_signal_connect (run->dialog, "destroy", G_CALLBACK (forget_dialog), run);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (run->dialog), TRUE);
  gtk_window_present (GTK_WINDOW (run->dialog));
}

static void
show_failure (const Run *run, const GError *error)
{
  g_autofree char *name = g_filename_display_basename (run->report);
  g_autofree char *heading = g_strdup_printf (_ ("Cannot export %s"), name);
  GtkWidget *dialog = adw_message_dialog_new (run->window, heading, error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- the export ---- */

static void
finish (GObject *source, GAsyncResult *result, gpointer data)
{
  Run *run = data;
  g_autoptr (GError) error = NULL;
  bool is_done = nsys_export_finish (result, &error);
  GtkWidget *dialog = run->dialog;
  (void) source;

  if (dialog != NULL)
    {
      g_signal_handlers_disconnect_by_data (dialog, run);
      forget_dialog (dialog, run);
      gtk_window_destroy (GTK_WINDOW (dialog));
    }
  if (!gtk_widget_in_destruction (GTK_WIDGET (run->window))
      && gtk_widget_get_realized (GTK_WIDGET (run->window)))
    {
      if (is_done)
        gtk_widget_activate_action (GTK_WIDGET (run->window), "win.open-path", "^ay", run->target);
      else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        show_failure (run, error);
    }
  run_free (run);
}

static void
start (GtkWindow *window, const Wish *wish, const char *target)
{
  Run *run = g_new0 (Run, 1);

  run->window = g_object_ref (window);
  run->application = G_APPLICATION (gtk_window_get_application (window));
  run->report = g_strdup (wish->report);
  run->target = g_strdup (target);
  run->cancellable = g_cancellable_new ();
  g_application_hold (run->application);
  run->export = nsys_export_start (wish->program, run->report, run->target, run->cancellable, finish, run);
  show_dialog (run);
}

/* ---- the wish ---- */

static void
wish_free (gpointer data)
{
  Wish *wish = data;

  g_free (wish->report);
  g_free (wish->program);
  g_free (wish);
}

static void
free_closure_data (gpointer data, GClosure *closure)
{
  (void) closure;
  wish_free (data);
}

/* A chosen place belongs to the window, which outlives the page with the button. */
typedef struct
{
  GtkWindow *window;
  Wish wish;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_free (choice->wish.report);
  g_free (choice->wish.program);
  g_free (choice);
}

static void
take_choice (GFile *file, gpointer data)
{
  const Choice *choice = data;
  g_autofree char *target = g_file_get_path (file);

  if (target != NULL)
    start (choice->window, &choice->wish, target);
}

static void
ask_where (GtkWidget *button, gpointer data)
{
  const Wish *wish = data;
  Choice *choice = g_new (Choice, 1);
  g_autofree char *file = g_filename_display_basename (wish->report);
  g_autofree char *stem = profile_short_name (file);
  g_autofree char *name = g_strconcat (stem, ".sqlite", NULL);

  *choice = (Choice){ GTK_WINDOW (gtk_widget_get_root (button)),
                      { g_strdup (wish->report), g_strdup (wish->program) } };
  save_dialog_show (choice->window, _ ("Export the Report"), name, take_choice, choice, choice_free);
}

GtkWidget *
report_export_button_new (const char *report, const char *program)
{
  GtkWidget *button = mnemonic_button_new (_ ("_Export and Open…"));
  Wish *wish = g_new (Wish, 1);

  *wish = (Wish){ g_canonicalize_filename (report, NULL), g_strdup (program) };
  gtk_widget_add_css_class (button, "pill");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  g_signal_connect_data (button, "clicked", G_CALLBACK (ask_where), wish, free_closure_data, 0);
  return button;
}
