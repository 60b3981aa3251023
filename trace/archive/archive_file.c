/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/archive_file.h"

#include <zstd.h>

#include "trace/archive/archive_tables.h"
#include "trace/archive/archive_write.h"
#include "trace/model/trace_private.h"
#include "trace/text/trace_error.h"

/* Compresses the table in one call, so that the sections consist of frames that a reader decodes in bounded
 * steps. */
static bool
write_table (const SectionMap *map, SectionId id, SectionWriter *writer, const char *path, GError **error)
{
  uint64_t n;
  void *owned;
  const void *bytes;

  if (!section_map_decode (map, id, path, &bytes, &n, &owned, error))
    return false;
  size_t n_max = ZSTD_compressBound (n);
  void *compressed = malloc (n_max + 1);
  size_t n_compressed =
    compressed != NULL ? ZSTD_compress (compressed, n_max, bytes, n, ARCHIVE_ZSTD_LEVEL) : 0;
  free (owned);
  if (compressed == NULL || ZSTD_isError (n_compressed))
    {
      free (compressed);
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to write it.", path);
      return false;
    }
  section_writer_begin (writer, id, SECTION_ZSTD, n_compressed);
  section_writer_take (writer, id, compressed, n_compressed);
  section_writer_end (writer, id, n);
  return true;
}

bool
trace_write_archive (const Trace *trace,
                     int fd,
                     const atomic_bool *cancelled,
                     const char *path,
                     GError **error)
{
  g_autoptr (SectionWriter) writer = section_writer_new (fd);
  const ArchiveSource source = {
    .items = { &trace->slices, trace->instants.at, trace->instants.n },
    .samples = &trace->samples,
    .flows = trace->flows.at,
    .n_flows = trace->flows.n,
    .args = trace->args,
    .n_args_bytes = trace->n_args_bytes,
    .arg_keys = trace->arg_keys,
  };

  if (writer == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to write it.", path);
      return false;
    }
  if (trace_is_job (trace))
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                   "%s: a profile made of summaries has no archive. Copy the file itself.", path);
      return false;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (archive_tables); i++)
    if (!write_table (trace->map, archive_tables[i], writer, path, error))
      return false;
  return archive_write (&source, ARCHIVE_ZSTD_LEVEL, writer, cancelled, path, error)
         && section_writer_finish (writer, SECTION_FILE_ARCHIVE, trace->key, path, error);
}
