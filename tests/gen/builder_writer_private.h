/* SPDX-License-Identifier: Apache-2.0
 *
 * A BuilderWriter, for the files that fill it: builder_writer.c, builder_host.c, builder_device.c. */

#pragma once

#include "tests/gen/arg_entry.h"
#include "tests/gen/builder_tracks.h"
#include "tests/gen/builder_writer.h"
#include "tests/gen/kineto_ids.h"
#include "tests/gen/kineto_members.h"

struct BuilderWriter
{
  TraceBuilder *builder;
  KinetoOptions options;
  char *path;
  BuilderTracks tracks;
  ArgEntry args;
  GString *scratch;
  int64_t n_indexed;                            /* host events, which libkineto numbers */
  char (*kernel_members)[KINETO_MEMBERS_BYTES]; /* by work; "" until it is first met */
  GHashTable *collectives;                      /* elements -> members */

  /* String ids of names and categories. */
  uint32_t works[N_WORKS], work_categories[N_WORKS];
  uint32_t calls[N_CALLS], call_categories[N_CALLS];
  uint32_t cpu_op, user_annotation, gpu_user_annotation, python_function;
  uint32_t cpu_instant_event, memory, overhead, cuda_sync, ac2g, fwdbwd;
};

/* A string id. */
uint32_t builder_writer_text_id (BuilderWriter *writer, const char *text);

/* Likewise; number: what is appended, or NO_NUMBER. */
uint32_t builder_writer_name_id (BuilderWriter *writer, const char *name, int32_t number);

/* As the file tells it. */
int64_t builder_writer_file_time (const BuilderWriter *writer, int64_t at_ns);

/* Everything of slice but its times. */
void builder_writer_add_slice (BuilderWriter *writer, SliceInput slice, int64_t begin_ns, int64_t end_ns);

/* is_launch: an arrow of category ac2g, else fwdbwd. place: of builder_tracks.h. */
void builder_writer_add_flow_point (BuilderWriter *writer,
                                    unsigned place,
                                    FlowPointPhase phase,
                                    bool is_launch,
                                    int64_t id,
                                    int64_t at_ns);

/* JSON members for arg_entry_put_members (). */
const char *builder_writer_collective_members (BuilderWriter *writer, int64_t elements);
