/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/sides_search.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/compared.h"
#include "widgets/details/facts/search_text.h"
#include "widgets/details/search/search_bar.h"
#include "widgets/details/search/search_task.h"
#include "widgets/look/screen_style.h"

typedef struct
{
  SidesSearch *search;
  TimelineScene *scene;
  SearchTask *task;
  uint64_t *list; /* matches in the order of the bar; NULL if there are none */
  size_t n_listed, at;
} SearchedSide;

struct _SidesSearch
{
  GtkWidget parent_instance;

  SearchedSide sides[SIDES_SEARCH_MAX];
  guint n, side;
  SearchBar *bar;
};

G_DEFINE_FINAL_TYPE (SidesSearch, sides_search, GTK_TYPE_WIDGET)

enum
{
  WALKED,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- what came of it ---- */

static void
say_counts (SidesSearch *self)
{
  const NumberStyle *numbers = screen_style_get (GTK_WIDGET (self))->numbers;
  g_autoptr (GString) text = g_string_new (NULL);
  bool has_any = false;

  for (guint i = 0; i < self->n; i++)
    {
      const SearchResult *found = timeline_scene_found (self->sides[i].scene);
      char count[NUMBER_TEXT_MAX];

      if (found == NULL)
        continue;
      number_text_count (numbers, search_result_n_hits (found), count);
      g_string_append_printf (text, "%s%s: %s", text->len > 0 ? ", " : "", compared_letter (i), count);
      has_any = has_any || search_result_n_hits (found) > 0;
    }
  search_bar_say (self->bar, text->str);
  search_bar_set_has_matches (self->bar, has_any);
}

static void
forget (SearchedSide *side)
{
  search_task_cancel (side->task);
  timeline_scene_set_found (side->scene, NULL);
  g_clear_pointer (&side->list, free);
  side->n_listed = 0;
}

static void
delivered (SearchAnswer *answer, gpointer user_data)
{
  SearchedSide *side = user_data;

  if (answer->result == NULL)
    {
      forget (side);
      search_bar_say (side->search->bar, search_text_error (answer->error));
      return;
    }
  free (side->list);
  side->list = g_steal_pointer (&answer->list);
  side->n_listed = side->list != NULL ? answer->n_listed : 0;
  side->at = SIZE_MAX;
  timeline_scene_set_found (side->scene, answer->result);
  say_counts (side->search);
}

static void
search (SidesSearch *self)
{
  SearchQuery query = { 0 };

  search_bar_read (self->bar, &query);
  for (guint i = 0; i < self->n; i++)
    {
      SearchedSide *side = &self->sides[i];
      ViewState *state = timeline_scene_state (side->scene);

      query.rank = view_state_scope (state)->rank;
      query.device = view_state_scope (state)->device;
      if (query.text[0] == '\0' || query.texts == 0)
        forget (side);
      else
        search_task_search (side->task, view_state_profile (state)->trace, &query,
                            search_bar_order (self->bar));
    }
  say_counts (self);
}

/* ---- from match to match ---- */

static bool
is_before (const SliceColumns *slices, uint64_t a, uint64_t b)
{
  int64_t a_ns = slice_start_ns (slices, a), b_ns = slice_start_ns (slices, b);

  return a_ns < b_ns || (a_ns == b_ns && a < b);
}

/* The place of a slice in the list, or where it would be. */
static size_t
place_of (const SearchedSide *side, uint64_t slice, bool is_by_time, bool *ret_is_there)
{
  const SliceColumns *slices = trace_slices (view_state_profile (timeline_scene_state (side->scene))->trace);
  size_t low = 0, high = side->n_listed;

  *ret_is_there = side->at < side->n_listed && side->list[side->at] == slice;
  if (*ret_is_there)
    return side->at;
  if (slice == SLICE_NONE || !is_by_time)
    return 0;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (is_before (slices, side->list[middle], slice))
        low = middle + 1;
      else
        high = middle;
    }
  *ret_is_there = low < side->n_listed && side->list[low] == slice;
  return low;
}

bool
sides_search_walk (SidesSearch *self, int by)
{
  if (!search_bar_has_text (self->bar) || self->side >= self->n)
    return false;

  SearchedSide *side = &self->sides[self->side];
  const ViewSelection *selection = view_state_selection (timeline_scene_state (side->scene));
  uint64_t selected = selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
  bool is_there;

  if (side->n_listed == 0)
    return true;
  size_t place = place_of (side, selected, search_bar_order (self->bar) == SEARCH_BY_TIME, &is_there);
  if (by > 0)
    place = (is_there ? place + 1 : place) % side->n_listed;
  else
    place = (place + side->n_listed - 1) % side->n_listed;
  side->at = place;
  g_signal_emit (self, signals[WALKED], 0, self->side, side->list[place]);
  return true;
}

static void
walk (SidesSearch *self, int by)
{
  sides_search_walk (self, by);
}

void
sides_search_begin (SidesSearch *self)
{
  search_bar_focus (self->bar);
}

bool
sides_search_clear (SidesSearch *self)
{
  bool had_any = search_bar_has_text (self->bar);

  search_bar_clear (self->bar);
  return had_any;
}

void
sides_search_set_side (SidesSearch *self, guint side)
{
  self->side = side;
}

/* ---- the timelines ---- */

static void
let_go (SidesSearch *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      forget (&self->sides[i]);
      g_clear_pointer (&self->sides[i].task, search_task_free);
      g_clear_object (&self->sides[i].scene);
    }
  self->n = 0;
}

void
sides_search_set (SidesSearch *self, TimelineScene *const *scenes, guint n)
{
  let_go (self);
  self->n = MIN (n, SIDES_SEARCH_MAX);
  self->side = 0;
  for (guint i = 0; i < self->n; i++)
    self->sides[i] = (SearchedSide){ .search = self,
                                     .scene = g_object_ref (scenes[i]),
                                     .task = search_task_new (delivered, &self->sides[i]) };
  search (self);
}

/* ---- the widget ---- */

static gboolean
key_pressed (SidesSearch *self, guint keyval, guint keycode, GdkModifierType held)
{
  int by = (held & GDK_SHIFT_MASK) != 0 ? -1 : 1;

  (void) keycode;
  if ((held & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Escape:
      g_signal_emit (self, signals[LEFT], 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_F3:
      sides_search_walk (self, by);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (!search_bar_is_typed_into (self->bar))
        return GDK_EVENT_PROPAGATE;
      sides_search_walk (self, by);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
sides_search_dispose (GObject *object)
{
  SidesSearch *self = SIDES_SEARCH (object);
  GtkWidget *child;

  let_go (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (sides_search_parent_class)->dispose (object);
}

static void
sides_search_class_init (SidesSearchClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sides_search_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  signals[WALKED] = g_signal_new ("walked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  G_TYPE_UINT, G_TYPE_UINT64);
  signals[LEFT] = g_signal_new ("left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sides_search_init (SidesSearch *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->bar = DETAILS_SEARCH_BAR (search_bar_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->bar), GTK_WIDGET (self));
  g_signal_connect_swapped (self->bar, "changed", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->bar, "order-changed", G_CALLBACK (search), self);
  g_signal_connect_swapped (self->bar, "walk", G_CALLBACK (walk), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
sides_search_new (void)
{
  return g_object_new (SIDES_TYPE_SEARCH, NULL);
}
