/* SPDX-License-Identifier: Apache-2.0
 *
 * The causes of a side's idle time (trace/stats/idle/idle_causes.h), and how much of each sample they take.
 *
 * Every gap between the first and the last used step has one cause. A gap that lies in several steps counts in each with
 * its part, so the causes of a sample add up to its idle time (trace/compare/side/device_shares.h). */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/side/compare_steps.h"
#include "trace/stats/idle/idle_causes.h"

typedef struct
{
  CompareRows rows;                    /* one per cause that occurs, in the order of IdleCause */
  int64_t (*of_sample)[N_IDLE_CAUSES]; /* sums over the GPUs */
  int64_t sum_ns[N_IDLE_CAUSES];       /* over all samples */
  IdleCause cause_of_row[N_IDLE_CAUSES];
  IdleGap longest[N_IDLE_CAUSES]; /* by cause: the longest gap in the scope; set for rows with a count */
} IdleRows;

/* Returns the longest gap that a row counts, or NULL if it counts none in the scope. */
const IdleGap *idle_rows_longest (const IdleRows *rows, uint32_t row);

/* should_continue (user_data) may be NULL; it is called regularly, on several threads at once. Returns false when it
 * returns false or memory runs out; call clear () in either case. Takes the time of idle_causes_compute (). */
bool idle_rows_compute (const CompareSteps *steps,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        IdleRows *ret_rows);
void idle_rows_clear (IdleRows *rows);
