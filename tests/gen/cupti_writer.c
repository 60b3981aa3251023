/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/cupti_writer.h"

#include <string.h>

/* Where texts of the recorded process seem to be. */
#define FIRST_ADDRESS UINT64_C (0x7f3a5c000040)

static void
append_u32 (GByteArray *out, uint32_t value)
{
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

static void
append_u64 (GByteArray *out, uint64_t value)
{
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

static void
pad (GByteArray *out)
{
  static const guint8 zeros[8] = { 0 };

  g_byte_array_append (out, zeros, (8 - out->len % 8) % 8);
}

static void
write_header (CuptiWriter *writer, const CuptiHeader *header)
{
  GByteArray *out = writer->out;

  g_byte_array_append (out, (const guint8 *) CUPTI_MAGIC, (guint) strlen (CUPTI_MAGIC));
  append_u32 (out, CUPTI_FORMAT_VERSION);
  append_u32 (out, CUPTI_HEADER_BYTES);
  append_u32 (out, header->cupti_version);
  append_u32 (out, header->driver_version);
  append_u32 (out, header->runtime_version);
  append_u32 (out, header->pid);
  append_u32 (out, (uint32_t) header->rank);
  append_u32 (out, header->world_size);
  append_u32 (out, header->clock);
  append_u32 (out, 0);
  append_u64 (out, header->ticks_per_second);
  append_u64 (out, 0);
}

static void
write_sizes (CuptiWriter *writer)
{
  g_autoptr (GByteArray) pairs = g_byte_array_new ();

  for (uint32_t kind = 0; kind < CUPTI_KINDS; kind++)
    if (writer->sizes.size[kind] > 0)
      {
        append_u32 (pairs, kind);
        append_u32 (pairs, writer->sizes.size[kind]);
      }
  cupti_writer_chunk (writer, CUPTI_CHUNK_SIZES, pairs->data, pairs->len);
}

static CuptiWriter *
new_writer (int release, CuptiForm form)
{
  CuptiWriter *writer = g_new0 (CuptiWriter, 1);

  writer->form = form;
  writer->out = g_byte_array_new ();
  writer->buffer = g_byte_array_new ();
  writer->texts = g_byte_array_new ();
  writer->next_address = FIRST_ADDRESS;
  cupti_release_sizes (release, &writer->sizes);
  return writer;
}

CuptiWriter *
cupti_writer_new_with_header (int release, const CuptiHeader *header)
{
  CuptiWriter *writer = new_writer (release, CUPTI_CONTAINER);

  write_header (writer, header);
  write_sizes (writer);
  return writer;
}

CuptiWriter *
cupti_writer_new (int release, CuptiForm form)
{
  const CuptiHeader header = {
    .cupti_version = 130001,
    .driver_version = 13000,
    .runtime_version = 13000,
    .pid = 4242,
    .rank = -1,
    .clock = CUPTI_CLOCK_EPOCH,
    .ticks_per_second = 1000000000,
  };

  return form == CUPTI_BARE ? new_writer (release, form) : cupti_writer_new_with_header (release, &header);
}

bool
cupti_writer_begin (CuptiWriter *writer, uint32_t kind)
{
  uint32_t size = writer->sizes.size[kind];

  if (size == 0)
    return false;
  g_byte_array_set_size (writer->buffer, writer->buffer->len + size);
  writer->record = writer->buffer->data + writer->buffer->len - size;
  writer->size = size;
  writer->kind = kind;
  memset (writer->record, 0, size);
  memcpy (writer->record, &kind, sizeof kind);
  return true;
}

void
cupti_writer_put (CuptiWriter *writer, unsigned at, unsigned width, uint64_t value)
{
  if (at + width <= writer->size)
    memcpy (writer->record + at, &value, width);
}

void
cupti_writer_text_at (CuptiWriter *writer, uint64_t address, const char *text, size_t length)
{
  append_u64 (writer->texts, address);
  append_u32 (writer->texts, (uint32_t) length);
  append_u32 (writer->texts, 0);
  g_byte_array_append (writer->texts, (const guint8 *) text, (guint) length);
  pad (writer->texts);
}

uint64_t
cupti_writer_text (CuptiWriter *writer, const char *text, size_t length)
{
  uint64_t address = writer->next_address;

  cupti_writer_text_at (writer, address, text, length);
  writer->next_address += (length + 16) / 16 * 16;
  return address;
}

static void
write_chunk (CuptiWriter *writer, uint32_t type, const void *payload, size_t n)
{
  append_u32 (writer->out, CUPTI_CHUNK_MARK);
  append_u32 (writer->out, type);
  append_u64 (writer->out, n);
  g_byte_array_append (writer->out, payload, (guint) n);
  pad (writer->out);
}

void
cupti_writer_end_buffer (CuptiWriter *writer)
{
  if (writer->form == CUPTI_BARE)
    g_byte_array_append (writer->out, writer->buffer->data, writer->buffer->len);
  else
    {
      if (writer->texts->len > 0)
        write_chunk (writer, CUPTI_CHUNK_TEXTS, writer->texts->data, writer->texts->len);
      if (writer->buffer->len > 0)
        write_chunk (writer, CUPTI_CHUNK_BUFFER, writer->buffer->data, writer->buffer->len);
    }
  g_byte_array_set_size (writer->texts, 0);
  g_byte_array_set_size (writer->buffer, 0);
}

void
cupti_writer_chunk (CuptiWriter *writer, uint32_t type, const void *payload, size_t n)
{
  cupti_writer_end_buffer (writer);
  if (writer->form == CUPTI_CONTAINER)
    write_chunk (writer, type, payload, n);
}

void
cupti_writer_clock (CuptiWriter *writer, uint64_t time, uint64_t epoch_ns)
{
  const uint64_t payload[] = { time, epoch_ns, 0 };

  cupti_writer_chunk (writer, CUPTI_CHUNK_CLOCK, payload, sizeof payload);
}

void
cupti_writer_lost (CuptiWriter *writer, uint64_t n)
{
  const uint64_t payload[] = { n, 1 };

  cupti_writer_chunk (writer, CUPTI_CHUNK_LOST, payload, sizeof payload);
}

void
cupti_writer_property (CuptiWriter *writer, const char *key, const char *value)
{
  g_autoptr (GByteArray) payload = g_byte_array_new ();

  append_u32 (payload, (uint32_t) strlen (key));
  append_u32 (payload, (uint32_t) strlen (value));
  g_byte_array_append (payload, (const guint8 *) key, (guint) strlen (key));
  g_byte_array_append (payload, (const guint8 *) value, (guint) strlen (value));
  cupti_writer_chunk (writer, CUPTI_CHUNK_PROPERTY, payload->data, payload->len);
}

GByteArray *
cupti_writer_finish (CuptiWriter *writer)
{
  GByteArray *out = writer->out;

  cupti_writer_chunk (writer, CUPTI_CHUNK_END, NULL, 0);
  g_byte_array_unref (writer->buffer);
  g_byte_array_unref (writer->texts);
  g_free (writer);
  return out;
}
