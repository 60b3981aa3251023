/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/hostile/section_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "tests/unit/fixtures/native_bytes.h"
#include "trace/archive/block_directory.h"
#include "trace/section/section_map.h"

/* Of the only block: what follows is its entry, and the end. Streams of several blocks, and of none, stay as they are. */
static void
take_stream (SectionPart *part, const uint8_t *stored, size_t n)
{
  BlockEntry entry;
  BlockStreamEnd end;

  memcpy (&end, stored + n - sizeof end, sizeof end);
  if (end.n_items == 0 || end.n_items > end.items_per_block)
    {
      g_byte_array_append (part->bytes, stored, (guint) n);
      return;
    }
  memcpy (&entry, stored + n - sizeof end - sizeof entry, sizeof entry);
  part->is_stream = true;
  part->n_block = (size_t) entry.raw_bytes;
  g_byte_array_set_size (part->bytes, (guint) part->n_block);
  g_assert_cmpuint (ZSTD_decompress (part->bytes->data, part->n_block, stored, (size_t) entry.stored_bytes),
                    ==, part->n_block);
  g_byte_array_append (part->bytes, (const uint8_t *) &entry, sizeof entry);
  g_byte_array_append (part->bytes, (const uint8_t *) &end, sizeof end);
}

SectionParts *
section_parts_new (const uint8_t *bytes, size_t n)
{
  SectionParts *parts = g_new0 (SectionParts, 1);
  g_autoptr (GError) error = NULL;
  int fd = native_bytes_file (bytes, n);
  g_autoptr (SectionMap) map = section_map_new (fd, "whole", &error);

  close (fd);
  g_assert_no_error (error);
  memcpy (&parts->header, bytes, sizeof parts->header);
  parts->n = section_map_n_sections (map);
  g_assert_cmpuint (parts->n, <=, G_N_ELEMENTS (parts->parts));
  for (uint32_t i = 0; i < parts->n; i++)
    {
      SectionPart *part = &parts->parts[i];
      SectionId id = (SectionId) section_map_entry (map, i)->id;
      const void *decoded;
      uint64_t n_decoded;
      void *owned;

      g_assert_true (section_map_decode (map, id, "whole", &decoded, &n_decoded, &owned, &error));
      *part = (SectionPart){ .id = id, .bytes = g_byte_array_new () };
      if (id >= SECTION_ARCHIVE_FIRST)
        take_stream (part, decoded, (size_t) n_decoded);
      else
        g_byte_array_append (part->bytes, decoded, (guint) n_decoded);
      free (owned);
    }
  return parts;
}

void
section_parts_free (SectionParts *parts)
{
  for (uint32_t i = 0; i < parts->n; i++)
    g_byte_array_unref (parts->parts[i].bytes);
  g_free (parts);
}

void
section_parts_restore (SectionParts *parts, const SectionParts *original)
{
  for (uint32_t i = 0; i < parts->n; i++)
    {
      const GByteArray *bytes = original->parts[i].bytes;

      g_byte_array_set_size (parts->parts[i].bytes, 0);
      g_byte_array_append (parts->parts[i].bytes, bytes->data, bytes->len);
    }
}

/* The block compressed, and as many bytes of it in its entry as it then has. */
static GByteArray *
stored_stream (const SectionPart *part)
{
  size_t n_block = MIN (part->n_block, part->bytes->len);
  GByteArray *stored = g_byte_array_new ();

  g_byte_array_set_size (stored, (guint) ZSTD_compressBound (n_block));
  size_t n = ZSTD_compress (stored->data, stored->len, part->bytes->data, n_block, 1);
  g_assert_false (ZSTD_isError (n));
  g_byte_array_set_size (stored, (guint) n);
  g_byte_array_append (stored, part->bytes->data + n_block, (guint) (part->bytes->len - n_block));
  if (part->bytes->len >= n_block + sizeof (BlockEntry))
    {
      uint64_t n_stored = n;

      memcpy (stored->data + n, &n_stored, sizeof n_stored);
    }
  return stored;
}

uint8_t *
section_parts_join (const SectionParts *parts, size_t *ret_n)
{
  static const uint8_t zeros[SECTION_ALIGNMENT];
  GByteArray *file = g_byte_array_new ();
  SectionFileHeader header = parts->header;
  SectionEntry table[G_N_ELEMENTS (parts->parts)];

  g_byte_array_append (file, (const uint8_t *) &header, sizeof header);
  for (uint32_t i = 0; i < parts->n; i++)
    {
      const SectionPart *part = &parts->parts[i];
      GByteArray *stored = part->is_stream ? stored_stream (part) : g_byte_array_ref (part->bytes);

      table[i] = (SectionEntry){ .id = part->id,
                                 .codec = SECTION_RAW,
                                 .at = file->len,
                                 .stored_bytes = stored->len,
                                 .raw_bytes = stored->len };
      g_byte_array_append (file, stored->data, stored->len);
      g_byte_array_append (file, zeros, -file->len % SECTION_ALIGNMENT);
      g_byte_array_unref (stored);
    }
  header.table_at = file->len;
  g_byte_array_append (file, (const uint8_t *) table, (guint) (parts->n * sizeof *table));
  header.size_bytes = file->len;
  memcpy (file->data, &header, sizeof header);
  native_bytes_seal (file->data, file->len);
  *ret_n = file->len;
  return g_byte_array_free (file, FALSE);
}
