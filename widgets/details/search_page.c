/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search_page.h"

#include <glib/gi18n-lib.h>

#include "trace/trace_error.h"
#include "widgets/details/search_lists.h"
#include "widgets/details/search_task.h"
#include "widgets/details/search_text.h"
#include "widgets/screen_style.h"
#include "widgets/timeline/timeline_page.h"

/* A list keeps widgets for some 200 rows, however many it has: those are made over several frames. */
#define SHOWN_AT_FIRST 24
#define LIST_WIDGETS   240

#define MARGIN_PX      16
#define TRACKS_PX      320
#define SAY_BUSY_MS    200
#define SCOPE_AFTER_MS 150

typedef enum
{
  TOGGLE_NAMES,
  TOGGLE_CATEGORIES,
  TOGGLE_ARGUMENTS,
  TOGGLE_REGEX,
  TOGGLE_CASE,
  TOGGLE_LONGEST,
  N_TOGGLES
} Toggle;

static const struct
{
  const char *label, *description;
  bool is_active;
} toggles[N_TOGGLES] = {
  [TOGGLE_NAMES] = { N_ ("Names"), N_ ("Search in names"), true },
  [TOGGLE_CATEGORIES] = { N_ ("Categories"), N_ ("Search in categories"), true },
  [TOGGLE_ARGUMENTS] = { N_ ("Arguments"), N_ ("Search in arguments"), true },
  [TOGGLE_REGEX] = { ".*", N_ ("Regular expression"), false },
  [TOGGLE_CASE] = { "Aa", N_ ("Match case"), false },
  [TOGGLE_LONGEST] = { N_ ("Longest First"), N_ ("List the longest first"), false },
};

struct _SearchPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  SearchTask *task;
  SearchResult *found; /* NULL: nothing is searched for, or it cannot be */
  IdModel *slices, *tracks;
  GtkSingleSelection *slice_selection, *track_selection;
  guint at;         /* place in the list of the match that was shown last */
  int pending_walk; /* asked for while a search runs */
  bool is_setting;  /* the lists' selection is changed from here */
  uint32_t track;   /* TRACE_NONE: all are listed */
  size_t n_widgets; /* rows that the list has shown so far, and so has widgets for */
  guint growing, busy_source, scope_source;

  GtkWidget *scroller, *entry, *toggles[N_TOGGLES], *status, *lists, *list, *empty, *sentence, *detail;
};

G_DEFINE_TYPE (SearchPage, search_page, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_COUNTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const Profile *
profile_of (SearchPage *self)
{
  return view_state_profile (timeline_scene_state (self->scene));
}

static const char *
text_of (SearchPage *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

static bool
is_on (SearchPage *self, Toggle toggle)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->toggles[toggle]));
}

static SearchOrder
order_of (SearchPage *self)
{
  return is_on (self, TOGGLE_LONGEST) ? SEARCH_BY_DURATION : SEARCH_BY_TIME;
}

static unsigned
texts_of (SearchPage *self)
{
  return (is_on (self, TOGGLE_NAMES) ? SEARCH_NAMES : 0u)
         | (is_on (self, TOGGLE_CATEGORIES) ? SEARCH_CATEGORIES : 0u)
         | (is_on (self, TOGGLE_ARGUMENTS) ? SEARCH_ARGUMENTS : 0u);
}

/* ---- what is said ---- */

static void
say (SearchPage *self, const char *status, bool is_error)
{
  gtk_label_set_text (GTK_LABEL (self->status), status);
  gtk_widget_set_tooltip_text (self->status, status);
  if (is_error)
    gtk_widget_add_css_class (self->status, "error");
  else
    gtk_widget_remove_css_class (self->status, "error");
}

static void
show_sentence (SearchPage *self, const char *sentence, const char *detail)
{
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
  gtk_label_set_text (GTK_LABEL (self->detail), detail);
  gtk_widget_set_visible (self->lists, FALSE);
  gtk_widget_set_visible (self->empty, TRUE);
}

static void
show_count (SearchPage *self, const char *remark)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *count = self->found != NULL ? search_text_count (self->found, numbers) : g_strdup ("");
  g_autofree char *text = remark != NULL ? g_strdup_printf ("%s · %s", remark, count) : g_strdup (count);

  say (self, text, false);
}

static gboolean
say_busy (gpointer user_data)
{
  SearchPage *self = DETAILS_SEARCH_PAGE (user_data);

  self->busy_source = 0;
  say (self, _ ("Searching…"), false);
  return G_SOURCE_REMOVE;
}

/* ---- lists ---- */

static gboolean
grow (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SearchPage *self = DETAILS_SEARCH_PAGE (widget);
  bool has_all_widgets = self->n_widgets >= LIST_WIDGETS;
  size_t n_more = id_model_show_more (self->slices, has_all_widgets ? G_MAXINT : SHOWN_AT_FIRST);

  (void) clock;
  (void) user_data;
  self->n_widgets = MAX (self->n_widgets, g_list_model_get_n_items (G_LIST_MODEL (self->slices)));
  if (n_more > 0)
    return G_SOURCE_CONTINUE;
  self->growing = 0;
  return G_SOURCE_REMOVE;
}

static void
stop_growing (SearchPage *self)
{
  if (self->growing != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->growing);
  self->growing = 0;
}

/* The list begins with as many rows as it has widgets for. */
static void
take_list (SearchPage *self, uint64_t *ids, size_t n)
{
  stop_growing (self);
  self->at = GTK_INVALID_LIST_POSITION;
  self->is_setting = true;
  id_model_take (self->slices, ids, n, MAX (self->n_widgets, SHOWN_AT_FIRST));
  gtk_single_selection_set_selected (self->slice_selection, GTK_INVALID_LIST_POSITION);
  self->is_setting = false;
  self->n_widgets =
    MIN (MAX (self->n_widgets, g_list_model_get_n_items (G_LIST_MODEL (self->slices))), LIST_WIDGETS);
  if (id_model_show_more (self->slices, 0) > 0)
    self->growing = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow, NULL, NULL);
}

static void
take_tracks (SearchPage *self)
{
  size_t n = 0;
  uint64_t *places = self->found != NULL ? search_lists_order_tracks (self->found, &n) : NULL;

  self->track = TRACE_NONE;
  self->is_setting = true;
  id_model_take (self->tracks, places, n, n);
  gtk_single_selection_set_selected (self->track_selection, n > 0 ? 0 : GTK_INVALID_LIST_POSITION);
  self->is_setting = false;
}

/* The rows' texts come from what was found, so it goes after they have. */
static void
set_found (SearchPage *self, SearchResult *found)
{
  SearchResult *before = self->found;

  self->found = found != NULL ? search_result_ref (found) : NULL;
  take_tracks (self);
  search_result_unref (before);
  timeline_scene_set_found (self->scene, self->found);
  g_signal_emit (self, signals[SIGNAL_COUNTED], 0, found != NULL ? search_result_n_hits (found) : 0);
}

/* ---- searching ---- */

static void
forget (SearchPage *self)
{
  search_task_cancel (self->task);
  g_clear_handle_id (&self->busy_source, g_source_remove);
  self->pending_walk = 0;
  take_list (self, NULL, 0);
  set_found (self, NULL);
}

static void
search (SearchPage *self)
{
  StatsScope scope = view_state_stats_scope (timeline_scene_state (self->scene));
  SearchQuery query = {
    .text = text_of (self),
    .is_regex = is_on (self, TOGGLE_REGEX),
    .match_case = is_on (self, TOGGLE_CASE),
    .texts = texts_of (self),
    .rank = scope.rank,
    .device = scope.device,
    .has_window = !scope.is_whole,
    .begin_ns = scope.begin_ns,
    .end_ns = scope.end_ns,
  };

  if (query.text[0] == '\0' || query.texts == 0)
    {
      forget (self);
      say (self, "", false);
      show_sentence (self, _ ("Search the whole profile"),
                     query.texts == 0 ? _ ("Choose what to search in: names, categories or arguments.")
                                      : _ ("Type a part of a name, a category or an argument."));
      return;
    }
  search_task_search (self->task, profile_of (self)->trace, &query, order_of (self));
  if (self->busy_source == 0)
    self->busy_source = g_timeout_add (SAY_BUSY_MS, say_busy, self);
}

static void
list_again (SearchPage *self)
{
  if (self->found != NULL && !search_task_is_running (self->task))
    search_task_list (self->task, self->found, order_of (self), self->track);
  else if (search_task_is_running (self->task))
    search (self);
}

static void
show_error (SearchPage *self, const GError *error)
{
  forget (self);
  say (self, error->message, true);
  show_sentence (self, _ ("This cannot be searched for"), error->message);
}

static void
delivered (SearchAnswer *answer, gpointer user_data)
{
  SearchPage *self = DETAILS_SEARCH_PAGE (user_data);
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;

  g_clear_handle_id (&self->busy_source, g_source_remove);
  if (answer->result == NULL)
    {
      show_error (self, answer->error);
      return;
    }
  take_list (self, g_steal_pointer (&answer->list), answer->n_listed);
  if (answer->result != self->found)
    set_found (self, answer->result);
  show_count (self, NULL);
  if (search_result_n_hits (self->found) == 0)
    {
      g_autofree char *nothing = search_text_nothing (text_of (self));
      g_autofree char *searched =
        search_text_searched (texts_of (self), search_result_n_searched (self->found), numbers);

      say (self, nothing, false);
      show_sentence (self, nothing, searched);
    }
  gtk_widget_set_visible (self->empty, search_result_n_hits (self->found) == 0);
  gtk_widget_set_visible (self->lists, search_result_n_hits (self->found) > 0);
  if (self->pending_walk != 0)
    search_page_walk (self, self->pending_walk);
  self->pending_walk = 0;
}

static gboolean
scope_rested (gpointer user_data)
{
  DETAILS_SEARCH_PAGE (user_data)->scope_source = 0;
  search (DETAILS_SEARCH_PAGE (user_data));
  return G_SOURCE_REMOVE;
}

/* A scope that follows the timeline changes with every frame of a motion. */
static void
state_changed (SearchPage *self, guint changes)
{
  if ((changes & VIEW_CHANGED_SCOPE) == 0 || text_of (self)[0] == '\0')
    return;
  g_clear_handle_id (&self->scope_source, g_source_remove);
  self->scope_source = g_timeout_add (SCOPE_AFTER_MS, scope_rested, self);
}

/* ---- from match to match ---- */

static uint64_t
selected_slice (SearchPage *self)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));

  return selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
}

/* Selects it; moves the view only when it lies outside. */
static void
show_slice (SearchPage *self, uint64_t slice)
{
  ViewState *state = timeline_scene_state (self->scene);
  const SliceColumns *slices = trace_slices (profile_of (self)->trace);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  if (slice_start_ns (slices, slice) >= end_ns || slice_end_ns (slices, slice) <= begin_ns)
    timeline_scene_go_to_slice (self->scene, slice);
  else
    view_state_select_slice (state, slice);
}

static bool
is_before (const SliceColumns *slices, uint64_t a, uint64_t b)
{
  int64_t a_ns = slice_start_ns (slices, a), b_ns = slice_start_ns (slices, b);

  return a_ns < b_ns || (a_ns == b_ns && a < b);
}

/* Where a walk begins: the place of the selected slice, or where in time it would be; *ret_is_there: it is in the list. */
static size_t
find_place (SearchPage *self, const uint64_t *ids, size_t n, bool *ret_is_there)
{
  const SliceColumns *slices = trace_slices (profile_of (self)->trace);
  uint64_t selected = selected_slice (self);
  size_t low = 0, high = n;

  *ret_is_there = self->at < n && ids[self->at] == selected;
  if (*ret_is_there)
    return self->at;
  if (selected == SLICE_NONE || order_of (self) != SEARCH_BY_TIME)
    return 0;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (is_before (slices, ids[middle], selected))
        low = middle + 1;
      else
        high = middle;
    }
  *ret_is_there = low < n && ids[low] == selected;
  return low;
}

static void
show_place (SearchPage *self, size_t place)
{
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);
  uint64_t slice = ids[place];

  self->at = (guint) place;
  if (place >= g_list_model_get_n_items (G_LIST_MODEL (self->slices)))
    id_model_show_more (self->slices, G_MAXINT);
  self->is_setting = true;
  gtk_single_selection_set_selected (self->slice_selection, (guint) place);
  self->is_setting = false;
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", (guint) place);
  show_slice (self, slice);
}

bool
search_page_walk (SearchPage *self, int by)
{
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);
  bool is_there;

  if (search_task_is_running (self->task))
    {
      self->pending_walk = by;
      return true;
    }
  if (n == 0)
    return text_of (self)[0] != '\0';
  size_t place = find_place (self, ids, n, &is_there), next;
  bool wraps;
  if (by > 0)
    {
      next = is_there ? place + 1 : place;
      wraps = next >= n;
      next = wraps ? 0 : next;
    }
  else
    {
      wraps = place == 0;
      next = wraps ? n - 1 : place - 1;
    }
  /* In a list by duration a slice that is not in it has no place: nothing was passed. */
  wraps = wraps && (is_there || order_of (self) == SEARCH_BY_TIME) && selected_slice (self) != SLICE_NONE;
  show_place (self, next);
  show_count (self, !wraps ? NULL : by > 0 ? _ ("Continued at the first") : _ ("Continued at the last"));
  return true;
}

bool
search_page_clear (SearchPage *self)
{
  bool had_any = text_of (self)[0] != '\0';

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  return had_any;
}

void
search_page_focus_entry (SearchPage *self)
{
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static void
slice_chosen (SearchPage *self)
{
  guint place = gtk_single_selection_get_selected (self->slice_selection);
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);

  if (self->is_setting || place >= n)
    return;
  self->at = place;
  show_slice (self, ids[place]);
}

static void
track_chosen (SearchPage *self)
{
  size_t n, n_tracks;
  const uint64_t *places = id_model_ids (self->tracks, &n);
  guint chosen = gtk_single_selection_get_selected (self->track_selection);

  if (self->is_setting || self->found == NULL || chosen >= n)
    return;
  const SearchTrack *tracks = search_result_tracks (self->found, &n_tracks);
  self->track = places[chosen] < n_tracks ? tracks[places[chosen]].track : TRACE_NONE;
  list_again (self);
}

/* ---- keys ---- */

static void
go_back (SearchPage *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), TIMELINE_TYPE_PAGE);

  if (page != NULL)
    gtk_widget_grab_focus (page);
}

static gboolean
key_pressed (SearchPage *self, guint keyval, guint keycode, GdkModifierType held)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  bool is_shifted = (held & GDK_SHIFT_MASK) != 0;
  bool is_in_entry = focus != NULL && gtk_widget_is_ancestor (focus, self->entry);

  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Escape:
      go_back (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_F3:
      search_page_walk (self, is_shifted ? -1 : 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (!is_in_entry)
        return GDK_EVENT_PROPAGATE;
      search_page_walk (self, is_shifted ? -1 : 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      if (!is_in_entry || !gtk_widget_get_visible (self->lists))
        return GDK_EVENT_PROPAGATE;
      gtk_widget_child_focus (self->list, GTK_DIR_TAB_FORWARD);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- life ---- */

static void
search_page_dispose (GObject *object)
{
  SearchPage *self = DETAILS_SEARCH_PAGE (object);

  g_clear_handle_id (&self->busy_source, g_source_remove);
  g_clear_handle_id (&self->scope_source, g_source_remove);
  g_clear_pointer (&self->task, search_task_free);
  if (self->scroller != NULL)
    stop_growing (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->slice_selection);
  g_clear_object (&self->track_selection);
  g_clear_object (&self->slices);
  g_clear_object (&self->tracks);
  g_clear_pointer (&self->found, search_result_unref);
  g_clear_object (&self->scene);
  G_OBJECT_CLASS (search_page_parent_class)->dispose (object);
}

static void
search_page_class_init (SearchPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = search_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  /* uint64: how many slices match; 0 also while nothing is searched for. */
  signals[SIGNAL_COUNTED] = g_signal_new ("counted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
}

static GtkSingleSelection *
new_selection (SearchPage *self, IdModel *model, GCallback chosen)
{
  GtkSingleSelection *selection = gtk_single_selection_new (NULL);

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, G_LIST_MODEL (model));
  g_signal_connect_object (selection, "notify::selected", chosen, self, G_CONNECT_SWAPPED);
  return selection;
}

static void
search_page_init (SearchPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->at = GTK_INVALID_LIST_POSITION;
  self->track = TRACE_NONE;
  self->task = search_task_new (delivered, self);
  self->slices = id_model_new ();
  self->tracks = id_model_new ();
  self->slice_selection = new_selection (self, self->slices, G_CALLBACK (slice_chosen));
  self->track_selection = new_selection (self, self->tracks, G_CALLBACK (track_chosen));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static GtkWidget *
new_toggle (SearchPage *self, Toggle toggle)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_ (toggles[toggle].label));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), toggles[toggle].is_active);
  gtk_widget_set_tooltip_text (button, _ (toggles[toggle].description));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (toggles[toggle].description), -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (toggle == TOGGLE_LONGEST ? list_again : search),
                           self, G_CONNECT_SWAPPED);
  self->toggles[toggle] = button;
  return button;
}

static void
walk_back (SearchPage *self)
{
  search_page_walk (self, -1);
}

static void
walk_on (SearchPage *self)
{
  search_page_walk (self, 1);
}

static GtkWidget *
new_arrow (SearchPage *self, const char *icon, const char *description, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
new_group (SearchPage *self, Toggle first, Toggle last)
{
  GtkWidget *group = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (group, "linked");
  for (Toggle toggle = first; toggle <= last; toggle++)
    gtk_box_append (GTK_BOX (group), new_toggle (self, toggle));
  return group;
}

static GtkWidget *
new_bar (SearchPage *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Search slices"), "width-chars", 26, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search slices"), -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (search), self, G_CONNECT_SWAPPED);
  self->status = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (self->status), 24);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_widget_set_hexpand (self->status, TRUE);
  gtk_widget_add_css_class (self->status, "numeric");

  gtk_box_append (GTK_BOX (bar), self->entry);
  gtk_box_append (GTK_BOX (bar),
                  new_arrow (self, "go-up-symbolic", _ ("Previous match"), G_CALLBACK (walk_back)));
  gtk_box_append (GTK_BOX (bar),
                  new_arrow (self, "go-down-symbolic", _ ("Next match"), G_CALLBACK (walk_on)));
  gtk_box_append (GTK_BOX (bar), new_group (self, TOGGLE_REGEX, TOGGLE_CASE));
  gtk_box_append (GTK_BOX (bar), new_group (self, TOGGLE_NAMES, TOGGLE_ARGUMENTS));
  gtk_box_append (GTK_BOX (bar), new_toggle (self, TOGGLE_LONGEST));
  gtk_box_append (GTK_BOX (bar), self->status);
  return bar;
}

static GtkWidget *
new_empty (SearchPage *self)
{
  self->empty = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  self->sentence = gtk_label_new (NULL);
  self->detail = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->sentence), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_wrap (GTK_LABEL (self->detail), TRUE);
  gtk_widget_add_css_class (self->sentence, "heading");
  gtk_widget_add_css_class (self->detail, "secondary");
  gtk_widget_set_vexpand (self->empty, TRUE);
  gtk_widget_set_valign (self->empty, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->empty), self->sentence);
  gtk_box_append (GTK_BOX (self->empty), self->detail);
  return self->empty;
}

static GtkWidget *
new_lists (SearchPage *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  GtkWidget *tracks = search_lists_new_tracks ((const SearchResult *const *) &self->found, state,
                                               GTK_SELECTION_MODEL (self->track_selection));

  self->lists = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, MARGIN_PX);
  gtk_box_append (GTK_BOX (self->lists),
                  search_lists_new_found (state, GTK_SELECTION_MODEL (self->slice_selection), &self->list));
  gtk_widget_set_size_request (tracks, TRACKS_PX, -1);
  gtk_widget_set_hexpand (tracks, FALSE);
  gtk_box_append (GTK_BOX (self->lists), tracks);
  gtk_widget_set_vexpand (self->lists, TRUE);
  return self->lists;
}

GtkWidget *
search_page_new (TimelineScene *scene)
{
  SearchPage *self = g_object_new (DETAILS_TYPE_SEARCH_PAGE, NULL);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->scene = g_object_ref (scene);
  gtk_widget_set_margin_start (content, MARGIN_PX);
  gtk_widget_set_margin_end (content, MARGIN_PX);
  gtk_widget_set_margin_top (content, 4);
  gtk_box_append (GTK_BOX (content), new_bar (self));
  gtk_box_append (GTK_BOX (content), new_lists (self));
  gtk_box_append (GTK_BOX (content), new_empty (self));

  /* Columns do not make the pane wider than it is; the lists in them scroll up and down. */
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (timeline_scene_state (scene), "changed", G_CALLBACK (state_changed), self,
                           G_CONNECT_SWAPPED);
  search (self);
  return GTK_WIDGET (self);
}
