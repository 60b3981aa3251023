/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes files of CUPTI activity records as the library of any release would (trace/import/cupti/FORMAT.md): a container,
 * or bare records.
 *
 *   CuptiWriter *writer = cupti_writer_new (cupti_release_find ("12.4"), CUPTI_CONTAINER);
 *   cupti_writer_begin (writer, 5);
 *   CUPTI_PUT (writer, API, cbid, 211);
 *   GByteArray *file = cupti_writer_finish (writer);
 *
 * Aborts when memory runs out. */

#pragma once

#include <glib.h>

#include "trace/import/cupti/cupti_file.h"

typedef enum
{
  CUPTI_CONTAINER,
  CUPTI_BARE,
} CuptiForm;

typedef struct
{
  CuptiForm form;
  CuptiSizes sizes;
  GByteArray *out;    /* the file so far; may be emptied at any time, except for its last record */
  GByteArray *buffer; /* records of the open buffer */
  GByteArray *texts;  /* entries that go before it */
  uint8_t *record;    /* the last one, in buffer */
  uint32_t size, kind;
  uint64_t next_address;
} CuptiWriter;

/* Writes the header of a container with these facts; sizes are those of the release. */
CuptiWriter *cupti_writer_new (int release, CuptiForm form);
CuptiWriter *cupti_writer_new_with_header (int release, const CuptiHeader *header);

/* Begins a record of 0 in all fields. Returns false, and writes nothing, if the release has no such record. */
bool cupti_writer_begin (CuptiWriter *writer, uint32_t kind);

/* Sets a field of the last record, if its release has the field. */
void cupti_writer_put (CuptiWriter *writer, unsigned at, unsigned width, uint64_t value);
#define CUPTI_PUT(writer, type, field, value) \
  cupti_writer_put ((writer), CUPTI_AT_##type##_##field, CUPTI_WIDTH_##type##_##field, (uint64_t) (value))

/* Returns an address at which the text is from the next buffer on, which is the one that is open. */
uint64_t cupti_writer_text (CuptiWriter *writer, const char *text, size_t length);
void cupti_writer_text_at (CuptiWriter *writer, uint64_t address, const char *text, size_t length);

/* Ends the open buffer; so do the following. Bare records have no chunks: then these write nothing. */
void cupti_writer_end_buffer (CuptiWriter *writer);
void cupti_writer_chunk (CuptiWriter *writer, uint32_t type, const void *payload, size_t n);
void cupti_writer_clock (CuptiWriter *writer, uint64_t time, uint64_t epoch_ns);
void cupti_writer_lost (CuptiWriter *writer, uint64_t n);
void cupti_writer_property (CuptiWriter *writer, const char *key, const char *value);

/* Ends the file. Returns its bytes, or what is left of them (transfer full), and frees the writer. */
GByteArray *cupti_writer_finish (CuptiWriter *writer);
