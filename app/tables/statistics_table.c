/* SPDX-License-Identifier: Apache-2.0 */

#include "app/tables/statistics_table.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/settings.h"
#include "app/scope/step_text.h"
#include "app/tables/instant_choice.h"
#include "app/tables/save_table.h"
#include "app/tables/shrinking_choice.h"
#include "trace/model/job_tables.h"
#include "trace/stats/memory/allocation_stats.h"
#include "widgets/controls/background_answer.h"
#include "widgets/look/screen_style.h"
#include "widgets/tables/stat_source.h"
#include "widgets/tables/table_view.h"

/* Beside the choice of an instant, as in the bar of the view. */
#define INSTANT_MARGIN_PX 12

struct _StatisticsTable
{
  GtkWidget parent_instance;

  LoadedProfile *loaded;
  ViewState *state; /* of it */
  const StatTableKind *kind;
  BackgroundAnswer *answer;
  GtkWidget *box, *view, *grouping, *instant; /* the last two are NULL for most tables */
  bool is_stale;                              /* what is shown is not what was asked for last */
  bool has_order;                             /* it was told by which column rows come sorted */
};

G_DEFINE_FINAL_TYPE (StatisticsTable, statistics_table, GTK_TYPE_WIDGET)

/* ---- computing ---- */

typedef struct
{
  const StatTableKind *kind;
  const Profile *profile;
  StatsScope scope;
  StatTableOptions options;
  TableSource *source; /* NULL: out of memory */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  table_source_unref (question->source);
  profile_unref (question->profile);
  g_free (question);
}

static void
work_on (gpointer data)
{
  Question *question = data;
  StatTable *table = g_new0 (StatTable, 1);
  StatsScope scope = question->scope;

  /* Rows that would be wrong are not shown. */
  if (!stat_table_is_known (question->kind, scope.trace, question->options.grouping))
    {
      scope.end_ns = scope.begin_ns;
      scope.is_whole = false;
    }
  if (question->kind->compute (&scope, &question->options, background_answer_should_continue, NULL, table))
    question->source = stat_source_new (table, question->profile);
  else
    g_free (table);
}

/* "At the peak, 1.204 s · count 1,234 · sum of live allocations 12.3 GB": of all rows. */
static char *
instant_remark (StatisticsTable *self, const StatTable *table)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *instant = instant_choice_text (INSTANT_CHOICE (self->instant));
  char at[NUMBER_TEXT_MAX], sum[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];

  number_text_count (numbers, table->count, count);
  number_text_bytes (numbers, (uint64_t) table->sum_bytes, sum);
  if (!table->has_instant)
    /* Translators: below a table: what all rows count, what was added up, and the sum. */
    return g_strdup_printf (_ ("At the peak of each GPU · count %s · sum of %s %s"), count,
                            _ (table->sum_title), sum);
  number_text_duration (numbers, (double) table->at_ns, at);
  /* Translators: below a table: the instant of the rows ("At the peak"), its time, what all rows count, what was added up,
   * and the sum: "At the peak, 1.204 s · count 1,234 · sum of live allocations 12.3 GB". */
  return g_strdup_printf (_ ("%s, %s · count %s · sum of %s %s"), instant, at, count, _ (table->sum_title),
                          sum);
}

/* What is not recorded is on no critical path, so that paths are shorter than the window. */
static char *
with_share_of_window (char *remark, const StatTable *table, const NumberStyle *numbers)
{
  g_autofree char *owned = remark;
  int64_t window_ns = table->wholes[STAT_OF_WINDOW].ns;
  char share[NUMBER_TEXT_MAX];

  if (!table->is_of_paths || window_ns <= 0)
    return g_steal_pointer (&owned);
  number_text_share (numbers, (double) table->sum_ns / (double) window_ns, share);
  /* Translators: below the table of what critical paths consist of: a sum of durations, and its share of the time. */
  return g_strdup_printf (_ ("%s, %s of the time: what is not recorded is on no path"), owned, share);
}

/* "Step 1011, 76.2 ms · durations of kernels 63.1 ms": of all rows. */
static char *
remark_of (StatisticsTable *self, const StatTable *table)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *window = scope_text_window (self->state);
  char length[NUMBER_TEXT_MAX], sum[NUMBER_TEXT_MAX], count[NUMBER_TEXT_MAX];

  if (self->instant != NULL)
    return instant_remark (self, table);
  number_text_duration (numbers, (double) (table->end_ns - table->begin_ns), length);
  number_text_duration (numbers, (double) table->sum_ns, sum);
  number_text_count (numbers, table->count, count);
  if (table->sum_title == NULL)
    /* Translators: below a table: the window of time and its length, and what all rows count. */
    return g_strdup_printf (_ ("%s, %s · count %s"), window, length, count);
  /* Translators: below a table: the window of time and its length, what all rows count, what was added up, and the sum:
   * "Step 1011, 76.2 ms · count 1,428 · sum of durations of kernels 63.1 ms". */
  return with_share_of_window (g_strdup_printf (_ ("%s, %s · count %s · sum of %s %s"), window, length, count,
                                                _ (table->sum_title), sum),
                               table, numbers);
}

/* Why there are no rows: the file has none, or the window. */
static const char *
empty_text (StatisticsTable *self, const Question *question)
{
  const Trace *trace = question->scope.trace;

  if (!stat_table_is_known (question->kind, trace, question->options.grouping))
    return _ (
      "This job was merged from summaries, which do not have this. Open the trace of a rank to see it.");
  if (self->instant != NULL && allocation_stats_has_history (view_state_profile (self->state)->trace))
    return _ ("Nothing was allocated at this instant.");
  return view_state_scope_is_default (self->state) ? _ (self->kind->needs)
                                                   : _ ("Nothing of this kind begins in the current scope.");
}

static void
take_answer (gpointer data, gpointer user_data)
{
  Question *question = data;
  StatisticsTable *self = user_data;

  if (question->source == NULL)
    {
      self->is_stale = true; /* who comes back may find more */
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", _ ("Not enough memory for a table"));
      return;
    }
  g_autofree char *remark = remark_of (self, stat_source_table (question->source));
  /* They come like that. */
  const char *key = self->instant != NULL ? "bytes" : "total_ns";
  if (!self->has_order && table_source_find_column (question->source, key) >= 0)
    table_view_sort (TABLES_VIEW (self->view), key, TRUE);
  self->has_order = true;
  table_view_set_source (TABLES_VIEW (self->view), question->source, remark, empty_text (self, question));
}

static void
compute (StatisticsTable *self)
{
  if (!self->is_stale || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  Question *question = g_new0 (Question, 1);

  self->is_stale = false;
  question->kind = self->kind;
  question->profile = profile_ref (view_state_profile (self->state));
  question->scope = view_state_stats_scope (self->state);
  if (self->grouping != NULL)
    question->options.grouping = (StatGrouping) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->grouping));
  question->options.has_time =
    self->instant != NULL && instant_choice_time (INSTANT_CHOICE (self->instant), &question->options.at_ns);
  background_answer_ask (self->answer, question, question_free, work_on, take_answer, self);
}

static void
renew (StatisticsTable *self)
{
  self->is_stale = true;
  compute (self);
}

static void
state_changed (StatisticsTable *self, guint changes)
{
  if (changes & (VIEW_CHANGED_PROFILE | VIEW_CHANGED_SCOPE))
    renew (self);
}

/* ---- rows and the timeline ---- */

/* Selects the span that a row stands for on its track. */
static void
go_to_span (StatisticsTable *self, const StatRow *row)
{
  const TrackSet *tracks = track_set_new (&row->track, 1);
  int64_t room_ns = (row->end_ns - row->begin_ns) / 2;

  if (tracks == NULL)
    return;
  view_state_select_area_on (self->state, row->begin_ns, row->end_ns, tracks);
  view_state_fit (self->state, row->begin_ns - room_ns, row->end_ns + room_ns);
  view_state_want_page (self->state, VIEW_PAGE_TIMELINE);
  track_set_unref (tracks);
}

static void
go_to_longest (StatisticsTable *self, uint64_t row)
{
  TableSource *source = table_view_source (TABLES_VIEW (self->view));
  uint64_t slice = source->slice (source, (size_t) row);

  if (slice < trace_slices (view_state_profile (self->state)->trace)->n)
    view_state_want_slice (self->state, slice);
  else if (source->leads (source, (size_t) row))
    go_to_span (self, &stat_source_table (source)->rows[row]);
}

static void
show_all (StatisticsTable *self, uint64_t row)
{
  TableSource *source = table_view_source (TABLES_VIEW (self->view));
  TableValue name = source->value (source, (size_t) row, 0);

  go_to_longest (self, row);
  if (name.type == TABLE_VALUE_TEXT)
    view_state_want_search (self->state, name.text);
}

/* ---- the widget ---- */

void
statistics_table_set_filter (StatisticsTable *self, const char *filter)
{
  table_view_set_filter (TABLES_VIEW (self->view), filter);
}

static void
add_grouping (StatisticsTable *self)
{
  const char *words[N_STAT_GROUPINGS + 1] = { NULL };

  for (int i = 0; i < N_STAT_GROUPINGS; i++)
    words[i] = _ (self->kind->groupings[i]);
  self->grouping = shrinking_choice_new (words, _ ("Group rows"));
  g_signal_connect_object (self->grouping, "notify::selected", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  table_view_add_control (TABLES_VIEW (self->view), self->grouping);
}

static void
add_instant (StatisticsTable *self)
{
  self->instant = instant_choice_new (self->state);
  g_signal_connect_object (self->instant, "changed", G_CALLBACK (renew), self, G_CONNECT_SWAPPED);
  /* The bar of the view has room for one such control in a narrow window. */
  gtk_widget_set_halign (self->instant, GTK_ALIGN_START);
  gtk_widget_set_margin_start (self->instant, INSTANT_MARGIN_PX);
  gtk_widget_set_margin_top (self->instant, INSTANT_MARGIN_PX);
  gtk_box_prepend (GTK_BOX (self->box), self->instant);
}

static void
statistics_table_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (statistics_table_parent_class)->map (widget);
  compute (STATISTICS_TABLE (widget));
}

static gboolean
statistics_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (STATISTICS_TABLE (widget)->view, GTK_DIR_TAB_FORWARD);
}

static void
statistics_table_dispose (GObject *object)
{
  StatisticsTable *self = STATISTICS_TABLE (object);

  g_clear_pointer (&self->answer, background_answer_free);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->state);
  g_clear_object (&self->loaded);
  G_OBJECT_CLASS (statistics_table_parent_class)->dispose (object);
}

static void
statistics_table_class_init (StatisticsTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = statistics_table_dispose;
  GTK_WIDGET_CLASS (klass)->map = statistics_table_map;
  GTK_WIDGET_CLASS (klass)->grab_focus = statistics_table_grab_focus;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
statistics_table_init (StatisticsTable *self)
{
  self->answer = background_answer_new_long ();
  self->is_stale = true;
}

GtkWidget *
statistics_table_new (LoadedProfile *loaded, const StatTableKind *kind)
{
  StatisticsTable *self = g_object_new (STATISTICS_TYPE_TABLE, NULL);

  self->loaded = g_object_ref (loaded);
  self->state = g_object_ref (loaded_profile_state (loaded));
  self->kind = kind;
  self->view = table_view_new (_ (kind->title), true);
  gtk_widget_set_vexpand (self->view, TRUE);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->view);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  if (kind->has_instant)
    add_instant (self);
  if (kind->groupings[0] != NULL)
    add_grouping (self);
  settings_bind_table_columns (kind->id, self->view, "columns-text");
  save_table_follow (TABLES_VIEW (self->view), kind->id);
  g_signal_connect_object (self->view, "row-activated", G_CALLBACK (go_to_longest), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "show-wanted", G_CALLBACK (show_all), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (state_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
