/* SPDX-License-Identifier: Apache-2.0
 *
 * A mapped section file as a Trace. Tables are decoded and checked, so that every id and range in them exists;
 * columns are used where they lie, whatever they hold. */

#pragma once

#include "trace/file/section_map.h"
#include "trace/trace.h"

/* Takes map, also when this fails. O(tracks + rows + steps). path is for messages only.
 * TRACE_ERROR_DAMAGED: says which section; TRACE_ERROR_NO_MEMORY. */
Trace *profile_read (SectionMap *map, const char *path, GError **error);

/* The tables alone: everything but slices, their indices and arguments, instants, samples, flows and what is
 * derived; false: error is set. For archives, whose columns come from elsewhere. */
bool profile_read_tables (Trace *trace, const SectionMap *map, uint64_t n_slices, const char *path, GError **error);
