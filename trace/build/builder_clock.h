/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the times of a profile begin and end, and how far those of each rank have to be moved to get there. */

#pragma once

#include "trace/build/slice_survey.h"

/* Closes slices that were never ended, sets the origin and the span of trace (times that are far from all others left out,
 * and counted), and says what is to be added to the times of each of its ranks (rank_map: the builder's ranks -> trace's). survey: of the builder's slices. False: out of
 * memory. */
bool builder_clock (TraceBuilder *builder,
                    const SliceSurvey *survey,
                    Trace *trace,
                    const uint32_t *rank_map,
                    int64_t *ret_shift_ns);
