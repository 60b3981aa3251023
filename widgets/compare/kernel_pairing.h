/* SPDX-License-Identifier: Apache-2.0
 *
 * Which kernels of a comparison the user can pair by hand, and part. Rows are those of its table of kernels. */

#pragma once

#include "widgets/compare/compared.h"

/* Returns the exact name of a row's kernel on a side, or NULL if the side does not have it. Transfer full. */
char *kernel_pairing_name (const Compared *compared, uint64_t row, uint32_t side);

/* Returns the rows (uint64_t) that can be paired with a row, in the order of the table: a kernel that only the baseline has
 * can be paired with one that another side has instead, and the reverse. Transfer full. O(rows x sides). */
GArray *kernel_pairing_candidates (const Compared *compared, uint64_t row);

/* Finds the names that pairing two rows is about: one of the baseline, and one of another side. Transfer full. Returns false
 * if the rows cannot be paired. */
bool kernel_pairing_names (const Compared *compared,
                           uint64_t row,
                           uint64_t candidate,
                           char **ret_base_name,
                           char **ret_other_name);

/* Returns whether a row can be parted: whether its kernel has another name on that side. */
bool kernel_pairing_can_part (const Compared *compared, uint64_t row, uint32_t side);

/* Returns the name from which the user parted a row that has no counterpart on a side, or NULL. Borrowed. */
const char *kernel_pairing_parted_from (const Compared *compared, uint64_t row, uint32_t side);
