/* SPDX-License-Identifier: Apache-2.0 */

#include "app/saving/save_report.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/open_dialog.h"
#include "app/desktop/toasts.h"

#define TOAST_SECONDS 10

typedef struct
{
  GtkWindow *window; /* referenced, as the others */
  AdwToastOverlay *toasts;
  GCancellable *cancellable;
  ReportSubject subject;
  GFile *file; /* NULL: not chosen yet */
} Saving;

static Saving *
saving_new (GtkWindow *window,
            AdwToastOverlay *toasts,
            const ReportSubject *subject,
            GCancellable *cancellable,
            GFile *file)
{
  Saving *saving = g_new (Saving, 1);

  *saving = (Saving){
    .window = g_object_ref (window),
    .toasts = g_object_ref (toasts),
    .cancellable = g_object_ref (cancellable),
    .subject = report_subject_copy (subject),
    .file = file != NULL ? g_object_ref (file) : NULL,
  };
  return saving;
}

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  report_subject_clear (&saving->subject);
  g_clear_object (&saving->file);
  g_object_unref (saving->cancellable);
  g_object_unref (saving->toasts);
  g_object_unref (saving->window);
  g_free (saving);
}

static void
open_report (AdwToast *toast, gpointer file)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (g_object_get_data (G_OBJECT (toast), "toasts")));
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, uri, GDK_CURRENT_TIME);
}

static void
unref_file (gpointer file, GClosure *closure)
{
  (void) closure;
  g_object_unref (file);
}

static void
say_saved (const Saving *saving)
{
  g_autofree char *base = g_file_get_basename (saving->file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_ ("Report saved as %s"), name);
  AdwToast *toast = toast_of_text (text);

  adw_toast_set_button_label (toast, _ ("_Open"));
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_object_set_data_full (G_OBJECT (toast), "toasts", g_object_ref (saving->toasts), g_object_unref);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (open_report), g_object_ref (saving->file), unref_file, 0);
  toasts_add_passing (saving->toasts, toast);
}

static void
take_report (GObject *source, GAsyncResult *result, gpointer data)
{
  Saving *saving = data;
  g_autoptr (GError) error = NULL;
  bool ok = report_task_finish (result, &error);
  (void) source;

  /* A window that was closed meanwhile shows nothing any more. */
  if (ok && !g_cancellable_is_cancelled (saving->cancellable))
    say_saved (saving);
  else if (!ok && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *text = g_strdup_printf (_ ("The report was not saved: %s"), error->message);

      toasts_add_passing (saving->toasts, toast_of_text (text));
    }
  saving_free (saving);
}

static void
write_chosen (GFile *file, gpointer data)
{
  const Saving *asked = data;
  g_autofree char *path = g_file_get_path (file);
  AdwToast *busy;

  if (path == NULL)
    {
      toasts_add_passing (asked->toasts, toast_of_text (_ ("Reports can only be saved on this computer")));
      return;
    }
  busy = toast_of_text (_ ("Writing the report…"));
  adw_toast_set_timeout (busy, 0);
  toasts_add_passing (asked->toasts, busy);
  report_task_run (&asked->subject, path, asked->cancellable, take_report,
                   saving_new (asked->window, asked->toasts, &asked->subject, asked->cancellable, file));
}

void
save_report_ask (GtkWindow *window,
                 AdwToastOverlay *toasts,
                 const ReportSubject *subject,
                 const char *name,
                 GCancellable *cancellable)
{
  g_autofree char *proposed = g_strdup_printf (_ ("%s report.html"), name);

  save_dialog_show (window, _ ("Save Report"), proposed, write_chosen,
                    saving_new (window, toasts, subject, cancellable, NULL), saving_free);
}
