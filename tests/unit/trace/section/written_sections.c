/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/section/written_sections.h"

#include <string.h>
#include <sys/mman.h>

const uint8_t written_sections_key[16] = "0123456789abcdef";

int
written_sections_new (void)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  return fd;
}

void
written_sections_finish (SectionWriter *writer)
{
  GError *error = NULL;

  section_writer_finish (writer, 0, written_sections_key, "file", &error);
  g_assert_no_error (error);
  section_writer_free (writer);
}

SectionMap *
written_sections_map (int fd)
{
  GError *error = NULL;
  SectionMap *map = section_map_new (fd, "file", &error);

  g_assert_no_error (error);
  return map;
}

void
written_sections_assert_bytes (const void *bytes, uint64_t n, const void *expected, size_t n_expected)
{
  g_assert_cmpuint (n, ==, n_expected);
  g_assert_true (n == 0 || memcmp (bytes, expected, n_expected) == 0);
}

void
written_sections_assert (const SectionMap *map, SectionId id, const void *bytes, size_t n)
{
  uint64_t n_stored;
  const void *stored = section_map_stored (map, id, &n_stored);

  g_assert_nonnull (stored);
  written_sections_assert_bytes (stored, n_stored, bytes, n);
}
