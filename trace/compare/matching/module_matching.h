/* SPDX-License-Identifier: Apache-2.0
 *
 * Which module of one side corresponds to which of another, along their paths.
 *
 * Beginning with the outermost, the modules directly inside a pair are paired by equal names; those left over by what
 * they contain, that is the classes of the modules directly inside them in order of their first call, and a module
 * without any by its own class; the first of each side with the first of the other. The class is the name without the
 * number that the profiler appends ("Linear" of "Linear_3"). */

#pragma once

#include <stdbool.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/compare/matching/row_matching.h"

/* should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns false or memory runs out; clear
 * the matching in either case. O(modules log modules x length). */
bool module_matching_compute (const CompareRows *base,
                              const CompareRows *other,
                              bool (*should_continue) (void *user_data),
                              void *user_data,
                              RowMatching *ret_matching);
