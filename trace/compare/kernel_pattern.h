/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns for the exact names of kernels, in which * stands for any bytes and ? for one.
 *
 * What people read are display names (trace_display_name ()), which are no exact names. A pattern that was copied from
 * there finds nothing, or something else; this says what was meant. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "trace/compare/side/compare_side.h"

/* The name need not be UTF-8. O(length of the name x length of the pattern). */
bool kernel_pattern_matches (const char *pattern, const char *name, size_t length);

/* Returns the exact name of a kernel of the side whose display name matches the pattern, of several the one with the largest
 * total; NULL if there is none. Valid UTF-8; transfer full (g_free ()). O(kernels). */
char *kernel_pattern_meant (const char *pattern, const CompareSide *side);
