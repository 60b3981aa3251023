/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/written_section.h"

#include <sys/mman.h>

bool
written_section_map (WrittenSection *section, SectionWriter *writer, int fd, SectionId id)
{
  uint64_t at = section_writer_at (writer, id), n = section_writer_size_bytes (writer, id);
  void *map = mmap (NULL, (size_t) (at + n), PROT_READ, MAP_SHARED, fd, 0);

  *section = (WrittenSection){ 0 };
  if (map == MAP_FAILED)
    return false;
  *section = (WrittenSection){ (const uint8_t *) map + at, n, map, (size_t) (at + n) };
  return true;
}

void
written_section_unmap (WrittenSection *section)
{
  if (section->map != NULL)
    munmap (section->map, section->n_map_bytes);
  *section = (WrittenSection){ 0 };
}
