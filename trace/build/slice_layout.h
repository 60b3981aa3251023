/* SPDX-License-Identifier: Apache-2.0
 *
 * Puts slices in their final order: by track, then by lane, then by start; longer first where starts are
 * equal, then in the order of the file. */

#pragma once

#include "trace/build/slice_survey.h"

/* Writes all builder->slices to the file as trace's columns (slice_columns_map () makes them readable), sets
 * trace's rows and the slice ranges of its tracks, and adds to its health. survey is of these slices; its
 * n_in_parts is used up. track_map is the new track id of each builder track; shift_ns is added to the times,
 * per rank of the trace. The builder's slices are not needed afterwards. Returns false if memory runs out.
 * O(n) for tracks nearly in order, O(n log n) at worst. Uses up to n_threads threads. */
bool slice_layout (TraceBuilder *builder,
                   SliceSurvey *survey,
                   Trace *trace,
                   const uint32_t *track_map,
                   const int64_t *shift_ns,
                   unsigned n_threads);
