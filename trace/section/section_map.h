/* SPDX-License-Identifier: Apache-2.0
 *
 * A section file mapped for reading.
 *
 * Opening checks the header, the table, that all sections lie in the file without overlapping, and the contents of
 * those up to SECTION_VERIFIED_AT_ONCE_BYTES; it reads nothing else, whatever the file's size. What it gives out
 * may hold any bytes: readers bound every number they take from it.
 *
 * A file that is cut while it is mapped does not take the program down: its missing pages read as zeros, and
 * section_map_was_cut () tells. So what is read twice may be zero the second time: a reader takes a number out, and
 * checks and uses that. Header and table are copies, and stay. Immutable; any thread. */

#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/section/section.h"

typedef struct SectionMap SectionMap;

/* Whether the file begins like a section file, of whatever version. */
bool section_file_probe (int fd);

/* fd: borrowed, not needed afterwards. path is for messages only. Reads at most SECTION_FILE_MAX_SECTIONS sections of
 * SECTION_VERIFIED_AT_ONCE_BYTES.
 * TRACE_ERROR_NOT_A_TRACE: not a section file, or of a newer version (says so); TRACE_ERROR_DAMAGED: says which
 * section, and what to do; TRACE_ERROR_UNREADABLE; TRACE_ERROR_NO_MEMORY (also: MAP_GUARDS_MAX files are mapped). */
SectionMap *section_map_new (int fd, const char *path, GError **error);
void section_map_free (SectionMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SectionMap, section_map_free)

uint32_t section_map_flags (const SectionMap *map);      /* SectionFileFlags, and such as are not known yet */
const uint8_t *section_map_key (const SectionMap *map);  /* 16 bytes */
uint64_t section_map_size_bytes (const SectionMap *map); /* of the file */

uint32_t section_map_n_sections (const SectionMap *map);

/* In the order of the table: ascending ids, those that are not known included. */
const SectionEntry *section_map_entry (const SectionMap *map, uint32_t i);

/* NULL: there is none. O(log sections). */
const SectionEntry *section_map_find (const SectionMap *map, SectionId id);

/* The stored bytes of a section; NULL and 0 when the file has none of that id. */
const void *section_map_stored (const SectionMap *map, SectionId id, uint64_t *ret_n);

/* A raw section as an array of items of width bytes each: *ret_n of them. False: there is no such section, or it
 * is not raw, or no whole number of items. */
bool section_map_array (const SectionMap *map, SectionId id, size_t width, const void **ret_items, uint64_t *ret_n);

/* Sets TRACE_ERROR_DAMAGED, with a sentence that names the section and says what to do; also for those who find its
 * contents impossible. Returns false. */
bool section_map_damaged (uint32_t id, const char *path, GError **error);

/* The decoded bytes of a section of any codec; *ret_owned is to be freed with free (), NULL where they lie in the map.
 * They are exactly as many as the entry says. Memory is taken as decoding goes on, not as the file claims: at most
 * twice what came out so far, and 9 MiB. Blocks, O(bytes). The section's hash is not compared.
 * TRACE_ERROR_DAMAGED, also where there is no such section; TRACE_ERROR_NO_MEMORY. */
bool section_map_decode (const SectionMap *map,
                         SectionId id,
                         const char *path,
                         const void **ret_bytes,
                         uint64_t *ret_n,
                         void **ret_owned,
                         GError **error);

/* Compares every section with its hash, and tells those that differ, on the calling thread. Reads the whole file: for
 * a thread of its own. Looks at cancelled (may be NULL) once per MiB. False: cancelled. */
typedef void (*SectionDamageFunc) (const SectionEntry *entry, void *user_data);
bool section_map_verify (const SectionMap *map,
                         const atomic_bool *cancelled,
                         SectionDamageFunc on_damage,
                         void *user_data);

/* The same of some sections: bit i of sections is the section with id i. Ids from 64 on belong to SECTION_SET_ALL alone. */
#define SECTION_SET_ALL UINT64_MAX
#define SECTION_SET_OF(id) ((uint64_t) 1 << (id))
bool section_map_verify_some (const SectionMap *map,
                              uint64_t sections,
                              const atomic_bool *cancelled,
                              SectionDamageFunc on_damage,
                              void *user_data);

/* Whether pages of the file were missing when they were read. */
bool section_map_was_cut (const SectionMap *map);
