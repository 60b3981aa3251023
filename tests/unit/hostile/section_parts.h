/* SPDX-License-Identifier: Apache-2.0
 *
 * A native file or an archive taken apart into its sections, to be changed and put together again as a file whose every
 * hash is right. What was compressed is taken apart decoded, so that changes reach what lies behind the decoder. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/section/section.h"

typedef struct
{
  uint32_t id;
  bool
    is_stream; /* a block stream of an archive: bytes are its first block, decompressed, then its directory */
  size_t n_block;    /* of bytes, as long as nobody changed their number */
  GByteArray *bytes; /* as stored, or decoded */
} SectionPart;

typedef struct
{
  SectionFileHeader header;
  SectionPart parts[64];
  uint32_t n;
} SectionParts;

/* bytes: of a valid file. */
SectionParts *section_parts_new (const uint8_t *bytes, size_t n);
void section_parts_free (SectionParts *parts);

/* What each part holds becomes what it holds in original again. */
void section_parts_restore (SectionParts *parts, const SectionParts *original);

/* Whatever the parts hold; free with g_free (). */
uint8_t *section_parts_join (const SectionParts *parts, size_t *ret_n);
