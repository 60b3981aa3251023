/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/side_list.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/scope/scope_carry.h"
#include "app/scope/step_text.h"
#include "widgets/details/facts/area_text.h"
#include "widgets/timeline/view/ruler.h"

struct _SideList
{
  GObject parent_instance;

  ProfileList *list;
  Side sides[COMPARED_SIDES_MAX];
  char *paths[COMPARED_SIDES_MAX]; /* of the profiles of sides */
  guint n;
  bool is_chosen; /* by the user */
  GArray *wanted; /* of Wanted; NULL: none */
  char *awaited;  /* as side_list_awaited () returns it */
};

/* A profile that is compared when it is loaded. */
typedef struct
{
  char *path;
  bool was_loaded;
} Wanted;

G_DEFINE_FINAL_TYPE (SideList, side_list, G_TYPE_OBJECT)

static guint changed_signal;

static void follow_state (SideList *self, guint changes, ViewState *state);

/* ---- sides ---- */

static void
drop_sides (SideList *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_signal_handlers_disconnect_by_func (loaded_profile_state (self->sides[i].loaded), follow_state, self);
      g_object_unref (self->sides[i].loaded);
      g_clear_pointer (&self->paths[i], g_free);
    }
  self->n = 0;
}

/* sides must not be those of self, whose profiles may go. */
static void
take_sides (SideList *self, const Side *sides, guint n)
{
  for (guint i = 0; i < n; i++)
    g_object_ref (sides[i].loaded);
  drop_sides (self);
  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      ViewState *state = loaded_profile_state (sides[i].loaded);

      self->sides[i] = sides[i];
      self->paths[i] = g_strdup (loaded_profile_profile (sides[i].loaded)->path);
      g_signal_handlers_disconnect_by_func (state, follow_state, self);
      g_signal_connect_object (state, "changed", G_CALLBACK (follow_state), self, G_CONNECT_SWAPPED);
    }
  g_signal_emit (self, changed_signal, 0);
}

static void
follow_state (SideList *self, guint changes, ViewState *state)
{
  bool is_of_part = (changes & VIEW_CHANGED_PROFILE) != 0;

  for (guint i = 0; i < self->n && !is_of_part; i++)
    is_of_part = (changes & VIEW_CHANGED_SCOPE) != 0 && self->sides[i].choice == SIDE_SCOPE
                 && loaded_profile_state (self->sides[i].loaded) == state;
  if (is_of_part)
    g_signal_emit (self, changed_signal, 0);
}

/* ---- the loaded profiles ---- */

static Wanted *
wanted_at (SideList *self, guint i)
{
  return &g_array_index (self->wanted, Wanted, i);
}

/* A profile that is still being read is not compared: its steps and totals are not those of the run. */
static LoadedProfile *
find_whole (SideList *self, const char *path)
{
  LoadedProfile *loaded = profile_list_find (self->list, path);

  return loaded != NULL && !loaded_profile_is_partial (loaded) ? loaded : NULL;
}

/* What was loaded and is no longer is not wanted any more. */
static guint
find_wanted (SideList *self, Side *sides)
{
  guint n = 0;

  for (guint i = 0; i < self->wanted->len;)
    {
      LoadedProfile *loaded = find_whole (self, wanted_at (self, i)->path);

      if (loaded == NULL && wanted_at (self, i)->was_loaded)
        {
          g_array_remove_index (self->wanted, i);
          continue;
        }
      wanted_at (self, i)->was_loaded = loaded != NULL;
      if (loaded != NULL && n < COMPARED_SIDES_MAX)
        sides[n++] = (Side){ .loaded = loaded, .rank = TRACE_NONE };
      i++;
    }
  return n;
}

static const char *
find_missing (SideList *self)
{
  for (guint i = 0; self->wanted != NULL && i < self->wanted->len; i++)
    if (!wanted_at (self, i)->was_loaded)
      return wanted_at (self, i)->path;
  return NULL;
}

/* Without a choice of the user, what is being read will be a side. n: the sides. */
static const char *
find_awaited (SideList *self, guint n)
{
  const char *path = find_missing (self);

  for (guint i = 0;
       path == NULL && !self->is_chosen && n < SIDES_TAKEN_MAX && i < profile_list_count (self->list); i++)
    if (loaded_profile_is_partial (profile_list_get (self->list, i)))
      path = loaded_profile_profile (profile_list_get (self->list, i))->path;
  return path;
}

static void
set_awaited (SideList *self, const char *path)
{
  char *before = self->awaited;

  self->awaited = g_strdup (path);
  g_free (before);
}

static guint
find_first (SideList *self, Side *sides)
{
  guint n = 0;

  for (guint i = 0; i < profile_list_count (self->list) && n < SIDES_TAKEN_MAX; i++)
    if (!loaded_profile_is_partial (profile_list_get (self->list, i)))
      sides[n++] = (Side){ .loaded = profile_list_get (self->list, i), .rank = TRACE_NONE };
  return n;
}

/* A window outside of the profile limits nothing. */
static void
carry_window (Side *side, const Trace *from, const Trace *to)
{
  int64_t shift_ns = profile_list_shift_ns (from, to), begin_ns, end_ns;

  trace_span (to, &begin_ns, &end_ns);
  side->device = scope_carry_device (from, to, side->device);
  if (__builtin_sub_overflow (side->begin_ns, shift_ns, &side->begin_ns)
      || __builtin_sub_overflow (side->end_ns, shift_ns, &side->end_ns) || side->begin_ns >= end_ns
      || side->end_ns <= begin_ns)
    side->choice = SIDE_WHOLE;
}

/* The same part of a profile that was loaded again. It may have other ranks. */
static Side
carry_side (const Side *side, LoadedProfile *to)
{
  const Trace *before = loaded_profile_profile (side->loaded)->trace;
  const Trace *after = loaded_profile_profile (to)->trace;
  Side carried = *side;

  carried.loaded = to;
  carried.rank = scope_carry_rank (before, after, side->rank);
  if (side->choice == SIDE_WINDOW)
    carry_window (&carried, before, after);
  return carried;
}

/* The chosen sides that are still there, or have been reloaded. */
static guint
find_kept (SideList *self, Side *sides)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      LoadedProfile *loaded = self->sides[i].loaded;

      if (!profile_list_has (self->list, loaded))
        loaded = find_whole (self, self->paths[i]);
      if (loaded == NULL)
        continue;
      sides[n++] = carry_side (&self->sides[i], loaded);
    }
  return n;
}

static bool
is_same (SideList *self, const Side *sides, guint n)
{
  bool same = n == self->n;

  for (guint i = 0; i < n && same; i++)
    same = sides[i].loaded == self->sides[i].loaded && sides[i].choice == self->sides[i].choice;
  return same;
}

static void
follow_list (SideList *self)
{
  Side sides[COMPARED_SIDES_MAX];
  guint n = self->wanted != NULL ? find_wanted (self, sides) : self->is_chosen ? find_kept (self, sides) : 0;

  if (find_missing (self) == NULL)
    g_clear_pointer (&self->wanted, g_array_unref);
  if (self->wanted == NULL && n < 2)
    {
      self->is_chosen = false;
      n = find_first (self, sides);
    }

  const char *awaited = find_awaited (self, n);
  if (is_same (self, sides, n) && g_strcmp0 (awaited, self->awaited) == 0)
    return;
  set_awaited (self, awaited);
  take_sides (self, sides, n);
}

/* ---- choices ---- */

void
side_list_set (SideList *self, const Side *chosen, guint n)
{
  Side sides[COMPARED_SIDES_MAX];

  n = MIN (n, COMPARED_SIDES_MAX);
  for (guint i = 0; i < n; i++)
    sides[i] = chosen[i];
  g_clear_pointer (&self->wanted, g_array_unref);
  self->is_chosen = true;
  set_awaited (self, NULL);
  take_sides (self, sides, n);
}

void
side_list_replace (SideList *self, guint i, const Side *side)
{
  Side sides[COMPARED_SIDES_MAX];

  for (guint k = 0; k < self->n; k++)
    sides[k] = k == i ? *side : self->sides[k];
  side_list_set (self, sides, self->n);
}

void
side_list_remove (SideList *self, guint i)
{
  Side sides[COMPARED_SIDES_MAX];
  guint n = 0;

  for (guint k = 0; k < self->n; k++)
    if (k != i)
      sides[n++] = self->sides[k];
  side_list_set (self, sides, n);
}

static bool
is_side (SideList *self, LoadedProfile *loaded)
{
  for (guint i = 0; i < self->n; i++)
    if (self->sides[i].loaded == loaded)
      return true;
  return false;
}

void
side_list_add (SideList *self)
{
  Side sides[COMPARED_SIDES_MAX], added;

  if (self->n == 0 || self->n == COMPARED_SIDES_MAX)
    return;
  added = self->sides[self->n - 1];
  for (guint i = profile_list_count (self->list); i-- > 0;)
    {
      LoadedProfile *loaded = profile_list_get (self->list, i);

      if (!is_side (self, loaded) && !loaded_profile_is_partial (loaded))
        added = (Side){ .loaded = loaded, .rank = TRACE_NONE };
    }
  for (guint i = 0; i < self->n; i++)
    sides[i] = self->sides[i];
  sides[self->n] = added;
  side_list_set (self, sides, self->n + 1);
}

void
side_list_swap (SideList *self)
{
  Side sides[COMPARED_SIDES_MAX];

  if (self->n < 2)
    return;
  for (guint i = 0; i < self->n; i++)
    sides[i] = self->sides[i < 2 ? 1 - i : i];
  side_list_set (self, sides, self->n);
}

static void
wanted_clear (gpointer wanted)
{
  g_free (((Wanted *) wanted)->path);
}

void
side_list_want (SideList *self, const char *const *paths)
{
  g_clear_pointer (&self->wanted, g_array_unref);
  self->wanted = g_array_new (FALSE, FALSE, sizeof (Wanted));
  g_array_set_clear_func (self->wanted, wanted_clear);
  for (const char *const *path = paths; *path != NULL && self->wanted->len < COMPARED_SIDES_MAX; path++)
    {
      const Wanted wanted = { .path = g_strdup (*path) };

      g_array_append_val (self->wanted, wanted);
    }
  self->is_chosen = true;
  follow_list (self);
}

void
side_list_unwant (SideList *self, const char *path)
{
  for (guint i = self->wanted != NULL ? self->wanted->len : 0; i-- > 0;)
    if (!wanted_at (self, i)->was_loaded && (path == NULL || g_str_equal (wanted_at (self, i)->path, path)))
      g_array_remove_index (self->wanted, i);
  follow_list (self);
}

const char *
side_list_awaited (SideList *self)
{
  return self->awaited;
}

void
side_list_compare_step (SideList *self, LoadedProfile *loaded, uint64_t step)
{
  const Profile *profile = loaded_profile_profile (loaded);

  if (step >= step_table_count (profile->steps))
    return;
  const TraceStep *it = step_table_get (profile->steps, step);
  uint32_t rank = trace_n_ranks (profile->trace) > 1 ? it->rank : TRACE_NONE;
  int64_t id = it->has_number ? it->number : (int64_t) it->index;
  const Side sides[] = {
    { .loaded = loaded, .choice = SIDE_MEDIAN, .rank = rank },
    { .loaded = loaded, .choice = SIDE_STEPS, .first = id, .last = id, .rank = rank },
  };

  side_list_set (self, sides, G_N_ELEMENTS (sides));
}

/* ---- reading ---- */

ProfileList *
side_list_profiles (SideList *self)
{
  return self->list;
}

guint
side_list_count (SideList *self)
{
  return self->n;
}

const Side *
side_list_get (SideList *self, guint i)
{
  return &self->sides[i];
}

bool
side_keep_window (const Side *side, Side *ret_kept)
{
  StatsScope scope = view_state_stats_scope (loaded_profile_state (side->loaded));

  if (side->choice != SIDE_SCOPE || scope.is_whole)
    return false;
  *ret_kept = (Side){ .loaded = side->loaded,
                      .choice = SIDE_WINDOW,
                      .rank = scope.rank,
                      .begin_ns = scope.begin_ns,
                      .end_ns = scope.end_ns,
                      .device = scope.device };
  return true;
}

static char *
window_text (const Side *side)
{
  const ViewArea area = { .begin_ns = side->begin_ns, .end_ns = side->end_ns };
  const NumberStyle numbers = number_style_of_locale ();

  return area_text_span (&area, &numbers);
}

/* The number of the step, as the legend of its marks in the timeline has it. */
static char *
median_text (const Side *side)
{
  const Profile *profile = loaded_profile_profile (side->loaded);
  uint64_t row = compare_median_step (profile->trace, profile->steps, side->rank);
  char number[NUMBER_TEXT_MAX];

  if (row == UINT64_MAX)
    return g_strdup (_ ("Median step"));
  return g_strdup_printf (_ ("Median step %s"), ruler_step_number (profile, row, number));
}

int64_t
side_steps_from (const Side *side)
{
  const StepTable *steps = loaded_profile_profile (side->loaded)->steps;

  return step_table_count (steps) > 0 && !step_table_get (steps, 0)->has_number ? 1 : 0;
}

static char *
steps_text (const Side *side)
{
  int64_t first = side->first + side_steps_from (side), last = side->last + side_steps_from (side);

  return first == last ? g_strdup_printf (_ ("Step %" PRId64), first)
                       : g_strdup_printf (_ ("Steps %" PRId64 " to %" PRId64), first, last);
}

static char *
part_text (const Side *side)
{
  switch (side->choice)
    {
    case SIDE_MEDIAN:
      return median_text (side);
    case SIDE_STEPS:
      return steps_text (side);
    case SIDE_WINDOW:
      return window_text (side);
    case SIDE_WHOLE:
      return g_strdup (_ ("Whole profile"));
    default:
      return scope_text_window (loaded_profile_state (side->loaded));
    }
}

char *
side_text (const Side *side)
{
  ViewState *state = loaded_profile_state (side->loaded);
  const Trace *trace = loaded_profile_profile (side->loaded)->trace;
  uint32_t rank = side->choice == SIDE_SCOPE ? view_state_scope (state)->rank : side->rank;
  uint32_t device = side->choice == SIDE_SCOPE    ? view_state_scope (state)->device
                    : side->choice == SIDE_WINDOW ? side->device
                                                  : TRACE_NONE;
  g_autofree char *part = part_text (side);
  g_autofree char *limit = device != TRACE_NONE ? scope_text_device (trace, device)
                           : rank != TRACE_NONE ? scope_text_rank (trace, rank)
                                                : NULL;

  /* Translators: a part of a profile, and the rank or device that it is limited to: "Median step, rank 3". */
  return limit == NULL ? g_steal_pointer (&part) : g_strdup_printf (_ ("%s, %s"), part, limit);
}

bool
side_part (const Side *side, ComparePart *ret_part, GError **error)
{
  ViewState *state = loaded_profile_state (side->loaded);
  const Profile *profile = view_state_profile (state);

  switch (side->choice)
    {
    case SIDE_SCOPE:
      *ret_part = (ComparePart){ .scope = view_state_stats_scope (state), .choice = COMPARE_WINDOW };
      return true;
    case SIDE_STEPS:
      return compare_part_of_steps (profile->trace, profile->steps, side->first, side->last, side->rank,
                                    ret_part, error);
    case SIDE_WINDOW:
      *ret_part = (ComparePart){ .scope = stats_scope_window (profile->trace, profile->steps, &side->begin_ns,
                                                              &side->end_ns),
                                 .choice = COMPARE_WINDOW };
      stats_scope_limit (&ret_part->scope, side->rank, side->device);
      return true;
    default:
      *ret_part =
        (ComparePart){ .scope = stats_scope_whole (profile->trace, profile->steps),
                       .choice = side->choice == SIDE_MEDIAN ? COMPARE_MEDIAN_STEP : COMPARE_WINDOW };
      if (side->rank != TRACE_NONE)
        stats_scope_limit (&ret_part->scope, side->rank, TRACE_NONE);
      return true;
    }
}

/* ---- the object ---- */

static void
side_list_dispose (GObject *object)
{
  SideList *self = SIDE_LIST (object);

  drop_sides (self);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->list);
  g_clear_pointer (&self->wanted, g_array_unref);
  g_clear_pointer (&self->awaited, g_free);
  G_OBJECT_CLASS (side_list_parent_class)->dispose (object);
}

static void
side_list_class_init (SideListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = side_list_dispose;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
side_list_init (SideList *self)
{
  (void) self;
}

SideList *
side_list_new (ProfileList *list)
{
  SideList *self = g_object_new (SIDE_TYPE_LIST, NULL);

  self->list = g_object_ref (list);
  g_signal_connect_swapped (list, "changed", G_CALLBACK (follow_list), self);
  follow_list (self);
  return self;
}
