/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of sections that a test writes. What fails here fails the test. */

#pragma once

#include <glib.h>

#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

extern const uint8_t written_sections_key[16];

/* A file without a name, to be closed. */
int written_sections_new (void);

/* Finishes the file and frees the writer. */
void written_sections_finish (SectionWriter *writer);

SectionMap *written_sections_map (int fd);

void written_sections_assert_bytes (const void *bytes, uint64_t n, const void *expected, size_t n_expected);

/* It holds these bytes, not compressed. */
void written_sections_assert (const SectionMap *map, SectionId id, const void *bytes, size_t n);
