/* SPDX-License-Identifier: Apache-2.0
 *
 * A section of a file that is still being written, to be read back. */

#pragma once

#include "trace/section/section_writer.h"

typedef struct
{
  const uint8_t *at;
  uint64_t n;
  void *map; /* from the begin of the file on */
  size_t n_map_bytes;
} WrittenSection;

/* The section has ended, and the writer has been drained since: nothing of it waits. fd: the writer's. False: it cannot
 * be mapped. */
bool written_section_map (WrittenSection *section, SectionWriter *writer, int fd, SectionId id);
void written_section_unmap (WrittenSection *section);
