/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/choose_annotation.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/dialog_header.h"
#include "app/scope/step_pattern.h"
#include "app/scope/use_annotation.h"
#include "widgets/look/screen_style.h"

#define N_CANDIDATES_MAX 200
#define COUNT_DELAY_MS   150

#define CHOOSE_TYPE_ANNOTATION (choose_annotation_get_type ())
G_DECLARE_FINAL_TYPE (ChooseAnnotation, choose_annotation, CHOOSE, ANNOTATION, AdwWindow)

struct _ChooseAnnotation
{
  AdwWindow parent_instance;

  ViewState *state;
  Library *library;
  GCancellable *work;  /* of the window's life */
  GCancellable *count; /* of the pattern being counted */
  guint count_timer;

  GtkWidget *candidates, *candidates_place, *pattern, *verdict, *apply;
};

G_DEFINE_TYPE (ChooseAnnotation, choose_annotation, ADW_TYPE_WINDOW)

/* What a worker is asked. The answer to one that was cancelled is dropped. */
typedef struct
{
  const Profile *profile;
  char *pattern; /* NULL: the rule */

  uint64_t n_steps; /* answer to counting */
  uint32_t n_ranks;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  profile_unref (question->profile);
  g_free (question->pattern);
  g_free (question);
}

/* The window is not the task's source object: the worker may be the last to let go of a task, and no widget may end in
 * its thread. */
static GTask *
ask (ChooseAnnotation *chooser, GCancellable *cancellable, GAsyncReadyCallback on_answer, const char *pattern)
{
  GTask *task = g_task_new (NULL, cancellable, on_answer, g_object_ref (chooser));
  Question *question = g_new0 (Question, 1);

  question->profile = profile_ref (view_state_profile (chooser->state));
  question->pattern = g_strdup (pattern);
  g_task_set_task_data (task, question, question_free);
  return task;
}

/* NULL: the entry is empty, and the rule applies. */
static const char *
pattern_of (ChooseAnnotation *chooser)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (chooser->pattern));

  return *text != '\0' ? text : NULL;
}

static void
show_verdict (ChooseAnnotation *chooser, const char *text, bool is_error)
{
  gtk_label_set_text (GTK_LABEL (chooser->verdict), text);
  if (is_error)
    gtk_widget_add_css_class (chooser->verdict, "error");
  else
    gtk_widget_remove_css_class (chooser->verdict, "error");
}

/* ---- counting what a pattern finds ---- */

static void
count_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Question *question = data;
  GError *error = NULL;
  (void) source;
  (void) cancellable;

  if (step_pattern_count (question->profile->trace, question->pattern, &question->n_steps, &question->n_ranks,
                          &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_count (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ChooseAnnotation) chooser = data;
  const Question *question = g_task_get_task_data (G_TASK (result));
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (chooser))->numbers;
  g_autoptr (GError) error = NULL;
  char steps[NUMBER_TEXT_MAX], ranks[NUMBER_TEXT_MAX];
  (void) source;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
      show_verdict (chooser, error->message, true);
      return;
    }
  number_text_count (numbers, question->n_steps, steps);
  number_text_count (numbers, question->n_ranks, ranks);
  g_autofree char *steps_text =
    g_strdup_printf (ngettext ("%s step", "%s steps", (gulong) question->n_steps), steps);
  g_autofree char *ranks_text = g_strdup_printf (ngettext ("%s rank", "%s ranks", question->n_ranks), ranks);
  /* Translators: "6 steps on 1 rank". */
  g_autofree char *text = question->n_steps == 0 ? g_strdup (_ ("No slice on the host matches"))
                                                 : g_strdup_printf (_ ("%s on %s"), steps_text, ranks_text);

  show_verdict (chooser, text, false);
  gtk_widget_set_sensitive (chooser->apply, question->n_steps > 0 || question->pattern == NULL);
}

static gboolean
count_matches (gpointer data)
{
  ChooseAnnotation *chooser = data;

  chooser->count_timer = 0;
  chooser->count = g_cancellable_new ();
  g_autoptr (GTask) task = ask (chooser, chooser->count, show_count, pattern_of (chooser));
  g_task_run_in_thread (task, count_in_thread);
  return G_SOURCE_REMOVE;
}

static void
stop_counting (ChooseAnnotation *chooser)
{
  g_clear_handle_id (&chooser->count_timer, g_source_remove);
  if (chooser->count != NULL)
    g_cancellable_cancel (chooser->count);
  g_clear_object (&chooser->count);
}

/* Not with every key: a profile may have millions of slices. */
static void
count_matches_soon (ChooseAnnotation *chooser)
{
  stop_counting (chooser);
  gtk_widget_set_sensitive (chooser->apply, FALSE);
  show_verdict (
    chooser, pattern_of (chooser) != NULL ? _ ("Counting…") : _ ("ProfilerStep#N, step_N or Step N"), false);
  chooser->count_timer = g_timeout_add (COUNT_DELAY_MS, count_matches, chooser);
}

/* ---- the names ---- */

static void
list_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  (void) source;
  (void) cancellable;

  g_task_return_pointer (task, step_candidates (question->profile, N_CANDIDATES_MAX),
                         (GDestroyNotify) g_ptr_array_unref);
}

static void
take_candidate (ChooseAnnotation *chooser, GtkListBoxRow *row)
{
  gtk_editable_set_text (GTK_EDITABLE (chooser->pattern), g_object_get_data (G_OBJECT (row), "pattern"));
}

static GtkWidget *
candidate_row_new (const StepCandidate *candidate, const NumberStyle *numbers)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *name = gtk_label_new (candidate->shown);
  char n[NUMBER_TEXT_MAX];
  g_autofree char *count_text = g_strdup_printf (ngettext ("%s time", "%s times", (gulong) candidate->count),
                                                 number_text_count (numbers, candidate->count, n));
  GtkWidget *count = gtk_label_new (count_text);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_margin_end (count, 8);
  gtk_widget_add_css_class (count, "secondary");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (box, "information-row");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, candidate->shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, candidate->shown,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, count_text, -1);
  g_object_set_data_full (G_OBJECT (row), "pattern", g_strdup (candidate->pattern), g_free);
  return row;
}

static void
show_candidates (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ChooseAnnotation) chooser = data;
  g_autoptr (GPtrArray) candidates = g_task_propagate_pointer (G_TASK (result), NULL);
  (void) source;

  if (candidates == NULL)
    return;
  for (guint i = 0; i < candidates->len; i++)
    gtk_list_box_append (
      GTK_LIST_BOX (chooser->candidates),
      candidate_row_new (candidates->pdata[i], screen_style_get (GTK_WIDGET (chooser))->numbers));
  if (candidates->len == 0)
    adw_status_page_set_description (
      ADW_STATUS_PAGE (gtk_stack_get_child_by_name (GTK_STACK (chooser->candidates_place), "none")),
      _ ("No annotation repeats in this profile. A pattern can also match operators."));
  gtk_stack_set_visible_child_name (GTK_STACK (chooser->candidates_place),
                                    candidates->len > 0 ? "list" : "none");
}

/* ---- applying ---- */

/* While the steps are being found, nothing can be chosen but Cancel. */
static void
set_applying (ChooseAnnotation *chooser, bool is_applying)
{
  gtk_widget_set_sensitive (chooser->apply, !is_applying);
  gtk_widget_set_sensitive (chooser->candidates, !is_applying);
  gtk_widget_set_sensitive (chooser->pattern, !is_applying);
}

static void
finish (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ChooseAnnotation) chooser = data;
  g_autoptr (GError) error = NULL;
  (void) source;

  /* Cancelled: the window was closed, and nothing is left to show. */
  if (chooser->state == NULL || g_cancellable_is_cancelled (chooser->work))
    return;
  if (annotation_steps_accept (result, chooser->state, chooser->library, &error))
    {
      gtk_window_close (GTK_WINDOW (chooser));
      return;
    }
  set_applying (chooser, false);
  gtk_widget_grab_focus (chooser->pattern);
  show_verdict (chooser, error->message, true);
}

static void
apply (ChooseAnnotation *chooser)
{
  if (!gtk_widget_get_sensitive (chooser->apply))
    return;
  stop_counting (chooser);
  set_applying (chooser, true);
  show_verdict (chooser, _ ("Looking for the steps…"), false);
  annotation_steps_find (view_state_profile (chooser->state), pattern_of (chooser), chooser->work, finish,
                         g_object_ref (chooser));
}

/* ---- the window ---- */

/* A worker's question holds the window, so its end would come too late to cancel it. */
static gboolean
choose_annotation_close_request (GtkWindow *window)
{
  ChooseAnnotation *chooser = CHOOSE_ANNOTATION (window);

  stop_counting (chooser);
  g_cancellable_cancel (chooser->work);
  return GTK_WINDOW_CLASS (choose_annotation_parent_class)->close_request (window);
}

static void
choose_annotation_dispose (GObject *object)
{
  ChooseAnnotation *chooser = CHOOSE_ANNOTATION (object);

  stop_counting (chooser);
  g_clear_object (&chooser->work);
  g_clear_object (&chooser->state);
  G_OBJECT_CLASS (choose_annotation_parent_class)->dispose (object);
}

static void
choose_annotation_class_init (ChooseAnnotationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = choose_annotation_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = choose_annotation_close_request;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
candidates_new (ChooseAnnotation *chooser)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *status = adw_status_page_new ();

  chooser->candidates = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (chooser->candidates), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (chooser->candidates, "boxed-list");
  gtk_widget_set_valign (chooser->candidates, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser->candidates), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Repeating annotations"), -1);
  g_signal_connect_swapped (chooser->candidates, "row-activated", G_CALLBACK (take_candidate), chooser);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), chooser->candidates);

  gtk_widget_add_css_class (status, "compact");
  adw_status_page_set_description (ADW_STATUS_PAGE (status), _ ("Looking for repeating annotations…"));
  chooser->candidates_place = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (chooser->candidates_place), status, "none");
  gtk_stack_add_named (GTK_STACK (chooser->candidates_place), scrolled, "list");
  gtk_widget_set_vexpand (chooser->candidates_place, TRUE);
  return chooser->candidates_place;
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
choose_annotation_init (ChooseAnnotation *chooser)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *pattern_label = label_new (_ ("_Pattern"), "heading");

  chooser->work = g_cancellable_new ();
  gtk_window_set_title (GTK_WINDOW (chooser), _ ("Choose an Annotation"));
  gtk_window_set_modal (GTK_WINDOW (chooser), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (chooser), 560, 560);

  chooser->pattern = gtk_entry_new ();
  gtk_widget_add_css_class (chooser->pattern, "monospace");
  gtk_entry_set_placeholder_text (GTK_ENTRY (chooser->pattern), _ ("Leave empty for the usual names of steps"));
  gtk_label_set_use_underline (GTK_LABEL (pattern_label), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (pattern_label), chooser->pattern);
  gtk_accessible_update_property (GTK_ACCESSIBLE (chooser->pattern), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pattern"), -1);
  g_signal_connect_swapped (chooser->pattern, "changed", G_CALLBACK (count_matches_soon), chooser);
  g_signal_connect_swapped (chooser->pattern, "activate", G_CALLBACK (apply), chooser);
  chooser->verdict = label_new (NULL, "numeric");

  gtk_box_append (GTK_BOX (column), label_new (_ ("Which slices are the steps of this profile?"), "title-4"));
  gtk_box_append (GTK_BOX (column), candidates_new (chooser));
  gtk_box_append (GTK_BOX (column), pattern_label);
  gtk_box_append (GTK_BOX (column), chooser->pattern);
  gtk_box_append (GTK_BOX (column), chooser->verdict);
  gtk_box_append (
    GTK_BOX (column),
    label_new (_ ("A Perl-compatible regular expression, matched anywhere in the name. Its first group "
                  "is the number of the step. It is remembered for this profile."),
               "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (column), "secondary");
  gtk_widget_add_css_class (column, "dialog-content");
  gtk_box_append (GTK_BOX (content), dialog_header_new (_ ("_Apply"), &chooser->apply));
  g_signal_connect_swapped (chooser->apply, "clicked", G_CALLBACK (apply), chooser);
  gtk_box_append (GTK_BOX (content), column);
  adw_window_set_content (ADW_WINDOW (chooser), content);
}

void
choose_annotation_show (GtkWindow *parent, ViewState *state, Library *library)
{
  ChooseAnnotation *chooser = g_object_new (CHOOSE_TYPE_ANNOTATION, "transient-for", parent, NULL);
  const char *pattern = view_state_profile (state)->steps_pattern;

  chooser->state = g_object_ref (state);
  chooser->library = library;
  gtk_editable_set_text (GTK_EDITABLE (chooser->pattern), pattern != NULL ? pattern : "");
  count_matches_soon (chooser);
  g_autoptr (GTask) task = ask (chooser, chooser->work, show_candidates, NULL);
  g_task_run_in_thread (task, list_in_thread);
  gtk_window_present (GTK_WINDOW (chooser));
}
