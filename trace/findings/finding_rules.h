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

/* trace/findings/device/: what the devices do */

/* trace/findings/communication/: between devices and ranks */

/* trace/findings/machine/: counters of processors, devices and memory */

/* Return the number of rules, one of them, and the one with that id or NULL. */
size_t finding_rules_count (void);
const FindingRule *finding_rules_get (size_t i);
const FindingRule *finding_rules_find (const char *id);
