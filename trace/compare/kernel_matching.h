/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernel of one side corresponds to which of another, even where a library, a compiler or the hardware has given it
 * another name.
 *
 * The first of these that finds a partner decides:
 *
 *   hand      the caller says so
 *   exact     the exact names are equal
 *   base      the names without template arguments (trace/naming/base_name.h) and the launch shapes (grid and block)
 *             are equal
 *   operator  the innermost operators that launched them have the same exact name
 *
 * A name is represented by its longest launch in the scope: its shape and its operator count. If several names of a side
 * have the same base and shape, or operator, the one with the largest total meets the one with the largest total, the next
 * the next. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/compare_rows.h"
#include "trace/compare/row_matching.h"

/* Exact names. A pair of which either name does not occur, or already has a partner, has no effect. */
typedef struct
{
  const char *base, *other; /* NUL-terminated */
} HandPair;

/* Returns false when memory runs out; clear the matching in either case. O(names x (length + lanes of operators)). */
bool kernel_matching_compute (const CompareRows *base,
                              const CompareRows *other,
                              const HandPair *pairs,
                              size_t n_pairs,
                              RowMatching *ret_matching);

/* Returns the string id of the name of the innermost operator that launched a kernel, or TRACE_NONE. O(lanes of the
 * operators' track x log slices). */
uint32_t kernel_launching_operator (const Trace *trace, uint64_t slice);
