/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels and collectives of a side, and the number of kernels and launches of each step.
 *
 * A kernel is a row per exact name. A collective is a row per name that the file gives it ("Collective name"), else per
 * exact name of a communication kernel. Kernels are counted in the step that launched them, launches (API calls that
 * started device work, each counted once) in the step whose host span contains their start. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/side/compare_steps.h"

typedef struct
{
  CompareRows kernels, collectives;
  uint64_t *n_kernels, *n_launches; /* by sample */
  uint8_t *is_seen;                 /* by string id: 1 if device work of the name starts in the scope */
} DeviceRows;

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs
 * out; call clear () in either case. O(slices of the streams x log launches + flows + strings). */
bool device_rows_compute (const CompareSteps *steps,
                          bool (*should_continue) (void *user_data),
                          void *user_data,
                          DeviceRows *ret_rows);
void device_rows_clear (DeviceRows *rows);
