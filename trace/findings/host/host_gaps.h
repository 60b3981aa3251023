/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle time of devices that had run out of work while the host was busy with something else than data, memory or waiting.
 * Where most kernels are short, the short gaps are those of launching; all others are work of the host. So no gap is both. */

#pragma once

#include "trace/findings/finding_rule.h"

typedef enum
{
  HOST_GAPS_OF_LAUNCHING,
  HOST_GAPS_OF_WORK
} HostGapsKind;

typedef struct
{
  int64_t by_cause[N_IDLE_CAUSES], longest_ns; /* within steps */
  double short_share;                          /* of kernels that are short, 0 to 1 */
} HostGaps;

/* The thresholds of the rule launch_bound that decide which gaps are which. */
#define HOST_GAPS_SHORT_KERNEL_US 10
#define HOST_GAPS_LONG_US         200

/* Adds the gaps of a kind to the gain and to the places. Returns false when memory ran out or the computation must end.
 * O(kernels + gaps). */
bool host_gaps_gain (FindingLook *look, HostGapsKind kind, HostGaps *ret_gaps);
