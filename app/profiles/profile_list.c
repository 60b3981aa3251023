/* SPDX-License-Identifier: Apache-2.0 */

#include "app/profiles/profile_list.h"

struct _LoadedProfile
{
  GObject parent_instance;

  ViewState *state;
  ProfileFacts facts;
  char *title;
  DashboardData *figures; /* NULL: taken, or never there */
  bool awaits_figures;
  SourceIdentity source;
  bool has_source, was_cached, is_partial, is_combined;
  char *path; /* without links and dots; of malloc (), as realpath () has it */
  GPtrArray *neighbours;
  LoadedProfile *unaligned;
};

G_DEFINE_TYPE (LoadedProfile, loaded_profile, G_TYPE_OBJECT)

struct _ProfileList
{
  GObject parent_instance;

  GPtrArray *profiles;
  LoadedProfile *shown; /* one of profiles, or NULL when there is none */
};

G_DEFINE_TYPE (ProfileList, profile_list, G_TYPE_OBJECT)

static guint changed_signal, figures_signal;

/* ---- one profile ---- */

static char *
real_path (const char *path)
{
  char *real = realpath (path, NULL);

  return real != NULL ? real : g_canonicalize_filename (path, NULL);
}

static void
loaded_profile_finalize (GObject *object)
{
  LoadedProfile *loaded = LOADED_PROFILE (object);

  g_object_unref (loaded->state);
  g_clear_pointer (&loaded->figures, dashboard_data_unref);
  g_free (loaded->title);
  free (loaded->path);
  g_clear_pointer (&loaded->neighbours, g_ptr_array_unref);
  g_clear_object (&loaded->unaligned);
  G_OBJECT_CLASS (loaded_profile_parent_class)->finalize (object);
}

static void
loaded_profile_class_init (LoadedProfileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = loaded_profile_finalize;
  figures_signal = g_signal_new ("figures", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
loaded_profile_init (LoadedProfile *loaded)
{
  (void) loaded;
}

LoadedProfile *
loaded_profile_new (const Profile *profile, const ProfileFacts *facts)
{
  LoadedProfile *loaded = g_object_new (LOADED_TYPE_PROFILE, NULL);

  loaded->state = view_state_new (profile);
  loaded->facts = *facts;
  loaded->title = profile_short_name (profile->name);
  loaded->path = real_path (profile->path);
  return loaded;
}

ViewState *
loaded_profile_state (LoadedProfile *loaded)
{
  return loaded->state;
}

const Profile *
loaded_profile_profile (LoadedProfile *loaded)
{
  return view_state_profile (loaded->state);
}

const ProfileFacts *
loaded_profile_facts (LoadedProfile *loaded)
{
  return &loaded->facts;
}

const char *
loaded_profile_title (LoadedProfile *loaded)
{
  return loaded->title;
}

const char *
loaded_profile_real_path (LoadedProfile *loaded)
{
  return loaded->path;
}

void
loaded_profile_await_figures (LoadedProfile *loaded)
{
  loaded->awaits_figures = true;
}

bool
loaded_profile_awaits_figures (LoadedProfile *loaded)
{
  return loaded->awaits_figures;
}

void
loaded_profile_set_figures (LoadedProfile *loaded, DashboardData *figures)
{
  bool was_awaited = loaded->awaits_figures;

  g_clear_pointer (&loaded->figures, dashboard_data_unref);
  loaded->figures = figures;
  loaded->awaits_figures = false;
  if (was_awaited)
    g_signal_emit (loaded, figures_signal, 0);
}

bool
loaded_profile_has_figures (LoadedProfile *loaded)
{
  return loaded->figures != NULL;
}

DashboardData *
loaded_profile_take_figures (LoadedProfile *loaded)
{
  return g_steal_pointer (&loaded->figures);
}

void
loaded_profile_set_partial (LoadedProfile *loaded)
{
  loaded->is_partial = true;
}

bool
loaded_profile_is_partial (LoadedProfile *loaded)
{
  return loaded->is_partial;
}

void
loaded_profile_set_combined (LoadedProfile *loaded)
{
  loaded->is_combined = true;
}

bool
loaded_profile_is_combined (LoadedProfile *loaded)
{
  return loaded->is_combined;
}

void
loaded_profile_set_unaligned (LoadedProfile *loaded, LoadedProfile *unaligned)
{
  g_set_object (&loaded->unaligned, unaligned);
}

LoadedProfile *
loaded_profile_unaligned (LoadedProfile *loaded)
{
  return loaded->unaligned;
}

void
loaded_profile_set_source (LoadedProfile *loaded, const SourceIdentity *source, bool was_cached)
{
  loaded->source = *source;
  loaded->has_source = true;
  loaded->was_cached = was_cached;
}

const SourceIdentity *
loaded_profile_source (LoadedProfile *loaded)
{
  return loaded->has_source ? &loaded->source : NULL;
}

bool
loaded_profile_was_cached (LoadedProfile *loaded)
{
  return loaded->was_cached;
}

void
loaded_profile_set_neighbours (LoadedProfile *loaded, GPtrArray *paths)
{
  loaded->neighbours = paths;
}

const GPtrArray *
loaded_profile_neighbours (LoadedProfile *loaded)
{
  return loaded->neighbours;
}

/* ---- the list ---- */

static void
profile_list_finalize (GObject *object)
{
  g_ptr_array_unref (PROFILE_LIST (object)->profiles);
  G_OBJECT_CLASS (profile_list_parent_class)->finalize (object);
}

static void
profile_list_class_init (ProfileListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = profile_list_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
profile_list_init (ProfileList *list)
{
  list->profiles = g_ptr_array_new_with_free_func (g_object_unref);
}

ProfileList *
profile_list_new (void)
{
  return g_object_new (PROFILE_TYPE_LIST, NULL);
}

guint
profile_list_count (ProfileList *list)
{
  return list->profiles->len;
}

LoadedProfile *
profile_list_get (ProfileList *list, guint place)
{
  return list->profiles->pdata[place];
}

bool
profile_list_has (ProfileList *list, LoadedProfile *loaded)
{
  return g_ptr_array_find (list->profiles, loaded, NULL);
}

static LoadedProfile *
find_real (ProfileList *list, const char *real)
{
  for (guint i = 0; i < list->profiles->len; i++)
    if (g_str_equal (((LoadedProfile *) list->profiles->pdata[i])->path, real))
      return list->profiles->pdata[i];
  return NULL;
}

LoadedProfile *
profile_list_find (ProfileList *list, const char *path)
{
  LoadedProfile *found = find_real (list, path);

  if (found != NULL || list->profiles->len == 0)
    return found;
  char *real = real_path (path);

  found = find_real (list, real);
  free (real);
  return found;
}

LoadedProfile *
profile_list_find_by_name (ProfileList *list, const char *path)
{
  for (guint i = 0; i < list->profiles->len; i++)
    if (g_str_equal (loaded_profile_profile (list->profiles->pdata[i])->path, path))
      return list->profiles->pdata[i];
  return find_real (list, path);
}

LoadedProfile *
profile_list_shown (ProfileList *list)
{
  return list->shown;
}

void
profile_list_insert (ProfileList *list, guint place, LoadedProfile *loaded)
{
  LoadedProfile *same = profile_list_find (list, loaded->path);

  if (same == NULL)
    g_ptr_array_insert (list->profiles, (int) MIN (place, list->profiles->len), g_object_ref (loaded));
  list->shown = same != NULL ? same : loaded;
  g_signal_emit (list, changed_signal, 0);
}

/* The origin of a profile is its first slice, and the first of a part need not be the first of the whole. */
int64_t
profile_list_shift_ns (const Trace *from, const Trace *to)
{
  int64_t from_ns, to_ns, shift_ns;

  if (!trace_epoch_ns (from, &from_ns) || !trace_epoch_ns (to, &to_ns)
      || __builtin_sub_overflow (to_ns, from_ns, &shift_ns))
    return 0;
  return shift_ns;
}

/* Where all was in view, all of the new one is, which may be more. */
static void
keep_span (ViewState *from, ViewState *to)
{
  const Profile *profile = view_state_profile (from);
  g_autoptr (ViewState) untouched = view_state_new (profile);
  int64_t shift_ns = profile_list_shift_ns (profile->trace, view_state_profile (to)->trace);
  int64_t begin_ns, end_ns, all_begin_ns, all_end_ns;

  view_state_span (from, &begin_ns, &end_ns);
  view_state_span (untouched, &all_begin_ns, &all_end_ns);
  if ((begin_ns == all_begin_ns && end_ns == all_end_ns)
      || __builtin_sub_overflow (begin_ns, shift_ns, &begin_ns)
      || __builtin_sub_overflow (end_ns, shift_ns, &end_ns))
    return;
  view_state_set_span (to, begin_ns, end_ns);
}

bool
profile_list_replace (ProfileList *list, LoadedProfile *old, LoadedProfile *loaded)
{
  guint place;

  if (!g_ptr_array_find (list->profiles, old, &place))
    return false;
  keep_span (old->state, loaded->state);
  list->profiles->pdata[place] = g_object_ref (loaded);
  if (list->shown == old)
    list->shown = loaded;
  g_signal_emit (list, changed_signal, 0);
  g_object_unref (old);
  return true;
}

guint
profile_list_remove (ProfileList *list, LoadedProfile *loaded)
{
  guint place;

  g_return_val_if_fail (g_ptr_array_find (list->profiles, loaded, &place), 0);
  bool was_shown = list->shown == loaded;
  LoadedProfile *removed = g_ptr_array_steal_index (list->profiles, place);

  if (was_shown)
    list->shown =
      list->profiles->len == 0 ? NULL : list->profiles->pdata[MIN (place, list->profiles->len - 1)];
  g_signal_emit (list, changed_signal, 0);
  g_object_unref (removed);
  return place;
}

void
profile_list_show (ProfileList *list, LoadedProfile *loaded)
{
  if (list->shown == loaded)
    return;
  list->shown = loaded;
  g_signal_emit (list, changed_signal, 0);
}
