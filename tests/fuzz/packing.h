/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file says with its first bytes that it is packed in. */

#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum
{
  PACKING_NONE, /* or none that is known: a text */
  PACKING_GZIP,
  PACKING_ZSTD,
  PACKING_NATIVE, /* a native file or an archive */
} FilePacking;

FilePacking packing_of (const uint8_t *bytes, size_t n);
