/* SPDX-License-Identifier: Apache-2.0
 *
 * The operators, annotations, runtime calls and modules of a side, from the slices of its host threads.
 *
 * Operators, annotations and calls are rows per exact name. Totals include what is inside, as in `stats`. Slices named
 * like a step are left out, since they surround everything.
 *
 * A module (a Python frame "nn.Module: NAME") is a row per path: the modules around it on its thread, outermost first,
 * and its own name, without "nn.Module: ", joined by "/". Modules around it count even if they begin before the scope; their
 * rows may then have nothing in them (compare_rows_is_empty ()). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/side/compare_steps.h"

typedef struct
{
  CompareRows operators, annotations, calls, modules;
} HostRows;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out; call clear () in either case. O(slices of host threads + modules log modules + strings). */
bool host_rows_compute (const CompareSteps *steps,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        HostRows *ret_rows);
void host_rows_clear (HostRows *rows);

/* Lists the slices of a row of modules, of those that the steps and the scope contain, by thread and start. Returns false as
 * host_rows_compute () does; clear the column in either case. O(slices of host threads + modules log modules + strings). */
bool host_rows_find_modules (const CompareSteps *steps,
                             uint32_t row,
                             bool (*should_continue) (void *user_data),
                             void *user_data,
                             U64Column *ret_slices);
