/* SPDX-License-Identifier: Apache-2.0
 *
 * All rules: one line each, here and in finding_rules.c, in the order in which they are listed where nothing is found. The
 * numbers in brackets are those of METRICS, sections 23 to 25, where a rule is known from another tool. */

#pragma once

#include <stddef.h>

#include "trace/findings/finding_rule.h"

/* trace/findings/host/: what the host does while the devices are idle */
extern const FindingRule rule_launch_bound;
extern const FindingRule rule_data_loader;
extern const FindingRule rule_sync_calls;
extern const FindingRule rule_allocator_stalls;
extern const FindingRule rule_profiler_overhead;
extern const FindingRule rule_host_work;
extern const FindingRule rule_changing_shapes;

/* trace/findings/device/: what the devices do (23: LowGPUUtilization, StepOutlier, MaxInitializationTime; 24: gpu_gaps,
 * gpu_time_util; 25: GPU utilization, tensor cores) */
extern const FindingRule rule_low_gpu_utilization;
extern const FindingRule rule_gpu_starvation;
extern const FindingRule rule_low_utilization_periods;
extern const FindingRule rule_step_outlier;
extern const FindingRule rule_first_step;
extern const FindingRule rule_max_initialization;
extern const FindingRule rule_small_kernels;
extern const FindingRule rule_tensor_cores_unused;
extern const FindingRule rule_fp32_instead_of_tf32;
extern const FindingRule rule_kernel_slows_down;
extern const FindingRule rule_queued_work;
extern const FindingRule rule_recompilation;
extern const FindingRule rule_garbage_collection;

/* trace/findings/memory/: copies, and the memory of devices (23: GPUMemoryIncrease; 24: cuda_memcpy_async,
 * cuda_memcpy_sync, cuda_memset_sync; 25: memory usage) */
extern const FindingRule rule_pageable_copies;
extern const FindingRule rule_sync_memcpy;
extern const FindingRule rule_sync_memset;
extern const FindingRule rule_memory_increase;
extern const FindingRule rule_peak_memory;

/* trace/findings/communication/: between devices and ranks (25: communication, DataParallel, DDP without NCCL) */
extern const FindingRule rule_exposed_communication;
extern const FindingRule rule_uneven_all_to_all;
extern const FindingRule rule_communication_on_compute_stream;
extern const FindingRule rule_small_collectives;
extern const FindingRule rule_stragglers;
extern const FindingRule rule_data_parallel;
extern const FindingRule rule_ddp_without_nccl;

/* trace/findings/machine/: counters of processors, devices and memory (23: BatchSize, CPUBottleneck, IOBottleneck,
 * LoadBalancing, Dataloader, OverallSystemUsage, OverallFrameworkMetrics, ProfilerReport) */
extern const FindingRule rule_batch_size;
extern const FindingRule rule_cpu_bottleneck;
extern const FindingRule rule_io_bottleneck;
extern const FindingRule rule_load_balancing;
extern const FindingRule rule_dataloader_processes;
extern const FindingRule rule_overall_system_usage;
extern const FindingRule rule_overall_framework_metrics;
extern const FindingRule rule_profiler_report;

/* Return the number of rules, one of them, and the one with that id or NULL. */
size_t finding_rules_count (void);
const FindingRule *finding_rules_get (size_t i);
const FindingRule *finding_rules_find (const char *id);

/* Returns whether thresholds (may be NULL) make the rule another one than the program has; one that is set to what it is
 * anyway does not. Sets *ret_is_off to whether they switch it off. O(thresholds of the rule). */
bool finding_rule_is_changed (const FindingRule *rule, const FindingThresholds *thresholds, bool *ret_is_off);
