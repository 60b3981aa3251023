/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds where the times of a profile begin and end, and how far the times of each rank have to be moved. */

#pragma once

#include "trace/build/slice_survey.h"

/* Closes slices that were never ended, and sets the origin and the span of trace. Times that are far from all
 * others are left out of the span, and counted. Sets ret_shift_ns to the value to add to the times of each
 * rank of trace. survey is of the builder's slices; rank_map maps the builder's ranks to those of trace.
 * Returns false if memory runs out. */
bool builder_clock (TraceBuilder *builder,
                    const SliceSurvey *survey,
                    Trace *trace,
                    const uint32_t *rank_map,
                    int64_t *ret_shift_ns);
