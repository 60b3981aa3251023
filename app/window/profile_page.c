/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/profile_page.h"

#include <glib/gi18n-lib.h>

#include "app/dashboard/dashboard_page.h"
#include "app/desktop/settings.h"
#include "app/library/library.h"
#include "app/memory/profile_memory.h"
#include "app/profiles/source_watch.h"
#include "app/tables/tables_page.h"
#include "app/window/banners.h"
#include "trace/model/job_tables.h"
#include "widgets/look/screen_style.h"
#include "widgets/state/health_summary.h"
#include "widgets/timeline/rows/track_layout.h"

struct _ProfilePage
{
  GtkWidget parent_instance;

  LoadedProfile *loaded;
  GtkWidget *compare; /* of the window; in this page while it is seen here */
  GtkWidget *column, *banners, *stack;
  SourceWatch *watch;              /* NULL: what is read once, or not to its end, or has no file */
  ProfileCheck *check;             /* likewise */
  GtkWidget *places[N_VIEW_PAGES]; /* AdwBin: empty until the page is first seen */
};

G_DEFINE_TYPE (ProfilePage, profile_page, GTK_TYPE_WIDGET)

static guint findings_signal, tabs_signal, offer_signal;

G_STATIC_ASSERT (LIBRARY_VIEW_MAX >= TRACK_LAYOUT_TEXT_MAX);

static GtkWidget *
build_timeline (LoadedProfile *loaded)
{
  GtkWidget *timeline = timeline_page_new (loaded_profile_state (loaded));

  settings_bind (SETTINGS_DETAILS_VISIBLE, timeline, "details-visible");
  settings_bind (SETTINGS_DETAILS_SIZE, timeline, "details-size");
  settings_bind (SETTINGS_HINT_ZOOMS, timeline, "hint-zooms-left");
  settings_bind (SETTINGS_KEYS, timeline, "keys");
  profile_memory_bind (loaded_profile_state (loaded), REMEMBERED_TREE, timeline, "layout-text");
  profile_memory_bind (loaded_profile_state (loaded), REMEMBERED_ROWS, timeline, "rows-text");
  settings_bind (SETTINGS_ALL_FLOWS, timeline, "all-flows");
  settings_bind (SETTINGS_RULER_MODE, timeline, "ruler-mode");
  return timeline;
}

static const struct
{
  const char *name, *title, *icon;
  GtkWidget *(*build) (LoadedProfile *loaded);
} pages[N_VIEW_PAGES] = {
  [VIEW_PAGE_DASHBOARD] = { "dashboard", N_ ("Dashboard"), "stepscope-dashboard-symbolic",
                            dashboard_page_new },
  [VIEW_PAGE_TIMELINE] = { "timeline", N_ ("Timeline"), "stepscope-timeline-symbolic", build_timeline },
  [VIEW_PAGE_TABLES] = { "tables", N_ ("Tables"), "stepscope-tables-symbolic", tables_page_new },
  [VIEW_PAGE_COMPARE] = { "compare", N_ ("Compare"), "stepscope-compare-symbolic", NULL },
};

const char *
profile_page_name (ViewPage page)
{
  return pages[page].name;
}

bool
profile_page_find (const char *name, ViewPage *ret_page)
{
  for (int i = 0; name != NULL && i < N_VIEW_PAGES; i++)
    if (g_str_equal (name, pages[i].name))
      {
        *ret_page = (ViewPage) i;
        return true;
      }
  return false;
}

LoadedProfile *
profile_page_loaded (ProfilePage *page)
{
  return page->loaded;
}

AdwViewStack *
profile_page_stack (ProfilePage *page)
{
  return ADW_VIEW_STACK (page->stack);
}

static ViewPage
shown_page (ProfilePage *page)
{
  ViewPage shown = VIEW_PAGE_DASHBOARD;

  profile_page_find (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (page->stack)), &shown);
  return shown;
}

void
profile_page_show (ProfilePage *page, ViewPage which)
{
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (page->stack), pages[which].name);
}

TimelinePage *
profile_page_timeline (ProfilePage *page)
{
  GtkWidget *timeline = adw_bin_get_child (ADW_BIN (page->places[VIEW_PAGE_TIMELINE]));

  return timeline != NULL && shown_page (page) == VIEW_PAGE_TIMELINE ? TIMELINE_PAGE (timeline) : NULL;
}

int
profile_page_tabs_px (ProfilePage *page)
{
  TimelinePage *timeline = profile_page_timeline (page);
  int px = 0;

  if (timeline != NULL)
    g_object_get (timeline, "tabs-px", &px, NULL);
  return px;
}

static void
tabs_moved (ProfilePage *page)
{
  g_signal_emit (page, tabs_signal, 0);
}

void
profile_page_toggle_details (ProfilePage *page)
{
  GtkWidget *timeline = adw_bin_get_child (ADW_BIN (page->places[VIEW_PAGE_TIMELINE]));
  gboolean is_visible;

  if (timeline == NULL)
    return;
  g_object_get (timeline, "details-visible", &is_visible, NULL);
  g_object_set (timeline, "details-visible", !is_visible, NULL);
}

/* ---- what is wrong with the profile ---- */

static void
show_loss (ProfilePage *page)
{
  HealthSummary health = health_summary_of (loaded_profile_profile (page->loaded));
  g_autofree char *sentence =
    health_summary_sentence (&health, screen_style_get (GTK_WIDGET (page))->numbers);

  banners_set (page->banners, BANNER_LOSS, sentence, "win.information-health");
}

/* One line for the source: that it was cut is why it is another. */
static void
show_source (ProfilePage *page)
{
  const char *name = loaded_profile_profile (page->loaded)->name;
  const ProfileFindings *findings = profile_check_findings (page->check);
  SourceChange change = source_watch_change (page->watch);
  g_autofree char *sentence =
    findings->was_cut ? profile_findings_sentence (findings, name) : source_change_sentence (change, name);

  banners_set (page->banners, BANNER_SOURCE, sentence, change != SOURCE_GONE ? "win.reload" : NULL);
}

static void
show_findings (ProfilePage *page)
{
  const ProfileFindings *findings = profile_check_findings (page->check);
  g_autofree char *sentence =
    findings->was_cut ? NULL
                      : profile_findings_sentence (findings, loaded_profile_profile (page->loaded)->name);

  banners_set (page->banners, BANNER_DAMAGE, sentence,
               profile_findings_can_reload (findings) ? "win.reload" : "win.information-health");
  show_source (page);
  g_signal_emit (page, findings_signal, 0);
}

static void
watch_source (ProfilePage *page)
{
  const Profile *profile = loaded_profile_profile (page->loaded);
  const SourceIdentity *source = loaded_profile_source (page->loaded);

  if (g_str_equal (profile->path, "-") || trace_is_partial (profile->trace)
      || loaded_profile_is_combined (page->loaded))
    return;
  page->watch = source_watch_new (profile->path, source);
  page->check = profile_check_new (profile, loaded_profile_was_cached (page->loaded) ? source : NULL);
  g_signal_connect_swapped (page->watch, "changed", G_CALLBACK (show_source), page);
  g_signal_connect_swapped (page->check, "found", G_CALLBACK (show_findings), page);
}

static void
show_summaries (ProfilePage *page)
{
  if (trace_is_job (loaded_profile_profile (page->loaded)->trace))
    banners_set (
      page->banners, BANNER_SUMMARIES,
      _ (
        "This job was merged from summaries: its timeline has the steps and collectives. The traces of its ranks "
        "have everything."),
      "win.open-rank");
}

void
profile_page_set_offer (ProfilePage *page, const char *sentence, bool has_button)
{
  banners_set (page->banners, BANNER_TOGETHER, sentence, has_button ? "win.show-together" : NULL);
}

static void
offer_dismissed (gpointer page)
{
  g_signal_emit (page, offer_signal, 0);
}

const ProfileFindings *
profile_page_findings (ProfilePage *page)
{
  static const ProfileFindings nothing;

  return page->check != NULL ? profile_check_findings (page->check) : &nothing;
}

/* Who comes back to the window may have changed the file elsewhere. */
static void
profile_page_state_flags_changed (GtkWidget *widget, GtkStateFlags before)
{
  ProfilePage *page = PROFILE_PAGE (widget);

  GTK_WIDGET_CLASS (profile_page_parent_class)->state_flags_changed (widget, before);
  if (page->watch == NULL || (before & GTK_STATE_FLAG_BACKDROP) == 0
      || (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_BACKDROP) != 0)
    return;
  source_watch_look (page->watch);
  profile_check_look (page->check);
}

/* ---- pages ---- */

static void
show_wanted (ProfilePage *page, guint which)
{
  if (which < N_VIEW_PAGES)
    profile_page_show (page, (ViewPage) which);
}

static void
show_search (ProfilePage *page, const char *text)
{
  profile_page_show (page, VIEW_PAGE_TIMELINE);
  if (profile_page_timeline (page) != NULL)
    timeline_page_search_names (profile_page_timeline (page), text);
}

static void
show_table (ProfilePage *page, const char *id, const char *filter)
{
  profile_page_show (page, VIEW_PAGE_TABLES);
  GtkWidget *tables = adw_bin_get_child (ADW_BIN (page->places[VIEW_PAGE_TABLES]));
  if (tables != NULL)
    tables_page_show (TABLES_PAGE (tables), id, filter);
}

/* The window has this action while a timeline is there. */
#define ALL_FLOWS "all-flows"

static void
add_timeline_action (ProfilePage *page)
{
  GtkWidget *timeline = adw_bin_get_child (ADW_BIN (page->places[VIEW_PAGE_TIMELINE]));
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (page));

  if (timeline == NULL || !G_IS_ACTION_MAP (window))
    return;
  g_autoptr (GPropertyAction) action = g_property_action_new (ALL_FLOWS, timeline, ALL_FLOWS);
  g_action_map_add_action (G_ACTION_MAP (window), G_ACTION (action));
}

/* Takes the page of the window from the profile that it was last seen with. */
static void
take_compare (ProfilePage *page)
{
  AdwBin *place = ADW_BIN (page->places[VIEW_PAGE_COMPARE]);
  GtkWidget *before = gtk_widget_get_parent (page->compare);

  if (before == GTK_WIDGET (place))
    return;
  if (before != NULL)
    adw_bin_set_child (ADW_BIN (before), NULL);
  adw_bin_set_child (place, page->compare);
}

/* Only what is seen is built: a profile may be opened for one of its pages. Its keys work at once. */
static void
enter_shown (ProfilePage *page)
{
  ViewPage shown = shown_page (page);
  AdwBin *place = ADW_BIN (page->places[shown]);

  if (!gtk_widget_get_mapped (GTK_WIDGET (page)))
    return;
  if (shown == VIEW_PAGE_COMPARE)
    take_compare (page);
  else if (adw_bin_get_child (place) == NULL)
    {
      GtkWidget *built = pages[shown].build (page->loaded);

      adw_bin_set_child (place, built);
      if (shown == VIEW_PAGE_TIMELINE)
        g_signal_connect_object (built, "notify::tabs-px", G_CALLBACK (tabs_moved), page, G_CONNECT_SWAPPED);
      tabs_moved (page);
      add_timeline_action (page);
    }
  gtk_widget_grab_focus (adw_bin_get_child (place));
}

static void
profile_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (profile_page_parent_class)->map (widget);
  add_timeline_action (PROFILE_PAGE (widget));
  enter_shown (PROFILE_PAGE (widget));
}

static void
profile_page_unmap (GtkWidget *widget)
{
  GtkRoot *window = gtk_widget_get_root (widget);

  if (G_IS_ACTION_MAP (window))
    g_action_map_remove_action (G_ACTION_MAP (window), ALL_FLOWS);
  GTK_WIDGET_CLASS (profile_page_parent_class)->unmap (widget);
}

static void
profile_page_dispose (GObject *object)
{
  ProfilePage *page = PROFILE_PAGE (object);

  if (page->loaded != NULL)
    g_signal_handlers_disconnect_by_data (loaded_profile_state (page->loaded), page);
  if (page->watch != NULL)
    {
      g_signal_handlers_disconnect_by_data (page->watch, page);
      g_signal_handlers_disconnect_by_data (page->check, page);
      source_watch_end (page->watch);
      profile_check_end (page->check);
    }
  g_clear_object (&page->watch);
  g_clear_object (&page->check);
  if (page->compare != NULL && gtk_widget_get_parent (page->compare) == page->places[VIEW_PAGE_COMPARE])
    adw_bin_set_child (ADW_BIN (page->places[VIEW_PAGE_COMPARE]), NULL);
  g_clear_object (&page->compare);
  g_clear_pointer (&page->column, gtk_widget_unparent);
  g_clear_object (&page->loaded);
  G_OBJECT_CLASS (profile_page_parent_class)->dispose (object);
}

static void
profile_page_class_init (ProfilePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = profile_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = profile_page_map;
  GTK_WIDGET_CLASS (klass)->unmap = profile_page_unmap;
  GTK_WIDGET_CLASS (klass)->state_flags_changed = profile_page_state_flags_changed;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  findings_signal = g_signal_new ("findings-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  offer_signal = g_signal_new ("offer-dismissed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  tabs_signal = g_signal_new ("tabs-moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, 0);
}

static void
profile_page_init (ProfilePage *page)
{
  page->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  page->banners = banners_new ();
  banners_on_dismissed (page->banners, BANNER_TOGETHER, offer_dismissed, page);
  page->stack = adw_view_stack_new ();
  gtk_widget_set_vexpand (page->stack, TRUE);
  gtk_box_append (GTK_BOX (page->column), page->banners);
  gtk_box_append (GTK_BOX (page->column), page->stack);
  gtk_widget_set_parent (page->column, GTK_WIDGET (page));
  for (int i = 0; i < N_VIEW_PAGES; i++)
    {
      page->places[i] = adw_bin_new ();
      adw_view_stack_add_titled_with_icon (ADW_VIEW_STACK (page->stack), page->places[i], pages[i].name,
                                           _ (pages[i].title), pages[i].icon);
    }
  g_signal_connect_swapped (page->stack, "notify::visible-child", G_CALLBACK (enter_shown), page);
}

GtkWidget *
profile_page_new (LoadedProfile *loaded, GtkWidget *compare)
{
  ProfilePage *page = g_object_new (PROFILE_TYPE_PAGE, NULL);

  page->loaded = g_object_ref (loaded);
  page->compare = g_object_ref (compare);
  g_signal_connect_swapped (loaded_profile_state (loaded), "page-wanted", G_CALLBACK (show_wanted), page);
  g_signal_connect_swapped (loaded_profile_state (loaded), "search-wanted", G_CALLBACK (show_search), page);
  g_signal_connect_swapped (loaded_profile_state (loaded), "table-wanted", G_CALLBACK (show_table), page);
  show_loss (page);
  show_summaries (page);
  watch_source (page);
  return GTK_WIDGET (page);
}
