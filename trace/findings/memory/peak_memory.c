/* SPDX-License-Identifier: Apache-2.0
 *
 * "Memory usage" of PyTorch's TensorBoard plugin (METRICS 25). */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/memory/memory_of_device.h"
#include "trace/text/marked_text.h"
#include "trace/text/size_text.h"

enum
{
  PEAK
};

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  MemoryUse *use = memory_use_new (facts->trace);
  double most = 0, most_bytes = 0, most_total = 0;
  uint32_t worst = TRACE_NONE;
  unsigned n_known = 0;
  char share[PERCENT_TEXT_MAX];

  if (use == NULL)
    return look_is_stopped (look);
  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    {
      MemoryOfDevice memory;
      double bytes;
      int64_t time_ns;

      if (!stats_scope_holds_device (facts->scope, i) || !memory_of_device (facts, use, i, &memory)
          || !memory_of_device_peak (use, memory.series, facts->scope->begin_ns, facts->scope->end_ns, &bytes,
                                     &time_ns))
        continue;
      n_known++;
      if (bytes / (double) memory.total_bytes <= look_threshold (look, PEAK) / 100)
        continue;
      look_place (look, trace_device (facts->trace, i)->rank, time_ns, time_ns + 1, SLICE_NONE);
      if (bytes / (double) memory.total_bytes > most)
        {
          most = bytes / (double) memory.total_bytes;
          most_bytes = bytes;
          most_total = (double) memory.total_bytes;
          worst = i;
        }
    }
  memory_use_free (use);
  if (n_known == 0)
    return look_is_without (
      look, N_ ("The profile does not say how much memory was allocated (profile_memory=True), or "
                "how much the GPU has."));
  if (worst == TRACE_NONE)
    return look_is_clear (look);

  g_autofree char *name = device_idle_name (look, worst), *peak = size_text ((uint64_t) most_bytes),
                  *total = size_text ((uint64_t) most_total);
  return look_is_found_as (
    look, FINDING_LOW,
    look_tr (
      look,
      N_ ("%s is nearly out of memory: tensors take up to %s of its %s (%s), so a longer input may fail.")),
    name, peak, total, percent_text (most, share));
}

const FindingRule rule_peak_memory = {
  .id = "peak_memory",
  .title = N_ ("Memory nearly full"),
  .method = N_ (
    "The largest amount that PyTorch's allocator had given out in the window, against the memory of the GPU. It costs no "
    "time that could be told, so it has no gain."),
  .advice = { N_ ("Recompute activations: torch.utils.checkpoint.checkpoint ()."),
              N_ ("Shard parameters and optimizer states: torch.distributed.fsdp.fully_shard ()."),
              N_ ("Use smaller batches with gradient accumulation, or torch.autocast () with bfloat16.") },
  .thresholds = { [PEAK] = { "peak_percent", 90, 100, N_ ("Peak above (%)") } },
  .look = look,
};
