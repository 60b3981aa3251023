/* SPDX-License-Identifier: Apache-2.0
 *
 * GPUMemoryIncrease of SageMaker Debugger (METRICS 23), which compares moving averages of samples of memory use. Within a
 * step memory rises and falls, so what is compared here are the peaks of steps: the mean over the last third of the steps
 * against the mean over the first third, without the first step, which allocates what stays. */

#include "trace/findings/device_idle.h"
#include "trace/findings/finding_rules.h"
#include "trace/findings/memory/memory_of_device.h"
#include "trace/findings/step_at.h"
#include "trace/text/marked_text.h"
#include "trace/text/size_text.h"

enum
{
  INCREASE
};

#define STEPS_MIN 6

typedef struct
{
  double points; /* share of the GPU's memory */
  double bytes;
  int64_t begin_ns, end_ns;
} Increase;

/* The steps [first, end) of the rank of a device. */
static bool
measure (const FindingFacts *facts,
         const MemoryUse *use,
         const MemoryOfDevice *memory,
         size_t first,
         size_t end,
         Increase *ret_increase)
{
  size_t third = (end - first) / 3;
  double before = 0, after = 0;

  for (size_t i = first; i < end; i++)
    {
      const TraceStep *step = step_at_get (facts, i);
      double bytes;
      int64_t time_ns;

      if (i >= first + third && i < end - third)
        continue;
      if (!memory_of_device_peak (use, memory->series, step->host_begin_ns, step->host_end_ns, &bytes,
                                  &time_ns))
        return false;
      if (i < first + third)
        before += bytes;
      else
        after += bytes;
    }
  ret_increase->bytes = (after - before) / (double) third;
  ret_increase->points = ret_increase->bytes / (double) memory->total_bytes;
  ret_increase->begin_ns = step_at_get (facts, first)->host_begin_ns;
  ret_increase->end_ns = step_at_get (facts, end - 1)->host_end_ns;
  return true;
}

static void
steps_of_rank (const FindingFacts *facts, uint32_t rank, size_t *ret_first, size_t *ret_end)
{
  size_t first = 0, end;

  while (first < facts->steps.n && step_at_get (facts, first)->rank != rank)
    first++;
  for (end = first; end < facts->steps.n && step_at_get (facts, end)->rank == rank;)
    end++;
  if (first < end && step_at_get (facts, first)->index == 0)
    first++;
  *ret_first = first;
  *ret_end = end;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  MemoryUse *use = memory_use_new (facts->trace);
  Increase worst = { 0 };
  uint32_t worst_device = TRACE_NONE;
  unsigned n_known = 0;
  char share[PERCENT_TEXT_MAX];

  if (use == NULL)
    return look_is_stopped (look);
  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    {
      MemoryOfDevice memory;
      Increase increase;
      size_t first, end;

      if (!stats_scope_holds_device (facts->scope, i) || !memory_of_device (facts, use, i, &memory))
        continue;
      steps_of_rank (facts, trace_device (facts->trace, i)->rank, &first, &end);
      if (end - first < STEPS_MIN || !measure (facts, use, &memory, first, end, &increase))
        continue;
      n_known++;
      if (increase.points <= look_threshold (look, INCREASE) / 100)
        continue;
      look_place (look, trace_device (facts->trace, i)->rank, increase.begin_ns, increase.end_ns, SLICE_NONE);
      if (increase.points > worst.points)
        {
          worst = increase;
          worst_device = i;
        }
    }
  memory_use_free (use);
  if (n_known == 0)
    return look_is_without (look,
                            N_ ("The profile does not say over seven steps how much memory was allocated "
                                "(profile_memory=True), or how much the GPU has."));
  if (worst_device == TRACE_NONE)
    return look_is_clear (look);

  g_autofree char *name = device_idle_name (look, worst_device),
                  *bytes = size_text ((uint64_t) worst.bytes);
  return look_is_found_as (
    look, FINDING_MEDIUM,
    look_tr (
      look,
      N_ ("%s uses more and more memory: the peaks of the last steps are %s above those of the first (%s of "
          "its memory).")),
    name, bytes, percent_text (worst.points, share));
}

const FindingRule rule_memory_increase = {
  .id = "memory_increase",
  .title = N_ ("Growing memory"),
  .method = N_ (
    "The mean peak of the last third of the steps against that of the first third, as a share of the GPU's memory; the "
    "first step, which allocates what stays, is left out. It costs no time that could be told, so it has no gain."),
  .advice = { N_ ("Add up losses as numbers, not tensors with their graphs: total += loss.detach ()."),
              N_ ("See what stays: torch.cuda.memory._record_memory_history (), then _dump_snapshot ()."),
              N_ ("If inputs grow, pad them to a few sizes, or cut them.") },
  .thresholds = { [INCREASE] = { "increase_percent", 5, 100, /* xgettext:no-c-format */ N_ ("Increase (% of the memory)") } },
  .look = look,
};
