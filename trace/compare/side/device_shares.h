/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPUs of a side did in the wall time of its steps, such that all parts add up to that time.
 *
 * Each instant of a step's window on a GPU belongs to the first of these that runs, else it is idle:
 *
 *   compute         a compute kernel
 *   communication   a communication kernel: exposed, since nothing computes
 *   copies          a memcpy, a memset, or a kernel that copies: exposed likewise
 *
 * (trace/stats/summary/time_split.h, trace/classify/kernel_class.h.) Among several activities of that part the instant
 * belongs to the one that started first; of those that started together, to the one with the lower slice. So each exact
 * name has a share of each part, and the shares add up to the part, to the nanosecond. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_steps.h"

typedef enum
{
  SHARE_COMPUTE,
  SHARE_COMMUNICATION,
  SHARE_COPIES,
  N_SHARES
} DeviceShare;

/* Sums over the GPUs. */
typedef struct
{
  int64_t share_ns[N_SHARES];
  int64_t idle_ns;
  int64_t communication_ns; /* the union of communication kernels, also while something computes */
} SampleShares;

typedef struct
{
  SampleShares *samples;      /* by sample */
  int64_t *name_ns[N_SHARES]; /* by string id: sums over all samples */
  uint8_t *kernel_class;      /* by string id: KernelClass + 1; 0: no kernel of the name was seen */
  uint8_t *is_seen; /* by string id: 1 if an activity of the name runs from the first window to the last */
} DeviceShares;

/* should_continue (user_data) may be NULL; it is called every STOPPABLE_AT_ONCE activities. Returns false when it
 * returns false or memory runs out; call clear () in either case. O(activities x log rows of a device + strings). */
bool device_shares_compute (const CompareSteps *steps,
                            bool (*should_continue) (void *user_data),
                            void *user_data,
                            DeviceShares *ret_shares);
void device_shares_clear (DeviceShares *shares);
