/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search/search_page.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/facts/search_text.h"
#include "widgets/details/search/search_bar.h"
#include "widgets/details/search/search_results.h"
#include "widgets/details/search/search_task.h"
#include "widgets/look/screen_style.h"

#define MARGIN_PX      16
#define SAY_BUSY_MS    200
#define SCOPE_AFTER_MS 150

struct _SearchPage
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  SearchTask *task;
  SearchResult *found; /* NULL: nothing is searched for, or it cannot be */
  uint32_t track;      /* TRACE_NONE: all are listed */
  size_t at;           /* place in the list of the match that was shown last */
  int pending_walk;    /* asked for while a search runs */
  guint busy_source, scope_source;

  GtkWidget *scroller, *empty, *sentence, *detail;
  SearchBar *bar;
  SearchResults *results;
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

/* ---- what is said ---- */

static void
show_sentence (SearchPage *self, const char *sentence, const char *detail)
{
  gtk_label_set_text (GTK_LABEL (self->sentence), sentence);
  gtk_widget_remove_css_class (self->sentence, "error");
  gtk_label_set_text (GTK_LABEL (self->detail), detail);
  gtk_widget_set_visible (GTK_WIDGET (self->results), FALSE);
  gtk_widget_set_visible (self->empty, TRUE);
}

static void
show_count (SearchPage *self, const char *remark)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autofree char *count = self->found != NULL ? search_text_count (self->found, numbers) : g_strdup ("");
  g_autofree char *text = remark != NULL ? g_strdup_printf ("%s · %s", remark, count) : g_strdup (count);

  search_bar_say (self->bar, text);
}

static gboolean
say_busy (gpointer user_data)
{
  SearchPage *self = DETAILS_SEARCH_PAGE (user_data);

  self->busy_source = 0;
  search_bar_say (self->bar, _ ("Searching…"));
  return G_SOURCE_REMOVE;
}

static void
take_list (SearchPage *self, uint64_t *slices, size_t n)
{
  self->at = SIZE_MAX;
  search_results_take_list (self->results, slices, n);
}

static void
set_found (SearchPage *self, SearchResult *found)
{
  SearchResult *before = self->found;

  self->found = found != NULL ? search_result_ref (found) : NULL;
  self->track = TRACE_NONE;
  search_results_set_found (self->results, found);
  search_bar_set_has_matches (self->bar, found != NULL && search_result_n_hits (found) > 0);
  timeline_scene_set_found (self->scene, found);
  search_result_unref (before);
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
    .rank = scope.rank,
    .device = scope.device,
    .has_window = !scope.is_whole,
    .begin_ns = scope.begin_ns,
    .end_ns = scope.end_ns,
  };

  search_bar_read (self->bar, &query);
  if (query.text[0] == '\0' || query.texts == 0)
    {
      forget (self);
      search_bar_say (self->bar, "");
      show_sentence (self, _ ("Search the whole profile"),
                     query.texts == 0 ? _ ("Choose what to search: names, categories or arguments.")
                                      : _ ("Type part of a name, a category or an argument."));
      return;
    }
  search_task_search (self->task, profile_of (self)->trace, &query, search_bar_order (self->bar));
  if (self->busy_source == 0)
    self->busy_source = g_timeout_add (SAY_BUSY_MS, say_busy, self);
}

/* A list that is being made gives way to this one; a search has to be asked anew for its list. */
static void
list_again (SearchPage *self)
{
  if (search_task_is_searching (self->task))
    search (self);
  else if (self->found != NULL)
    search_task_list (self->task, self->found, search_bar_order (self->bar), self->track);
}

static void
show_error (SearchPage *self, const GError *error)
{
  forget (self);
  /* Said once, where there is room for what is wrong with it. */
  search_bar_say (self->bar, "");
  show_sentence (self, search_text_error (error), search_text_error_detail (error));
  gtk_widget_add_css_class (self->sentence, "error");
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
      SearchQuery query;

      search_bar_read (self->bar, &query);
      g_autofree char *nothing = search_text_nothing (query.text);
      g_autofree char *searched =
        search_text_searched (query.texts, search_result_n_searched (self->found), numbers);
      search_bar_say (self->bar, "");
      show_sentence (self, nothing, searched);
    }
  gtk_widget_set_visible (self->empty, search_result_n_hits (self->found) == 0);
  gtk_widget_set_visible (GTK_WIDGET (self->results), search_result_n_hits (self->found) > 0);
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
  if ((changes & VIEW_CHANGED_SCOPE) == 0 || !search_bar_has_text (self->bar))
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
  if (selected == SLICE_NONE || search_bar_order (self->bar) != SEARCH_BY_TIME)
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
  uint64_t slice = search_results_list (self->results, &n)[place];

  self->at = place;
  search_results_show_place (self->results, place);
  show_slice (self, slice);
}

bool
search_page_walk (SearchPage *self, int by)
{
  size_t n;
  const uint64_t *ids = search_results_list (self->results, &n);
  bool is_there;

  if (search_task_is_running (self->task))
    {
      self->pending_walk = by;
      return true;
    }
  if (n == 0)
    return search_bar_has_text (self->bar);
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
  wraps = wraps && (is_there || search_bar_order (self->bar) == SEARCH_BY_TIME)
          && selected_slice (self) != SLICE_NONE;
  show_place (self, next);
  show_count (self, !wraps   ? NULL
                    : by > 0 ? _ ("Continued from the first match")
                             : _ ("Continued from the "
                                  "last match"));
  return true;
}

void
search_page_search_names (SearchPage *self, const char *text)
{
  g_autofree char *begin = g_strndup (text, SEARCH_TEXT_MAX_BYTES);
  const char *end;

  /* A character that is cut matches nothing. */
  if (!g_utf8_validate (begin, -1, &end))
    begin[end - begin] = '\0';
  search_bar_search_names (self->bar, begin);
}

bool
search_page_clear (SearchPage *self)
{
  bool had_any = search_bar_has_text (self->bar);

  search_bar_clear (self->bar);
  return had_any;
}

void
search_page_focus_entry (SearchPage *self)
{
  search_bar_focus (self->bar);
}

static void
slice_chosen (SearchPage *self, guint64 place)
{
  size_t n;
  const uint64_t *slices = search_results_list (self->results, &n);

  if (place >= n)
    return;
  self->at = (size_t) place;
  show_slice (self, slices[place]);
}

static void
track_chosen (SearchPage *self, guint track)
{
  self->track = track;
  list_again (self);
}

/* ---- keys ---- */

static void
go_back (SearchPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), TIMELINE_FOCUS_ROWS, NULL);
}

static gboolean
key_pressed (SearchPage *self, guint keyval, guint keycode, GdkModifierType held)
{
  bool is_shifted = (held & GDK_SHIFT_MASK) != 0;
  bool is_in_entry = search_bar_is_typed_into (self->bar);

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
      if (!is_in_entry || !gtk_widget_get_visible (GTK_WIDGET (self->results)))
        return GDK_EVENT_PROPAGATE;
      search_results_focus_list (self->results);
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
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
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

static void
search_page_init (SearchPage *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->at = SIZE_MAX;
  self->track = TRACE_NONE;
  self->task = search_task_new (delivered, self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
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

GtkWidget *
search_page_new (TimelineScene *scene)
{
  SearchPage *self = g_object_new (DETAILS_TYPE_SEARCH_PAGE, NULL);
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  self->scene = g_object_ref (scene);
  gtk_widget_set_margin_start (content, MARGIN_PX);
  gtk_widget_set_margin_end (content, MARGIN_PX);
  gtk_widget_set_margin_top (content, 4);
  self->bar = DETAILS_SEARCH_BAR (search_bar_new ());
  self->results = DETAILS_SEARCH_RESULTS (search_results_new (timeline_scene_state (scene)));
  gtk_widget_set_vexpand (GTK_WIDGET (self->results), TRUE);
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->bar));
  gtk_box_append (GTK_BOX (content), GTK_WIDGET (self->results));
  gtk_box_append (GTK_BOX (content), new_empty (self));

  /* Columns do not make the pane wider than it is; the lists in them scroll up and down. */
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), content);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->bar, "changed", G_CALLBACK (search), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bar, "order-changed", G_CALLBACK (list_again), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bar, "walk", G_CALLBACK (search_page_walk), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->results, "slice-chosen", G_CALLBACK (slice_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->results, "track-chosen", G_CALLBACK (track_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (timeline_scene_state (scene), "changed", G_CALLBACK (state_changed), self,
                           G_CONNECT_SWAPPED);
  search (self);
  return GTK_WIDGET (self);
}
