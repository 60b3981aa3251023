/* SPDX-License-Identifier: Apache-2.0 */

#include "app/counters/add_counters.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/dialog_header.h"
#include "app/desktop/mnemonic.h"
#include "trace/attach/attach_text.h"

#define ADD_TYPE_COUNTERS (add_counters_get_type ())
G_DECLARE_FINAL_TYPE (AddCounters, add_counters, ADD, COUNTERS, AdwWindow)

struct _AddCounters
{
  AdwWindow parent_instance;

  LoadedProfile *loaded;
  ReadCounters *counters;
  Library *library;
  void (*added) (LoadedProfile *loaded, const char *notice, gpointer data);
  gpointer data;
  GCancellable *work; /* of the window's life */

  char *proposal; /* what is said of the shift that is proposed */
  char *proposed; /* the text of that shift; "" if it is not known */
  GtkWidget *column, *shift, *interval, *verdict, *add; /* interval is NULL where rows have times */
};

G_DEFINE_TYPE (AddCounters, add_counters, ADW_TYPE_WINDOW)

static bool
has_ticks (const AddCounters *dialog)
{
  return dialog->counters->telemetry->clock == TELEMETRY_TICKS;
}

static void
show_verdict (AddCounters *dialog, const char *text, bool is_error)
{
  gtk_label_set_text (GTK_LABEL (dialog->verdict), text);
  if (is_error)
    gtk_widget_add_css_class (dialog->verdict, "error");
  else
    gtk_widget_remove_css_class (dialog->verdict, "error");
}

/* ---- what the entries say ---- */

/* Returns false if they cannot be read. */
static bool
read_wishes (AddCounters *dialog, AttachWishes *wishes)
{
  const char *shift = gtk_editable_get_text (GTK_EDITABLE (dialog->shift));

  *wishes = (AttachWishes){ .has_shift = true };
  if (dialog->counters->is_from_begin ? !attach_duration_read (shift, &wishes->shift_ns)
                                      : !attach_shift_read (shift, &wishes->shift_ns))
    return false;
  return dialog->interval == NULL
         || (attach_duration_read (gtk_editable_get_text (GTK_EDITABLE (dialog->interval)),
                                   &wishes->interval_ns)
             && wishes->interval_ns > 0);
}

static void
check_entries (AddCounters *dialog)
{
  AttachWishes wishes;
  bool is_read = read_wishes (dialog, &wishes);
  const char *shift = gtk_editable_get_text (GTK_EDITABLE (dialog->shift));

  gtk_widget_set_sensitive (dialog->add, is_read);
  /* What is said of a shift must be of the one that stands there. */
  if (g_str_equal (shift, dialog->proposed) && (is_read || shift[0] == '\0'))
    show_verdict (dialog, dialog->proposal, false);
  else if (is_read)
    show_verdict (dialog, _ ("The counters are added with the shift that you entered."), false);
  else if (shift[0] == '\0')
    show_verdict (dialog, _ ("Enter a shift."), false);
  else if (dialog->counters->is_from_begin)
    show_verdict (dialog, _ ("Enter times such as 3.2s, -250ms or 1h."), true);
  else
    show_verdict (dialog, _ ("Enter a time zone, a time, or both: +01:00, 3.2s, +01:00 -3.2s."), true);
}

/* ---- adding ---- */

static void
finish (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AddCounters) dialog = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *notice = NULL;
  g_autoptr (LoadedProfile) loaded = attach_task_add_finish (result, &notice, &error);
  (void) source;

  /* The window was closed, and nobody waits for it. */
  if (g_cancellable_is_cancelled (dialog->work))
    return;
  if (loaded == NULL)
    {
      gtk_widget_set_sensitive (dialog->column, TRUE);
      gtk_widget_grab_focus (dialog->shift);
      show_verdict (dialog, error->message, true);
      return;
    }
  dialog->added (loaded, notice, dialog->data);
  gtk_window_close (GTK_WINDOW (dialog));
}

static void
add (AddCounters *dialog)
{
  AttachWishes wishes;

  if (!gtk_widget_get_sensitive (dialog->add) || !read_wishes (dialog, &wishes))
    return;
  /* First, because a text that has the focus when it becomes insensitive is not told that it loses it. */
  gtk_window_set_focus (GTK_WINDOW (dialog), NULL);
  gtk_widget_set_sensitive (dialog->add, FALSE);
  gtk_widget_set_sensitive (dialog->column, FALSE);
  show_verdict (dialog, _ ("Adding the counters…"), false);
  attach_task_add (dialog->loaded, dialog->counters, &wishes, dialog->library, dialog->work, finish,
                   g_object_ref (dialog));
}

/* ---- the window ---- */

static gboolean
add_counters_close_request (GtkWindow *window)
{
  g_cancellable_cancel (ADD_COUNTERS (window)->work);
  return GTK_WINDOW_CLASS (add_counters_parent_class)->close_request (window);
}

static void
add_counters_dispose (GObject *object)
{
  AddCounters *dialog = ADD_COUNTERS (object);

  g_clear_object (&dialog->work);
  g_clear_object (&dialog->loaded);
  g_clear_pointer (&dialog->counters, read_counters_free);
  g_clear_pointer (&dialog->proposal, g_free);
  g_clear_pointer (&dialog->proposed, g_free);
  G_OBJECT_CLASS (add_counters_parent_class)->dispose (object);
}

static void
add_counters_class_init (AddCountersClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = add_counters_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = add_counters_close_request;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
add_entry (AddCounters *dialog, const char *title, GtkWidget **ret_entry)
{
  GtkWidget *label = label_new (title, "heading");

  *ret_entry = gtk_entry_new ();
  gtk_label_set_use_underline (GTK_LABEL (label), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), *ret_entry);
  mnemonic_name (*ret_entry, title);
  g_signal_connect_swapped (*ret_entry, "changed", G_CALLBACK (check_entries), dialog);
  g_signal_connect_swapped (*ret_entry, "activate", G_CALLBACK (add), dialog);
  gtk_box_append (GTK_BOX (dialog->column), label);
  gtk_box_append (GTK_BOX (dialog->column), *ret_entry);
}

static void
add_counters_init (AddCounters *dialog)
{
  dialog->work = g_cancellable_new ();
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("Add Counters"));
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (dialog), 520, -1);
  dialog->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (dialog->column, "dialog-content");
}

/* ---- what it says ---- */

static char *
contents_text (const ReadCounters *counters)
{
  guint n = counters->telemetry->series->len;
  g_autofree char *series = g_strdup_printf (ngettext ("%u counter", "%u counters", n), n);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, counters->telemetry->n_samples);
  g_autofree char *samples =
    g_strdup_printf (ngettext ("%s sample", "%s samples", (gulong) counters->telemetry->n_samples), number);

  /* Translators: "smi.csv: 4 counters of nvidia-smi CSV, 560 samples". */
  return g_strdup_printf (_ ("%s: %s of %s, %s"), counters->name, series, counters->telemetry->title,
                          samples);
}

static char *
proposal_text (const ReadCounters *counters)
{
  if (!counters->is_placed)
    return g_strdup (
      _ ("The shift is not known: no shift makes the counters follow the GPU activity of the profile much "
         "better than all others."));
  if (counters->is_remembered)
    return g_strdup (_ ("You used this shift before."));
  switch (counters->place.way)
    {
    case ATTACH_BY_CORRELATION:
      return g_strdup_printf (
        _ ("With this shift, GPU utilization follows the GPU activity of the profile (correlation "
           "%d\u202f%%; next best shift %d\u202f%%)."),
        (int) (counters->place.correlation * 100), (int) (MAX (counters->place.second, 0) * 100));
    case ATTACH_BY_FILE_DATE:
      return g_strdup (
        _ ("With this shift, the last row is from the time at which the file was last written."));
    default:
      return g_strdup (_ ("The file tells the time of each sample."));
    }
}

static void
fill (AddCounters *dialog)
{
  const ReadCounters *counters = dialog->counters;
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *contents = contents_text (counters);

  dialog->proposal = proposal_text (counters);
  dialog->proposed = !counters->is_placed      ? g_strdup ("")
                     : counters->is_from_begin ? attach_duration_text (counters->place.shift_ns)
                                               : attach_zone_text (counters->place.shift_ns);
  gtk_box_append (GTK_BOX (content), dialog_header_new (_ ("_Add"), &dialog->add));
  g_signal_connect_swapped (dialog->add, "clicked", G_CALLBACK (add), dialog);
  gtk_box_append (GTK_BOX (dialog->column), label_new (contents, "title-4"));
  dialog->verdict = label_new (NULL, "numeric");
  add_entry (dialog,
             counters->is_from_begin ? _ ("_Begin, from the begin of the profile")
                                     : _ ("_Time zone and shift of the file"),
             &dialog->shift);
  if (has_ticks (dialog))
    {
      g_autofree char *interval =
        attach_duration_text (counters->is_placed ? counters->place.interval_ns : ATTACH_INTERVAL_NS);

      add_entry (dialog, _ ("Time between _rows"), &dialog->interval);
      gtk_editable_set_text (GTK_EDITABLE (dialog->interval), interval);
    }
  gtk_box_append (GTK_BOX (dialog->column), dialog->verdict);
  gtk_box_append (
    GTK_BOX (dialog->column),
    label_new (
      _ ("A profile with the counters is added to the loaded ones. The shift is remembered for these "
         "two files."),
      "caption"));
  gtk_box_append (GTK_BOX (content), dialog->column);
  adw_window_set_content (ADW_WINDOW (dialog), content);
  gtk_editable_set_text (GTK_EDITABLE (dialog->shift), dialog->proposed);
  check_entries (dialog);
}

void
add_counters_show (GtkWindow *parent,
                   LoadedProfile *loaded,
                   ReadCounters *counters,
                   Library *library,
                   void (*added) (LoadedProfile *loaded, const char *notice, gpointer data),
                   gpointer data)
{
  AddCounters *dialog = g_object_new (ADD_TYPE_COUNTERS, "transient-for", parent, NULL);

  dialog->loaded = g_object_ref (loaded);
  dialog->counters = counters;
  dialog->library = library;
  dialog->added = added;
  dialog->data = data;
  fill (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}
