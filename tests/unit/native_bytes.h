/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files and archives in memory, for tests to change and open. What fails here fails the test. */

#pragma once

#include <glib.h>

#include "trace/model/trace.h"
#include "trace/section/section.h"

/* A trace with something of every kind. */
extern const char native_bytes_small_json[];

/* A file without a name that holds them; to be closed. */
int native_bytes_file (const uint8_t *bytes, size_t n);

/* The native file of a JSON file, of a JSON text, and the archive of a profile; free with g_free (). */
uint8_t *native_bytes_of_source (int source_fd, size_t *ret_n);
uint8_t *native_bytes_of_json (const char *text, size_t *ret_n);
uint8_t *native_bytes_of_archive (const Trace *trace, size_t *ret_n);

/* trace_map () and trace_open () of such a file. */
Trace *native_bytes_map (const uint8_t *bytes, size_t n, GError **error);
Trace *native_bytes_open (const uint8_t *bytes, size_t n, GError **error);

SectionEntry *native_bytes_table (uint8_t *bytes, uint32_t *ret_n);

/* Makes the hashes right again, of what lies within the n bytes. */
void native_bytes_seal (uint8_t *bytes, size_t n);
