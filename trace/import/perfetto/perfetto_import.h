/* SPDX-License-Identifier: Apache-2.0
 *
 * What all readers of packets share. If memory runs out, the builder is marked as failed. */

#pragma once

#include "trace/import/perfetto/perfetto_clocks.h"
#include "trace/import/perfetto/perfetto_flows.h"
#include "trace/import/perfetto/perfetto_gpu_queues.h"
#include "trace/import/perfetto/perfetto_kinds.h"
#include "trace/import/perfetto/perfetto_sequences.h"
#include "trace/import/perfetto/perfetto_slices.h"
#include "trace/import/perfetto/perfetto_tracks.h"
#include "trace/import/tracks/row_args.h"

/* Keys of arguments, as PyTorch's profiler writes them. */
typedef enum
{
  PERFETTO_KEY_BYTES,
  PERFETTO_KEY_GRID,
  PERFETTO_KEY_BLOCK,
  PERFETTO_KEY_REGISTERS,
  PERFETTO_KEY_SHARED,
  PERFETTO_KEY_CORRELATION,
  PERFETTO_KEY_DEVICE,
  PERFETTO_KEY_STREAM,
  PERFETTO_KEY_CONTEXT,
  PERFETTO_KEY_SUBMISSION,
  PERFETTO_KEY_STAGE,
  PERFETTO_KEY_EVENT,
  PERFETTO_KEY_NAME,
  PERFETTO_KEY_ARCH,
  PERFETTO_KEY_CORR_ID, /* as AMD's profilers call them */
  PERFETTO_KEY_COPY_BYTES,
  PERFETTO_KEY_GRID_SIZE,
  PERFETTO_KEY_WORKGROUP_SIZE,
  N_PERFETTO_KEYS
} PerfettoKey;

/* The category of a TrackEvent, as it is shown. */
typedef struct
{
  bool is_set;
  uint32_t text, shown; /* strings */
  SliceKind kind;
} PerfettoShownCategory;

#define PERFETTO_CATEGORIES 64

/* A description of a queue or a stage of a GPU. */
typedef struct
{
  uint32_t name; /* string */
  bool is_compute;
} PerfettoGpuSpecification;

COLUMN_DEFINE (PerfettoGpuSpecificationColumn, perfetto_gpu_specification_column, PerfettoGpuSpecification)

/* A compute kernel that was interned. Its arguments are kept as bytes in PerfettoGpu.kernel_bytes. */
typedef struct
{
  uint32_t name, demangled, arch; /* strings */
  uint64_t first, n;              /* bytes of the message */
} PerfettoGpuKernel;

COLUMN_DEFINE (PerfettoGpuKernelColumn, perfetto_gpu_kernel_column, PerfettoGpuKernel)

/* What the readers of GPU events remember. */
typedef struct
{
  PerfettoGpuSpecificationColumn specifications;
  PerfettoGpuKernelColumn kernels;
  U8Column kernel_bytes;
  U32Column queues, stages; /* names, by the numbers of old writers */
  IdMap counters;           /* string: name of a counter, by its number, of writers that do not intern */
  PerfettoGpuQueues numbers;
} PerfettoGpu;

/* An event that waits for the description of its track. */
typedef struct
{
  TraceInstant instant; /* its track is an index of PerfettoTracks */
} PerfettoLateInstant;

typedef struct
{
  uint32_t track;
  uint32_t generation; /* of the state of its sequence */
  int64_t time_ns;
  double value; /* as it is stored */
} PerfettoLateSample;

COLUMN_DEFINE (PerfettoLateInstantColumn, perfetto_late_instant_column, PerfettoLateInstant)
COLUMN_DEFINE (PerfettoLateSampleColumn, perfetto_late_sample_column, PerfettoLateSample)

/* Whether the reading goes on (perfetto_packets.h). */
typedef struct
{
  bool (*keeps_on) (void *user_data, GError **error);
  void *user_data;
  uint64_t n_bytes;                          /* decompressed since it was asked last */
  uint64_t n_packed_bytes, n_unpacked_bytes; /* of all compressed packets so far */
  GError *error;                             /* owned; set if it is to stop */
} PerfettoReading;

typedef struct
{
  TraceBuilder *builder;
  PerfettoReading reading;
  PerfettoClocks clocks;
  PerfettoSequences sequences;
  PerfettoTracks tracks;
  PerfettoSlices slices;
  PerfettoFlows flows;
  PerfettoGpu gpu;
  PerfettoKinds kinds;
  PerfettoLateInstantColumn late_instants;
  PerfettoLateSampleColumn late_samples;
  PerfettoShownCategory categories[PERFETTO_CATEGORIES];
  uint32_t keys[N_PERFETTO_KEYS];
  uint64_t n_not_shown; /* events whose type or phase is not shown */
  uint32_t version;     /* string: of the tracing service */
} PerfettoImport;

/* What is known of the packet that is read. */
typedef struct
{
  PerfettoSequence *sequence;
  int64_t offset;          /* in the decoded file */
  bool has_time, is_apart; /* is_apart: its time is of a clock that has nothing to do with the others */
  int64_t time_ns;         /* on the trace's clock */
} PerfettoPacket;

/* Returns false if memory runs out; clear in any case. */
bool perfetto_import_init (PerfettoImport *import, TraceBuilder *builder);
void perfetto_import_clear (PerfettoImport *import);

/* Adds what was kept for the end, and describes the rank. */
void perfetto_import_finish (PerfettoImport *import);

/* Returns the string of a text field. */
static inline uint32_t
perfetto_string (PerfettoImport *import, const ProtobufField *field)
{
  return trace_builder_string (import->builder, (const char *) field->bytes, (size_t) field->value);
}

/* Returns the text that was interned under an id; "" if there is none, which is counted. */
uint32_t
perfetto_interned_text (PerfettoImport *import, const PerfettoPacket *packet, uint16_t kind, uint64_t iid);

/* Counts an event of the packet whose type or phase is known, but not shown. */
void perfetto_note_not_shown (PerfettoImport *import, const PerfettoPacket *packet);

/* Counts a problem of the packet. */
void perfetto_note (PerfettoImport *import, HealthId id, const PerfettoPacket *packet);

/* Add a point in time to a track, which may not be described yet. */
void perfetto_add_instant (PerfettoImport *import, uint32_t track, const TraceInstant *instant);
void perfetto_add_sample (PerfettoImport *import,
                          const PerfettoPacket *packet,
                          uint32_t track,
                          int64_t time_ns,
                          double value); /* as it is stored */

/* Returns what a category of TrackEvents says. */
const PerfettoShownCategory *perfetto_show_category (PerfettoImport *import, uint32_t text);

/* ---- readers of the fields of TracePacket; each returns false if the field is damaged. Those with ret_why, which is
 * HEALTH_PERFETTO_PACKET_DAMAGED before, may set another reason why the packet is skipped. ---- */

bool perfetto_read_interned (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span);
bool perfetto_read_defaults (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span);
bool perfetto_read_process_tree (PerfettoImport *import, ProtobufSpan span);
bool perfetto_read_gpu_stage (PerfettoImport *import,
                              const PerfettoPacket *packet,
                              ProtobufSpan span,
                              HealthId *ret_why);
bool perfetto_read_gpu_counters (PerfettoImport *import,
                                 const PerfettoPacket *packet,
                                 ProtobufSpan span,
                                 HealthId *ret_why);
bool perfetto_read_gpu_memory (PerfettoImport *import,
                               const PerfettoPacket *packet,
                               ProtobufSpan span,
                               HealthId *ret_why);
bool perfetto_read_gpu_info (PerfettoImport *import, ProtobufSpan span);
bool perfetto_read_service_event (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span);

bool perfetto_read_system_info (PerfettoImport *import, ProtobufSpan span);

/* Interning of what the GPU readers need. */
bool perfetto_intern_gpu_specification (PerfettoImport *import, ProtobufSpan span, uint32_t *ret_value);
bool perfetto_intern_gpu_kernel (PerfettoImport *import, ProtobufSpan span, uint32_t *ret_value);
bool perfetto_intern_gpu_counters (PerfettoImport *import, PerfettoPacket *packet, ProtobufSpan span);
