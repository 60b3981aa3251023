/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a simulated run straight into a builder: the profile that importing what kineto_writer.h makes of the
 * same run would give, without writing and reading the text. That makes profiles of 100 M events in minutes.
 *
 * What is no event of a step (the file's settings, its metadata, the profiler's own window) is small, and comes
 * from the writer and the importer of JSON themselves.
 *
 * Call order as of kineto_writer.h: new, host for every step, run_frames, device for every step, finish. */

#pragma once

#include "tests/gen/kineto_writer.h"
#include "trace/build/builder.h"

typedef struct BuilderWriter BuilderWriter;

/* Begins a rank of the builder with that path. builder and options->trace_name stay the caller's and outlive the
 * writer. Aborts when memory for the writer itself runs out; the builder remembers for its own. */
BuilderWriter *builder_writer_new (TraceBuilder *builder, const char *path, const KinetoOptions *options);

void builder_writer_host (BuilderWriter *writer, const RecordedStep *record);
void builder_writer_run_frames (BuilderWriter *writer, int64_t begin_ns, int64_t end_ns);
void builder_writer_device (BuilderWriter *writer, const RecordedStep *record);

/* Adds what stands around the events and frees the writer. The builder has a key then, but one of its own.
 * TRACE_ERROR_NO_MEMORY, or an error of the file system. */
bool builder_writer_finish (BuilderWriter *writer, int64_t begin_ns, int64_t end_ns, GError **error);
