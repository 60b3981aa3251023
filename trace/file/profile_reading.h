/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of profile_read () share. */

#pragma once

#include "trace/file/section_map.h"
#include "trace/file/section_writer.h"
#include "trace/trace.h"

/* One reading. The first thing that is wrong ends it. */
typedef struct
{
  Trace *trace;
  const SectionMap *map;
  SectionWriter *writer; /* without a map: of the file that is being written, which lies in trace->building */
  uint64_t n_slices;
  SectionId wrong; /* which section; 0: none, then memory ran out */
} ProfileReading;

/* Remembers which section is wrong. Returns false. */
bool profile_is_wrong (ProfileReading *reading, SectionId id);

/* The items of a section; ret_items: the address of a pointer to them. False, and wrong is set: there is no such
 * array. */
bool profile_take_array (ProfileReading *reading,
                         SectionId id,
                         size_t width,
                         const void *ret_items,
                         uint64_t *ret_n);

/* The same of a column, which has as many items as another one. */
bool
profile_take_column (ProfileReading *reading, SectionId id, size_t width, uint64_t n, const void *ret_items);

/* profile_tables.c: strings, tracks, ranks and all else that is decoded; after slices, instants and samples. A record
 * is taken out, and that copy is checked and used: what is mapped may be cut at any time (section_map.h). */
bool profile_read_tables (ProfileReading *reading);
