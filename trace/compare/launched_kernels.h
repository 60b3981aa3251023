/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels that a row of the host launched: those whose launching call began in a slice of the row, on the same thread.
 * Slices inside count as well, so a kernel is below every operator that was open at its launch; each kernel once a row.
 *
 * Figures are as in the table of kernels, of these launches alone. Names meet as they do there. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/comparison.h"

typedef struct
{
  uint32_t n_sides;
  CompareRows *rows;  /* by side: a row per exact name */
  CompareTable table; /* of these rows; its kind is ROWS_KERNELS */
} LaunchedKernels;

/* Returns whether rows of that kind launch kernels: operators, modules, annotations and calls. */
bool launched_kernels_have (RowKind kind);

/* row is one of comparison->tables[kind]. should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE
 * slices. Returns false when it returns false or memory runs out; call clear () in either case. O(slices of the host +
 * kernels x log slices of the row); of modules also what finding them takes. */
bool launched_kernels_compute (const Comparison *comparison,
                               RowKind kind,
                               uint64_t row,
                               bool (*should_continue) (void *user_data),
                               void *user_data,
                               LaunchedKernels *ret_launched);
void launched_kernels_clear (LaunchedKernels *launched);
