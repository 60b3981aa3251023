/* SPDX-License-Identifier: Apache-2.0 */

#include "app/sharing/save_part.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/desktop/open_dialog.h"
#include "app/sharing/save_part_task.h"
#include "trace/scrub/scrub.h"
#include "trace/text/duration_text.h"

#define WIDTH_PX 440

/* The parts that can be chosen. */
#define PARTS_MAX 4

/* What a switch replaces. */
enum
{
  NAMES_OF_PLACES,
  NAMES_OF_USERS,
  NAMES_OF_MODEL,
  N_SWITCHES
};

static const struct
{
  const char *title, *subtitle;
  unsigned what;
} switches[N_SWITCHES] = {
  [NAMES_OF_PLACES] = { N_ ("Replace paths, users and machines"), N_ ("Wherever they stand"),
                        SCRUB_PATHS | SCRUB_USER | SCRUB_HOST },
  [NAMES_OF_USERS] = { N_ ("Replace annotations and arguments"), N_ ("Steps, collectives and numbers stay"),
                       SCRUB_ANNOTATIONS | SCRUB_ARGUMENTS },
  [NAMES_OF_MODEL] = { N_ ("Replace modules, kernels and threads"), N_ ("Precisions are not known any more"),
                       SCRUB_MODULES | SCRUB_KERNELS | SCRUB_TRACKS },
};

typedef struct
{
  GtkWindow *parent;      /* borrowed: the dialog closes with it */
  const Profile *profile; /* referenced */
  SavePart parts[PARTS_MAX];
  char *names[PARTS_MAX]; /* what a file of the part is called, without its ending */
  guint n_parts;
  GtkWidget *part, *form, *scrubs[N_SWITCHES];
} Dialog;

/* What a file is chosen for. */
typedef struct
{
  GtkWindow *parent; /* referenced */
  const Profile *profile;
  SavePart part;
  char *name; /* proposed for the file */
} Asked;

/* ---- writing ---- */

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_object_unref (asked->parent);
  profile_unref (asked->profile);
  g_free (asked->name);
  g_free (asked);
}

static void
say (GtkWindow *parent, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (parent), "win.say", "s", text);
}

/* Returns what is cancelled when the window closes. */
static GCancellable *
cancellable_of (GtkWindow *parent)
{
  GCancellable *cancellable = g_cancellable_new ();

  g_signal_connect_object (parent, "destroy", G_CALLBACK (g_cancellable_cancel), cancellable,
                           G_CONNECT_SWAPPED);
  return cancellable;
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWindow) parent = data;
  g_autoptr (GError) error = NULL;
  gssize n_bytes = save_part_task_finish (result, &error);
  (void) source;

  if (n_bytes < 0)
    {
      say (parent, error->message);
      return;
    }
  g_autofree char *size = g_format_size ((guint64) n_bytes);
  /* Translators: a part of a profile was written to a file of that size. */
  g_autofree char *text = g_strdup_printf (_ ("The part was saved: %s"), size);
  say (parent, text);
}

static void
save_to (GFile *file, gpointer data)
{
  const Asked *asked = data;
  g_autofree char *path = g_file_get_path (file);

  if (path == NULL)
    {
      say (asked->parent, _ ("Profiles can only be saved on this computer"));
      return;
    }
  say (asked->parent, _ ("Saving the part…"));
  g_autoptr (GCancellable) cancellable = cancellable_of (asked->parent);
  save_part_task_run (asked->profile, &asked->part, path, cancellable, saved, g_object_ref (asked->parent));
}

static void
ask_where (Asked *asked)
{
  save_dialog_show (asked->parent, _ ("Save Part of the Profile"), asked->name, save_to, asked, asked_free);
}

/* ---- what stays as it is ---- */

#define LINES_MAX      5000
#define LINE_CHARS_MAX 300

#define LIST_HEIGHT_PX 300

static GtkWidget *
lines_view_new (const GPtrArray *lines)
{
  GtkWidget *view = gtk_text_view_new (), *scrolled = gtk_scrolled_window_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (lines->len, LINES_MAX); i++)
    {
      const char *line = lines->pdata[i];
      glong n_chars = g_utf8_strlen (line, -1);
      g_autofree char *begin = g_utf8_substring (line, 0, MIN (n_chars, LINE_CHARS_MAX));

      g_string_append_printf (text, "%s%s\n", begin, n_chars > LINE_CHARS_MAX ? "…" : "");
    }
  if (lines->len > LINES_MAX)
    g_string_append (text, "…");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text->str, (int) text->len);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 6);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 6);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Texts that stay"),
                                  -1);
  gtk_widget_add_css_class (scrolled, "frame");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_set_size_request (scrolled, WIDTH_PX, LIST_HEIGHT_PX);
  return scrolled;
}

static void
accept (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  (void) dialog;
  if (g_str_equal (response, "save"))
    ask_where (data);
  else
    asked_free (data);
}

static GtkWidget *
save_message_new (GtkWindow *parent, const char *title, const char *text, GtkWidget *body)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, title, text);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save",
                                    _ ("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), body);
  return dialog;
}

static void
listed (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = save_part_task_list_finish (result, &error);
  (void) source;

  if (lines == NULL)
    {
      say (asked->parent, error->message);
      asked_free (asked);
      return;
    }
  g_autofree char *text = g_strdup_printf (
    ngettext ("%u text stays as it is.", "%u texts stay as they are.", lines->len), lines->len);
  GtkWidget *dialog = save_message_new (asked->parent, _ ("What Stays"), text, lines_view_new (lines));
  g_signal_connect (dialog, "response", G_CALLBACK (accept), asked);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- the dialog ---- */

static void
dialog_free (gpointer data, GClosure *closure)
{
  Dialog *self = data;
  (void) closure;

  for (guint i = 0; i < self->n_parts; i++)
    g_free (self->names[i]);
  profile_unref (self->profile);
  g_free (self);
}

static void
finish (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  static const char *const endings[] = { "stepscope", "archive.stepscope", "json.gz" };
  Dialog *self = data;
  (void) dialog;

  if (!g_str_equal (response, "save"))
    return;
  guint part = adw_combo_row_get_selected (ADW_COMBO_ROW (self->part));
  guint form = adw_combo_row_get_selected (ADW_COMBO_ROW (self->form));
  if (part >= self->n_parts || form >= G_N_ELEMENTS (endings))
    return;
  Asked *asked = g_new (Asked, 1);
  *asked = (Asked){ g_object_ref (self->parent), profile_ref (self->profile), self->parts[part],
                    g_strdup_printf ("%s.%s", self->names[part], endings[form]) };
  asked->part.form = (SaveForm) form;
  for (int i = 0; i < N_SWITCHES; i++)
    if (gtk_switch_get_active (GTK_SWITCH (self->scrubs[i])))
      asked->part.scrub |= switches[i].what;
  if (asked->part.scrub == 0)
    {
      ask_where (asked);
      return;
    }
  g_autoptr (GCancellable) cancellable = cancellable_of (asked->parent);
  save_part_task_list (asked->profile, &asked->part, cancellable, listed, asked);
}

static void
add_part (Dialog *self, GtkStringList *titles, char *title, char *name, int64_t begin_ns, int64_t end_ns)
{
  gtk_string_list_take (titles, title);
  self->names[self->n_parts] = name;
  self->parts[self->n_parts++] = (SavePart){ .begin_ns = begin_ns, .end_ns = end_ns };
}

/* Returns the titles of the parts. */
static GtkStringList *
find_parts (Dialog *self, ViewState *state)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  const ViewSelection *selection = view_state_selection (state);
  uint64_t current = view_state_current_step (state);
  char length[DURATION_TEXT_MAX];
  int64_t begin_ns, end_ns;

  if (selection->kind != SELECTED_NOTHING && selection->end_ns > selection->begin_ns)
    add_part (self, titles,
              /* Translators: a length of time follows. */
              g_strdup_printf (_ ("Time of the selection, %s"),
                               duration_text ((double) (selection->end_ns - selection->begin_ns), length)),
              g_strdup ("selection"), selection->begin_ns, selection->end_ns);
  if (current < step_table_count (self->profile->steps))
    {
      const TraceStep *step = step_table_get (self->profile->steps, current);
      int64_t number = step->has_number ? step->number : (int64_t) step->index;

      add_part (self, titles, g_strdup_printf (_ ("Step %" PRId64), number),
                g_strdup_printf ("step-%" G_GINT64_FORMAT, number), step->host_begin_ns, step->host_end_ns);
    }
  view_state_span (state, &begin_ns, &end_ns);
  add_part (self, titles,
            g_strdup_printf (_ ("Time in view, %s"), duration_text ((double) (end_ns - begin_ns), length)),
            g_strdup ("view"), begin_ns, end_ns);
  add_part (self, titles, g_strdup (_ ("Everything")), g_strdup ("profile"), INT64_MIN, INT64_MAX);
  return titles;
}

static GtkWidget *
combo_row_new (const char *title, GtkStringList *choices)
{
  GtkWidget *row = adw_combo_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (choices));
  g_object_unref (choices);
  return row;
}

static GtkWidget *
switch_row_new (int i, GtkWidget **ret_switch)
{
  GtkWidget *row = adw_action_row_new ();

  *ret_switch = gtk_switch_new ();
  gtk_widget_set_valign (*ret_switch, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (switches[i].title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (switches[i].subtitle));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), *ret_switch);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), *ret_switch);
  return row;
}

static GtkWidget *
body_new (Dialog *self, ViewState *state)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkStringList *forms = gtk_string_list_new (NULL);

  gtk_string_list_append (forms, _ ("Stepscope, opens at once"));
  gtk_string_list_append (forms, _ ("Archive, small"));
  /* A file of this form holds one rank. */
  if (trace_n_ranks (self->profile->trace) == 1)
    gtk_string_list_append (forms, _ ("JSON, for other viewers"));
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  self->part = combo_row_new (_ ("Part"), find_parts (self, state));
  self->form = combo_row_new (_ ("Format"), forms);
  gtk_list_box_append (GTK_LIST_BOX (list), self->part);
  gtk_list_box_append (GTK_LIST_BOX (list), self->form);
  for (int i = 0; i < N_SWITCHES; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), switch_row_new (i, &self->scrubs[i]));
  gtk_widget_set_size_request (list, WIDTH_PX, -1);
  return list;
}

void
save_part_show (GtkWindow *parent, ViewState *state)
{
  Dialog *self = g_new0 (Dialog, 1);

  self->parent = parent;
  self->profile = profile_ref (view_state_profile (state));
  GtkWidget *dialog = save_message_new (
    parent, _ ("Save Part of the Profile"),
    _ ("The figures of the part stay the same. With it come the calls that launched what runs in it."),
    body_new (self, state));
  g_signal_connect_data (dialog, "response", G_CALLBACK (finish), self, dialog_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
