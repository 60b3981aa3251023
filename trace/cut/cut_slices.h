/* SPDX-License-Identifier: Apache-2.0
 *
 * Which slices a part of a profile needs, so that its figures in the window are those of the whole profile there.
 *
 * Slices that touch the window are taken whole: rows of durations count whole slices, and unions are clipped anyway. So is
 * all device work that was launched in it or waits in it, which the figures of a step and of a queue count. Of device work
 * that was launched before the window, the launching call is taken, and with it what encloses the call on its thread, from
 * which kernels have their tensors, and the step. A step's time begins where the one before has ended, so what ended last
 * before the first step of the window is taken, too; and it ends with the work that it launched, behind the window. Until
 * then all of its rank is taken: whatever runs while a step lasts is a part of it, whoever launched it. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"

/* Sets keep[s] to 1 for each slice s that is needed for [begin_ns, end_ns) of the ranks for which ranks[r] is not 0 (NULL:
 * all). keep has one entry per slice, all 0. *ret_n counts those that touch the window. Returns false when memory runs out.
 * O(slices + arrows x log arrows). */
bool cut_slices_find (const Trace *trace,
                      const StepTable *steps,
                      int64_t begin_ns,
                      int64_t end_ns,
                      const uint8_t *ranks,
                      uint8_t *keep,
                      uint64_t *ret_n);
