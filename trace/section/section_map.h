/* SPDX-License-Identifier: Apache-2.0
 *
 * A section file mapped for reading.
 *
 * Opening checks the header, the table, that all sections are inside the file and do not overlap, and the contents of
 * sections up to SECTION_VERIFIED_AT_ONCE_BYTES. It reads nothing else, however large the file is. The contents of a
 * section may be any bytes: readers must check every number that they take from it.
 *
 * A file that is truncated while it is mapped does not crash the program: its missing pages read as zeros, and
 * section_map_was_cut () returns true. So a number may be zero when it is read a second time: copy it, then check and
 * use the copy. The header and the table are copies and do not change. Immutable; any thread. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/section/section.h"

typedef struct SectionMap SectionMap;

/* Returns whether the file begins like a section file of any version. */
bool section_file_probe (int fd);

/* Maps a section file. fd is borrowed and not needed afterwards. path is for messages only. Reads at most
 * SECTION_FILE_MAX_SECTIONS sections of SECTION_VERIFIED_AT_ONCE_BYTES. Returns NULL with TRACE_ERROR_NOT_A_TRACE (not
 * a section file, or of a newer version, as the message says), TRACE_ERROR_DAMAGED (the message names the section and
 * says what to do), TRACE_ERROR_UNREADABLE, or TRACE_ERROR_NO_MEMORY (also if MAP_GUARDS_MAX files are mapped). */
SectionMap *section_map_new (int fd, const char *path, GError **error);
void section_map_free (SectionMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SectionMap, section_map_free)

uint32_t section_map_flags (const SectionMap *map);      /* SectionFileFlags, and possibly unknown flags */
const uint8_t *section_map_key (const SectionMap *map);  /* 16 bytes */
uint64_t section_map_size_bytes (const SectionMap *map); /* of the file */

uint32_t section_map_n_sections (const SectionMap *map);

/* Returns an entry of the table, which ascends by id and includes unknown ids. */
const SectionEntry *section_map_entry (const SectionMap *map, uint32_t i);

/* Returns NULL if there is no such section. O(log sections). */
const SectionEntry *section_map_find (const SectionMap *map, SectionId id);

/* Returns the stored bytes of a section, or NULL and 0 when the file has no such section. */
const void *section_map_stored (const SectionMap *map, SectionId id, uint64_t *ret_n);

/* Returns a raw section as an array of *ret_n items of width bytes each. Returns false if there is no such section, it
 * is not raw, or its size is not a multiple of width. */
bool section_map_array (const SectionMap *map, SectionId id, size_t width, const void **ret_items, uint64_t *ret_n);

/* Sets TRACE_ERROR_DAMAGED with a sentence that names the section and says what to do. Readers that find impossible
 * contents may call it, too. Returns false. */
bool section_map_damaged (uint32_t id, const char *path, GError **error);

/* Returns the decoded bytes of a section of any codec. Free *ret_owned with free (); it is NULL if the bytes are in the
 * map. There are exactly as many bytes as the entry says. Memory grows as decoding proceeds, not as the file claims: at
 * most twice the bytes decoded so far, and 9 MiB. Blocks, O(bytes). Does not compare the section's hash.
 * TRACE_ERROR_DAMAGED (also if there is no such section), TRACE_ERROR_NO_MEMORY. */
bool section_map_decode (const SectionMap *map,
                         SectionId id,
                         const char *path,
                         const void **ret_bytes,
                         uint64_t *ret_n,
                         void **ret_owned,
                         GError **error);

/* Compares every section with its hash and calls on_damage for those that differ, on the calling thread. Reads the
 * whole file, so use a separate thread. Checks cancelled (may be NULL) once per MiB. Returns false if cancelled. */
typedef void (*SectionDamageFunc) (const SectionEntry *entry, void *user_data);
bool section_map_verify (const SectionMap *map,
                         const atomic_bool *cancelled,
                         SectionDamageFunc on_damage,
                         void *user_data);

/* Does the same for some sections: bit i of sections is the section with id i. Ids from 64 on are included only in
 * SECTION_SET_ALL. */
#define SECTION_SET_ALL UINT64_MAX
#define SECTION_SET_OF(id) ((uint64_t) 1 << (id))
bool section_map_verify_some (const SectionMap *map,
                              uint64_t sections,
                              const atomic_bool *cancelled,
                              SectionDamageFunc on_damage,
                              void *user_data);

/* Returns whether pages of the file were missing when they were read. */
bool section_map_was_cut (const SectionMap *map);
