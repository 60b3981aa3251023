/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/collective_gaps.h"

#include <pthread.h>
#include <stdlib.h>

#include <glib.h>

#include "trace/container/string_table.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/stats/step/step_split.h"

const char *
gap_part_word (GapPart part)
{
  static const char *const words[N_GAP_PARTS] = { "compute", "collective", "memcpy", "dataloader", "host" };

  return words[part];
}

/* ---- which collective came before ---- */

static int
compare_devices (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return x < y ? -1 : x > y;
}

/* Sets *ret_set to a number that is equal for collectives of the same GPUs. */
static bool
set_of_devices (StringTable *sets, const CollectiveWait *waits, size_t n, uint32_t *ret_set)
{
  g_autofree uint32_t *devices = g_try_new (uint32_t, n);

  if (devices == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    devices[i] = waits[i].device;
  qsort (devices, n, sizeof *devices, compare_devices);
  return string_table_intern (sets, (const char *) devices, n * sizeof *devices, ret_set);
}

static bool
find_previous (CollectiveGaps *gaps, const CollectiveWaits *waits)
{
  StringTable *sets = string_table_new ();
  U64Column last = { 0 };
  bool ok = sets != NULL;

  for (size_t i = 0; i < waits->skews.n && ok; i++)
    {
      const CollectiveSkew *skew = &waits->skews.at[i];
      uint32_t set;

      ok = set_of_devices (sets, waits->waits.at + skew->first_wait, skew->n_waits, &set);
      while (ok && last.n <= set)
        ok = u64_column_push (&last, UINT64_MAX);
      if (ok)
        {
          gaps->previous[i] = last.at[set];
          last.at[set] = i;
        }
    }
  string_table_free (sets);
  u64_column_clear (&last);
  return ok;
}

/* The parts of two collectives are in different orders, so that their ends are looked up by device. */
static bool
find_spans (CollectiveGaps *gaps, const Trace *trace, const CollectiveWaits *waits)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t n_devices = trace_n_devices (trace);
  int64_t *ends_ns = malloc ((n_devices + (size_t) 1) * sizeof *ends_ns);

  if (ends_ns == NULL)
    return false;
  for (size_t s = 0; s < waits->skews.n; s++)
    {
      const CollectiveSkew *skew = &waits->skews.at[s];
      const CollectiveSkew *before = gaps->previous[s] == UINT64_MAX ? NULL : &waits->skews.at[gaps->previous[s]];

      for (uint64_t i = before != NULL ? before->first_wait : 0; before != NULL && i < before->first_wait + before->n_waits;
           i++)
        {
          const CollectiveWait *wait = &waits->waits.at[i];

          ends_ns[wait->device] = slice_start_ns (slices, wait->slice) + slice_dur_ns (slices, wait->slice);
        }
      for (uint64_t i = skew->first_wait; i < skew->first_wait + skew->n_waits; i++)
        {
          const CollectiveWait *wait = &waits->waits.at[i];
          int64_t end_ns = slice_start_ns (slices, wait->slice);

          gaps->gaps[i].end_ns = end_ns;
          gaps->gaps[i].begin_ns = before != NULL ? MIN (ends_ns[wait->device], end_ns) : end_ns;
        }
    }
  free (ends_ns);
  return true;
}

/* ---- what the GPUs did ---- */

static bool
split_rank (CollectiveGaps *gaps,
            const Trace *trace,
            uint32_t rank,
            const uint64_t *of_rank,
            size_t n,
            bool (*should_continue) (void *user_data),
            void *user_data)
{
  Interval *windows = malloc ((n + 1) * sizeof *windows);
  TimeSplit *splits = malloc ((n + 1) * sizeof *splits);
  bool ok = windows != NULL && splits != NULL;

  for (size_t i = 0; i < n && ok; i++)
    windows[i] = (Interval){ gaps->gaps[of_rank[i]].begin_ns, gaps->gaps[of_rank[i]].end_ns };
  ok = ok && step_split_compute (trace, rank, windows, n, should_continue, user_data, splits);
  for (size_t i = 0; i < n && ok; i++)
    {
      int64_t *parts_ns = gaps->gaps[of_rank[i]].parts_ns;

      parts_ns[GAP_COMPUTE] = splits[i].compute_ns;
      parts_ns[GAP_COLLECTIVE] = splits[i].exposed_communication_ns;
      parts_ns[GAP_MEMCPY] = splits[i].exposed_copy_ns;
      parts_ns[GAP_HOST] = splits[i].idle_ns;
    }
  free (windows);
  free (splits);
  return ok;
}

/* Calls split_rank () with the gaps of each rank. */
static bool
split_ranks (CollectiveGaps *gaps,
             const Trace *trace,
             const CollectiveWaits *waits,
             bool (*should_continue) (void *user_data),
             void *user_data)
{
  uint32_t n_ranks = trace_n_ranks (trace);
  size_t *firsts = calloc (n_ranks + (size_t) 2, sizeof *firsts);
  uint64_t *of_rank = malloc ((waits->waits.n + 1) * sizeof *of_rank);
  bool ok = firsts != NULL && of_rank != NULL;

  for (size_t i = 0; i < waits->waits.n && ok; i++)
    firsts[trace_device (trace, waits->waits.at[i].device)->rank + 2]++;
  for (uint32_t r = 0; r < n_ranks && ok; r++)
    firsts[r + 2] += firsts[r + 1];
  for (size_t i = 0; i < waits->waits.n && ok; i++)
    of_rank[firsts[trace_device (trace, waits->waits.at[i].device)->rank + 1]++] = i;
  for (uint32_t r = 0; r < n_ranks && ok; r++)
    ok = split_rank (gaps, trace, r, of_rank + firsts[r], firsts[r + 1] - firsts[r], should_continue, user_data);
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
find_loading (CollectiveGaps *gaps,
              const StatsScope *scope,
              const CollectiveWaits *waits,
              bool (*should_continue) (void *user_data),
              void *user_data)
{
  StatsScope whole = stats_scope_whole (scope->trace, scope->steps);
  Collecting collecting = { .lock = PTHREAD_MUTEX_INITIALIZER };
  LoadingColumn *loadings = &collecting.loadings;
  IdleCauses causes = { 0 };
  bool ok = idle_causes_compute_each (&whole, IDLE_SHORT_NS, 0, take_gap, &collecting, should_continue, user_data, &causes)
            && !collecting.ran_out;

  idle_causes_clear (&causes);
  if (ok && loadings->n > 0)
    qsort (loadings->at, loadings->n, sizeof *loadings->at, compare_loadings);
  for (size_t i = 1; i < loadings->n && ok; i++)
    if (loadings->at[i].device == loadings->at[i - 1].device)
      loadings->at[i].before_ns =
        loadings->at[i - 1].before_ns + loadings->at[i - 1].end_ns - loadings->at[i - 1].begin_ns;
  for (size_t i = 0; i < waits->waits.n && ok; i++)
    {
      uint32_t device = waits->waits.at[i].device;
      CollectiveGap *gap = &gaps->gaps[i];
      int64_t loading_ns =
        loading_until (loadings, device, gap->end_ns) - loading_until (loadings, device, gap->begin_ns);

      loading_ns = MIN (loading_ns, gap->parts_ns[GAP_HOST]);
      gap->parts_ns[GAP_LOADER] = loading_ns;
      gap->parts_ns[GAP_HOST] -= loading_ns;
    }
  loading_column_clear (loadings);
  pthread_mutex_destroy (&collecting.lock);
  return ok;
}

bool
collective_gaps_init (CollectiveGaps *gaps,
                      const StatsScope *scope,
                      const CollectiveWaits *waits,
                      bool (*should_continue) (void *user_data),
                      void *user_data)
{
  gaps->previous = malloc ((waits->skews.n + 1) * sizeof *gaps->previous);
  gaps->gaps = calloc (waits->waits.n + 1, sizeof *gaps->gaps);
  return gaps->previous != NULL && gaps->gaps != NULL && find_previous (gaps, waits)
         && find_spans (gaps, scope->trace, waits)
         && split_ranks (gaps, scope->trace, waits, should_continue, user_data)
         && find_loading (gaps, scope, waits, should_continue, user_data);
}

void
collective_gaps_clear (CollectiveGaps *gaps)
{
  free (gaps->previous);
  free (gaps->gaps);
  *gaps = (CollectiveGaps){ 0 };
}
