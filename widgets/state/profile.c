/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/profile.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "trace/derive/time_extent.h"
#include "trace/text/trace_error.h"

/* What does not depend on how steps are found; shared by all profiles of one trace. */
typedef struct
{
  atomic_uint n_users;
  Trace *trace;
  WorkKinds *works;
  MemoryUse *memory;
  BusyIndex **busy;
  TrackPaths *paths;
  int64_t begin_ns, end_ns;
  char *name, *path;
} Base;

typedef struct
{
  Profile shown; /* first: what callers hold */
  atomic_uint n_users;
  Base *base;
  StepTable *steps;
  char *steps_pattern;
  pthread_mutex_t ranks_lock;
  ProfileRanks *ranks; /* NULL: not asked for yet */
} Owned;

static void
base_unref (Base *base)
{
  if (atomic_fetch_sub_explicit (&base->n_users, 1, memory_order_acq_rel) != 1)
    return;
  for (uint32_t i = 0; base->busy != NULL && i < trace_n_devices (base->trace); i++)
    busy_index_free (base->busy[i]);
  free (base->busy);
  work_kinds_free (base->works);
  memory_use_free (base->memory);
  track_paths_free (base->paths);
  trace_unref (base->trace);
  g_free (base->name);
  g_free (base->path);
  g_free (base);
}

/* Of sample or instant i, samples first. */
static int64_t
point_time_ns (const Trace *trace, uint64_t i)
{
  const SampleColumns *samples = trace_samples (trace);

  return i < samples->n ? sample_time_ns (samples, i) : trace_instant (trace, i - samples->n).time_ns;
}

/* Samples and instants count only where there is no slice: the window of all numbers is that of the slices. False: out
 * of memory. */
static bool
find_extent (Base *base)
{
  const Trace *trace = base->trace;
  uint64_t n = trace_samples (trace)->n + trace_n_instants (trace);
  int64_t low_ns, high_ns;
  TimeExtent extent;

  trace_span (trace, &base->begin_ns, &base->end_ns);
  if (base->end_ns > base->begin_ns || n == 0)
    return true;
  if (!time_extent_init (&extent, n))
    return false;
  for (uint64_t i = 0; i < n; i++)
    time_extent_add (&extent, point_time_ns (trace, i), point_time_ns (trace, i));
  time_extent_bounds (&extent, &low_ns, &high_ns);
  time_extent_clear (&extent);

  base->begin_ns = INT64_MAX;
  base->end_ns = INT64_MIN;
  for (uint64_t i = 0; i < n; i++)
    {
      int64_t time_ns = point_time_ns (trace, i);

      if (time_ns < low_ns || time_ns > high_ns)
        continue;
      base->begin_ns = MIN (base->begin_ns, time_ns);
      base->end_ns = MAX (base->end_ns, time_ns + 1);
    }
  return true;
}

static Base *
base_new (Trace *trace, const char *path, const char *name)
{
  Base *base = g_new0 (Base, 1);
  uint32_t n = trace_n_devices (trace);

  atomic_init (&base->n_users, 1);
  base->trace = trace_ref (trace);
  base->path = g_strdup (path);
  g_autofree char *shown = g_filename_display_name (name);
  base->name = g_utf8_make_valid (shown, -1);
  base->works = work_kinds_new (trace);
  base->memory = memory_use_new (trace);
  base->busy = calloc (n + 1, sizeof *base->busy);
  base->paths = track_paths_new (trace);
  bool ok = find_extent (base) && base->works != NULL && base->memory != NULL && base->busy != NULL
            && base->paths != NULL;
  for (uint32_t i = 0; i < n && ok; i++)
    {
      base->busy[i] = busy_index_new (trace, i);
      ok = base->busy[i] != NULL;
    }
  if (ok)
    return base;
  base_unref (base);
  return NULL;
}

/* Takes the reference of base. */
static const Profile *
with_base (Base *base, const char *steps_pattern, GError **error)
{
  StepTable *steps = step_table_new (base->trace, steps_pattern, error);

  if (steps == NULL)
    {
      base_unref (base);
      return NULL;
    }
  Owned *owned = g_new0 (Owned, 1);
  atomic_init (&owned->n_users, 1);
  owned->base = base;
  owned->steps = steps;
  owned->steps_pattern = g_strdup (steps_pattern);
  pthread_mutex_init (&owned->ranks_lock, NULL);
  owned->shown = (Profile){
    .trace = base->trace,
    .steps = steps,
    .works = base->works,
    .busy = (const BusyIndex *const *) base->busy,
    .paths = base->paths,
    .begin_ns = base->begin_ns,
    .end_ns = base->end_ns,
    .name = base->name,
    .path = base->path,
    .memory = base->memory,
    .steps_pattern = owned->steps_pattern,
  };
  return &owned->shown;
}

const Profile *
profile_new (Trace *trace, const char *path, const char *steps_pattern, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);

  return profile_new_named (trace, path, name, steps_pattern, error);
}

const Profile *
profile_new_named (Trace *trace,
                   const char *path,
                   const char *name,
                   const char *steps_pattern,
                   GError **error)
{
  Base *base = base_new (trace, path, name);

  if (base == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to show it", path);
      return NULL;
    }
  return with_base (base, steps_pattern, error);
}

const Profile *
profile_with_steps (const Profile *profile, const char *steps_pattern, GError **error)
{
  Base *base = ((const Owned *) profile)->base;

  atomic_fetch_add_explicit (&base->n_users, 1, memory_order_relaxed);
  return with_base (base, steps_pattern, error);
}

const Profile *
profile_ref (const Profile *profile)
{
  atomic_fetch_add_explicit (&((Owned *) (uintptr_t) profile)->n_users, 1, memory_order_relaxed);
  return profile;
}

static void
ranks_free (ProfileRanks *ranks)
{
  if (ranks == NULL)
    return;
  heat_map_clear (&ranks->map);
  rank_figures_clear (&ranks->figures);
  free (ranks);
}

static ProfileRanks *
ranks_new (const Profile *profile, bool (*should_continue) (void *), void *user_data)
{
  ProfileRanks *ranks = calloc (1, sizeof *ranks);

  if (ranks != NULL && heat_map_init (&ranks->map, profile->trace, profile->steps)
      && rank_figures_init (&ranks->figures, profile->trace, profile->steps, profile->memory, should_continue, user_data))
    return ranks;
  ranks_free (ranks);
  return NULL;
}

void
profile_unref (const Profile *profile)
{
  Owned *owned = (Owned *) (uintptr_t) profile;

  if (owned == NULL || atomic_fetch_sub_explicit (&owned->n_users, 1, memory_order_acq_rel) != 1)
    return;
  ranks_free (owned->ranks);
  pthread_mutex_destroy (&owned->ranks_lock);
  step_table_free (owned->steps);
  g_free (owned->steps_pattern);
  base_unref (owned->base);
  g_free (owned);
}

const ProfileRanks *
profile_ranks (const Profile *profile, bool (*should_continue) (void *user_data), void *user_data)
{
  Owned *owned = (Owned *) (uintptr_t) profile;

  pthread_mutex_lock (&owned->ranks_lock);
  if (owned->ranks == NULL)
    owned->ranks = ranks_new (profile, should_continue, user_data);
  const ProfileRanks *ranks = owned->ranks;
  pthread_mutex_unlock (&owned->ranks_lock);
  return ranks;
}

/* The first step that is not before (rank, time): by rank, then by host begin after the time. */
static uint64_t
first_step_after (const StepTable *steps, uint32_t rank, int64_t time_ns)
{
  uint64_t low = 0, high = step_table_count (steps);

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;
      const TraceStep *step = step_table_get (steps, middle);

      if (step->rank < rank || (step->rank == rank && step->host_begin_ns <= time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

uint64_t
profile_steps_of_rank (const Profile *profile, uint32_t rank, uint64_t *ret_first)
{
  uint64_t first = first_step_after (profile->steps, rank, INT64_MIN);

  *ret_first = first;
  return first_step_after (profile->steps, rank, INT64_MAX) - first;
}

uint64_t
profile_step_at (const Profile *profile, uint32_t rank, int64_t time_ns)
{
  uint64_t i = first_step_after (profile->steps, rank, time_ns);

  if (i == 0)
    return UINT64_MAX;
  const TraceStep *step = step_table_get (profile->steps, i - 1);
  return step->rank == rank && time_ns < step->host_end_ns ? i - 1 : UINT64_MAX;
}

void
profile_step_span (const Profile *profile, uint64_t i, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  const TraceStep *step = step_table_get (profile->steps, i);
  int64_t end_ns = step->host_end_ns;

  if (step->has_device && step->device_end_ns > end_ns)
    end_ns = step->device_end_ns;
  *ret_end_ns = end_ns;
  /* A step inside another has no time of its own. */
  *ret_begin_ns = step->wall_ns > 0 ? end_ns - step->wall_ns : step->host_begin_ns;
}
