/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/archive.h"

#include "trace/archive/slice_codec.h"
#include "trace/archive/table_codec.h"
#include "trace/text/trace_error.h"

bool
archive_check (ArchiveStatus status, SectionId section, const char *path, GError **error)
{
  switch (status)
    {
    case ARCHIVE_OK:
      return true;
    case ARCHIVE_NO_MEMORY:
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
        "%s: not enough memory for the archive's %s. Close other programs or use a larger machine.", path,
        section_id_name (section));
      return false;
    case ARCHIVE_STOPPED:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "%s: cancelled.", path);
      return false;
    case ARCHIVE_DAMAGED:
    default:
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: the section %s is damaged. Copy the file again, or convert the original again.", path,
                   section_id_name (section));
      return false;
    }
}

static bool
open_section (BlockStream *stream,
              const SectionMap *map,
              SectionId section,
              uint32_t item_bytes,
              const char *path,
              GError **error)
{
  uint64_t n_bytes;
  const void *bytes = section_map_stored (map, section, &n_bytes);

  return archive_check (bytes == NULL ? ARCHIVE_DAMAGED
                                      : block_stream_open (stream, bytes, n_bytes, item_bytes),
                        section, path, error);
}

bool
archive_open (Archive *archive, const SectionMap *map, const char *path, GError **error)
{
  *archive = (Archive){ 0 };
  if (!open_section (&archive->slices, map, SECTION_ARCHIVE_SLICES, SLICE_DECODED_BYTES, path, error)
      || !open_section (&archive->instants, map, SECTION_ARCHIVE_INSTANTS, INSTANT_DECODED_BYTES, path, error)
      || !open_section (&archive->samples, map, SECTION_ARCHIVE_SAMPLES, SAMPLE_DECODED_BYTES, path, error)
      || !open_section (&archive->flows, map, SECTION_ARCHIVE_FLOWS, FLOW_DECODED_BYTES, path, error)
      || !open_section (&archive->args, map, SECTION_ARCHIVE_ARGUMENTS, 0, path, error))
    {
      archive_close (archive);
      return false;
    }

  uint64_t n_items;
  if (__builtin_add_overflow (archive->slices.n_items, archive->instants.n_items, &n_items)
      || archive->args.n_items != n_items)
    {
      archive_close (archive);
      return archive_check (ARCHIVE_DAMAGED, SECTION_ARCHIVE_ARGUMENTS, path, error);
    }
  return true;
}

void
archive_close (Archive *archive)
{
  block_stream_clear (&archive->slices);
  block_stream_clear (&archive->instants);
  block_stream_clear (&archive->samples);
  block_stream_clear (&archive->flows);
  block_stream_clear (&archive->args);
}
