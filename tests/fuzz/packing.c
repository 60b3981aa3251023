/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/packing.h"

#include <string.h>

#include "trace/section/section.h"

FilePacking
packing_of (const uint8_t *bytes, size_t n)
{
  static const struct
  {
    const char *magic;
    size_t n;
    FilePacking packing;
  } magics[] = {
    { "\x1f\x8b", 2, PACKING_GZIP },
    { "\x28\xb5\x2f\xfd", 4, PACKING_ZSTD },
    { SECTION_FILE_MAGIC, 8, PACKING_NATIVE },
  };

  for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
    if (n >= magics[i].n && memcmp (bytes, magics[i].magic, magics[i].n) == 0)
      return magics[i].packing;
  return PACKING_NONE;
}
