/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/sqlite/leaf_record.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"

/* Serial types. From 12 on even ones are blobs, odd ones texts. */
#define SERIAL_NULL     0
#define SERIAL_REAL     7
#define SERIAL_ZERO     8
#define SERIAL_ONE      9
#define SERIAL_RESERVED 10
#define SERIAL_BLOB     12

/* Bytes of serial types 0 to 9. */
static const uint8_t serial_bytes[] = { 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 };

static bool
read_field (LeafField *ret, uint64_t serial, uint64_t at, uint64_t payload_bytes)
{
  uint64_t n_bytes;

  if (serial >= SERIAL_RESERVED && serial < SERIAL_BLOB)
    return false;
  n_bytes = serial >= SERIAL_BLOB ? (serial - SERIAL_BLOB) / 2 : serial_bytes[serial];
  if (n_bytes > payload_bytes - at)
    return false;
  *ret = (LeafField){ .at = (uint32_t) at, .n_bytes = (uint32_t) n_bytes };
  if (serial >= SERIAL_BLOB)
    ret->kind = serial % 2 == 0 ? LEAF_BLOB : LEAF_TEXT;
  else if (serial == SERIAL_NULL)
    ret->kind = LEAF_NULL;
  else
    {
      ret->kind = serial == SERIAL_REAL ? LEAF_REAL : LEAF_INTEGER;
      ret->serial_type = (uint8_t) serial;
    }
  return true;
}

bool
leaf_record_read (LeafRecord *ret, const LeafCell *cell)
{
  const uint8_t *end = cell->local + cell->local_bytes;
  uint64_t header_bytes, serial;
  unsigned n = page_varint (cell->local, end, &header_bytes);

  ret->n = 0;
  if (n == 0 || header_bytes > cell->local_bytes || header_bytes < n)
    return false;
  const uint8_t *at = cell->local + n;
  uint64_t body_at = header_bytes;
  for (end = cell->local + header_bytes; at < end; at += n)
    {
      n = page_varint (at, end, &serial);
      if (n == 0 || ret->n == LEAF_RECORD_FIELDS
          || !read_field (&ret->fields[ret->n], serial, body_at, cell->payload_bytes))
        return false;
      body_at += ret->fields[ret->n++].n_bytes;
    }
  return body_at == cell->payload_bytes;
}

static bool
append (LeafPayload *payload, const uint8_t *bytes, size_t n)
{
  if (n > payload->cap - payload->n
      && !column_grow ((void **) &payload->bytes, &payload->cap, payload->n + n, sizeof *payload->bytes))
    return false;
  memcpy (payload->bytes + payload->n, bytes, n);
  payload->n += n;
  return true;
}

bool
leaf_payload_gather (LeafPayload *payload,
                     const PageFile *file,
                     const LeafCell *cell,
                     size_t most_bytes,
                     uint8_t *page_buffer,
                     const uint8_t **ret_bytes,
                     bool *ret_no_memory)
{
  uint32_t page = cell->overflow_page;
  uint32_t n_left = cell->payload_bytes - cell->local_bytes;

  *ret_no_memory = false;
  *ret_bytes = cell->local;
  if (n_left == 0)
    return true;
  if (cell->payload_bytes > most_bytes || n_left / (file->usable_bytes - 4) > file->n_pages)
    return false;
  payload->n = 0;
  *ret_no_memory = !append (payload, cell->local, cell->local_bytes);
  /* Each page takes away from what is left, so a chain that is a circle ends too; it does not end with page 0. */
  while (!*ret_no_memory && n_left > 0)
    {
      uint32_t n = n_left < file->usable_bytes - 4 ? n_left : file->usable_bytes - 4;

      if (page < 2 || !page_file_read (file, page, page_buffer))
        return false;
      *ret_no_memory = !append (payload, page_buffer + 4, n);
      page = page_u32 (page_buffer);
      n_left -= n;
    }
  *ret_bytes = payload->bytes;
  return !*ret_no_memory && page == 0;
}

void
leaf_payload_clear (LeafPayload *payload)
{
  free (payload->bytes);
  *payload = (LeafPayload){ 0 };
}

/* Two's complement, big endian. */
static int64_t
signed_value (const uint8_t *bytes, unsigned n)
{
  uint64_t value = n > 0 && bytes[0] >= 0x80 ? UINT64_MAX : 0;

  for (unsigned i = 0; i < n; i++)
    value = value << 8 | bytes[i];
  return (int64_t) value;
}

static int64_t
integer_value (const LeafField *field, const uint8_t *payload)
{
  switch (field->serial_type)
    {
    case SERIAL_ZERO:
      return 0;
    case SERIAL_ONE:
      return 1;
    default:
      return signed_value (payload + field->at, field->n_bytes);
    }
}

int
leaf_field_bind (const LeafField *field,
                 const uint8_t *payload,
                 int text_encoding,
                 sqlite3_stmt *statement,
                 int parameter)
{
  const char *bytes = (const char *) payload + field->at;
  double number;

  switch (field->kind)
    {
    case LEAF_INTEGER:
      return sqlite3_bind_int64 (statement, parameter, integer_value (field, payload));
    case LEAF_REAL:
      {
        int64_t bits = signed_value (payload + field->at, 8);

        memcpy (&number, &bits, sizeof number);
        return sqlite3_bind_double (statement, parameter, number);
      }
    case LEAF_TEXT:
      return sqlite3_bind_text64 (statement, parameter, bytes, field->n_bytes, SQLITE_STATIC,
                                  (unsigned char) text_encoding);
    case LEAF_BLOB:
      return sqlite3_bind_blob64 (statement, parameter, bytes, field->n_bytes, SQLITE_STATIC);
    default:
      return sqlite3_bind_null (statement, parameter);
    }
}
