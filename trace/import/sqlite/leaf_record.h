/* SPDX-License-Identifier: Apache-2.0
 *
 * The record of a row: https://www.sqlite.org/fileformat2.html#record_format. */

#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/sqlite/page_file.h"
#include "trace/import/sqlite/tree_page.h"

/* A record has at most as many fields as a table that is read has columns. */
#define LEAF_RECORD_FIELDS 2000

/* What a field holds, by its serial type. */
typedef enum
{
  LEAF_NULL,
  LEAF_INTEGER,
  LEAF_REAL,
  LEAF_TEXT,
  LEAF_BLOB,
} LeafKind;

typedef struct
{
  LeafKind kind;
  uint8_t serial_type; /* of an integer */
  uint32_t at;         /* in the payload */
  uint32_t n_bytes;
} LeafField;

typedef struct
{
  unsigned n;
  LeafField fields[LEAF_RECORD_FIELDS];
} LeafRecord;

/* Reads what fields the record of a cell has. Returns false if it is damaged: its fields must fill it exactly. A record
 * whose list of fields is not all on the page of the cell counts as damaged. O(fields). */
bool leaf_record_read (LeafRecord *ret, const LeafCell *cell);

/* Bytes of a record that goes on on overflow pages. All 0 is an empty one. */
typedef struct
{
  uint8_t *bytes;
  size_t n, cap;
} LeafPayload;

/* Gathers the payload of a cell from its page and the overflow pages. Grows by what was read, never by what the file
 * tells. page_buffer has page_bytes. *ret_bytes is borrowed from the page of the cell, or from payload until the next call.
 * Returns false if the chain of pages does not end where it should, or is longer than most_bytes, or with
 * *ret_no_memory. */
bool leaf_payload_gather (LeafPayload *payload,
                          const PageFile *file,
                          const LeafCell *cell,
                          size_t most_bytes,
                          uint8_t *page_buffer,
                          const uint8_t **ret_bytes,
                          bool *ret_no_memory);
void leaf_payload_clear (LeafPayload *payload);

/* Binds the value of a field to a parameter of a statement, borrowing payload. Returns SQLite's status. */
int leaf_field_bind (const LeafField *field,
                     const uint8_t *payload,
                     int text_encoding,
                     sqlite3_stmt *statement,
                     int parameter);
