/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/findings/finding_rules.h"
#include "trace/text/marked_text.h"

/* Marks the names of slices that torch.nn.DataParallel alone makes: its forward pass, its module as Python stacks name it,
 * and the functions that copy the model and the batch (torch/nn/parallel/_functions.py). O(strings). */
static bool
mark_names (const Trace *trace, uint8_t *is_of_it)
{
  static const char *const names[] = { "DataParallel.forward", "ReduceAddCoalesced", "GatherBackward",
                                       "ScatterBackward" };
  static const char module[] = "nn.Module: DataParallel_";
  bool is_any = false;

  for (uint32_t i = 0; i < trace_n_strings (trace); i++)
    {
      size_t length;
      const char *text = trace_string (trace, i, &length);

      is_of_it[i] = length > strlen (module) && memcmp (text, module, strlen (module)) == 0;
      for (size_t n = 0; n < G_N_ELEMENTS (names); n++)
        is_of_it[i] |= length == strlen (names[n]) && memcmp (text, names[n], length) == 0;
      is_any = is_any || is_of_it[i];
    }
  return is_any;
}

/* Adds the slices with such names of ranks that drive several devices. */
static void
add_slices (FindingLook *look,
            TrackKind kind,
            const uint8_t *is_of_it,
            const uint32_t *n_devices,
            uint32_t *ret_rank)
{
  FindingFacts *facts = look->facts;
  FactsWalk walk = facts_walk_begin (facts, kind);
  uint64_t slice;

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      uint32_t rank = trace_track (facts->trace, walk.track)->rank;

      if (is_of_it[slice_name (facts->slices, slice)] && rank != TRACE_NONE && n_devices[rank] > 1)
        {
          *ret_rank = rank;
          look_slice (look, slice);
        }
    }
}

static RuleState
judge (FindingLook *look, uint8_t *is_of_it, uint32_t *n_devices)
{
  static const TrackKind kinds[] = { TRACK_ANNOTATIONS, TRACK_OPERATORS, TRACK_PYTHON };
  const FindingFacts *facts = look->facts;
  uint32_t most = 0, rank = TRACE_NONE;

  for (uint32_t i = 0; i < facts->devices.n; i++)
    {
      const DeviceStats *device = &facts->devices.devices[i];
      uint32_t of_rank = trace_device (facts->trace, device->device)->rank;

      n_devices[of_rank] += device->compute_ns > 0;
      most = MAX (most, n_devices[of_rank]);
    }
  if (most < 2)
    return look_is_clear_because (look, N_ ("No process computes on more than one GPU."));
  if (!mark_names (facts->trace, is_of_it))
    return look_is_clear_because (
      look,
      N_ (
        "A process computes on several GPUs, but not with torch.nn.DataParallel, as far as the names say."));
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    add_slices (look, kinds[i], is_of_it, n_devices, &rank);
  if (rank == TRACE_NONE)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_MEDIUM,
    look_tr (
      look,
      N_ (
        "One process drives %u GPUs with torch.nn.DataParallel, which copies the model to each of them in every step and lets them wait for one Python interpreter.")),
    n_devices[rank]);
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  uint8_t *is_of_it;
  uint32_t *n_devices;
  RuleState state;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  is_of_it = calloc ((size_t) trace_n_strings (facts->trace) + 1, sizeof *is_of_it);
  n_devices = calloc ((size_t) trace_n_ranks (facts->trace) + 1, sizeof *n_devices);
  state = is_of_it != NULL && n_devices != NULL ? judge (look, is_of_it, n_devices) : look_is_stopped (look);
  free (is_of_it);
  free (n_devices);
  return state;
}

const FindingRule rule_data_parallel = {
  .id = "data_parallel",
  .title = N_ ("DataParallel in place of DDP"),
  .method = N_ (
    "A process with compute kernels on more than one GPU and slices that only torch.nn.DataParallel makes (DataParallel.forward, ReduceAddCoalesced, ScatterBackward, GatherBackward)."),
  .advice = { N_ (
                "Use torch.nn.parallel.DistributedDataParallel with a process for each GPU: torchrun --nproc_per_node=N."),
              N_ ("Give each process its part of the data with a DistributedSampler.") },
  .look = look,
};
