/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernel of one side corresponds to which of another, even where a library, a compiler or the hardware has given it
 * another name.
 *
 * The first of these that finds a partner decides:
 *
 *   hand      the caller says so (and may say of other names that they never meet)
 *   exact     the exact names are equal
 *   base      the names without template arguments (trace/naming/base_name.h) and the launch shapes (grid and block)
 *             are equal
 *   operator  the operators that launched them have the same exact name
 *
 * The shape of a name is that of its longest launch in the scope. Its operator is the innermost one under which its launches
 * in the scope take most time, of which the first KERNEL_LAUNCHES_SEEN are looked at. If several names of a side have the
 * same base and shape, or operator, the one with the largest total meets the one with the largest total, the next the
 * next. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"
#include "trace/compare/matching/row_matching.h"

/* What the caller says about two names. */
typedef enum
{
  HAND_PAIR, /* they meet */
  HAND_SUCCESSOR, /* one has replaced the other: they meet unless either name is on both sides, where it meets itself */
  HAND_APART /* they do not meet, and no rule finds either another partner; of equal names it has no effect */
} HandSort;

/* Exact names. One has no effect if either name does not occur, or already has a partner. Pairs and successors come before
 * what is apart; of the same sort the first one decides. */
typedef struct
{
  const char *base, *other; /* NUL-terminated */
  HandSort sort;
} HandPair;

#define KERNEL_LAUNCHES_SEEN 2048

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs out; clear
 * the matching in either case. O(names x (length + pairs)), and for names that only their
 * operator can tell O(kernels + launches seen x lanes of operators x log slices). */
bool kernel_matching_compute (const CompareSide *base,
                              const CompareSide *other,
                              const HandPair *pairs,
                              size_t n_pairs,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              RowMatching *ret_matching);
