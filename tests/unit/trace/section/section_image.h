/* SPDX-License-Identifier: Apache-2.0
 *
 * A small file of sections in memory, to be spoiled and opened. What fails here fails the test. */

#pragma once

#include <glib.h>

#include "trace/section/section_map.h"
#include "trace/section/section_writer.h"

extern const uint8_t section_image_key[16];

typedef struct
{
  uint8_t *bytes;
  size_t n;
} SectionImage;

/* The numbers of its sections in the table. */
enum
{
  I_STRINGS,
  I_HEALTH,
  I_START,
  I_NAME,
  I_FLOWS,
  N_SECTIONS
};

/* Some sections of each kind: bytes, none, a column, and one that is encoded. A name column of n_big bytes. */
SectionImage section_image_new (size_t n_big);
void section_image_clear (SectionImage *image);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SectionImage, section_image_clear)

/* Of what is in a file. */
SectionImage section_image_of (int fd);

SectionFileHeader *section_image_header (SectionImage image);

/* By number in the table; images are made with the table in place. */
SectionEntry *section_image_entry (SectionImage image, uint32_t i);

/* Makes the hashes of header and table right, so that what they say is believed. */
void section_image_seal (SectionImage image);

/* A file without a name that holds the bytes, to be closed; and it opened. */
int section_image_file (const uint8_t *bytes, size_t n);
SectionMap *section_image_open (const uint8_t *bytes, size_t n, GError **error);
SectionMap *section_image_assert_opens (SectionImage image);

/* message: the whole one, or NULL for any. */
void section_image_assert_refused (SectionImage image, gint code, const char *message);

/* What section_image_new () put in is there. */
void section_image_assert_contents (const SectionMap *map);

/* Damage is found in the sections of these names, each with a semicolon behind it. */
void section_image_assert_damaged (const SectionMap *map, const char *expected);

/* For section_map_verify (): appends such a name to the GString. */
void section_image_note_damage (const SectionEntry *entry, void *names);

/* Writes a compressed section of these frames. */
void section_image_put_zstd (SectionWriter *writer,
                             SectionId id,
                             const void *frames,
                             size_t n,
                             uint64_t raw_bytes);
