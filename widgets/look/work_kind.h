/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of work that have a colour of their own, and the kind of each slice. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

typedef enum
{
  WORK_GEMM, /* matrix products and convolutions */
  WORK_ATTENTION,
  WORK_COMPUTE, /* every other kernel, and kernels that no rule classifies */
  WORK_COMMUNICATION,
  WORK_MEMCPY,
  WORK_MEMSET,
  WORK_SYNC,
  WORK_OPERATOR, /* host operators and slices of no known category */
  WORK_CALL,
  WORK_ANNOTATION,
  WORK_PYTHON,
  N_WORK_KINDS
} WorkKind;

/* The kind of every slice of a profile, for lookup while drawing. Immutable; any thread. */
typedef struct WorkKinds WorkKinds;

/* Returns NULL when memory runs out. O(slices + strings): each kernel name is classified once. */
WorkKinds *work_kinds_new (const Trace *trace);
void work_kinds_free (WorkKinds *kinds);

WorkKind work_kind_of_slice (const WorkKinds *kinds, uint64_t slice);

/* Prefetches the memory that a later lookup of this slice will read. Use it when looking up many scattered
 * slices. It is only a hint and may be called any number of times. */
static inline void
work_kind_expect (const SliceColumns *slices, uint64_t slice)
{
  if (slice < slices->n)
    {
      __builtin_prefetch (&slices->kind[slice]);
      __builtin_prefetch (&slices->name[slice]);
    }
}
/* Returns the kind of a kernel name by its string id; WORK_COMPUTE for any other string. */
WorkKind work_kind_of_kernel_name (const WorkKinds *kinds, uint32_t name);

/* Returns the label of a legend, such as "GEMM and convolution"; translated, static. */
const char *work_kind_label (WorkKind kind);
