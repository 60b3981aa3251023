/* SPDX-License-Identifier: Apache-2.0 */

#include "app/dashboard_page.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/first_picture.h"
#include "app/opening/pane_frames.h"
#include "widgets/dashboard/dashboard_view.h"

/* Figures of the scope before stay for so long; most are replaced before anyone sees grey. */
#define STALE_MS 200

#define DASHBOARD_TYPE_PAGE (dashboard_page_get_type ())
G_DECLARE_FINAL_TYPE (DashboardPage, dashboard_page, DASHBOARD, PAGE, GtkWidget)

struct _DashboardPage
{
  GtkWidget parent;

  LoadedProfile *loaded;
  ViewState *state;                  /* of it */
  bool takes_figures;                /* those of the profile are still what is to be shown */
  GtkWidget *stack, *view, *failure; /* view: NULL until it appears */
  unsigned n_frames;                 /* since the page is seen, while it appears */
  bool is_computing;
  bool is_stale; /* the scope changed since the last computation began */
  guint grey_timeout;
};

G_DEFINE_FINAL_TYPE (DashboardPage, dashboard_page, GTK_TYPE_WIDGET)

typedef struct
{
  const Profile *profile;
  StatsScope scope;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  profile_unref (job->profile);
  g_free (job);
}

/* In a thread of its own. */
static void
compute (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  DashboardData *data = dashboard_data_new (job->profile, &job->scope, &error);

  (void) source;
  (void) cancellable;
  if (data == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, data, (GDestroyNotify) dashboard_data_free);
}

static void
show_failure (DashboardPage *self, const GError *error)
{
  if (self->failure == NULL)
    {
      self->failure = adw_status_page_new ();
      adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->failure), "dialog-warning-symbolic");
      adw_status_page_set_title (ADW_STATUS_PAGE (self->failure), _ ("No Statistics"));
      gtk_stack_add_child (GTK_STACK (self->stack), self->failure);
    }
  g_autofree char *markup = g_markup_escape_text (error->message, -1);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->failure), markup);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->failure);
}

static void
show_figures (DashboardPage *self, DashboardData *data)
{
  dashboard_view_set_data (DASHBOARD_VIEW (self->view), data);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->view);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    first_picture_expect (self->view);
}

static void start (DashboardPage *self);

static void
on_computed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DashboardPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (DashboardData) data = g_task_propagate_pointer (G_TASK (result), &error);

  (void) source;
  self->is_computing = false;
  if (self->stack == NULL) /* disposed meanwhile */
    return;
  if (self->is_stale)
    {
      start (self);
      return;
    }
  g_clear_handle_id (&self->grey_timeout, g_source_remove);
  if (data == NULL)
    {
      show_failure (self, error);
      return;
    }
  show_figures (self, g_steal_pointer (&data));
}

static gboolean
on_grey_timeout (gpointer user_data)
{
  DashboardPage *self = user_data;

  self->grey_timeout = 0;
  dashboard_view_set_data (DASHBOARD_VIEW (self->view), NULL);
  return G_SOURCE_REMOVE;
}

/* Whether figures that were begun earlier do, or will. */
static bool
take_figures (DashboardPage *self)
{
  if (!self->takes_figures)
    return false;
  DashboardData *figures = loaded_profile_take_figures (self->loaded);
  self->takes_figures = loaded_profile_awaits_figures (self->loaded);
  if (figures == NULL)
    return self->takes_figures;
  self->is_stale = false;
  show_figures (self, figures);
  return true;
}

/* One computation at a time: of a scope that changes faster than that, only the last is computed. */
static void
start (DashboardPage *self)
{
  if (self->is_computing || self->view == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || take_figures (self))
    return;

  /* Not the task's source object: the worker may be the last to let go of a task, and no widget may end there. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_computed, g_object_ref (self));
  Job *job = g_new (Job, 1);

  job->profile = profile_ref (view_state_profile (self->state));
  job->scope = view_state_stats_scope (self->state);
  self->is_computing = true;
  self->is_stale = false;
  if (self->grey_timeout == 0)
    self->grey_timeout = g_timeout_add (STALE_MS, on_grey_timeout, self);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, compute);
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
add_view (DashboardPage *self)
{
  self->view = dashboard_view_new (self->state);
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
  if (self->is_stale)
    start (self);
  else
    first_picture_expect (widget);
}

static void
dashboard_page_dispose (GObject *object)
{
  DashboardPage *self = DASHBOARD_PAGE (object);

  g_clear_handle_id (&self->grey_timeout, g_source_remove);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  self->view = self->failure = NULL;
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
      take_figures (self);
    }
  else
    gtk_widget_add_tick_callback (GTK_WIDGET (self), appear, NULL, NULL);
  g_signal_connect_object (state, "changed", G_CALLBACK (on_state_changed), self, 0);
  g_signal_connect_object (loaded, "figures", G_CALLBACK (start), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
