/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices in their final places: by track, then by lane, then by start; longer first where starts are equal,
 * then the order of the file. */

#pragma once

#include "trace/build/slice_survey.h"

/* Brings builder->slices, all of them, into the file as trace's columns (slice_columns_map () makes them readable) and
 * sets trace's rows and the slice ranges of its tracks; adds to its health. survey: of these slices; its n_in_parts is
 * used up. track_map: new track id of each builder track; shift_ns: added to the times, per rank of the trace. The
 * builder's slices are not needed afterwards. False: out of memory.
 * O(n) for tracks nearly in order, O(n log n) at worst; up to n_threads threads work on it. */
bool slice_layout (TraceBuilder *builder,
                   SliceSurvey *survey,
                   Trace *trace,
                   const uint32_t *track_map,
                   const int64_t *shift_ns,
                   unsigned n_threads);
