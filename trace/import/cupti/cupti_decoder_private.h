/* SPDX-License-Identifier: Apache-2.0
 *
 * What the decoders of all kinds of records share. Each of them returns false if it has counted the record as skipped. */

#pragma once

#include "trace/import/cupti/cupti_args.h"
#include "trace/import/cupti/cupti_decoder.h"
#include "trace/import/cupti/cupti_texts.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/tracks/row_args.h"
#include "trace/model/memcpy_name.h"

/* A launch configuration: what tells it from others, */
typedef struct
{
  int32_t grid[3], block[3];
  uint32_t device, registers; /* per thread */
  int64_t shared_bytes;       /* per block */
} CuptiLaunch;

/* and what is written of it. */
typedef struct
{
  bool is_set;
  CuptiLaunch launch;
  uint32_t grid_text, block_text;       /* string ids */
  uint32_t blocks_per_sm, warps_per_sm; /* hundredths; UINT32_MAX if they are not known */
  int64_t occupancy_percent;            /* -1 if it is not known */
} CuptiShape;

#define CUPTI_SHAPES 1024

/* A track, by what it was asked for. */
typedef struct
{
  bool is_set;
  uint8_t form, kind;
  uint32_t a, b;
  uint32_t track;
} CuptiRowEntry;

#define CUPTI_ROWS 256

#define CUPTI_DEVICES_MAX 128

/* A begin or an end whose other end was not read yet. */
typedef struct
{
  uint32_t id, next; /* the next of the same id, + 1; 0: none */
  bool is_end, is_used;
  int64_t time_ns, offset;
  uint32_t name, domain;
  uint32_t object_kind, object[3];
} CuptiMarkerEnd;

/* An allocation or release. */
typedef struct
{
  int64_t time_ns, bytes; /* negative: released */
  uint64_t address, caller, pool;
  uint32_t process, device, context, stream, correlation;
  uint32_t name; /* string id */
  uint8_t memory_kind;
  bool is_async;
} CuptiAllocation;

COLUMN_DEFINE (CuptiMarkerEndColumn, cupti_marker_end_column, CuptiMarkerEnd)
COLUMN_DEFINE (CuptiAllocationColumn, cupti_allocation_column, CuptiAllocation)

struct CuptiDecoder
{
  TraceBuilder *builder;
  ImportTracks *tracks;
  const CuptiHeader *header;
  const CuptiFacts *facts;
  EventCounts *events;
  uint32_t words[N_CUPTI_WORDS];
  CuptiArgs args;
  CuptiTexts texts;
  int64_t offset; /* of the record at hand */
  uint32_t pid;   /* of the recorded process */

  CuptiRowEntry rows[CUPTI_ROWS];
  CuptiShape shapes[CUPTI_SHAPES];
  int32_t cluster[3];    /* the last one, */
  uint32_t cluster_text; /* and its string id */
  struct
  {
    uint32_t *names;
    size_t n;
  } calls[2];                    /* string ids by callback id; 0: not interned yet. Driver, runtime */
  /* By direction and memory kinds; 0: not interned yet. */
  uint32_t copy_names[N_MEMCPY_DIRECTIONS][N_CUPTI_MEMORY_KINDS][N_CUPTI_MEMORY_KINDS];
  uint32_t set_names[N_CUPTI_MEMORY_KINDS];

  IdMap event_records; /* by context << 32 | event: correlation << 32 | stream */
  IdMap open_markers;  /* by id: an index of marker_ends */
  CuptiMarkerEndColumn marker_ends;
  uint32_t free_marker; /* index + 1 of one that is not used any more, chained by next; 0: none */
  CuptiAllocationColumn allocations;

  GString *devices, *streams, *contexts;  /* JSON arrays that are not closed yet */
  uint32_t device_ids[CUPTI_DEVICES_MAX]; /* the devices in the first of them */
  unsigned n_device_ids;
  bool is_stopped;
  bool has_clock;
  int64_t clock_base_ns; /* add it to have nanoseconds since 1970 */
};

static inline void
decoder_note (CuptiDecoder *decoder, HealthId id)
{
  trace_builder_add_health (decoder->builder, id, 1, decoder->offset);
}

static inline void
decoder_skip (CuptiDecoder *decoder, HealthId id)
{
  decoder->events->skipped++;
  decoder_note (decoder, id);
}

/* Returns the nanoseconds of a time, which is in ticks of the recording's clock; UINT64_MAX if there are more. */
uint64_t decoder_ns (const CuptiDecoder *decoder, uint64_t time);

/* Takes a point in time. Returns false if it is 0 or out of range; the record has been skipped then. */
bool decoder_time (CuptiDecoder *decoder, uint64_t time, int64_t *ret_ns);

/* Fills in begin, duration and flags of a slice; returns likewise. */
bool decoder_interval (CuptiDecoder *decoder, uint64_t start, uint64_t end, SliceInput *slice);

/* Adds a slice and counts it. */
void decoder_add_slice (CuptiDecoder *decoder, SliceInput *slice);

/* Return tracks. device may be CUPTI_NO_DEVICE; stream -1 is none. O(1). */
uint32_t decoder_device_row (CuptiDecoder *decoder, SliceKind kind, int32_t device, uint32_t stream);
uint32_t decoder_host_row (CuptiDecoder *decoder, SliceKind kind, uint32_t process, uint32_t thread);

/* Returns the row for instants that no thread recorded, such as allocations; it has the word as its name. */
uint32_t decoder_own_row (CuptiDecoder *decoder, uint32_t process, CuptiWord word);
uint32_t decoder_thread_row (CuptiDecoder *decoder, uint32_t process, uint32_t thread);

/* Returns the row for slices of one category and name that no thread recorded. */
uint32_t decoder_async_row (CuptiDecoder *decoder, uint32_t process, uint32_t category, uint32_t name);
uint32_t decoder_counter_row (CuptiDecoder *decoder, uint32_t process, uint32_t name, uint32_t series);
uint32_t decoder_device_counter_row (CuptiDecoder *decoder, int32_t device, uint32_t name);

/* Appends a text between quotes, with what JSON does not allow escaped. */
void decoder_append_quoted (GString *out, const char *text, size_t length);

/* Returns the string id of a text with what JSON does not allow between quotes escaped, as arguments need it. */
uint32_t decoder_escaped (CuptiDecoder *decoder, uint32_t text);

/* Returns the string id of a number in decimal. */
uint32_t decoder_decimal (CuptiDecoder *decoder, int64_t number);

/* Returns the string id of the text at an address. Without a text, it is what followed by the address, and noted. */
uint32_t decoder_text (CuptiDecoder *decoder, uint64_t address, const char *what);

/* Returns the device as a number in a profile: CUPTI's mark for the host, and nonsense, become CUPTI_NO_DEVICE. */
static inline int32_t
decoder_device (uint32_t device)
{
  return device < INT32_MAX ? (int32_t) device : CUPTI_NO_DEVICE;
}

/* CUPTI's mark for "no stream", in 32 bits. */
#define CUPTI_NO_STREAM UINT32_MAX

/* Writes the arguments that most device activities have. */
void decoder_put_ids (CuptiDecoder *decoder,
                      uint32_t device,
                      uint32_t context,
                      uint32_t stream,
                      uint32_t correlation);
void decoder_put_external (CuptiDecoder *decoder, uint32_t correlation);

/* decode_device.c */
bool decode_kernel (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_cdp_kernel (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_graph (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_device_graph (CuptiDecoder *decoder, const CuptiRecord *record);

/* decode_copy.c */
bool decode_memcpy (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_peer_memcpy (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_memset (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_decompression (CuptiDecoder *decoder, const CuptiRecord *record);

/* decode_host.c */
bool decode_call (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_sync (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_event (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_overhead (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_jit (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_host_node (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_host_launch (CuptiDecoder *decoder, const CuptiRecord *record);

/* decode_marker.c */
bool decode_marker (CuptiDecoder *decoder, const CuptiRecord *record);
void decode_markers_finish (CuptiDecoder *decoder);

/* decode_memory.c */
bool decode_memory (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_memory_operation (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_pool (CuptiDecoder *decoder, const CuptiRecord *record);
void decode_memory_finish (CuptiDecoder *decoder);

/* decode_counters.c */
bool decode_environment (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_unified_memory (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_rotation (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_context_switch (CuptiDecoder *decoder, const CuptiRecord *record);

/* decode_objects.c */
bool decode_device (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_context (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_green_context (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_stream (CuptiDecoder *decoder, const CuptiRecord *record);
bool decode_name (CuptiDecoder *decoder, const CuptiRecord *record);
void decode_objects_finish (CuptiDecoder *decoder);
