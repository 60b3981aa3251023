/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/archive/archive.h"
#include "trace/archive/archive_args.h"
#include "trace/archive/archive_restore.h"
#include "trace/archive/archive_tables.h"
#include "trace/archive/slice_codec.h"
#include "trace/archive/table_codec.h"
#include "trace/build/flow_order.h"
#include "trace/file/profile_derive.h"
#include "trace/file/profile_read.h"
#include "trace/model/trace_private.h"
#include "trace/section/written_section.h"
#include "trace/text/trace_error.h"

typedef struct
{
  const SectionMap *map;
  const char *path;
  const atomic_bool *cancelled;
  int fd;
  SectionWriter *writer;
  Archive archive;

  TraceInstant *instants; /* their arguments are decoded last */
} Restoring;

static bool
no_memory (const Restoring *restoring, GError **error)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "%s: not enough memory to decode it.",
               restoring->path);
  return false;
}

static bool
is_damaged (const Restoring *restoring, SectionId id, GError **error)
{
  return archive_check (ARCHIVE_DAMAGED, id, restoring->path, error);
}

static bool
go_on (const Restoring *restoring, GError **error)
{
  if (restoring->cancelled == NULL || !atomic_load_explicit (restoring->cancelled, memory_order_relaxed))
    return true;
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "Opening was cancelled.");
  return false;
}

/* ---- tables ---- */

static bool
restore_tables (Restoring *restoring, GError **error)
{
  for (size_t i = 0; i < G_N_ELEMENTS (archive_tables); i++)
    {
      const void *bytes;
      uint64_t n;
      void *owned;

      if (!section_map_decode (restoring->map, archive_tables[i], restoring->path, &bytes, &n, &owned, error))
        return false;
      section_writer_put (restoring->writer, archive_tables[i], bytes, n);
      free (owned);
    }
  return true;
}

/* ---- slices ---- */

/* The slices of all tracks follow one another. */
static bool
restore_track_column (Restoring *restoring, GError **error)
{
  uint64_t n_bytes, n = restoring->archive.slices.n_items, n_done = 0;
  const TrackRecord *tracks;
  const void *bytes;
  void *owned;

  if (!section_map_decode (restoring->map, SECTION_TRACKS, restoring->path, &bytes, &n_bytes, &owned, error))
    return false;
  tracks = bytes;
  section_writer_begin (restoring->writer, SECTION_SLICE_TRACK, SECTION_RAW, n * sizeof (uint32_t));
  for (uint32_t t = 0; t < n_bytes / sizeof *tracks; t++)
    for (uint64_t n_left = MIN (tracks[t].n_slices, n - n_done); n_left > 0;)
      {
        size_t n_run = (size_t) MIN (n_left, SLICES_PER_BLOCK);
        uint32_t *run = malloc (n_run * sizeof *run);

        if (run == NULL)
          {
            free (owned);
            return no_memory (restoring, error);
          }
        for (size_t i = 0; i < n_run; i++)
          run[i] = t;
        section_writer_take (restoring->writer, SECTION_SLICE_TRACK, run, n_run * sizeof *run);
        n_left -= n_run;
        n_done += n_run;
      }
  free (owned);
  if (n_done != n)
    return is_damaged (restoring, SECTION_TRACKS, error);
  section_writer_end (restoring->writer, SECTION_SLICE_TRACK, 0);
  return true;
}

/* clang-format off */
static const struct
{
  SectionId id;
  size_t width;
} columns[] = {
  { SECTION_SLICE_START, sizeof (int64_t) },
  { SECTION_SLICE_DURATION, sizeof (int64_t) },
  { SECTION_SLICE_CORRELATION, sizeof (int64_t) },
  { SECTION_SLICE_NAME, sizeof (uint32_t) },
  { SECTION_SLICE_CATEGORY, sizeof (uint32_t) },
  { SECTION_SLICE_KIND, sizeof (uint8_t) },
  { SECTION_SLICE_FLAGS, sizeof (uint8_t) },
};
/* clang-format on */

static bool
restore_slice_block (Restoring *restoring, uint64_t block, SliceScratch *scratch, GError **error)
{
  size_t n = block_stream_n_items (&restoring->archive.slices, block);
  void *memory[G_N_ELEMENTS (columns)];
  bool ok = true;

  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    ok = (memory[c] = malloc (n * columns[c].width + 1)) != NULL && ok;
  const SliceBlock out = { .start_ns = memory[0],
                           .dur_ns = memory[1],
                           .correlation = memory[2],
                           .name = memory[3],
                           .category = memory[4],
                           .kind = memory[5],
                           .flags = memory[6] };
  ok = ok ? archive_check (slice_codec_decode (&restoring->archive.slices, block, scratch, &out),
                           SECTION_ARCHIVE_SLICES, restoring->path, error)
          : no_memory (restoring, error);
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    if (ok)
      section_writer_take (restoring->writer, columns[c].id, memory[c], n * columns[c].width);
    else
      free (memory[c]);
  return ok;
}

static bool
restore_slices (Restoring *restoring, GError **error)
{
  const BlockStream *stream = &restoring->archive.slices;
  SliceScratch scratch = { 0 };
  bool ok = true;

  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    section_writer_begin (restoring->writer, columns[c].id, SECTION_RAW, stream->n_items * columns[c].width);
  for (uint64_t block = 0; block < stream->n_blocks && ok; block++)
    ok = go_on (restoring, error) && restore_slice_block (restoring, block, &scratch, error);
  slice_scratch_clear (&scratch);
  for (size_t c = 0; c < G_N_ELEMENTS (columns) && ok; c++)
    section_writer_end (restoring->writer, columns[c].id, 0);
  return ok && restore_track_column (restoring, error);
}

/* ---- instants, samples, flows ---- */

static bool
decode_instants (Restoring *restoring, GError **error)
{
  const BlockStream *stream = &restoring->archive.instants;

  restoring->instants = calloc ((size_t) stream->n_items + 1, sizeof *restoring->instants);
  if (restoring->instants == NULL)
    return no_memory (restoring, error);
  for (uint64_t block = 0; block < stream->n_blocks; block++)
    if (!archive_check (
          instant_codec_decode (stream, block, restoring->instants + block * stream->items_per_block),
          SECTION_ARCHIVE_INSTANTS, restoring->path, error))
      return false;
  return true;
}

static bool
restore_samples (Restoring *restoring, GError **error)
{
  const BlockStream *stream = &restoring->archive.samples;
  bool ok = true;

  section_writer_begin (restoring->writer, SECTION_SAMPLE_TIME, SECTION_RAW,
                        stream->n_items * sizeof (int64_t));
  section_writer_begin (restoring->writer, SECTION_SAMPLE_VALUE, SECTION_RAW,
                        stream->n_items * sizeof (double));
  for (uint64_t block = 0; block < stream->n_blocks && ok; block++)
    {
      size_t n = block_stream_n_items (stream, block);
      int64_t *time_ns = malloc (n * sizeof *time_ns + 1);
      double *value = malloc (n * sizeof *value + 1);

      ok = time_ns != NULL && value != NULL
             ? archive_check (sample_codec_decode (stream, block, time_ns, value), SECTION_ARCHIVE_SAMPLES,
                              restoring->path, error)
             : no_memory (restoring, error);
      if (ok)
        {
          section_writer_take (restoring->writer, SECTION_SAMPLE_TIME, time_ns, n * sizeof *time_ns);
          section_writer_take (restoring->writer, SECTION_SAMPLE_VALUE, value, n * sizeof *value);
          continue;
        }
      free (time_ns);
      free (value);
    }
  if (!ok)
    return false;
  section_writer_end (restoring->writer, SECTION_SAMPLE_TIME, 0);
  section_writer_end (restoring->writer, SECTION_SAMPLE_VALUE, 0);
  return true;
}

static bool
restore_flows (Restoring *restoring, GError **error)
{
  const BlockStream *stream = &restoring->archive.flows;
  size_t n = (size_t) stream->n_items;
  TraceFlow *flows = malloc (n * sizeof *flows + 1);
  uint64_t *into = malloc (n * sizeof *into + 1);
  bool ok = flows != NULL && into != NULL;

  if (!ok)
    no_memory (restoring, error);
  for (uint64_t block = 0; block < stream->n_blocks && ok; block++)
    ok = archive_check (flow_codec_decode (stream, block, flows + block * stream->items_per_block),
                        SECTION_ARCHIVE_FLOWS, restoring->path, error);
  if (ok && !flow_order_into (flows, n, into))
    ok = no_memory (restoring, error);
  if (ok)
    {
      section_writer_put (restoring->writer, SECTION_FLOWS, flows, n * sizeof *flows);
      section_writer_put (restoring->writer, SECTION_FLOWS_INTO, into, n * sizeof *into);
    }
  free (flows);
  free (into);
  return ok;
}

/* ---- arguments ---- */

/* Sets where the entries of a block begin for its items: slices first, then instants. */
static bool
place_entries (Restoring *restoring, const ArgsBlock *block, uint64_t first_item, uint64_t base)
{
  uint64_t n_slices = restoring->archive.slices.n_items;
  size_t n_of_slices = first_item >= n_slices ? 0 : (size_t) MIN (block->n_items, n_slices - first_item);
  uint64_t *offsets = malloc (n_of_slices * sizeof *offsets + 1);

  if (offsets == NULL)
    return false;
  for (uint32_t i = 0; i < block->n_items; i++)
    {
      uint64_t offset = block->begins[i] == block->begins[i + 1] ? ARGS_NONE : base + block->begins[i];

      if (i < n_of_slices)
        offsets[i] = offset;
      else
        restoring->instants[first_item + i - n_slices].args = offset;
    }
  section_writer_take (restoring->writer, SECTION_SLICE_ARGUMENTS, offsets, n_of_slices * sizeof *offsets);
  return true;
}

static bool
restore_args_blocks (Restoring *restoring, const ArchiveArgs *args, GError **error)
{
  const BlockStream *stream = &restoring->archive.args;
  uint64_t base = 0;

  for (uint64_t b = 0; b < stream->n_blocks; b++)
    {
      ArgsBlock *block = NULL;

      if (!go_on (restoring, error)
          || !archive_check (archive_args_decode (args, b, &block), SECTION_ARCHIVE_ARGUMENTS,
                             restoring->path, error))
        return false;
      section_writer_copy (restoring->writer, SECTION_ARGUMENTS, block->bytes, block->n_bytes);
      bool ok = place_entries (restoring, block, b * stream->items_per_block, base);
      base += block->n_bytes;
      args_block_unref (block);
      if (!ok)
        return no_memory (restoring, error);
    }
  return true;
}

/* base is the part of the profile written so far. */
static bool
restore_args (Restoring *restoring, const Trace *base, GError **error)
{
  const ArchiveItems items = { &base->slices, restoring->instants, restoring->archive.instants.n_items };
  ArchiveArgs *args;

  if (restoring->archive.args.n_items != base->slices.n + items.n_instants)
    return is_damaged (restoring, SECTION_ARCHIVE_ARGUMENTS, error);
  args = archive_args_new (&restoring->archive.args, base->arg_keys, &items);
  if (args == NULL)
    return no_memory (restoring, error);
  section_writer_begin (restoring->writer, SECTION_SLICE_ARGUMENTS, SECTION_RAW,
                        base->slices.n * sizeof (uint64_t));
  section_writer_begin (restoring->writer, SECTION_ARGUMENTS, SECTION_RAW, SECTION_SIZE_UNKNOWN);
  bool ok = restore_args_blocks (restoring, args, error);
  archive_args_free (args);
  if (!ok)
    return false;
  section_writer_end (restoring->writer, SECTION_ARGUMENTS, 0);
  section_writer_end (restoring->writer, SECTION_SLICE_ARGUMENTS, 0);
  section_writer_put (restoring->writer, SECTION_INSTANTS, restoring->instants,
                      items.n_instants * sizeof *items.instants);
  return true;
}

/* ---- all of it ---- */

/* base has no arguments before and after. */
static void
lend_args (Trace *base, const WrittenSection *of_slices, const WrittenSection *args)
{
  base->slices.args = (const uint64_t *) of_slices->at;
  base->args = args->at;
  base->n_args_bytes = args->n;
}

static bool
derive (Restoring *restoring, Trace *base, GError **error)
{
  SectionWriter *writer = restoring->writer;
  WrittenSection args = { 0 }, of_slices = { 0 };
  bool ok = section_writer_drain (writer) && written_section_map (&args, writer, restoring->fd, SECTION_ARGUMENTS)
            && written_section_map (&of_slices, writer, restoring->fd, SECTION_SLICE_ARGUMENTS);
  const MemorySource memory = {
    .trace = base,
    .instants = restoring->instants,
    .n = restoring->archive.instants.n_items,
    .args = args.at,
    .n_args_bytes = args.n,
  };

  /* Some steps have their numbers there. */
  lend_args (base, &of_slices, &args);
  ok = ok && profile_derive_indices (base, writer) && profile_derive_statistics (base, &memory, writer)
       && profile_derive_peaks (base->samples.value, base->samples.n, writer);
  lend_args (base, &(WrittenSection){ 0 }, &(WrittenSection){ 0 });
  written_section_unmap (&of_slices);
  written_section_unmap (&args);
  return ok || no_memory (restoring, error);
}

static bool
restore (Restoring *restoring, GError **error)
{
  if (!restore_tables (restoring, error) || !restore_slices (restoring, error)
      || !decode_instants (restoring, error) || !restore_samples (restoring, error)
      || !restore_flows (restoring, error))
    return false;

  g_autoptr (Trace) base = profile_read_written (restoring->fd, restoring->writer, restoring->instants,
                                                 restoring->archive.instants.n_items, restoring->path, error);
  return base != NULL && restore_args (restoring, base, error) && derive (restoring, base, error)
         && section_writer_finish (restoring->writer, 0, section_map_key (restoring->map), restoring->path,
                                   error);
}

bool
archive_restore (const SectionMap *archive,
                 int fd,
                 const atomic_bool *cancelled,
                 const char *path,
                 GError **error)
{
  Restoring restoring = { .map = archive, .path = path, .cancelled = cancelled, .fd = fd };

  if (!archive_open (&restoring.archive, archive, path, error))
    return false;
  restoring.writer = section_writer_new (fd);
  g_autoptr (GError) restore_error = NULL;
  bool ok =
    restoring.writer != NULL ? restore (&restoring, &restore_error) : no_memory (&restoring, &restore_error);

  /* The error of the writer says more than that of a reader of sections which could not be written. */
  if (!ok && restoring.writer != NULL && section_writer_failed (restoring.writer)
      && !g_error_matches (restore_error, TRACE_ERROR, TRACE_ERROR_CANCELLED))
    {
      g_clear_error (&restore_error);
      section_writer_finish (restoring.writer, 0, section_map_key (archive), path, &restore_error);
    }
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&restore_error));
  section_writer_free (restoring.writer);
  free (restoring.instants);
  archive_close (&restoring.archive);
  return ok;
}
