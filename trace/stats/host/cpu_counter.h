/* SPDX-License-Identifier: Apache-2.0
 *
 * Recognises counters that sample processor utilisation, and their unit, by their names. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns whether a counter's name begins with the word CPU and has a word that means use, but none about memory, GPUs,
 * clocks or temperature: "CPU Utilization", "cpu_usage_percent", "CPUUtilization cpu3", "cpu 7 load %". */
bool cpu_counter_is_utilization (const char *name, size_t length);

/* Returns whether the name says that values are percentages: "%", percent, pct. */
bool cpu_counter_says_percent (const char *name, size_t length);
