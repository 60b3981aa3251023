/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/finding_rules.h"

#include <string.h>

static const FindingRule *const rules[] = {
  &rule_sync_memcpy,
  &rule_sync_memset,
  &rule_launch_bound,
  &rule_data_loader,
  &rule_sync_calls,
  &rule_allocator_stalls,
  &rule_profiler_overhead,
  &rule_host_work,
  &rule_queued_work,
  &rule_low_gpu_utilization,
  &rule_gpu_starvation,
  &rule_low_utilization_periods,
  &rule_step_outlier,
  &rule_first_step,
  &rule_max_initialization,
  &rule_small_kernels,
  &rule_tensor_cores_unused,
  &rule_fp32_instead_of_tf32,
  &rule_kernel_slows_down,
  &rule_changing_shapes,
  &rule_recompilation,
  &rule_garbage_collection,
  &rule_pageable_copies,
  &rule_memory_increase,
  &rule_peak_memory,
  &rule_uneven_all_to_all,
  &rule_communication_on_compute_stream,
  &rule_small_collectives,
  &rule_exposed_communication,
  &rule_stragglers,
  &rule_data_parallel,
  &rule_ddp_without_nccl,
  &rule_batch_size,
  &rule_cpu_bottleneck,
  &rule_io_bottleneck,
  &rule_load_balancing,
  &rule_dataloader_processes,
  &rule_overall_system_usage,
  &rule_overall_framework_metrics,
  &rule_profiler_report,
};

size_t
finding_rules_count (void)
{
  return G_N_ELEMENTS (rules);
}

const FindingRule *
finding_rules_get (size_t i)
{
  return rules[i];
}

const FindingRule *
finding_rules_find (const char *id)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strcmp (rules[i]->id, id) == 0)
      return rules[i];
  return NULL;
}

bool
finding_rule_is_changed (const FindingRule *rule, const FindingThresholds *thresholds, bool *ret_is_off)
{
  double value;

  *ret_is_off = finding_thresholds_get (thresholds, rule->id, "enabled", &value) && value == 0;
  if (*ret_is_off)
    return true;
  for (unsigned i = 0; i < RULE_THRESHOLDS_MAX && rule->thresholds[i].key != NULL; i++)
    if (finding_thresholds_get (thresholds, rule->id, rule->thresholds[i].key, &value)
        && (value < rule->thresholds[i].value || value > rule->thresholds[i].value))
      return true;
  return false;
}
