/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard/dashboard_page.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>

#include "app/dashboard/add_histogram.h"
#include "app/dashboard/add_query.h"
#include "app/dashboard/dismiss_finding.h"
#include "app/dashboard/figures_watch.h"
#include "app/dashboard/finding_rules_window.h"
#include "app/dashboard/first_picture.h"
#include "app/dashboard/pane_frames.h"
#include "app/dashboard/rename_group.h"
#include "app/dashboard/save_pane.h"
#include "app/desktop/settings.h"
#include "app/memory/profile_memory.h"
#include "app/tables/query_memory.h"
#include "trace/findings/finding_rules.h"
#include "widgets/dashboard/dashboard_view.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/dashboard/sections/dashboard_cache.h"

#define DASHBOARD_TYPE_PAGE (dashboard_page_get_type ())
G_DECLARE_FINAL_TYPE (DashboardPage, dashboard_page, DASHBOARD, PAGE, GtkWidget)

/* Figures of the scope before stay for so long; most are replaced before anyone sees grey. */
#define STALE_MS 200

/* Sections that are being computed, by a thread of their own and those that it makes. */
typedef struct
{
  DashboardData *data;            /* referenced */
  SectionMask sections, first;    /* first: of what is on the screen */
  atomic_bool should_continue, is_told; /* told: the page will look at what there is */
  DashboardPage *page;            /* NULL: it is gone; of the main thread */
} Job;

struct _DashboardPage
{
  GtkWidget parent;

  LoadedProfile *loaded;
  ViewState *state;        /* of it */
  bool takes_figures;      /* those of the profile are still what is to be shown */
  GtkWidget *stack, *view; /* view: NULL until it appears */
  unsigned n_frames;       /* since the page is seen, while it appears */
  DashboardCache *cache;
  DashboardData *data; /* of the scope when it was last looked at; may lack sections */
  Job *job;            /* NULL: nothing is computed */
  bool is_stale;       /* the scope changed since then */
  bool wants_again;    /* figures of it that may come out better are to be computed anew */
  guint grey_timeout;
};

G_DEFINE_FINAL_TYPE (DashboardPage, dashboard_page, GTK_TYPE_WIDGET)

/* ---- computing ---- */

static void
job_clear (gpointer data)
{
  dashboard_data_unref (((Job *) data)->data);
}

static void
job_release (gpointer job)
{
  g_atomic_rc_box_release_full (job, job_clear);
}

static bool
should_continue (void *user_data)
{
  return atomic_load (&((Job *) user_data)->should_continue);
}

static void show (DashboardPage *self);

static gboolean
show_progress (gpointer user_data)
{
  Job *job = user_data;

  atomic_store (&job->is_told, false);
  if (job->page != NULL && job->page->data == job->data)
    show (job->page);
  return G_SOURCE_REMOVE;
}

/* In any thread. */
static void
on_section (void *user_data)
{
  Job *job = user_data;

  if (!atomic_exchange (&job->is_told, true))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_progress, g_atomic_rc_box_acquire (job), job_release);
}

/* In a thread of its own. */
static void
compute (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;

  (void) source;
  (void) cancellable;
  dashboard_data_compute (job->data, job->sections, job->first, should_continue, on_section, job);
  g_task_return_boolean (task, TRUE);
}

static void start (DashboardPage *self);

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  DashboardPage *self = job->page;

  (void) source;
  (void) user_data;
  job->page = NULL;
  if (self == NULL)
    return;
  self->job = NULL;
  /* What was told of last waits for a moment that may not come before this one. */
  if (self->data == job->data)
    show (self);
  start (self);
}

static gboolean
on_grey_timeout (gpointer user_data)
{
  DashboardPage *self = user_data;

  self->grey_timeout = 0;
  dashboard_view_show (DASHBOARD_VIEW (self->view), self->data, false);
  return G_SOURCE_REMOVE;
}

/* One computation at a time: of a scope that changes faster than that, only the last is computed. */
static void
begin_job (DashboardPage *self)
{
  if (self->job != NULL)
    {
      if (self->job->data != self->data)
        atomic_store (&self->job->should_continue, false);
      return;
    }
  /* Not the task's source object: the worker may be the last to let go of a task, and no widget may end there. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_computed, NULL);
  Job *job = g_atomic_rc_box_new0 (Job);

  job->data = dashboard_data_ref (self->data);
  job->sections = dashboard_view_sections (DASHBOARD_VIEW (self->view));
  job->first = dashboard_view_sections_on_screen (DASHBOARD_VIEW (self->view));
  job->should_continue = true;
  job->page = self;
  self->job = job;
  g_task_set_task_data (task, job, job_release);
  g_task_run_in_thread (task, compute);
}

static void
watch_figures (DashboardPage *self)
{
  DashboardView *view = DASHBOARD_VIEW (self->view);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (dashboard_data_has (self->data, dashboard_view_sections_on_screen (view)))
    figures_watch_expect (self->view, false);
  if (dashboard_view_has_data (view))
    figures_watch_expect (self->view, true);
}

/* What there is of the figures. */
static void
show (DashboardPage *self)
{
  bool is_grey = self->grey_timeout == 0;

  dashboard_view_show (DASHBOARD_VIEW (self->view), self->data, !is_grey);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->view);
  if (dashboard_view_has_data (DASHBOARD_VIEW (self->view)))
    g_clear_handle_id (&self->grey_timeout, g_source_remove);
  watch_figures (self);
  if (dashboard_data_has (self->data, dashboard_first_sections ())
      && gtk_widget_get_mapped (GTK_WIDGET (self)))
    first_picture_expect (self->view);
}

/* NULL: there is none of that name. */
static const char *
sql_of (const GPtrArray *saved, const char *name)
{
  for (guint i = 0; i < saved->len; i++)
    if (g_str_equal (((const SavedQuery *) saved->pdata[i])->name, name))
      return ((const SavedQuery *) saved->pdata[i])->sql;
  return NULL;
}

/* The figures of the scope, of which there may be none yet. */
static void
show_scope (DashboardPage *self)
{
  StatsScope scope = view_state_stats_scope (self->state);
  g_auto (GStrv) annotations = dashboard_view_annotations (DASHBOARD_VIEW (self->view));

  g_auto (GStrv) names = dashboard_view_queries (DASHBOARD_VIEW (self->view));
  g_autoptr (GPtrArray) saved = query_memory_saved ();
  g_autofree DashboardQuery *queries = g_new (DashboardQuery, g_strv_length (names) + 1);
  g_autofree char *group_names = NULL, *dismissed = NULL, *rules = settings_finding_rules ();

  g_object_get (self->view, "group-names", &group_names, "dismissed", &dismissed, NULL);
  const DashboardChoices choices = {
    .group_names = group_names,
    .finding_rules = rules,
    .dismissed = dismissed,
    .annotations = (const char *const *) annotations,
    .short_gap_ns = settings_launch_gap_ns (),
    .queries = queries,
    .n_queries = g_strv_length (names),
  };

  for (size_t i = 0; i < choices.n_queries; i++)
    queries[i] = (DashboardQuery){ names[i], sql_of (saved, names[i]) };
  /* What is shown stays, even if it might come out better: a card that is moved is no reason to compute. */
  if (self->data == NULL || self->wants_again || !dashboard_cache_is_of (self->data, &scope)
      || !dashboard_data_is_of (self->data, &choices))
    {
      g_clear_pointer (&self->data, dashboard_data_unref);
      self->data = dashboard_cache_get (self->cache, view_state_profile (self->state), &scope, &choices);
    }
  self->is_stale = self->wants_again = false;
  figures_watch_begin ();
  if (self->grey_timeout == 0)
    self->grey_timeout = g_timeout_add (STALE_MS, on_grey_timeout, self);
  show (self);
}

/* Keeps figures that were begun earlier; true: they will come. */
static bool
await_figures (DashboardPage *self)
{
  g_autoptr (DashboardData) figures = loaded_profile_take_figures (self->loaded);

  if (figures != NULL && figures->profile == view_state_profile (self->state))
    dashboard_cache_add (self->cache, figures);
  self->takes_figures = self->takes_figures && loaded_profile_awaits_figures (self->loaded);
  return self->takes_figures;
}

static void
start (DashboardPage *self)
{
  if (self->view == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) || await_figures (self))
    return;
  if (self->is_stale)
    show_scope (self);
  if (!dashboard_view_has_data (DASHBOARD_VIEW (self->view)))
    begin_job (self);
}

/* Panes may need other sections, and histograms of other annotations; or another limit holds. */
static void
on_arranged (DashboardPage *self)
{
  self->is_stale = true;
  start (self);
}

static void
on_again (DashboardPage *self)
{
  self->is_stale = self->wants_again = true;
  start (self);
}

static void
on_state_changed (ViewState *state, guint change, DashboardPage *self)
{
  (void) state;
  if ((change & (VIEW_CHANGED_PROFILE | VIEW_CHANGED_SCOPE)) == 0)
    return;
  self->is_stale = true;
  self->takes_figures = false;
  start (self);
}

static void
on_add_histogram (DashboardView *view, DashboardPage *self)
{
  add_histogram_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))), view,
                      view_state_profile (self->state));
}

static void
on_add_query (DashboardView *view, DashboardPage *self)
{
  (void) self;
  add_query_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))), view);
}

static void
on_rename_group (DashboardView *view, int group, DashboardPage *self)
{
  if (self->data != NULL)
    rename_group_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))), view, self->data, group);
}

static void
on_dismiss (DashboardView *view, const char *rule, DashboardPage *self)
{
  (void) self;
  dismiss_finding_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))), view, finding_rules_find (rule));
}

static void
on_finding_rules (DashboardView *view, DashboardPage *self)
{
  (void) self;
  finding_rules_window_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view))));
}

static void
add_view (DashboardPage *self)
{
  self->view = dashboard_view_new (self->state);
  settings_bind (SETTINGS_PANES, self->view, "panes");
  profile_memory_bind (self->state, REMEMBERED_GROUPS, self->view, "group-names");
  g_signal_connect_swapped (self->view, "notify::group-names", G_CALLBACK (on_arranged), self);
  profile_memory_bind (self->state, REMEMBERED_DISMISSED, self->view, "dismissed");
  g_signal_connect_swapped (self->view, "notify::dismissed", G_CALLBACK (on_arranged), self);
  g_signal_connect (self->view, "dismiss", G_CALLBACK (on_dismiss), self);
  g_signal_connect (self->view, "finding-rules", G_CALLBACK (on_finding_rules), self);
  g_signal_connect (self->view, "rename-group", G_CALLBACK (on_rename_group), self);
  g_signal_connect_swapped (self->view, "arranged", G_CALLBACK (on_arranged), self);
  g_signal_connect_swapped (self->view, "again", G_CALLBACK (on_again), self);
  g_signal_connect (self->view, "save-pane", G_CALLBACK (save_pane_ask), NULL);
  g_signal_connect (self->view, "add-histogram", G_CALLBACK (on_add_histogram), self);
  g_signal_connect (self->view, "add-query", G_CALLBACK (on_add_query), self);
  gtk_stack_add_child (GTK_STACK (self->stack), self->view);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->view);
}

/* A new page is no reason for a long frame: first the window is drawn around its frames, then its empty cards, then
 * they are filled. */
static gboolean
appear (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  DashboardPage *self = DASHBOARD_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);

  (void) clock;
  (void) user_data;
  if (self->n_frames++ == 0)
    return G_SOURCE_CONTINUE;
  if (self->view == NULL)
    {
      add_view (self);
      if (root != NULL && gtk_root_get_focus (root) == NULL)
        gtk_widget_grab_focus (widget);
      return G_SOURCE_CONTINUE;
    }
  start (self);
  return G_SOURCE_REMOVE;
}

static void
dashboard_page_map (GtkWidget *widget)
{
  DashboardPage *self = DASHBOARD_PAGE (widget);

  GTK_WIDGET_CLASS (dashboard_page_parent_class)->map (widget);
  if (self->data != NULL && !self->is_stale)
    show (self);
  start (self);
}

static void
dashboard_page_dispose (GObject *object)
{
  DashboardPage *self = DASHBOARD_PAGE (object);

  g_clear_handle_id (&self->grey_timeout, g_source_remove);
  if (self->job != NULL)
    {
      self->job->page = NULL;
      atomic_store (&self->job->should_continue, false);
      self->job = NULL;
    }
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  self->view = NULL;
  g_clear_pointer (&self->data, dashboard_data_unref);
  g_clear_pointer (&self->cache, dashboard_cache_free);
  g_clear_object (&self->state);
  g_clear_object (&self->loaded);
  G_OBJECT_CLASS (dashboard_page_parent_class)->dispose (object);
}

static void
dashboard_page_class_init (DashboardPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = dashboard_page_dispose;
  widget_class->map = dashboard_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
dashboard_page_init (DashboardPage *self)
{
  self->cache = dashboard_cache_new ();
  self->is_stale = true;
}

GtkWidget *
dashboard_page_new (LoadedProfile *loaded)
{
  DashboardPage *self = g_object_new (DASHBOARD_TYPE_PAGE, NULL);

  ViewState *state = loaded_profile_state (loaded);
  self->loaded = g_object_ref (loaded);
  self->state = g_object_ref (state);
  self->stack = gtk_stack_new ();
  gtk_stack_add_child (GTK_STACK (self->stack), pane_frames_new ());
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  self->takes_figures = true;
  if (loaded_profile_has_figures (loaded))
    {
      add_view (self);
      await_figures (self);
      show_scope (self);
    }
  else
    gtk_widget_add_tick_callback (GTK_WIDGET (self), appear, NULL, NULL);
  settings_follow (SETTINGS_LAUNCH_GAP, G_OBJECT (self), G_CALLBACK (on_arranged));
  settings_follow (SETTINGS_FINDING_RULES, G_OBJECT (self), G_CALLBACK (on_arranged));
  query_memory_follow_saved (G_OBJECT (self), G_CALLBACK (on_arranged));
  g_signal_connect_object (state, "changed", G_CALLBACK (on_state_changed), self, 0);
  g_signal_connect_object (loaded, "figures", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
