/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profile_page.h"

#include <glib/gi18n-lib.h>

#include "app/dashboard_page.h"
#include "app/settings.h"
#include "widgets/timeline/timeline_page.h"

struct _ProfilePage
{
  GtkWidget parent_instance;

  LoadedProfile *loaded;
  GtkWidget *stack;
  GtkWidget *places[N_VIEW_PAGES]; /* AdwBin: empty until the page is first seen */
};

G_DEFINE_TYPE (ProfilePage, profile_page, GTK_TYPE_WIDGET)

static GtkWidget *
build_dashboard (LoadedProfile *loaded)
{
  return dashboard_page_new (loaded_profile_state (loaded), loaded_profile_take_figures (loaded));
}

static GtkWidget *
build_timeline (LoadedProfile *loaded)
{
  GtkWidget *timeline = timeline_page_new (loaded_profile_state (loaded));

  settings_bind (SETTINGS_DETAILS_VISIBLE, timeline, "details-visible");
  settings_bind (SETTINGS_DETAILS_SIZE, timeline, "details-size");
  settings_bind (SETTINGS_HINT_ZOOMS, timeline, "hint-zooms-left");
  return timeline;
}

static const struct
{
  const char *name, *title, *icon;
  GtkWidget *(*build) (LoadedProfile *loaded);
} pages[N_VIEW_PAGES] = {
  [VIEW_PAGE_DASHBOARD] = { "dashboard", N_ ("Dashboard"), "stepscope-dashboard-symbolic",
                            build_dashboard },
  [VIEW_PAGE_TIMELINE] = { "timeline", N_ ("Timeline"), "stepscope-timeline-symbolic", build_timeline },
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

static void
show_wanted (ProfilePage *page, guint which)
{
  if (which < N_VIEW_PAGES)
    profile_page_show (page, (ViewPage) which);
}

/* Only what is seen is built: a profile may be opened for one of its pages. Its keys work at once. */
static void
enter_shown (ProfilePage *page)
{
  ViewPage shown = shown_page (page);
  AdwBin *place = ADW_BIN (page->places[shown]);

  if (!gtk_widget_get_mapped (GTK_WIDGET (page)))
    return;
  if (adw_bin_get_child (place) == NULL)
    adw_bin_set_child (place, pages[shown].build (page->loaded));
  gtk_widget_grab_focus (adw_bin_get_child (place));
}

static void
profile_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (profile_page_parent_class)->map (widget);
  enter_shown (PROFILE_PAGE (widget));
}

static void
profile_page_dispose (GObject *object)
{
  ProfilePage *page = PROFILE_PAGE (object);

  if (page->loaded != NULL)
    g_signal_handlers_disconnect_by_data (loaded_profile_state (page->loaded), page);
  g_clear_pointer (&page->stack, gtk_widget_unparent);
  g_clear_object (&page->loaded);
  G_OBJECT_CLASS (profile_page_parent_class)->dispose (object);
}

static void
profile_page_class_init (ProfilePageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = profile_page_dispose;
  GTK_WIDGET_CLASS (klass)->map = profile_page_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
profile_page_init (ProfilePage *page)
{
  page->stack = adw_view_stack_new ();
  gtk_widget_set_parent (page->stack, GTK_WIDGET (page));
  for (int i = 0; i < N_VIEW_PAGES; i++)
    {
      page->places[i] = adw_bin_new ();
      adw_view_stack_add_titled_with_icon (ADW_VIEW_STACK (page->stack), page->places[i], pages[i].name,
                                           _ (pages[i].title), pages[i].icon);
    }
  g_signal_connect_swapped (page->stack, "notify::visible-child", G_CALLBACK (enter_shown), page);
}

GtkWidget *
profile_page_new (LoadedProfile *loaded)
{
  ProfilePage *page = g_object_new (PROFILE_TYPE_PAGE, NULL);

  page->loaded = g_object_ref (loaded);
  g_signal_connect_swapped (loaded_profile_state (loaded), "page-wanted", G_CALLBACK (show_wanted), page);
  return GTK_WIDGET (page);
}
