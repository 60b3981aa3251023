/* SPDX-License-Identifier: Apache-2.0
 *
 * From the baseline's step time to another's: by what the GPUs do in a step, and then by kernel.
 *
 * The parts are those of trace/compare/side/device_shares.h, with idle time by cause. They are sums of whole nanoseconds over
 * all used steps and GPUs that add up to the step times, so their differences per step add up to the difference of the
 * mean step times, and the kernels of a part to the part, exactly. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_side.h"
#include "trace/compare/compare_table.h"

typedef enum
{
  PART_COMPUTE,
  PART_EXPOSED_COMMUNICATION,
  PART_EXPOSED_COPIES,
  PART_IDLE,                               /* the first of the causes, in the order of IdleCause */
  PART_NO_GPU = PART_IDLE + N_IDLE_CAUSES, /* the whole step, if a side has no GPU */
  PART_OTHER,                              /* in a damaged profile: what is in no other part */
  N_WATERFALL_PARTS
} WaterfallPart;

/* "compute", "exposed_communication", "exposed_copies", "idle.dataloader" and so on, "no_gpu", "other" */
const char *waterfall_part_word (WaterfallPart part);

/* A kernel, memcpy or memset of either side or both. Kernels correspond to each other as in the table of kernels; one that has
 * no row, or no partner, corresponds to device work of the same exact name that the other side has in its steps or scope. */
typedef struct
{
  uint32_t base_name, other_name; /* string ids in the traces of the sides; TRACE_NONE */
  RowMatch match;
  bool is_elsewhere;         /* as of TableCell */
  int64_t base_ns, other_ns; /* its share of the part, over all steps and GPUs */
  double difference_ns;      /* per step */
} WaterfallKernel;

typedef struct
{
  int64_t base_ns, other_ns; /* over all steps and GPUs */
  double difference_ns;      /* per step */
  WaterfallKernel
    *kernels;         /* those with a share on either side; the largest |difference| first, then by names */
  uint64_t n_kernels; /* 0 for idle time */
} WaterfallStep;

typedef struct
{
  double from_ns, to_ns;                 /* mean step times */
  int64_t base_total_ns, other_total_ns; /* sums of the parts */
  uint64_t base_divisor, other_divisor;  /* steps x GPUs */
  WaterfallStep parts[N_WATERFALL_PARTS];
} Waterfall;

/* Computes the waterfall to one side. kernels is the table of kernels of all sides. should_continue (user_data) may be NULL; it
 * is called regularly. Returns false when it returns false or memory runs out; call clear () in either case.
 * O(strings + kernels log kernels). */
bool waterfall_compute (const CompareSide *sides,
                        uint32_t side,
                        const CompareTable *kernels,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        Waterfall *ret_waterfall);
void waterfall_clear (Waterfall *waterfall);

/* Returns the difference per step of what is left of a part without its first n kernels. O(n). */
double waterfall_rest_ns (const Waterfall *waterfall, WaterfallPart part, uint64_t n);
