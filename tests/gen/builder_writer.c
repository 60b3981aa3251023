/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/builder_writer_private.h"

#include "trace/import/source/importer.h"
#include "trace/text/trace_error.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

uint32_t
builder_writer_text_id (BuilderWriter *writer, const char *text)
{
  return trace_builder_string (writer->builder, text, strlen (text));
}

uint32_t
builder_writer_name_id (BuilderWriter *writer, const char *name, int32_t number)
{
  if (number == NO_NUMBER)
    return builder_writer_text_id (writer, name);
  g_string_printf (writer->scratch, "%s%d", name, number);
  return trace_builder_string (writer->builder, writer->scratch->str, writer->scratch->len);
}

int64_t
builder_writer_file_time (const BuilderWriter *writer, int64_t at_ns)
{
  return writer->options.times == TIMES_RELATIVE ? at_ns - KINETO_BASE_NS : at_ns;
}

BuilderWriter *
builder_writer_new (TraceBuilder *builder, const char *path, const KinetoOptions *options)
{
  BuilderWriter *writer = g_new0 (BuilderWriter, 1);

  trace_builder_begin_rank (builder, path);
  writer->builder = builder;
  writer->options = *options;
  writer->path = g_strdup (path);
  writer->scratch = g_string_new (NULL);
  writer->kernel_members = g_malloc0 (N_WORKS * sizeof *writer->kernel_members);
  writer->collectives = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  arg_entry_init (&writer->args, builder);
  builder_tracks_init (&writer->tracks, builder, options->rank);

  for (WorkId work = 0; work < N_WORKS; work++)
    {
      writer->works[work] = builder_writer_text_id (writer, device_works[work].name);
      writer->work_categories[work] =
        builder_writer_text_id (writer, kineto_work_category (device_works[work].kind));
    }
  for (CallId call = 0; call < N_CALLS; call++)
    {
      writer->calls[call] = builder_writer_text_id (writer, cuda_calls[call].name);
      writer->call_categories[call] = builder_writer_text_id (writer, cuda_calls[call].category);
    }
  writer->cpu_op = builder_writer_text_id (writer, "cpu_op");
  writer->user_annotation = builder_writer_text_id (writer, "user_annotation");
  writer->gpu_user_annotation = builder_writer_text_id (writer, "gpu_user_annotation");
  writer->python_function = builder_writer_text_id (writer, "python_function");
  writer->cpu_instant_event = builder_writer_text_id (writer, "cpu_instant_event");
  writer->memory = builder_writer_text_id (writer, "[memory]");
  writer->overhead = builder_writer_text_id (writer, "overhead");
  writer->cuda_sync = builder_writer_text_id (writer, "cuda_sync");
  writer->ac2g = builder_writer_text_id (writer, "ac2g");
  writer->fwdbwd = builder_writer_text_id (writer, "fwdbwd");
  return writer;
}

void
builder_writer_add_slice (BuilderWriter *writer, SliceInput slice, int64_t begin_ns, int64_t end_ns)
{
  EventCounts *counts = trace_builder_event_counts (writer->builder);

  slice.start_ns = builder_writer_file_time (writer, begin_ns);
  slice.dur_ns = end_ns - begin_ns;
  trace_builder_add_slice (writer->builder, &slice);
  counts->total++;
  counts->slices++;
}

void
builder_writer_add_flow_point (BuilderWriter *writer,
                               unsigned place,
                               FlowPointPhase phase,
                               bool is_launch,
                               int64_t id,
                               int64_t at_ns)
{
  EventCounts *counts = trace_builder_event_counts (writer->builder);
  FlowPoint point = {
    .key = (uint64_t) id,
    .category = is_launch ? writer->ac2g : writer->fwdbwd,
    .place = builder_tracks_place (&writer->tracks, place),
    .time_ns = builder_writer_file_time (writer, at_ns),
    .phase = phase,
    .prefer = is_launch ? SLICE_CALL : SLICE_OPERATOR,
    .is_launch = is_launch,
  };

  /* Ids of the two categories are told apart. */
  if (!is_launch)
    point.key |= UINT64_C (1) << 63;
  trace_builder_add_flow_point (writer->builder, &point);
  counts->total++;
  counts->flows++;
}

const char *
builder_writer_collective_members (BuilderWriter *writer, int64_t elements)
{
  char *text = g_hash_table_lookup (writer->collectives, &elements);

  if (text == NULL)
    {
      text = g_malloc (KINETO_MEMBERS_BYTES);
      kineto_collective_members (elements, writer->options.world_size, text);
      g_hash_table_insert (writer->collectives, g_memdup2 (&elements, sizeof elements), text);
    }
  return text;
}

/* ---- what stands around the events ---- */

/* A file without steps, as an unnamed file. -1: errno tells. */
static int
write_frame (const KinetoOptions *options, int64_t begin_ns, int64_t end_ns)
{
  int fd = memfd_create ("frame", MFD_CLOEXEC);
  FILE *file = fd < 0 ? NULL : fdopen (dup (fd), "wb");
  int64_t n_events;

  if (file == NULL)
    {
      if (fd >= 0)
        close (fd);
      return -1;
    }
  bool ok = kineto_writer_finish (kineto_writer_new (file, options), begin_ns, end_ns, &n_events);
  if (fclose (file) == 0 && ok)
    return fd;
  close (fd);
  return -1;
}

bool
builder_writer_finish (BuilderWriter *writer, int64_t begin_ns, int64_t end_ns, GError **error)
{
  int fd = write_frame (&writer->options, begin_ns, end_ns);
  uint8_t key[TRACE_KEY_BYTES] = { 0 };
  bool ok = false;

  if (fd >= 0)
    {
      ok = lseek (fd, 0, SEEK_SET) == 0
           && importers_import (fd, writer->path, writer->builder, NULL, key, error);
      trace_builder_set_key (writer->builder, key);
      /* There is no source file; what is written depends on the options alone. */
      trace_builder_set_source (writer->builder, &(SourceRecord){ 0 });
      close (fd);
    }
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE, "%s: %s.", writer->path, g_strerror (errno));
  if (writer->options.times == TIMES_ABSOLUTE)
    trace_builder_set_time_base (writer->builder, 0, true);
  builder_tracks_finish (&writer->tracks);

  arg_entry_clear (&writer->args);
  g_hash_table_unref (writer->collectives);
  g_string_free (writer->scratch, TRUE);
  g_free (writer->kernel_members);
  g_free (writer->path);
  g_free (writer);
  return ok;
}
