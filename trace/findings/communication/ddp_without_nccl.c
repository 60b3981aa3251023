/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "trace/findings/finding_rules.h"
#include "trace/json/json_token.h"
#include "trace/model/device_properties.h"
#include "trace/model/setting_value.h"
#include "trace/text/marked_text.h"

/* NCCL needs compute capability 3.5 (METRICS 25). */
#define NCCL_MAJOR 3
#define NCCL_MINOR 5

typedef enum
{
  BACKEND_UNKNOWN,
  BACKEND_OTHER,
  BACKEND_GLOO,
} Backend;

/* Reads the backend of a rank's distributedInfo; "cpu:gloo,cuda:nccl" is NCCL on GPUs. */
static Backend
backend_of (const Trace *trace, const TraceRank *rank)
{
  uint64_t place = 0;
  size_t length;
  const char *text = setting_value_next (trace, rank, "distributedInfo", &place, &length), *inside;
  JsonValue object, key, value;

  if (text == NULL || !setting_value_parse (text, length, &object) || object.type != JSON_OBJECT)
    return BACKEND_UNKNOWN;
  for (inside = object.text; json_next (&inside, object.text + object.length, &key, &value);)
    if (key.length == strlen ("backend") && memcmp (key.text, "backend", key.length) == 0
        && value.type == JSON_STRING && value.length > 0)
      return value.length == strlen ("gloo") && g_ascii_strncasecmp (value.text, "gloo", value.length) == 0
               ? BACKEND_GLOO
               : BACKEND_OTHER;
  return BACKEND_UNKNOWN;
}

/* Whether NCCL could run: the device computes, and is new enough as far as the file says. */
static bool
could_use_nccl (const Trace *trace, const DeviceStats *device)
{
  const TraceDevice *of = trace_device (trace, device->device);
  DeviceProperties properties;

  return device->compute_ns > 0
         && (!device_properties_of (trace, trace_rank (trace, of->rank), of->number, &properties)
             || properties.compute_major < 0 || properties.compute_major > NCCL_MAJOR
             || (properties.compute_major == NCCL_MAJOR && properties.compute_minor >= NCCL_MINOR));
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  uint32_t n_gloo = 0, n_known = 0;

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  for (uint32_t i = 0; i < facts->devices.n; i++)
    {
      const DeviceStats *device = &facts->devices.devices[i];
      const TraceDevice *of = trace_device (facts->trace, device->device);
      const TraceRank *rank = trace_rank (facts->trace, of->rank);
      Backend backend = backend_of (facts->trace, rank);

      n_known += backend != BACKEND_UNKNOWN;
      /* Where a collective library runs on the GPU, gloo serves the host alone. */
      if (backend == BACKEND_GLOO && rank->world_size > 1 && device->communication_ns == 0
          && could_use_nccl (facts->trace, device))
        {
          n_gloo++;
          look_place (look, of->rank, device->first_start_ns, device->last_end_ns, SLICE_NONE);
        }
    }
  if (n_known == 0)
    return look_is_without (look, N_ ("The file does not say how its ranks communicate (distributedInfo)."));
  if (n_gloo == 0)
    return look_is_clear (look);
  return look_is_found_as (
    look, FINDING_MEDIUM,
    look_tr (
      look,
      N_ (
        "%s of %s GPUs communicate through gloo, which moves every gradient through the memory of the host, although NCCL supports them.")),
    grouped_text (n_gloo, n_text), grouped_text (facts->n_devices, all_text));
}

const FindingRule rule_ddp_without_nccl = {
  .id = "ddp_without_nccl",
  .title = N_ ("Distributed training without NCCL"),
  .method = N_ (
    "Ranks whose file names gloo as the backend of torch.distributed, of a job of several ranks, on GPUs that compute and on which no collective library ran; of compute capability 3.5 or higher where the file gives it."),
  .advice = { N_ (
                "Call torch.distributed.init_process_group (backend=\"nccl\"); on AMD the same name stands for RCCL."),
              N_ ("If the host communicates as well, name both: backend=\"cpu:gloo,cuda:nccl\".") },
  .look = look,
};
