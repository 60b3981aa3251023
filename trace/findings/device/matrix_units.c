/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/matrix_units.h"

#include <stdlib.h>

#include "trace/findings/device/device_exposed.h"
#include "trace/model/device_api.h"
#include "trace/model/device_properties.h"

/* The first compute capability with tensor cores. */
#define TENSOR_CORES_MAJOR 7

static int64_t
compute_major (const FindingFacts *facts, const TraceTrack *track)
{
  DeviceProperties properties;

  return device_properties_of (facts->trace, trace_rank (facts->trace, track->rank), track->device,
                               &properties)
           ? properties.compute_major
           : -1;
}

/* What decides about a kernel. Slices come track by track, so the track's device is looked up seldom. */
typedef struct
{
  FindingFacts *facts;
  MatrixUnitsFunc is_meant;
  MatrixUnits *units;
  int64_t *ns_of_name; /* counts each kernel once */
  int64_t worst_ns;
  uint32_t track;
  int64_t major;
} Search;

static bool
is_wanted (void *data, uint64_t slice)
{
  Search *search = data;
  const FindingFacts *facts = search->facts;
  uint32_t track = trace_track_of (facts->trace, slice);
  const NameClass *klass;

  if (track != search->track)
    {
      search->track = track;
      search->major = compute_major (facts, trace_track (facts->trace, track));
      search->units->has_matrix_units |= search->major >= TENSOR_CORES_MAJOR;
    }
  if (search->major < TENSOR_CORES_MAJOR || facts->slices->kind[slice] != SLICE_KERNEL)
    return false;
  klass = kernel_classes_name (facts->classes, slice_name (facts->slices, slice));
  return klass != NULL && (klass->work == KERNEL_WORK_GEMM_CONV || klass->work == KERNEL_WORK_ATTENTION)
         && kernel_classes_tensor_core (facts->classes, slice) == TENSOR_CORE_NO
         && search->is_meant (kernel_classes_precision (facts->classes, slice), search->major);
}

static void
count_kernels (FindingLook *look, Search *search)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      uint32_t name = slice_name (facts->slices, slice);

      if (!is_wanted (search, slice))
        continue;
      search->units->n++;
      search->ns_of_name[name] += slice_dur_ns (facts->slices, slice);
      if (search->ns_of_name[name] > search->worst_ns)
        {
          search->worst_ns = search->ns_of_name[name];
          search->units->worst_name = name;
        }
      look_slice (look, slice);
    }
}

bool
matrix_units_gain (FindingLook *look, MatrixUnitsFunc is_meant, MatrixUnits *ret_units)
{
  FindingFacts *facts = look->facts;
  Search search = { .facts = facts, .is_meant = is_meant, .units = ret_units, .track = TRACE_NONE, .major = -1 };
  bool ok = true;

  *ret_units = (MatrixUnits){ TRACE_NONE, 0, false };
  /* AMD's profilers write compute capabilities, too, but of another numbering. */
  if (device_api_of (facts->trace) == DEVICE_API_HIP)
    return true;
  search.ns_of_name = calloc ((size_t) facts->slices->n_strings + 1, sizeof *search.ns_of_name);
  if (search.ns_of_name == NULL)
    return false;
  count_kernels (look, &search);
  free (search.ns_of_name);
  if (ret_units->n > 0)
    {
      /* Their places are kept above; only their time is asked for here. */
      ok = device_exposed_gain (look, is_wanted, &search);
      look_halve_gain (look);
    }
  return ok && !facts->has_failed;
}
