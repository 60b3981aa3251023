/* SPDX-License-Identifier: Apache-2.0
 *
 * Products of matrices, convolutions and attention that do not use the matrix units of their GPU. The rules differ in which
 * of them they are about. */

#pragma once

#include "trace/findings/finding_rule.h"

/* Returns whether a kernel of that precision, on a GPU of that compute capability (major), is meant. */
typedef bool (*MatrixUnitsFunc) (Precision precision, int64_t compute_major);

typedef struct
{
  uint32_t worst_name; /* that takes most time; TRACE_NONE if no kernel was found */
  uint64_t n;
  bool has_matrix_units; /* a device of the scope is known to have them */
} MatrixUnits;

/* Adds half of the time in which such kernels run and nothing else does to the gain, and their slices as places. Returns false when memory ran out or the
 * computation must end. O(slices of streams + k log k) for
 * k such kernels. */
bool matrix_units_gain (FindingLook *look, MatrixUnitsFunc is_meant, MatrixUnits *ret_units);
