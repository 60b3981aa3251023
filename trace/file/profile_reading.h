/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of profile_read () share. */

#pragma once

#include "trace/model/trace.h"
#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

/* One reading. The first thing that is wrong ends it. */
typedef struct
{
  Trace *trace;
  const SectionMap *map;
  SectionWriter
    *writer;   /* of a file that is being written, where there is no map; it lies in trace->building */
  void *table; /* the copy that was taken last */
  uint64_t n_slices;
  SectionId wrong; /* which section; 0: none, then memory ran out */
} ProfileReading;

/* Remembers which section is wrong. Returns false. */
bool profile_is_wrong (ProfileReading *reading, SectionId id);

/* The items of a section where they lie; ret_items: the address of a pointer to them. False, and wrong is set: there is
 * no such array. */
bool profile_take_array (ProfileReading *reading,
                         SectionId id,
                         size_t width,
                         const void *ret_items,
                         uint64_t *ret_n);

/* The same of a column, which has as many items as another one. */
bool
profile_take_column (ProfileReading *reading, SectionId id, size_t width, uint64_t n, const void *ret_items);

/* The same of a table of a few records, copied until the next is taken: what lies in the map may turn into zeros
 * between the look at it and its use (section_map.h). */
bool profile_take_table (ProfileReading *reading,
                         SectionId id,
                         size_t width,
                         const void *ret_records,
                         uint64_t *ret_n);

/* profile_tables.c: strings, tracks, ranks and all else that is decoded; after slices, instants and samples. */
bool profile_read_tables (ProfileReading *reading);
