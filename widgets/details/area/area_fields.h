/* SPDX-License-Identifier: Apache-2.0
 *
 * What is said of an area, and of the markers, in keys and values: times to the nanosecond, shares with what they are shares
 * of. Pure. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/details/facts/detail_fields.h"

/* stats NULL: not known yet; as many fields. */
void
area_fields_add (GArray *fields, const StatsScope *scope, const AreaStats *stats, const NumberStyle *numbers);

/* None where no marker is set. */
void area_fields_add_markers (GArray *fields, const ViewMarks *marks, const NumberStyle *numbers);
