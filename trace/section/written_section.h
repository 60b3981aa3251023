/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads back a section of a file that is still being written. */

#pragma once

#include "trace/section/section_writer.h"

typedef struct
{
  const uint8_t *at;
  uint64_t n;
  void *map; /* the mapping, which begins at the begin of the file */
  size_t n_map_bytes;
} WrittenSection;

/* Maps a section that has ended; the writer must have been drained since, so that nothing of it waits. fd is the
 * writer's. Returns false if it cannot be mapped. */
bool written_section_map (WrittenSection *section, SectionWriter *writer, int fd, SectionId id);
void written_section_unmap (WrittenSection *section);
