/* SPDX-License-Identifier: Apache-2.0
 *
 * What is different where a side is a job profile (trace/model/job_tables.h): its steps have stored figures, and what it has
 * of slices would give others. */

#pragma once

#include "trace/compare/side/compare_side.h"

/* Sets the shares, idle time, kernels and launches of each sample from the tables. All idle time is of unknown cause. The
 * tables of kernels, operators, annotations and calls per step are not known and become empty; that of collectives stays.
 * Returns false when memory runs out. O(steps). */
bool job_side_apply (CompareSide *side);
