/* SPDX-License-Identifier: Apache-2.0
 *
 * Declarations shared by the parts of profile_read (). */

#pragma once

#include "trace/model/trace.h"
#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

/* The state of one call. The first error ends it. */
typedef struct
{
  Trace *trace;
  const SectionMap *map;
  SectionWriter *writer; /* of a file that is being written and has no map; the map lies in trace->building */
  void *table;           /* the most recent copy */
  uint64_t n_slices;
  SectionId wrong; /* the damaged section; 0 means that memory ran out */
} ProfileReading;

/* Remembers which section is damaged. Returns false. */
bool profile_is_wrong (ProfileReading *reading, SectionId id);

/* Sets *ret_items, the address of a pointer, to the items of a section in place. Returns false and sets wrong
 * if the section is not such an array. */
bool profile_take_array (ProfileReading *reading,
                         SectionId id,
                         size_t width,
                         const void *ret_items,
                         uint64_t *ret_n);

/* Does the same for a column, which must have n items. */
bool
profile_take_column (ProfileReading *reading, SectionId id, size_t width, uint64_t n, const void *ret_items);

/* Does the same for a table of a few records. It is copied, and the copy is valid until the next call, because mapped
 * bytes may turn into zeros between check and use (section_map.h). */
bool profile_take_table (ProfileReading *reading,
                         SectionId id,
                         size_t width,
                         const void *ret_records,
                         uint64_t *ret_n);

/* profile_tables.c. Reads strings, tracks, ranks and everything else that is decoded. Call it after slices,
 * instants and samples have been read. */
bool profile_read_tables (ProfileReading *reading);
