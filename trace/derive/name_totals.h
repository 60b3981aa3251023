/* SPDX-License-Identifier: Apache-2.0
 *
 * Number, sum, shortest and longest duration of all slices of each name: of a whole profile, in one pass over its
 * columns. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  uint32_t name; /* string id */
  SliceKind kind;
  uint64_t count; /* > 0 */
  int64_t total_ns, min_ns, max_ns;
} NameTotal;

/* A name that slices of several kinds have is there once for each of them. */
typedef struct
{
  NameTotal *totals; /* ascending by kind, then by name id */
  size_t n;
} NameTotals;

/* Slices that were never ended are left out. Safe for any contents of the columns: a kind or name that does not exist
 * counts as SLICE_OTHER and the empty name, and sums wrap. O(slices + strings): 1 to 2 ns a slice.
 * False: out of memory; nothing to clear then. */
bool name_totals_compute (const SliceColumns *slices, NameTotals *ret_totals);

/* The same, O(names) where the profile has them. */
bool name_totals_of (const Trace *trace, NameTotals *ret_totals);
void name_totals_clear (NameTotals *totals);

/* Those of one kind; *ret_n may be 0. O(log n). */
const NameTotal *name_totals_of_kind (const NameTotals *totals, SliceKind kind, size_t *ret_n);
