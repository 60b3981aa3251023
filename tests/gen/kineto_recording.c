/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/kineto_recording.h"

#include "tests/gen/builder_writer.h"
#include "tests/gen/recording.h"

static void
write_host (void *writer, const RecordedStep *record)
{
  kineto_writer_host (writer, record);
}

static void
write_run_frames (void *writer, int64_t begin_ns, int64_t end_ns)
{
  kineto_writer_run_frames (writer, begin_ns, end_ns);
}

static void
write_device (void *writer, const RecordedStep *record)
{
  kineto_writer_device (writer, record);
}

static void
build_host (void *writer, const RecordedStep *record)
{
  builder_writer_host (writer, record);
}

static void
build_run_frames (void *writer, int64_t begin_ns, int64_t end_ns)
{
  builder_writer_run_frames (writer, begin_ns, end_ns);
}

static void
build_device (void *writer, const RecordedStep *record)
{
  builder_writer_device (writer, record);
}

bool
kineto_recording_write (FILE *file, const TraceRequest *request, int64_t *ret_n_events, int64_t *ret_n_steps)
{
  static const RecordingSink sink = { write_host, write_run_frames, write_device };
  KinetoWriter *writer = kineto_writer_new (file, &request->options);
  int64_t end_ns;

  *ret_n_steps =
    recording_make (&request->config, request->n_steps, request->n_events, &sink, writer, &end_ns);
  return kineto_writer_finish (writer, request->config.begin_ns, end_ns, ret_n_events);
}

bool
kineto_recording_build (TraceBuilder *builder,
                        const char *path,
                        const TraceRequest *request,
                        int64_t *ret_n_steps,
                        GError **error)
{
  static const RecordingSink sink = { build_host, build_run_frames, build_device };
  BuilderWriter *writer = builder_writer_new (builder, path, &request->options);
  int64_t end_ns;

  *ret_n_steps =
    recording_make (&request->config, request->n_steps, request->n_events, &sink, writer, &end_ns);
  return builder_writer_finish (writer, request->config.begin_ns, end_ns, error);
}
