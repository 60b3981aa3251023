/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/memory/blocking_calls.h"

#include <stdlib.h>
#include <string.h>

#include "trace/findings/device/device_exposed.h"
#include "trace/findings/device/names_found.h"
#include "trace/findings/device_idle.h"

bool
blocking_calls_is (const char *name, const char *word)
{
  static const char *const prefixes[] = { "cuda", "cu", "hip" };

  for (size_t i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]) && g_str_has_prefix (name + strlen (prefixes[i]), word))
      return strstr (name, "Async") == NULL && strstr (name, "Batch") == NULL;
  return false;
}

typedef struct
{
  const Trace *trace;
  const uint8_t *names;
} Search;

static bool
is_launched_by_one (void *data, uint64_t slice)
{
  const Search *search = data;
  const SliceColumns *slices = trace_slices (search->trace);
  uint64_t call;

  if (slices->kind[slice] == SLICE_KERNEL)
    return false;
  call = trace_launch_of (search->trace, slice);
  return call != SLICE_NONE && search->names[slice_name (slices, call)] != 0;
}

static bool
find_calls (FindingLook *look, const Search *search, BlockingCalls *calls)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_CALLS);
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      uint32_t rank = trace_track (facts->trace, walk.track)->rank;
      int64_t begin_ns = slice_start_ns (facts->slices, slice);

      if (search->names[slice_name (facts->slices, slice)] == 0
          || !finding_facts_holds (facts, rank, begin_ns, slice_end_ns (facts->slices, slice)))
        continue;
      calls->n++;
      if (calls->worst == SLICE_NONE
          || slice_dur_ns (facts->slices, slice) > slice_dur_ns (facts->slices, calls->worst))
        calls->worst = slice;
      look_slice (look, slice);
      device_idle_gain_of_rank (look, rank, begin_ns, slice_end_ns (facts->slices, slice));
    }
  return !facts->has_failed;
}

bool
blocking_calls_gain (FindingLook *look,
                     bool (*is) (const char *name, size_t length),
                     BlockingCalls *ret_calls)
{
  uint64_t n_names;
  uint8_t *names = names_found_new (look->facts->trace, is, &n_names);
  Search search = { look->facts->trace, names };
  bool ok = names != NULL;

  *ret_calls = (BlockingCalls){ 0, SLICE_NONE };
  if (ok && n_names > 0)
    ok = find_calls (look, &search, ret_calls)
         && (ret_calls->n == 0 || device_exposed_gain (look, is_launched_by_one, &search));
  free (names);
  return ok;
}
