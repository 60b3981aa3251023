/* SPDX-License-Identifier: Apache-2.0
 *
 * Debug annotations as arguments. Dictionaries and arrays become JSON text. */

#pragma once

#include "trace/import/perfetto/perfetto_import.h"

/* What annotations of AMD's profilers tell besides. */
typedef struct
{
  bool has_correlation, has_grid, has_block;
  int64_t correlation;
  int64_t grid[3], block[3]; /* in work-items */
} PerfettoAnnotated;

/* Writes an annotation of an event whose slice has that kind. Returns false if it is damaged. */
bool perfetto_annotation_write (PerfettoImport *import,
                                const PerfettoPacket *packet,
                                ProtobufSpan annotation,
                                SliceKind kind,
                                RowArgs *args,
                                PerfettoAnnotated *annotated);

/* Writes what follows from all of them. */
void perfetto_annotations_end (PerfettoImport *import, RowArgs *args, const PerfettoAnnotated *annotated);
