/* SPDX-License-Identifier: Apache-2.0
 *
 * What a critical path consists of, by name: what bounds a step. */

#pragma once

#include "trace/critical/critical_path.h"

/* Pieces of one class whose slices have the same name. */
typedef struct
{
  CriticalClass klass;
  uint32_t name; /* string id */
  uint64_t n;
  int64_t total_ns;
  uint64_t longest; /* slice of the longest piece */
  int64_t longest_ns;
} CriticalName;

COLUMN_DEFINE (CriticalNameColumn, critical_name_column, CriticalName)

/* Appends the names of a path to names: by total, largest first, then by class and name. Returns false when memory runs out.
 * O(n log n) for n pieces. */
bool critical_names_collect (const CriticalPath *path, const Trace *trace, CriticalNameColumn *names);
