/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of packets that are not read, counted. */

#pragma once

#include <stdint.h>

#define PERFETTO_KINDS_MAX 160

/* An all-zero struct is empty. */
typedef struct
{
  uint64_t n[PERFETTO_KINDS_MAX]; /* by field of TracePacket; [0] those beyond */
} PerfettoKinds;

void perfetto_kinds_count (PerfettoKinds *kinds, uint32_t field);

/* Returns {"ftrace_events":3} or NULL if nothing was counted. Transfer full. */
char *perfetto_kinds_json (const PerfettoKinds *kinds);
