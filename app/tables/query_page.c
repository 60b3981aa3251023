/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/query_page.h"

#include <glib/gi18n-lib.h>

#include "app/tables/query_memory.h"
#include "app/tables/query_menus.h"
#include "app/tables/query_run.h"
#include "app/tables/save_table.h"
#include "app/tables/sql_editor.h"
#include "widgets/controls/quiet_tooltip.h"
#include "widgets/look/screen_style.h"
#include "widgets/tables/table_view.h"

#define GAP_PX    8
#define EDITOR_PX 132

/* What stands there before anything was run. */
static const char example[] =
  "select name, count(*) as count, sum(dur_ns) as total_ns\n"
  "from slice\n"
  "where category in ('kernel', 'Kernel') and ts_ns >= scope_begin_ns() and ts_ns < scope_end_ns()\n"
  "group by name order by total_ns desc";

struct _QueryPage
{
  GtkWidget parent_instance;

  LoadedProfile *loaded;
  ViewState *state; /* of it */
  QueryRun *run;    /* NULL: none runs */
  int at_history;   /* -1: what is being written */
  char *draft;      /* what was written before the history was gone through */
  bool is_walking;

  GtkWidget *column, *editor, *start, *stop, *status, *stack, *table, *message;
};

G_DEFINE_FINAL_TYPE (QueryPage, query_page, GTK_TYPE_WIDGET)

/* ---- what is said ---- */

static void
say (QueryPage *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status), text);
  quiet_tooltip_set (self->status, text);
}

static void
show_message (QueryPage *self, const char *text, bool is_error)
{
  gtk_label_set_text (GTK_LABEL (self->message), text);
  if (is_error)
    gtk_widget_add_css_class (self->message, "error");
  else
    gtk_widget_remove_css_class (self->message, "error");
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->message);
}

/* "…, at character 12." (trace/query/query.h); 0: it does not say. */
static int
place_in (const char *message)
{
  g_autoptr (GRegex) regex = g_regex_new ("at character ([0-9]+)\\.$", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, message, 0, &match))
    return 0;
  g_autofree char *digits = g_match_info_fetch (match, 1);
  return (int) g_ascii_strtoll (digits, NULL, 10);
}

static void
show_error (QueryPage *self, const GError *error)
{
  int place = place_in (error->message);

  show_message (self, error->message, true);
  if (place > 0)
    sql_editor_show_place (SQL_EDITOR (self->editor), place);
}

static char *
count_text (const NumberStyle *numbers, const QueryAnswer *answer)
{
  gulong n = answer->source != NULL ? answer->source->n_rows : 0;
  char rows[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX];

  number_text_count (numbers, n, rows);
  number_text_duration (numbers, (double) answer->elapsed_us * 1000, time);
  switch (answer->state)
    {
    case QUERY_RUN_ROWS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row so far", "%s rows so far", n), rows);
    case QUERY_RUN_BOUNDED:
      return g_strdup_printf (_ ("The first %s rows, in %s; the result has more"), rows, time);
    case QUERY_RUN_STOPPED:
      return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "Stopped after %2$s: %1$s row", "Stopped after %2$s: %1$s rows", n),
        rows, time);
    case QUERY_RUN_DONE:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row in %s", "%s rows in %s", n), rows, time);
    default:
      return g_strdup ("");
    }
}

/* ---- running ---- */

static void
set_running (QueryPage *self, bool is_running)
{
  gtk_widget_set_sensitive (self->stop, is_running);
}

static void
end_run (QueryPage *self)
{
  g_clear_pointer (&self->run, query_run_free);
  set_running (self, false);
}

static void
take_answer (const QueryAnswer *answer, gpointer user_data)
{
  QueryPage *self = user_data;
  g_autofree char *text = count_text (screen_style_get (GTK_WIDGET (self))->numbers, answer);

  say (self, text);
  if (answer->state == QUERY_RUN_FAILED)
    show_error (self, answer->error);
  else if (answer->state == QUERY_RUN_STOPPED && (answer->source == NULL || answer->source->n_rows == 0))
    show_message (self, _ ("The query was stopped before its first row."), false);
  else if (answer->source != NULL)
    {
      table_view_set_source (TABLES_VIEW (self->table), answer->source, "", _ ("The query has no rows."));
      gtk_stack_set_visible_child (GTK_STACK (self->stack), self->table);
    }
  if (answer->state != QUERY_RUN_ROWS)
    end_run (self);
}

static void
start (QueryPage *self)
{
  StatsScope scope = view_state_stats_scope (self->state);
  g_autofree char *sql = sql_editor_text (SQL_EDITOR (self->editor));

  end_run (self);
  self->at_history = -1;
  query_memory_add (sql);
  /* Columns, order and filter were those of another query. */
  table_view_reset (TABLES_VIEW (self->table));
  say (self, _ ("Running…"));
  set_running (self, true);
  self->run =
    query_run_new (view_state_profile (self->state), sql, scope.begin_ns, scope.end_ns, take_answer, self);
}

static void
stop (QueryPage *self)
{
  if (self->run != NULL)
    query_run_stop (self->run);
}

static void
state_changed (QueryPage *self, guint changes)
{
  if ((changes & VIEW_CHANGED_PROFILE) != 0)
    stop (self);
}

/* ---- what is written ---- */

static void
take_sql (gpointer user_data, const char *sql)
{
  QueryPage *self = user_data;

  sql_editor_set_text (SQL_EDITOR (self->editor), sql);
  gtk_widget_grab_focus (self->editor);
}

static char *
current_sql (gpointer user_data)
{
  return sql_editor_text (SQL_EDITOR (((QueryPage *) user_data)->editor));
}

static void
walk_history (QueryPage *self, int by)
{
  g_auto (GStrv) history = query_memory_history ();
  int n = (int) g_strv_length (history), at = CLAMP (self->at_history - by, -1, n - 1);

  if (at == self->at_history)
    return;
  if (self->at_history < 0)
    {
      g_free (self->draft);
      self->draft = current_sql (self);
    }
  self->at_history = at;
  self->is_walking = true;
  sql_editor_set_text (SQL_EDITOR (self->editor), at >= 0 ? history[at] : self->draft);
  self->is_walking = false;
}

static void
edited (QueryPage *self)
{
  if (!self->is_walking)
    self->at_history = -1;
}

/* ---- rows and the timeline ---- */

static uint64_t
slice_of (QueryPage *self, uint64_t row)
{
  TableSource *source = table_view_source (TABLES_VIEW (self->table));

  return source->slice (source, (size_t) row);
}

static void
go_to_slice (QueryPage *self, uint64_t row)
{
  view_state_want_slice (self->state, slice_of (self, row));
}

static void
show_all (QueryPage *self, uint64_t row)
{
  const Trace *trace = view_state_profile (self->state)->trace;
  uint64_t slice = slice_of (self, row);

  view_state_want_slice (self->state, slice);
  view_state_want_search (self->state, trace_display_name (trace, slice_name (trace_slices (trace), slice)));
}

/* ---- the widget ---- */

static gboolean
query_page_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (QUERY_PAGE (widget)->editor);
}

static void
query_page_dispose (GObject *object)
{
  QueryPage *self = QUERY_PAGE (object);

  g_clear_pointer (&self->run, query_run_free);
  g_clear_pointer (&self->column, gtk_widget_unparent);
  g_clear_object (&self->state);
  g_clear_object (&self->loaded);
  G_OBJECT_CLASS (query_page_parent_class)->dispose (object);
}

static void
query_page_finalize (GObject *object)
{
  g_free (QUERY_PAGE (object)->draft);
  G_OBJECT_CLASS (query_page_parent_class)->finalize (object);
}

static void
query_page_class_init (QueryPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = query_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = query_page_finalize;
  GTK_WIDGET_CLASS (klass)->grab_focus = query_page_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
bar_new (QueryPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);

  self->start = gtk_button_new_with_label (_ ("Run"));
  gtk_widget_add_css_class (self->start, "suggested-action");
  quiet_tooltip_set (self->start, _ ("Run the query (Ctrl+Enter)"));
  self->stop = gtk_button_new_with_label (_ ("Stop"));
  self->status = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->status), 1);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->status, TRUE);
  gtk_widget_add_css_class (self->status, "numeric");
  gtk_widget_add_css_class (self->status, "secondary");
  gtk_widget_add_css_class (bar, "table-bar");
  gtk_box_append (GTK_BOX (bar), self->start);
  gtk_box_append (GTK_BOX (bar), self->stop);
  gtk_box_append (GTK_BOX (bar), query_history_button_new (take_sql, self));
  gtk_box_append (GTK_BOX (bar), query_saved_button_new (take_sql, current_sql, self));
  gtk_box_append (GTK_BOX (bar), self->status);
  g_signal_connect_object (self->start, "clicked", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->stop, "clicked", G_CALLBACK (stop), self, G_CONNECT_SWAPPED);
  return bar;
}

static GtkWidget *
results_new (QueryPage *self)
{
  self->table = table_view_new (_ ("Rows of the query"), true);
  self->message = gtk_label_new (_ (
    "Tables: slice, track, kernel, flow, step, counter, arg, health. Ctrl+Space completes names, Ctrl+Enter runs. "
    "scope_begin_ns() and scope_end_ns() are the ends of the scope above."));
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (self->message), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->message), 90);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_label_set_yalign (GTK_LABEL (self->message), 0);
  gtk_widget_add_css_class (self->message, "query-message");
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), self->message);
  gtk_stack_add_child (GTK_STACK (self->stack), self->table);
  save_table_follow (TABLES_VIEW (self->table), "query");
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (go_to_slice), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "show-wanted", G_CALLBACK (show_all), self, G_CONNECT_SWAPPED);
  return self->stack;
}

static void
query_page_init (QueryPage *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);

  self->at_history = -1;
  self->editor = sql_editor_new ();
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->column), bar_new (self));
  gtk_paned_set_start_child (GTK_PANED (paned), self->editor);
  gtk_paned_set_end_child (GTK_PANED (paned), results_new (self));
  gtk_paned_set_resize_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_start_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_position (GTK_PANED (paned), EDITOR_PX);
  gtk_widget_set_vexpand (paned, TRUE);
  gtk_box_append (GTK_BOX (self->column), paned);
  gtk_widget_set_parent (self->column, GTK_WIDGET (self));
  g_signal_connect_object (self->editor, "run", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "history", G_CALLBACK (walk_history), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->editor, "changed", G_CALLBACK (edited), self, G_CONNECT_SWAPPED);
  set_running (self, false);
}

GtkWidget *
query_page_new (LoadedProfile *loaded)
{
  QueryPage *self = g_object_new (QUERY_TYPE_PAGE, NULL);
  g_auto (GStrv) history = query_memory_history ();

  self->loaded = g_object_ref (loaded);
  self->state = g_object_ref (loaded_profile_state (loaded));
  g_signal_connect_object (self->state, "changed", G_CALLBACK (state_changed), self, G_CONNECT_SWAPPED);
  sql_editor_set_text (SQL_EDITOR (self->editor), history[0] != NULL ? history[0] : example);
  return GTK_WIDGET (self);
}

void
query_page_show (QueryPage *self, const char *sql)
{
  g_autofree char *before = sql_editor_text (SQL_EDITOR (self->editor));

  if (g_str_equal (before, sql) && gtk_stack_get_visible_child (GTK_STACK (self->stack)) == self->table)
    return;
  sql_editor_set_text (SQL_EDITOR (self->editor), sql);
  start (self);
}
