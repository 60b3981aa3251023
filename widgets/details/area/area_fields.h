/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts of an area and of the markers as keys and values: times to the nanosecond, shares with their
 * denominators. No toolkit. */

#pragma once

#include "trace/stats/summary/area_stats.h"
#include "widgets/details/facts/detail_fields.h"

/* Adds the fields of an area. stats is NULL while it is being computed; the number of fields stays the same. */
void
area_fields_add (GArray *fields, const StatsScope *scope, const AreaStats *stats, const NumberStyle *numbers);

/* Returns no fields if no marker is set. */
void area_fields_add_markers (GArray *fields, const ViewMarks *marks, const NumberStyle *numbers);
