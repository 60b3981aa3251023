/* SPDX-License-Identifier: Apache-2.0
 *
 * Which place a slice has among those of its name: "longest of 42 with this name". */

#pragma once

#include <stdint.h>

#include "trace/trace.h"

typedef struct
{
  uint64_t n; /* finished slices of its kind with its exact name, in the whole profile */
  uint64_t
    place; /* by duration, 1 = longest; equal ones share the best place; 0: the slice itself is unfinished */
} NamePlace;

/* O(slices). */
NamePlace name_place_of (const Trace *trace, uint64_t slice);
