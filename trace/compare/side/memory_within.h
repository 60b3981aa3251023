/* SPDX-License-Identifier: Apache-2.0
 *
 * The most GPU memory that was in use while the slices of a row ran, on any GPU of their rank (trace/derive/memory_use.h). It
 * is all memory that was in use, whoever allocated it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"

/* Returns whether the file records the memory of a GPU of the side. O(1). */
bool memory_within_is_recorded (const CompareSide *side);

/* Fills ret_bytes, which has an element for each row of the kind: operators or annotations. NaN where no slice of the row ran
 * while the use was known. Counts the slices that start in the scope. should_continue (user_data) may be NULL. Returns false
 * when it returns false or memory runs out. O(slices of the host x log memory changes + memory changes). */
bool memory_within_compute (const CompareSide *side,
                            RowKind kind,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            double *ret_bytes);
