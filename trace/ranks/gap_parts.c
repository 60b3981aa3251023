/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/gap_parts.h"

#include <pthread.h>
#include <stdlib.h>

#include <glib.h>

#include "trace/model/job_tables.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/stats/step/step_split.h"

const char *
gap_part_word (GapPart part)
{
  static const char *const words[N_GAP_PARTS] = { "compute", "collective", "memcpy", "dataloader", "host" };

  return words[part];
}

/* ---- what the GPUs did ---- */

static bool
split_rank (const GapWindow *of_all,
            const Trace *trace,
            uint32_t rank,
            const uint64_t *of_rank,
            size_t n,
            bool (*should_continue) (void *user_data),
            void *user_data,
            GapParts *parts)
{
  Interval *windows = malloc ((n + 1) * sizeof *windows);
  TimeSplit *splits = malloc ((n + 1) * sizeof *splits);
  bool ok = windows != NULL && splits != NULL;

  for (size_t i = 0; i < n && ok; i++)
    windows[i] = (Interval){ of_all[of_rank[i]].begin_ns, of_all[of_rank[i]].end_ns };
  ok = ok && step_split_compute (trace, rank, windows, n, should_continue, user_data, splits);
  for (size_t i = 0; i < n && ok; i++)
    {
      int64_t *parts_ns = parts[of_rank[i]].ns;

      parts_ns[GAP_COMPUTE] = splits[i].compute_ns;
      parts_ns[GAP_COLLECTIVE] = splits[i].exposed_communication_ns;
      parts_ns[GAP_MEMCPY] = splits[i].exposed_copy_ns;
      parts_ns[GAP_HOST] = splits[i].idle_ns;
    }
  free (windows);
  free (splits);
  return ok;
}

/* Calls split_rank () with the windows of each rank. */
static bool
split_ranks (const Trace *trace,
             const GapWindow *windows,
             size_t n_windows,
             bool (*should_continue) (void *user_data),
             void *user_data,
             GapParts *parts)
{
  uint32_t n_ranks = trace_n_ranks (trace);
  size_t *firsts = calloc (n_ranks + (size_t) 2, sizeof *firsts);
  uint64_t *of_rank = malloc ((n_windows + 1) * sizeof *of_rank);
  bool ok = firsts != NULL && of_rank != NULL;

  for (size_t i = 0; i < n_windows && ok; i++)
    firsts[trace_device (trace, windows[i].device)->rank + 2]++;
  for (uint32_t r = 0; r < n_ranks && ok; r++)
    firsts[r + 2] += firsts[r + 1];
  for (size_t i = 0; i < n_windows && ok; i++)
    of_rank[firsts[trace_device (trace, windows[i].device)->rank + 1]++] = i;
  for (uint32_t r = 0; r < n_ranks && ok; r++)
    ok = split_rank (windows, trace, r, of_rank + firsts[r], firsts[r + 1] - firsts[r], should_continue,
                     user_data, parts);
  free (firsts);
  free (of_rank);
  return ok;
}

/* ---- why they were idle ---- */

/* A stretch in which a device was idle while the host fetched data, and how much of that there was before it. */
typedef struct
{
  uint32_t device;
  int64_t begin_ns, end_ns, before_ns;
} Loading;

COLUMN_DEFINE (LoadingColumn, loading_column, Loading)
COLUMN_IMPLEMENT (LoadingColumn, loading_column)

typedef struct
{
  pthread_mutex_t lock;
  LoadingColumn loadings;
  bool ran_out;
} Collecting;

static void
take_gap (void *user_data, uint32_t device, int64_t begin_ns, int64_t end_ns, IdleCause cause)
{
  Collecting *collecting = user_data;

  if (cause != IDLE_LOADER)
    return;
  pthread_mutex_lock (&collecting->lock);
  if (!loading_column_push (&collecting->loadings, (Loading){ device, begin_ns, end_ns, 0 }))
    collecting->ran_out = true;
  pthread_mutex_unlock (&collecting->lock);
}

static int
compare_loadings (const void *a, const void *b)
{
  const Loading *x = a, *y = b;

  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  return x->begin_ns < y->begin_ns ? -1 : x->begin_ns > y->begin_ns;
}

/* Returns the time of loading on a device from the begin of its recording to time_ns. */
static int64_t
loading_until (const LoadingColumn *loadings, uint32_t device, int64_t time_ns)
{
  size_t low = 0, high = loadings->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const Loading *at = &loadings->at[middle];

      if (at->device < device || (at->device == device && at->begin_ns < time_ns))
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || loadings->at[low - 1].device != device)
    return 0;
  const Loading *last = &loadings->at[low - 1];
  return last->before_ns + MIN (time_ns, last->end_ns) - last->begin_ns;
}

/* Moves the time in which data was fetched from the rest of the idle time. */
static bool
find_loading (const StatsScope *scope,
              const GapWindow *windows,
              size_t n_windows,
              bool (*should_continue) (void *user_data),
              void *user_data,
              GapParts *parts)
{
  StatsScope whole = stats_scope_whole (scope->trace, scope->steps);
  Collecting collecting = { .lock = PTHREAD_MUTEX_INITIALIZER };
  LoadingColumn *loadings = &collecting.loadings;
  IdleCauses causes = { 0 };
  bool ok = idle_causes_compute_each (&whole, IDLE_SHORT_NS, 0, take_gap, &collecting, should_continue,
                                      user_data, &causes)
            && !collecting.ran_out;

  idle_causes_clear (&causes);
  if (ok && loadings->n > 0)
    qsort (loadings->at, loadings->n, sizeof *loadings->at, compare_loadings);
  for (size_t i = 1; i < loadings->n && ok; i++)
    if (loadings->at[i].device == loadings->at[i - 1].device)
      loadings->at[i].before_ns =
        loadings->at[i - 1].before_ns + loadings->at[i - 1].end_ns - loadings->at[i - 1].begin_ns;
  for (size_t i = 0; i < n_windows && ok; i++)
    {
      uint32_t device = windows[i].device;
      int64_t loading_ns = loading_until (loadings, device, windows[i].end_ns)
                           - loading_until (loadings, device, windows[i].begin_ns);

      loading_ns = MIN (loading_ns, parts[i].ns[GAP_HOST]);
      parts[i].ns[GAP_LOADER] = loading_ns;
      parts[i].ns[GAP_HOST] -= loading_ns;
    }
  loading_column_clear (loadings);
  pthread_mutex_destroy (&collecting.lock);
  return ok;
}

/* ---- of a job profile ---- */

static int
compare_part (const JobPartRecord *part, uint32_t device, int64_t time_ns)
{
  if (part->device != device)
    return part->device < device ? -1 : 1;
  return part->time_ns < time_ns ? -1 : part->time_ns > time_ns;
}

/* Returns false if nothing is known of that time. */
static bool
find_part (const JobTables *job, uint32_t device, int64_t time_ns, JobPartRecord *ret_part)
{
  uint64_t low = 0, high = job->n_parts;

  while (low < high)
    {
      uint64_t middle = low + (high - low) / 2;

      if (compare_part (&job->parts[middle], device, time_ns) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == job->n_parts)
    return false;
  *ret_part = job->parts[low];
  return compare_part (ret_part, device, time_ns) == 0;
}

/* Sums of files may be any numbers; what was done takes no longer than the time that there was. */
static int64_t
difference (int64_t a, int64_t b, int64_t most_ns)
{
  __int128 ns = (__int128) a - b;

  return ns < 0 ? 0 : ns > most_ns ? most_ns : (int64_t) ns;
}

static void
take_parts (const Trace *trace, const GapWindow *window, int64_t n_devices, GapParts *ret_parts)
{
  const JobTables *job = trace_job (trace);
  int64_t begin_ns = trace_time_clamp (job->ranks[trace_device (trace, window->device)->rank].begin_ns);
  int64_t rest_ns = stats_scope_times_devices_ns (window->begin_ns, window->end_ns, (uint32_t) n_devices);
  JobPartRecord before, after;

  if (window->begin_ns == window->end_ns
      || !find_part (job, window->device, window->begin_ns - begin_ns, &before)
      || !find_part (job, window->device, window->end_ns - begin_ns, &after))
    return;
  for (int part = 0; part < JOB_PARTS; part++)
    {
      ret_parts->ns[part] = difference (after.parts_ns[part], before.parts_ns[part], rest_ns);
      rest_ns -= ret_parts->ns[part];
    }
  ret_parts->ns[GAP_HOST] = rest_ns;
}

static bool
parts_of_job (const Trace *trace, const GapWindow *windows, size_t n, GapParts *ret_parts)
{
  int64_t *n_devices = calloc (trace_n_ranks (trace) + (size_t) 1, sizeof *n_devices);

  if (n_devices == NULL)
    return false;
  for (uint32_t d = 0; d < trace_n_devices (trace); d++)
    n_devices[trace_device (trace, d)->rank]++;
  for (size_t i = 0; i < n; i++)
    take_parts (trace, &windows[i], n_devices[trace_device (trace, windows[i].device)->rank], &ret_parts[i]);
  free (n_devices);
  return true;
}

/* ---- the whole ---- */

bool
gap_parts_compute (const StatsScope *scope,
                   const GapWindow *windows,
                   size_t n,
                   bool (*should_continue) (void *user_data),
                   void *user_data,
                   GapParts *ret_parts)
{
  /* A profile of one rank has none, and what follows looks at all that its host did. */
  if (n == 0)
    return true;
  for (size_t i = 0; i < n; i++)
    ret_parts[i] = (GapParts){ 0 };
  if (trace_is_job (scope->trace))
    return parts_of_job (scope->trace, windows, n, ret_parts);
  return split_ranks (scope->trace, windows, n, should_continue, user_data, ret_parts)
         && find_loading (scope, windows, n, should_continue, user_data, ret_parts);
}
