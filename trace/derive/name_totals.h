/* SPDX-License-Identifier: Apache-2.0
 *
 * The number, sum, shortest and longest duration of all slices of each name in a profile, computed in one
 * pass over its columns. */

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

/* A name with slices of several kinds has one entry per kind. */
typedef struct
{
  NameTotal *totals; /* ascending by kind, then by name id */
  size_t n;
} NameTotals;

/* Computes the totals. Slices that were never ended are left out. Safe for any contents of the columns: an
 * unknown kind or name counts as SLICE_OTHER and the empty name, and sums wrap. O(slices + strings), 1 to 2
 * ns per slice. Returns false if memory runs out; there is then nothing to clear. */
bool name_totals_compute (const SliceColumns *slices, NameTotals *ret_totals);

/* Like name_totals_compute (), but O(names) if the profile has the totals. */
bool name_totals_of (const Trace *trace, NameTotals *ret_totals);
void name_totals_clear (NameTotals *totals);

/* Returns the totals of one kind; *ret_n may be 0. O(log n). */
const NameTotal *name_totals_of_kind (const NameTotals *totals, SliceKind kind, size_t *ret_n);
