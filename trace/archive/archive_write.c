/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/archive_write.h"

#include "trace/archive/archive.h"
#include "trace/archive/slice_codec.h"
#include "trace/archive/table_codec.h"

typedef struct
{
  SectionWriter *writer;
  SectionId section;
  const atomic_bool *cancelled;
} Sink;

static bool
write_bytes (void *data, const void *bytes, size_t n)
{
  Sink *sink = data;

  section_writer_copy (sink->writer, sink->section, bytes, n);
  return (sink->cancelled == NULL || !atomic_load (sink->cancelled)) && !section_writer_failed (sink->writer);
}

static ArchiveStatus
encode_args (const ArchiveSource *source, int level, Sink *sink)
{
  ArgsEncoder *encoder =
    args_encoder_new (source->args, source->n_args_bytes, source->arg_keys, level, write_bytes, sink);
  uint64_t n_items = source->items.slices->n + source->items.n_instants;
  ArchiveItemsScratch scratch = { 0 };
  ArchiveStatus status = encoder == NULL ? ARCHIVE_NO_MEMORY : ARCHIVE_OK;
  ArgsItems range;

  for (uint64_t first = 0; first < n_items && status == ARCHIVE_OK; first += ARGS_PER_BLOCK)
    {
      uint32_t n = n_items - first < ARGS_PER_BLOCK ? (uint32_t) (n_items - first) : ARGS_PER_BLOCK;

      status = archive_items_range (&source->items, first, n, &scratch, &range)
                 ? args_encoder_put (encoder, &range, n)
                 : ARCHIVE_NO_MEMORY;
    }
  if (status == ARCHIVE_OK)
    status = args_encoder_finish (encoder, n_items);
  archive_items_scratch_clear (&scratch);
  args_encoder_free (encoder);
  return status;
}

static ArchiveStatus
encode_section (const ArchiveSource *source, int level, Sink *sink)
{
  switch (sink->section)
    {
    case SECTION_ARCHIVE_SLICES:
      return slice_codec_encode (source->items.slices, level, write_bytes, sink);
    case SECTION_ARCHIVE_INSTANTS:
      return instant_codec_encode (source->items.instants, source->items.n_instants, level, write_bytes,
                                   sink);
    case SECTION_ARCHIVE_SAMPLES:
      return sample_codec_encode (source->samples, level, write_bytes, sink);
    case SECTION_ARCHIVE_FLOWS:
      return flow_codec_encode (source->flows, source->n_flows, level, write_bytes, sink);
    default:
      return encode_args (source, level, sink);
    }
}

bool
archive_write (const ArchiveSource *source,
               int level,
               SectionWriter *writer,
               const atomic_bool *cancelled,
               const char *path,
               GError **error)
{
  for (SectionId section = SECTION_ARCHIVE_SLICES; section <= SECTION_ARCHIVE_ARGUMENTS; section++)
    {
      Sink sink = { writer, section, cancelled };

      section_writer_begin (writer, section, SECTION_RAW, SECTION_SIZE_UNKNOWN);
      ArchiveStatus status = encode_section (source, level, &sink);
      section_writer_end (writer, section, 0);

      /* A writer that failed reports it itself in section_writer_finish (). */
      if (status == ARCHIVE_STOPPED && section_writer_failed (writer))
        return true;
      if (!archive_check (status, section, path, error))
        return false;
    }
  return true;
}
