/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of work that have a colour of their own, and which one a slice is. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

typedef enum
{
  WORK_GEMM, /* matrix products and convolutions */
  WORK_ATTENTION,
  WORK_COMPUTE, /* every other kernel, and what no rule classifies */
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

/* The kind of every slice of a profile, ready to be looked up while drawing. Immutable; any thread. */
typedef struct WorkKinds WorkKinds;

/* NULL: out of memory. O(slices + strings): each kernel name is classified once. */
WorkKinds *work_kinds_new (const Trace *trace);
void work_kinds_free (WorkKinds *kinds);

WorkKind work_kind_of_slice (const WorkKinds *kinds, uint64_t slice);

/* Of many slices that lie anywhere: says some time before that the kind of one will be asked for, so that memory is
 * fetched meanwhile. Any number may be said, and nothing depends on it. */
static inline void
work_kind_expect (const SliceColumns *slices, uint64_t slice)
{
  if (slice < slices->n)
    {
      __builtin_prefetch (&slices->kind[slice]);
      __builtin_prefetch (&slices->name[slice]);
    }
}
/* Of a string id that names kernels; WORK_COMPUTE for any other. */
WorkKind work_kind_of_kernel_name (const WorkKinds *kinds, uint32_t name);

/* "GEMM and convolution", "Attention", ...: translated, for legends. */
const char *work_kind_label (WorkKind kind);
