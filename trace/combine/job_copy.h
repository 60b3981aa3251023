/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds the ranks of a profile to a job profile, with some of its slices. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/build/builder.h"

/* Adds all ranks of trace behind those of the builder, each with the number in numbers, and what is known of them: node,
 * world size, settings, tracks, devices, status, and the counts and health of the profile. Of the slices those are added for
 * which keep is not 0 (by slice; NULL: all), with their arguments; launches are linked again by correlation. Instants,
 * samples and other arrows are left out. Returns false when memory runs out. O(slices). */
bool job_copy_trace (TraceBuilder *builder, Trace *trace, const uint8_t *keep, const int64_t *numbers);
