/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/details_pane.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/area/area_page.h"
#include "widgets/bookmarks/bookmarks_page.h"
#include "widgets/details/search/search_page.h"
#include "widgets/details/selection/connection_model.h"
#include "widgets/details/selection/connections_page.h"
#include "widgets/details/selection/selection_page.h"
#include "widgets/look/screen_style.h"

enum
{
  TAB_SELECTION,
  TAB_CONNECTIONS,
  TAB_AREA,
  TAB_SEARCH,
  TAB_BOOKMARKS,
};

struct _DetailsPane
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  GtkWidget *tabs;
  GtkWidget *selection, *connections, *connections_label, *area;
  bool follows_area; /* the tab of the area is open because one was selected */
  GtkWidget *search, *search_label;
  GtkWidget *bookmarks, *bookmarks_label;
  bool is_stale;
  guint tick;
};

G_DEFINE_TYPE (DetailsPane, details_pane, GTK_TYPE_WIDGET)

/* GTK 4.8 does not name a tab after its label, and offers no way to the tab but from the label in it. */
static void
name_tab (GtkWidget *label, const char *title)
{
  GtkWidget *tab = gtk_widget_get_parent (label);

  gtk_label_set_text (GTK_LABEL (label), title);
  while (tab != NULL && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (tab)) != GTK_ACCESSIBLE_ROLE_TAB)
    tab = gtk_widget_get_parent (tab);
  if (tab != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (tab), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

/* The number stands in the tab, so it is found out also while the tab is not open. */
static void
count_connections (DetailsPane *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  const ViewSelection *selection = view_state_selection (state);
  uint64_t n = selection->kind == SELECTED_SLICE
                 ? connection_model_count (view_state_profile (state)->trace,
                                           slice_relations_pairs (timeline_scene_relations (self->scene)),
                                           selection->slice)
                 : 0;
  char count[NUMBER_TEXT_MAX];

  if (n == 0)
    {
      name_tab (self->connections_label, _ ("Connections"));
      return;
    }
  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n, count);
  /* Translators: a tab's title and how many there are */
  g_autofree char *title = g_strdup_printf (_ ("Connections %s"), count);
  name_tab (self->connections_label, title);
}

static void
matches_counted (DetailsPane *self, guint64 n)
{
  char count[NUMBER_TEXT_MAX];

  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n, count);
  /* Translators: a tab's title and how many slices were found */
  g_autofree char *title = n > 0 ? g_strdup_printf (_ ("Search %s"), count) : g_strdup (_ ("Search"));
  name_tab (self->search_label, title);
}

static void
count_bookmarks (DetailsPane *self)
{
  guint n = bookmark_list_count (view_state_bookmarks (timeline_scene_state (self->scene)));
  char count[NUMBER_TEXT_MAX];

  number_text_count (screen_style_get (GTK_WIDGET (self))->numbers, n, count);
  /* Translators: a tab's title and how many there are */
  g_autofree char *title = n > 0 ? g_strdup_printf (_ ("Bookmarks %s"), count) : g_strdup (_ ("Bookmarks"));
  name_tab (self->bookmarks_label, title);
}

void
details_pane_edit_bookmark (DetailsPane *self)
{
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_BOOKMARKS);
  bookmarks_page_edit_current (BOOKMARKS_PAGE (self->bookmarks));
}

static void
update (DetailsPane *self)
{
  self->is_stale = false;
  count_connections (self);
  if (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs)) == TAB_AREA)
    area_page_update (DETAILS_AREA_PAGE (self->area));
  else if (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs)) == TAB_CONNECTIONS)
    connections_page_update (DETAILS_CONNECTIONS_PAGE (self->connections));
  else if (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs)) == TAB_SELECTION)
    selection_page_update (DETAILS_SELECTION_PAGE (self->selection));
}

static gboolean
update_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  DetailsPane *self = DETAILS_PANE (widget);

  (void) clock;
  (void) user_data;
  self->tick = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
update_soon (DetailsPane *self)
{
  self->is_stale = true;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_in_frame, NULL, NULL);
}

/* An area has its own tab; what is selected in that tab does not close it. Where only slices have something to be shown of
 * them, the tab of what is selected comes. */
static void
follow_area (DetailsPane *self)
{
  SelectionKind kind = view_state_selection (timeline_scene_state (self->scene))->kind;
  int tab = gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs));

  if (kind == SELECTED_AREA && (tab == TAB_SELECTION || tab == TAB_CONNECTIONS))
    {
      gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_AREA);
      self->follows_area = true;
    }
  else if (kind == SELECTED_GAP && tab == TAB_CONNECTIONS)
    gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SELECTION);
  else if ((kind == SELECTED_SLICE || kind == SELECTED_GAP) && tab == TAB_AREA && self->follows_area
           && !area_page_is_choosing (DETAILS_AREA_PAGE (self->area)))
    gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SELECTION);
}

static void
scene_changed (DetailsPane *self, guint changes)
{
  if (changes & SCENE_CHANGED_SERIES)
    selection_page_update_series (DETAILS_SELECTION_PAGE (self->selection));
  if (changes & SCENE_CHANGED_PAIRS)
    {
      count_connections (self);
      if (gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs)) == TAB_CONNECTIONS)
        update_soon (self);
    }
  if (changes & SCENE_CHANGED_SELECTION)
    follow_area (self);
  if (changes & (SCENE_CHANGED_MARKS | SCENE_CHANGED_SELECTION | SCENE_CHANGED_PROFILE | SCENE_CHANGED_STYLE))
    update_soon (self);
}

static void
tab_switched (DetailsPane *self)
{
  self->follows_area = false;
  update_soon (self);
}

static void
details_pane_map (GtkWidget *widget)
{
  DetailsPane *self = DETAILS_PANE (widget);

  GTK_WIDGET_CLASS (details_pane_parent_class)->map (widget);
  if (self->is_stale)
    update (self);
}

static void
details_pane_dispose (GObject *object)
{
  DetailsPane *self = DETAILS_PANE (object);

  g_clear_pointer (&self->tabs, gtk_widget_unparent);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (details_pane_parent_class)->dispose (object);
}

static void
details_pane_class_init (DetailsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = details_pane_dispose;
  widget_class->map = details_pane_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
details_pane_init (DetailsPane *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Details"), -1);
}

GtkWidget *
details_pane_new (TimelineScene *scene)
{
  DetailsPane *self = g_object_new (DETAILS_TYPE_PANE, NULL);

  self->scene = g_object_ref (scene);
  self->selection = selection_page_new (scene);
  self->connections = connections_page_new (scene);
  self->connections_label = gtk_label_new (_ ("Connections"));
  gtk_widget_add_css_class (self->connections_label, "numeric");
  self->tabs = gtk_notebook_new ();
  gtk_notebook_set_show_border (GTK_NOTEBOOK (self->tabs), FALSE);
  GtkWidget *selection_label = gtk_label_new (NULL);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), self->selection, selection_label);
  name_tab (selection_label, _ ("Current selection"));
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), self->connections, self->connections_label);
  self->area = area_page_new (scene);
  GtkWidget *area_label = gtk_label_new (NULL);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), self->area, area_label);
  name_tab (area_label, _ ("Area"));
  self->search = search_page_new (scene);
  self->search_label = gtk_label_new (_ ("Search"));
  gtk_widget_add_css_class (self->search_label, "numeric");
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), self->search, self->search_label);
  name_tab (self->search_label, _ ("Search"));
  g_signal_connect_object (self->search, "counted", G_CALLBACK (matches_counted), self, G_CONNECT_SWAPPED);
  self->bookmarks = bookmarks_page_new (scene);
  self->bookmarks_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->bookmarks_label, "numeric");
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), self->bookmarks, self->bookmarks_label);
  g_signal_connect_object (view_state_bookmarks (timeline_scene_state (scene)), "items-changed",
                           G_CALLBACK (count_bookmarks), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->tabs, GTK_WIDGET (self));
  g_signal_connect_object (self->tabs, "switch-page", G_CALLBACK (tab_switched), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  count_connections (self);
  count_bookmarks (self);
  return GTK_WIDGET (self);
}

void
details_pane_search (DetailsPane *self)
{
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SEARCH);
  search_page_focus_entry (DETAILS_SEARCH_PAGE (self->search));
}

void
details_pane_search_names (DetailsPane *self, const char *text)
{
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SEARCH);
  search_page_search_names (DETAILS_SEARCH_PAGE (self->search), text);
}

bool
details_pane_walk_found (DetailsPane *self, int by)
{
  return search_page_walk (DETAILS_SEARCH_PAGE (self->search), by);
}

bool
details_pane_clear_found (DetailsPane *self)
{
  return search_page_clear (DETAILS_SEARCH_PAGE (self->search));
}
