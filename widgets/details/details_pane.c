/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/details_pane.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"
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
  TAB_BOOKMARKS, /* it and the search are there without anything selected */
};

#define HINT_MARGIN_PX 16

struct _DetailsPane
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  GtkWidget *tabs;
  GtkWidget *selection, *connections, *connections_label, *area;
  bool follows_area; /* the area tab is open because an area was selected */
  GtkWidget *search, *search_label;
  GtkWidget *bookmarks, *bookmarks_label;
  GtkWidget *hint;
  bool is_open;
  bool is_by_hand; /* the user opened it, or one of its tabs */
  bool is_folded;  /* the user folded it although something is selected */
  bool is_following;
  bool is_stale;
  guint tick;
};

enum
{
  SIGNAL_WANTED_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_TYPE (DetailsPane, details_pane, GTK_TYPE_WIDGET)

/* ---- open or folded ---- */

static SelectionKind
selected_kind (DetailsPane *self)
{
  return view_state_selection (timeline_scene_state (self->scene))->kind;
}

bool
details_pane_is_wanted (DetailsPane *self)
{
  return self->is_by_hand || (selected_kind (self) != SELECTED_NOTHING && !self->is_folded);
}

static void
set_by_hand (DetailsPane *self, bool is_by_hand, bool is_folded)
{
  bool was_wanted = details_pane_is_wanted (self);

  self->is_by_hand = is_by_hand;
  self->is_folded = is_folded;
  if (was_wanted != details_pane_is_wanted (self))
    g_signal_emit (self, signals[SIGNAL_WANTED_CHANGED], 0);
}

void
details_pane_unfold (DetailsPane *self)
{
  set_by_hand (self, true, false);
}

bool
details_pane_fold (DetailsPane *self)
{
  bool was_by_hand = self->is_by_hand;

  set_by_hand (self, false, true);
  return was_by_hand;
}

static int
current_tab (DetailsPane *self)
{
  return gtk_notebook_get_current_page (GTK_NOTEBOOK (self->tabs));
}

static void
show_hint (DetailsPane *self)
{
  gtk_widget_set_visible (self->hint, !self->is_open && selected_kind (self) == SELECTED_NOTHING);
}

/* The contents of the tabs take no room and no focus while the pane is folded. */
void
details_pane_set_open (DetailsPane *self, bool is_open)
{
  self->is_open = is_open;
  for (int tab = 0; tab < gtk_notebook_get_n_pages (GTK_NOTEBOOK (self->tabs)); tab++)
    {
      GtkWidget *holder = gtk_notebook_get_nth_page (GTK_NOTEBOOK (self->tabs), tab);

      gtk_widget_set_visible (gtk_widget_get_first_child (holder), is_open);
    }
  show_hint (self);
}

/* Returns the row of tabs: the child of the notebook that contains the label. */
static GtkWidget *
row_of_tabs (DetailsPane *self)
{
  GtkWidget *row = self->search_label;

  while (gtk_widget_get_parent (row) != self->tabs)
    row = gtk_widget_get_parent (row);
  return row;
}

/* ---- tabs ---- */

/* GTK 4.8 does not name a tab after its label, and the tab can only be reached from the label in it. */
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

/* The label of the tab shows the number, so it is computed even while the tab is closed. */
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
  details_pane_unfold (self);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_BOOKMARKS);
  bookmarks_page_edit_current (BOOKMARKS_PAGE (self->bookmarks));
}

static void
update (DetailsPane *self)
{
  self->is_stale = false;
  count_connections (self);
  if (current_tab (self) == TAB_AREA)
    area_page_update (DETAILS_AREA_PAGE (self->area));
  else if (current_tab (self) == TAB_CONNECTIONS)
    connections_page_update (DETAILS_CONNECTIONS_PAGE (self->connections));
  else if (current_tab (self) == TAB_SELECTION)
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

/* An area has its own tab; selecting something in that tab does not close it. The connections are only those of slices;
 * for a gap the tab of the selection is shown instead. */
static void
follow_area (DetailsPane *self)
{
  SelectionKind kind = selected_kind (self);
  int tab = current_tab (self);

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

/* A selection opens the pane and is shown in it, whatever the pane showed before it was folded. */
static void
follow_selection (DetailsPane *self)
{
  SelectionKind kind = selected_kind (self);
  bool was_open = self->is_open && details_pane_is_wanted (self);
  int tab = current_tab (self);

  self->is_following = true;
  if (!was_open && kind != SELECTED_NOTHING && tab != TAB_CONNECTIONS
      && (tab != TAB_AREA || kind != SELECTED_AREA))
    gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SELECTION);
  follow_area (self);
  self->is_following = false;
  if (kind != SELECTED_NOTHING)
    self->is_by_hand = self->is_by_hand && current_tab (self) >= TAB_SEARCH;
  self->is_folded = false;
  show_hint (self);
  g_signal_emit (self, signals[SIGNAL_WANTED_CHANGED], 0);
}

static void
scene_changed (DetailsPane *self, guint changes)
{
  if (changes & SCENE_CHANGED_SERIES)
    selection_page_update_series (DETAILS_SELECTION_PAGE (self->selection));
  if (changes & SCENE_CHANGED_PAIRS)
    {
      count_connections (self);
      if (current_tab (self) == TAB_CONNECTIONS)
        update_soon (self);
    }
  if (changes & SCENE_CHANGED_SELECTION)
    follow_selection (self);
  if (changes & (SCENE_CHANGED_MARKS | SCENE_CHANGED_SELECTION | SCENE_CHANGED_PROFILE | SCENE_CHANGED_STYLE))
    update_soon (self);
}

/* Choosing a tab opens the pane. Search and bookmarks need no selection. */
static void
tab_switched (DetailsPane *self)
{
  self->follows_area = false;
  update_soon (self);
  if (!self->is_following)
    set_by_hand (self, selected_kind (self) == SELECTED_NOTHING || current_tab (self) >= TAB_SEARCH, false);
}

static bool
is_tab (GtkWidget *widget)
{
  return gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == GTK_ACCESSIBLE_ROLE_TAB;
}

/* This also works for the current tab. */
static void
pressed (DetailsPane *self, int n_press, double x_px, double y_px)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self), x_px, y_px, GTK_PICK_DEFAULT);

  (void) n_press;
  while (at != NULL && at != GTK_WIDGET (self) && !is_tab (at))
    at = gtk_widget_get_parent (at);
  if (at != NULL && is_tab (at) && !self->is_open)
    details_pane_unfold (self);
}

static gboolean
page_selected (DetailsPane *self)
{
  if (!self->is_open)
    details_pane_unfold (self);
  return FALSE;
}

static void
details_pane_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  DetailsPane *self = DETAILS_PANE (widget);

  (void) minimum_baseline;
  (void) natural_baseline;
  gtk_widget_measure (orientation == GTK_ORIENTATION_VERTICAL ? row_of_tabs (self) : self->tabs, orientation,
                      for_size, minimum, natural, NULL, NULL);
}

/* Contents higher than the pane are cut. */
static void
details_pane_size_allocate (GtkWidget *widget, int width_px, int height_px, int baseline)
{
  DetailsPane *self = DETAILS_PANE (widget);
  int least_px;

  gtk_widget_measure (self->tabs, GTK_ORIENTATION_VERTICAL, width_px, &least_px, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->tabs, &(GtkAllocation){ 0, 0, width_px, MAX (height_px, least_px) },
                            baseline);
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

  /* While a notebook is destroyed, it shows its remaining tabs one after another. */
  if (self->tabs != NULL)
    g_signal_handlers_disconnect_by_data (self->tabs, self);
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
  widget_class->measure = details_pane_measure;
  widget_class->size_allocate = details_pane_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "details");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_WANTED_CHANGED] = g_signal_new ("wanted-changed", G_TYPE_FROM_CLASS (klass),
                                                 G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
details_pane_init (DetailsPane *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Details"), -1);
}

/* The page is in a box, so that it can be hidden while its tab stays. */
static void
append_page (DetailsPane *self, GtkWidget *page, GtkWidget *label)
{
  GtkWidget *holder = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_set_hexpand (page, TRUE);
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (holder), page);
  gtk_notebook_append_page (GTK_NOTEBOOK (self->tabs), holder, label);
}

static GtkWidget *
new_hint (void)
{
  GtkWidget *hint = gtk_label_new (_ ("Click a slice, or drag across rows to select an area."));

  gtk_label_set_ellipsize (GTK_LABEL (hint), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  quiet_tooltip_of_cut_text (hint);
  gtk_widget_add_css_class (hint, "caption");
  gtk_widget_add_css_class (hint, "secondary");
  gtk_widget_set_margin_start (hint, HINT_MARGIN_PX);
  gtk_widget_set_margin_end (hint, HINT_MARGIN_PX);
  return hint;
}

static void
listen (DetailsPane *self)
{
  GtkGesture *press = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (press));
  g_signal_connect_object (self->tabs, "select-page", G_CALLBACK (page_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tabs, "switch-page", G_CALLBACK (tab_switched), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
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
  /* Counts make the tabs wider; arrows then lead to those that do not fit, and the window keeps its minimum width. */
  gtk_notebook_set_scrollable (GTK_NOTEBOOK (self->tabs), TRUE);
  GtkWidget *selection_label = gtk_label_new (NULL);
  append_page (self, self->selection, selection_label);
  name_tab (selection_label, _ ("Current selection"));
  append_page (self, self->connections, self->connections_label);
  self->area = area_page_new (scene);
  GtkWidget *area_label = gtk_label_new (NULL);
  append_page (self, self->area, area_label);
  name_tab (area_label, _ ("Area"));
  self->search = search_page_new (scene);
  self->search_label = gtk_label_new (_ ("Search"));
  gtk_widget_add_css_class (self->search_label, "numeric");
  append_page (self, self->search, self->search_label);
  name_tab (self->search_label, _ ("Search"));
  g_signal_connect_object (self->search, "counted", G_CALLBACK (matches_counted), self, G_CONNECT_SWAPPED);
  self->bookmarks = bookmarks_page_new (scene);
  self->bookmarks_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->bookmarks_label, "numeric");
  append_page (self, self->bookmarks, self->bookmarks_label);
  g_signal_connect_object (view_state_bookmarks (timeline_scene_state (scene)), "items-changed",
                           G_CALLBACK (count_bookmarks), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->tabs, GTK_WIDGET (self));
  self->hint = new_hint ();
  gtk_notebook_set_action_widget (GTK_NOTEBOOK (self->tabs), self->hint, GTK_PACK_END);
  listen (self);
  details_pane_set_open (self, details_pane_is_wanted (self));
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  count_connections (self);
  count_bookmarks (self);
  return GTK_WIDGET (self);
}

void
details_pane_search (DetailsPane *self)
{
  details_pane_unfold (self);
  gtk_notebook_set_current_page (GTK_NOTEBOOK (self->tabs), TAB_SEARCH);
  search_page_focus_entry (DETAILS_SEARCH_PAGE (self->search));
}

void
details_pane_search_names (DetailsPane *self, const char *text)
{
  details_pane_unfold (self);
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
