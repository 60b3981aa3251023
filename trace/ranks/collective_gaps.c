/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/collective_gaps.h"

#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "trace/container/string_table.h"

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
find_parts (CollectiveGaps *gaps,
            const StatsScope *scope,
            const CollectiveWaits *waits,
            bool (*should_continue) (void *user_data),
            void *user_data)
{
  GapWindow *windows = malloc ((waits->waits.n + 1) * sizeof *windows);
  GapParts *parts = malloc ((waits->waits.n + 1) * sizeof *parts);
  bool ok = windows != NULL && parts != NULL;

  for (size_t i = 0; i < waits->waits.n && ok; i++)
    windows[i] = (GapWindow){ waits->waits.at[i].device, gaps->gaps[i].begin_ns, gaps->gaps[i].end_ns };
  ok = ok && gap_parts_compute (scope, windows, waits->waits.n, should_continue, user_data, parts);
  for (size_t i = 0; i < waits->waits.n && ok; i++)
    memcpy (gaps->gaps[i].parts_ns, parts[i].ns, sizeof gaps->gaps[i].parts_ns);
  free (windows);
  free (parts);
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
         && find_parts (gaps, scope, waits, should_continue, user_data);
}

void
collective_gaps_clear (CollectiveGaps *gaps)
{
  free (gaps->previous);
  free (gaps->gaps);
  *gaps = (CollectiveGaps){ 0 };
}
