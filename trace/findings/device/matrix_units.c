/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/matrix_units.h"

#include <stdlib.h>

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

bool
matrix_units_gain (FindingLook *look, MatrixUnitsFunc is_meant, MatrixUnits *ret_units)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint32_t track = TRACE_NONE, device = TRACE_NONE;
  int64_t major = -1, *ns_of_name, worst_ns = 0;
  uint64_t slice;

  *ret_units = (MatrixUnits){ TRACE_NONE, 0, false };
  /* AMD's profilers write compute capabilities, too, but of another numbering. */
  if (device_api_of (facts->trace) == DEVICE_API_HIP)
    return true;
  ns_of_name = calloc ((size_t) facts->slices->n_strings + 1, sizeof *ns_of_name);
  if (ns_of_name == NULL)
    return false;
  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      uint32_t name = slice_name (facts->slices, slice);
      int64_t dur_ns = slice_dur_ns (facts->slices, slice), end_ns = slice_end_ns (facts->slices, slice);
      const NameClass *klass;

      if (walk.track != track)
        {
          track = walk.track;
          device = finding_facts_device (facts, trace_track (facts->trace, track));
          major = compute_major (facts, trace_track (facts->trace, track));
          ret_units->has_matrix_units |= major >= TENSOR_CORES_MAJOR;
        }
      if (device == TRACE_NONE || major < TENSOR_CORES_MAJOR || facts->slices->kind[slice] != SLICE_KERNEL)
        continue;
      klass = kernel_classes_name (facts->classes, name);
      if (klass == NULL || (klass->work != KERNEL_WORK_GEMM_CONV && klass->work != KERNEL_WORK_ATTENTION)
          || kernel_classes_tensor_core (facts->classes, slice) != TENSOR_CORE_NO
          || !is_meant (kernel_classes_precision (facts->classes, slice), major))
        continue;
      ret_units->n++;
      ns_of_name[name] += dur_ns;
      if (ns_of_name[name] > worst_ns)
        {
          worst_ns = ns_of_name[name];
          ret_units->worst_name = name;
        }
      look_gain (look, device, end_ns - dur_ns / 2, end_ns);
      look_slice (look, slice);
    }
  free (ns_of_name);
  return !facts->has_failed;
}
