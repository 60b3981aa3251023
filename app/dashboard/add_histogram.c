/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/add_histogram.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "app/desktop/dialog_header.h"
#include "trace/stats/annotation_stats.h"
#include "widgets/dashboard/sections/section_histograms.h"
#include "widgets/look/screen_style.h"

/* Names that are offered at once, those with the most time first; the others are found by typing. */
#define N_OFFERED_MAX 100

#define ADD_TYPE_HISTOGRAM (add_histogram_get_type ())
G_DECLARE_FINAL_TYPE (AddHistogram, add_histogram, ADD, HISTOGRAM, AdwWindow)

typedef struct
{
  char *name;   /* valid UTF-8 */
  char *folded; /* for comparing */
  uint64_t count;
} Candidate;

struct _AddHistogram
{
  AdwWindow parent_instance;

  DashboardView *view;
  const Profile *profile;
  GPtrArray *candidates; /* Candidate; NULL: they are being looked for */
  GtkWidget *name, *list, *place, *verdict, *add;
};

G_DEFINE_TYPE (AddHistogram, add_histogram, ADW_TYPE_WINDOW)

static void
candidate_free (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->name);
  g_free (candidate->folded);
  g_free (candidate);
}

/* ---- the names ---- */

static void
release_profile (gpointer profile)
{
  profile_unref (profile);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Profile *profile = data;
  GPtrArray *candidates = g_ptr_array_new_with_free_func (candidate_free);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  AnnotationStatsTable table;
  (void) source;
  (void) cancellable;

  if (annotation_stats_compute (&whole, &table))
    {
      for (uint64_t i = 0; i < table.n; i++)
        {
          Candidate *candidate = g_new0 (Candidate, 1);

          candidate->name =
            g_utf8_make_valid (trace_string (profile->trace, table.annotations[i].name, NULL), -1);
          candidate->folded = g_utf8_casefold (candidate->name, -1);
          candidate->count = table.annotations[i].duration.count;
          g_ptr_array_add (candidates, candidate);
        }
      annotation_stats_clear (&table);
    }
  g_task_return_pointer (task, candidates, (GDestroyNotify) g_ptr_array_unref);
}

static GtkWidget *
row_new (const Candidate *candidate, const NumberStyle *numbers)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *name = gtk_label_new (candidate->name);
  char n[NUMBER_TEXT_MAX];
  g_autofree char *times = g_strdup_printf (ngettext ("%s time", "%s times", (gulong) candidate->count),
                                            number_text_count (numbers, candidate->count, n));
  GtkWidget *count = gtk_label_new (times);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_single_line_mode (GTK_LABEL (name), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_margin_end (count, 8);
  gtk_widget_add_css_class (count, "secondary");
  gtk_widget_add_css_class (count, "numeric");
  gtk_widget_add_css_class (box, "information-row");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), count);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, candidate->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, candidate->name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, times, -1);
  g_object_set_data_full (G_OBJECT (row), "name", g_strdup (candidate->name), g_free);
  return row;
}

/* How many names the histogram would be of. */
static guint
n_matching (AddHistogram *self, const char *typed)
{
  guint n = 0;

  for (guint i = 0; self->candidates != NULL && i < self->candidates->len; i++)
    {
      const Candidate *candidate = self->candidates->pdata[i];

      n += annotation_matches (typed, candidate->name, strlen (candidate->name));
    }
  return n;
}

static void
tell_matching (AddHistogram *self, const char *typed)
{
  guint n = n_matching (self, typed);
  char count[NUMBER_TEXT_MAX];
  g_autofree char *text = NULL;

  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n, count);
  if (*typed == '\0')
    text = g_strdup (_ ("End a name with * to match every name that starts with it"));
  else if (n == 0)
    text = g_strdup (_ ("No annotation of this profile has exactly this name"));
  else
    text = g_strdup_printf (ngettext ("%s name", "%s names", n), count);
  gtk_label_set_text (GTK_LABEL (self->verdict), text);
}

/* Whether a name has what was typed in it, or is one of those that are meant. */
static bool
is_offered (const Candidate *candidate, const char *typed, const char *folded)
{
  return strstr (candidate->folded, folded) != NULL
         || annotation_matches (typed, candidate->name, strlen (candidate->name));
}

/* The names that have what was typed in them. */
static void
offer (AddHistogram *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->name));
  g_autofree char *folded = g_utf8_casefold (typed, -1);
  GtkWidget *row;
  int n = 0;

  gtk_widget_set_sensitive (self->add, *typed != '\0');
  if (self->candidates == NULL)
    return;
  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < self->candidates->len && n < N_OFFERED_MAX; i++)
    {
      const Candidate *candidate = self->candidates->pdata[i];

      if (!is_offered (candidate, typed, folded))
        continue;
      gtk_list_box_append (GTK_LIST_BOX (self->list),
                           row_new (candidate, screen_style_get (GTK_WIDGET (self))->numbers));
      n++;
    }
  adw_status_page_set_description (
    ADW_STATUS_PAGE (gtk_stack_get_child_by_name (GTK_STACK (self->place), "none")),
    self->candidates->len == 0 ? _ ("This profile has no annotations")
                               : _ ("No annotation has this text in its name"));
  gtk_stack_set_visible_child_name (GTK_STACK (self->place), n > 0 ? "list" : "none");
  tell_matching (self, typed);
}

static void
show_candidates (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AddHistogram) self = data;
  (void) source;

  self->candidates = g_task_propagate_pointer (G_TASK (result), NULL);
  if (self->view != NULL) /* else it was closed */
    offer (self);
}

/* ---- adding ---- */

static void
add_name (AddHistogram *self, const char *name)
{
  if (*name == '\0')
    return;
  if (dashboard_view_add_histogram (self->view, name))
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_label_set_text (GTK_LABEL (self->verdict),
                        _ ("The dashboard has the maximum number of histograms; remove one first"));
}

static void
add_typed (AddHistogram *self)
{
  add_name (self, gtk_editable_get_text (GTK_EDITABLE (self->name)));
}

/* Enter in the entry takes what was typed where a name is meant by it, else the first that is offered. */
static void
add_likely (AddHistogram *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->name));
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0);

  if (n_matching (self, typed) > 0 || first == NULL)
    add_name (self, typed);
  else
    add_name (self, g_object_get_data (G_OBJECT (first), "name"));
}

static void
add_row (AddHistogram *self, GtkListBoxRow *row)
{
  add_name (self, g_object_get_data (G_OBJECT (row), "name"));
}

/* ---- the window ---- */

static void
add_histogram_dispose (GObject *object)
{
  AddHistogram *self = ADD_HISTOGRAM (object);

  g_clear_object (&self->view);
  G_OBJECT_CLASS (add_histogram_parent_class)->dispose (object);
}

static void
add_histogram_finalize (GObject *object)
{
  AddHistogram *self = ADD_HISTOGRAM (object);

  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  profile_unref (self->profile);
  G_OBJECT_CLASS (add_histogram_parent_class)->finalize (object);
}

static void
add_histogram_class_init (AddHistogramClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = add_histogram_dispose;
  G_OBJECT_CLASS (klass)->finalize = add_histogram_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static GtkWidget *
place_new (AddHistogram *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *status = adw_status_page_new ();

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_BROWSE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_valign (self->list, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Annotations"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (add_row), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), self->list);
  gtk_widget_add_css_class (status, "compact");
  adw_status_page_set_description (ADW_STATUS_PAGE (status), _ ("Looking for annotations…"));
  self->place = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->place), status, "none");
  gtk_stack_add_named (GTK_STACK (self->place), scrolled, "list");
  gtk_widget_set_vexpand (self->place, TRUE);
  return self->place;
}

static GtkWidget *
label_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
add_histogram_init (AddHistogram *self)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_window_set_title (GTK_WINDOW (self), _ ("Add Histogram"));
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 560);
  self->name = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _ ("Name of an annotation"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of an annotation"), -1);
  self->verdict = label_new (NULL, "secondary");
  gtk_box_append (GTK_BOX (column), label_new (_ ("Show the durations of"), "title-4"));
  gtk_box_append (GTK_BOX (column), self->name);
  gtk_box_append (GTK_BOX (column), self->verdict);
  gtk_box_append (GTK_BOX (column), place_new (self));
  gtk_widget_add_css_class (column, "dialog-content");
  gtk_box_append (GTK_BOX (content), dialog_header_new (_ ("_Add"), &self->add));
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (add_typed), self);
  gtk_box_append (GTK_BOX (content), column);
  adw_window_set_content (ADW_WINDOW (self), content);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (offer), self);
  g_signal_connect_swapped (self->name, "activate", G_CALLBACK (add_likely), self);
  offer (self);
}

void
add_histogram_show (GtkWindow *parent, DashboardView *view, const Profile *profile)
{
  AddHistogram *self = g_object_new (ADD_TYPE_HISTOGRAM, "transient-for", parent, NULL);

  self->view = g_object_ref (view);
  self->profile = profile_ref (profile);
  /* Not the task's source object: the worker may be the last to let go of a task, and no widget may end there. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, show_candidates, g_object_ref (self));
  g_task_set_task_data (task, (gpointer) profile_ref (profile), release_profile);
  g_task_run_in_thread (task, find_in_thread);
  gtk_window_set_focus (GTK_WINDOW (self), self->name);
  gtk_window_present (GTK_WINDOW (self));
}
