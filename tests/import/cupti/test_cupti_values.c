/* SPDX-License-Identifier: Apache-2.0
 *
 * For every release, every field that the program uses: records with known values are written as that release writes
 * them, and the profile has these values. Where a release has no such field, the profile has no such value.
 *
 * The table says under which key each field is found. Begin and end of each record are checked for all. */

#include <inttypes.h>
#include <string.h>

#include "tests/gen/cupti_writer.h"
#include "tests/gen/prng.h"
#include "tests/import/cupti/opened_records.h"
#include "trace/import/cupti/cupti_calls.h"

/* Each record begins in a slot of its own, by which it is found again. */
#define BASE_NS    UINT64_C (1757944800000000000)
#define SLOT_NS    UINT64_C (1000000)
#define LONGEST_NS 900000

#define RECORD_BYTES_MAX 256

/* How records are filled. */
typedef enum
{
  FILL_RANDOM,
  FILL_MOST,  /* all bits of every number */
  FILL_LEAST, /* 0 */
  N_FILLS
} Fill;

/* Where a value is found. */
typedef enum
{
  SHOWN_ALWAYS,
  SHOWN_UNLESS_0,
  SHOWN_IF_MANY, /* unless 0 or 1 */
} Shown;

typedef struct
{
  CuptiRecordType record;
  const char *field, *key;
  Shown shown;
} ShownField;

/* clang-format off */
static const ShownField shown_fields[] = {
  { CUPTI_KERNEL, "registers_per_thread", "registers per thread", SHOWN_ALWAYS },
  { CUPTI_KERNEL, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_KERNEL, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_KERNEL, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_KERNEL, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "queued", "queued", SHOWN_ALWAYS },
  { CUPTI_KERNEL, "submitted", "submitted", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "grid_id", "grid id", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "local_memory_per_thread", "local memory per thread", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "launch_type", "launch type", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "shared_memory_executed", "shared memory executed", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "graph_node_id", "graph node id", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "graph_id", "graph id", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "channel_id", "channel", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "channel_type", "channel type", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "local_memory_total_v2", "local memory total", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "is_device_launched", "device launched", SHOWN_UNLESS_0 },
  { CUPTI_KERNEL, "priority", "priority", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "bytes", "bytes", SHOWN_ALWAYS },
  { CUPTI_MEMCPY, "flags", "asynchronous", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_MEMCPY, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_MEMCPY, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_MEMCPY, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "graph_node_id", "graph node id", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "graph_id", "graph id", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "channel_id", "channel", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "channel_type", "channel type", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "is_device_launched", "device launched", SHOWN_UNLESS_0 },
  { CUPTI_MEMCPY, "copy_count", "copies", SHOWN_IF_MANY },
  { CUPTI_PEER, "bytes", "bytes", SHOWN_ALWAYS },
  { CUPTI_PEER, "flags", "asynchronous", SHOWN_UNLESS_0 },
  { CUPTI_PEER, "device_id", "inDevice", SHOWN_ALWAYS },
  { CUPTI_PEER, "context_id", "inContext", SHOWN_ALWAYS },
  { CUPTI_PEER, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_PEER, "src_device_id", "fromDevice", SHOWN_ALWAYS },
  { CUPTI_PEER, "src_context_id", "fromContext", SHOWN_ALWAYS },
  { CUPTI_PEER, "dst_device_id", "toDevice", SHOWN_ALWAYS },
  { CUPTI_PEER, "dst_context_id", "toContext", SHOWN_ALWAYS },
  { CUPTI_PEER, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_PEER, "graph_node_id", "graph node id", SHOWN_UNLESS_0 },
  { CUPTI_PEER, "graph_id", "graph id", SHOWN_UNLESS_0 },
  { CUPTI_PEER, "channel_id", "channel", SHOWN_UNLESS_0 },
  { CUPTI_PEER, "channel_type", "channel type", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "value", "value", SHOWN_ALWAYS },
  { CUPTI_MEMSET, "bytes", "bytes", SHOWN_ALWAYS },
  { CUPTI_MEMSET, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_MEMSET, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_MEMSET, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_MEMSET, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "flags", "asynchronous", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "graph_node_id", "graph node id", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "graph_id", "graph id", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "channel_id", "channel", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "channel_type", "channel type", SHOWN_UNLESS_0 },
  { CUPTI_MEMSET, "is_device_launched", "device launched", SHOWN_UNLESS_0 },
  { CUPTI_API, "cbid", "cbid", SHOWN_ALWAYS },
  { CUPTI_API, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_API, "return_value", "return value", SHOWN_UNLESS_0 },
  { CUPTI_SYNC, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_SYNC, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_SYNC, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_SYNC, "cuda_event_sync_id", "cuda event sync id", SHOWN_UNLESS_0 },
  { CUPTI_SYNC, "return_value", "return value", SHOWN_UNLESS_0 },
  { CUPTI_EVENT, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_EVENT, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_EVENT, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_EVENT, "event_id", "cuda event id", SHOWN_ALWAYS },
  { CUPTI_EVENT, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_EVENT, "cuda_event_sync_id", "cuda event sync id", SHOWN_UNLESS_0 },
  { CUPTI_GRAPH, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_GRAPH, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_GRAPH, "graph_id", "graph id", SHOWN_ALWAYS },
  { CUPTI_GRAPH, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_GRAPH, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_GRAPH, "end_device_id", "end device", SHOWN_ALWAYS },
  { CUPTI_GRAPH, "end_context_id", "end context", SHOWN_ALWAYS },
  { CUPTI_DEVICE_GRAPH, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_DEVICE_GRAPH, "graph_id", "graph id", SHOWN_ALWAYS },
  { CUPTI_DEVICE_GRAPH, "launcher_graph_id", "launcher graph id", SHOWN_ALWAYS },
  { CUPTI_DEVICE_GRAPH, "device_launch_mode", "launch type", SHOWN_ALWAYS },
  { CUPTI_DEVICE_GRAPH, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_HOST_NODE, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_HOST_NODE, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_HOST_NODE, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_HOST_NODE, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_HOST_NODE, "graph_id", "graph id", SHOWN_UNLESS_0 },
  { CUPTI_HOST_NODE, "graph_node_id", "graph node id", SHOWN_UNLESS_0 },
  { CUPTI_HOST_LAUNCH, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_HOST_LAUNCH, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_HOST_LAUNCH, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_HOST_LAUNCH, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_OVERHEAD, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_MEMORY, "address", "Addr", SHOWN_ALWAYS },
  { CUPTI_MEMORY, "alloc_pc", "caller address", SHOWN_UNLESS_0 },
  { CUPTI_MEMORY, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_MEMORY_OP, "address", "Addr", SHOWN_ALWAYS },
  { CUPTI_MEMORY_OP, "pc", "caller address", SHOWN_UNLESS_0 },
  { CUPTI_MEMORY_OP, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_MEMORY_OP, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_POOL, "memory_pool_type", "pool type", SHOWN_ALWAYS },
  { CUPTI_POOL, "correlation_id", "correlation", SHOWN_ALWAYS },
  { CUPTI_POOL, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_POOL, "address", "memory pool", SHOWN_ALWAYS },
  { CUPTI_POOL, "size", "pool size", SHOWN_ALWAYS },
  { CUPTI_POOL, "release_threshold", "pool release threshold", SHOWN_ALWAYS },
  { CUPTI_POOL, "min_bytes_to_keep", "bytes kept", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "value", "value", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "address", "Addr", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "src_id", "source", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "dst_id", "destination", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_UNIFIED, "flags", "flags", SHOWN_ALWAYS },
  { CUPTI_JIT, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_JIT, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_JIT, "jit_operation_correlation_id", "JIT operation", SHOWN_ALWAYS },
  { CUPTI_JIT, "cache_size", "cache size", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_DECOMPRESS, "source_bytes", "bytes", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "number_of_operations", "operations", SHOWN_ALWAYS },
  { CUPTI_DECOMPRESS, "channel_id", "channel", SHOWN_UNLESS_0 },
  { CUPTI_DECOMPRESS, "channel_type", "channel type", SHOWN_UNLESS_0 },
  { CUPTI_ROTATION, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_ROTATION, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_ROTATION, "channel_id", "channel", SHOWN_ALWAYS },
  { CUPTI_ROTATION, "channel_type", "channel type", SHOWN_ALWAYS },
  { CUPTI_SWITCH, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_SWITCH, "operation_type", "operation", SHOWN_ALWAYS },
  { CUPTI_CDP, "registers_per_thread", "registers per thread", SHOWN_ALWAYS },
  { CUPTI_CDP, "device_id", "device", SHOWN_ALWAYS },
  { CUPTI_CDP, "context_id", "context", SHOWN_ALWAYS },
  { CUPTI_CDP, "stream_id", "stream", SHOWN_ALWAYS },
  { CUPTI_CDP, "correlation_id", "correlation", SHOWN_UNLESS_0 },
  { CUPTI_CDP, "grid_id", "grid id", SHOWN_UNLESS_0 },
  { CUPTI_CDP, "parent_grid_id", "parent grid id", SHOWN_UNLESS_0 },
  { CUPTI_CDP, "local_memory_per_thread", "local memory per thread", SHOWN_UNLESS_0 },
};
/* clang-format on */

/* ---- writing ---- */

/* A record that was written: its bytes, and the slot of its time. */
typedef struct
{
  CuptiRecordType type;
  uint8_t bytes[RECORD_BYTES_MAX];
  uint32_t size;
  uint64_t start, end; /* both in its slot */
} Written;

typedef struct
{
  CuptiWriter *writer;
  Prng prng;
  Fill fill;
  GArray *written; /* of Written */
  uint64_t name;   /* an address */
} Writing;

static const CuptiField *
field_of (CuptiRecordType record, const char *name)
{
  for (size_t i = 0; i < n_cupti_fields; i++)
    if (cupti_fields[i].record == record && strcmp (cupti_fields[i].field, name) == 0)
      return &cupti_fields[i];
  return NULL;
}

static void
put (Writing *writing, CuptiRecordType record, const char *field, uint64_t value)
{
  const CuptiField *found = field_of (record, field);

  if (found != NULL)
    cupti_writer_put (writing->writer, found->at, found->bytes, value);
}

static uint64_t
filling (Writing *writing)
{
  return writing->fill == FILL_RANDOM ? prng_next (&writing->prng)
         : writing->fill == FILL_MOST ? UINT64_MAX
                                      : 0;
}

static void
write_record (Writing *writing, uint32_t kind, CuptiRecordType type)
{
  uint64_t start = BASE_NS + (writing->written->len + 1) * SLOT_NS, end = start;
  Written written = { .type = type };

  if (!cupti_writer_begin (writing->writer, kind))
    return;
  for (size_t i = 0; i < n_cupti_fields; i++)
    if (cupti_fields[i].record == type && cupti_fields[i].bytes <= 8)
      cupti_writer_put (writing->writer, cupti_fields[i].at, cupti_fields[i].bytes, filling (writing));
  end += prng_below (&writing->prng, LONGEST_NS) + 1;
  put (writing, type, "start", start);
  put (writing, type, "end", end);
  put (writing, type, "timestamp", start);
  put (writing, type, "device_timestamp", start);
  put (writing, type, "name", writing->name);
  put (writing, type, "cache_path", writing->name);
  put (writing, type, "domain", 0);
  /* What decides what a record is. */
  put (writing, type, "type", 3);
  put (writing, type, "object_kind", 2);
  put (writing, type, "memory_operation_type", 1);
  put (writing, type, "counter_kind", 1);
  memcpy (written.bytes, writing->writer->record, writing->writer->size);
  written.size = writing->writer->size;
  written.start = start;
  written.end = end;
  g_array_append_val (writing->written, written);
}

static bool
is_shown (CuptiRecordType type)
{
  for (size_t i = 0; i < G_N_ELEMENTS (shown_fields); i++)
    if (shown_fields[i].record == type)
      return true;
  return false;
}

/* ---- checking ---- */

static uint64_t
value_of (const Written *written, const CuptiField *field)
{
  uint64_t value = 0;

  if (field->at + field->bytes <= written->size)
    memcpy (&value, written->bytes + field->at, field->bytes);
  return value;
}

static char *
expected_text (const ShownField *shown, const Written *written)
{
  const CuptiField *field = field_of (shown->record, shown->field);
  uint64_t value = value_of (written, field);

  if (strcmp (shown->field, "priority") == 0)
    return g_strdup_printf ("%d", (int32_t) value);
  if (strcmp (shown->field, "stream_id") == 0 && value == UINT32_MAX)
    return g_strdup ("-1");
  return g_strdup_printf ("%" PRIu64, value);
}

static void
check_field (const Trace *trace, uint64_t args, const ShownField *shown, const Written *written)
{
  const CuptiField *field = field_of (shown->record, shown->field);
  uint64_t value = value_of (written, field);
  bool exists = field->at + field->bytes <= written->size;
  g_autofree char *expected = expected_text (shown, written), *text = opened_arg (trace, args, shown->key);

  if (shown->shown == SHOWN_ALWAYS ? exists : value > (shown->shown == SHOWN_IF_MANY))
    g_assert_cmpstr (text, ==, expected);
  else
    g_assert_true (text == NULL || strcmp (text, "0") == 0);
}

static void
check_triple (const Trace *trace,
              uint64_t args,
              const Written *written,
              const char *key,
              const char *const fields[3])
{
  int32_t values[3];

  for (int i = 0; i < 3; i++)
    values[i] = (int32_t) value_of (written, field_of (written->type, fields[i]));
  g_autofree char *expected = g_strdup_printf ("[%d,%d,%d]", values[0], values[1], values[2]);
  g_autofree char *text = opened_arg (trace, args, key);
  bool is_cluster = strcmp (key, "cluster") == 0;

  if (is_cluster && values[0] == 0 && values[1] == 0 && values[2] == 0)
    g_assert_null (text);
  else
    g_assert_cmpstr (text, ==, expected);
}

static void
check_launch (const Trace *trace, uint64_t args, const Written *written)
{
  static const char *const grid[] = { "grid_x", "grid_y", "grid_z" };
  static const char *const block[] = { "block_x", "block_y", "block_z" };
  static const char *const cluster[] = { "cluster_x", "cluster_y", "cluster_z" };
  int64_t shared = (int64_t) (int32_t) value_of (written, field_of (written->type, "static_shared_memory"))
                   + (int32_t) value_of (written, field_of (written->type, "dynamic_shared_memory"));
  g_autofree char *expected = g_strdup_printf ("%" PRId64, shared);
  g_autofree char *text = opened_arg (trace, args, "shared memory");

  g_assert_cmpstr (text, ==, expected);
  check_triple (trace, args, written, "grid", grid);
  check_triple (trace, args, written, "block", block);
  if (written->type == CUPTI_KERNEL)
    check_triple (trace, args, written, "cluster", cluster);
}

static void
check_name (const Trace *trace, uint64_t slice, const Written *written, const char *name)
{
  size_t length;
  const char *text = trace_string (trace, slice_name (trace_slices (trace), slice), &length);

  if (written->type == CUPTI_KERNEL || written->type == CUPTI_CDP)
    {
      g_assert_cmpuint (length, ==, strlen (name));
      g_assert_true (memcmp (text, name, length) == 0);
    }
}

static void
check_written (const Trace *trace, const Written *written, const char *name)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t args;

  if (field_of (written->type, "end") != NULL && written->type != CUPTI_MEMORY)
    {
      uint64_t slice = opened_slice_at (trace, written->start);

      g_assert_cmpint (slices->dur_ns[slice], ==, (int64_t) (written->end - written->start));
      if (field_of (written->type, "correlation_id") != NULL && slices->correlation[slice] != 0)
        g_assert_cmpint (slices->correlation[slice], ==,
                         (int64_t) value_of (written, field_of (written->type, "correlation_id")));
      args = slices->args[slice];
      check_name (trace, slice, written, name);
    }
  else
    args = opened_instant_at (trace, written->start).args;
  if (written->type == CUPTI_KERNEL || written->type == CUPTI_CDP)
    check_launch (trace, args, written);
  for (size_t i = 0; i < G_N_ELEMENTS (shown_fields); i++)
    if (shown_fields[i].record == written->type)
      check_field (trace, args, &shown_fields[i], written);
}

static void
check_release (int release, Fill fill)
{
  g_autofree char *long_name = g_strnfill (5000, 'k');
  const char *name = fill == FILL_MOST ? long_name : fill == FILL_LEAST ? "" : "_Z6kernelIfEvPT_";
  Writing writing = {
    .writer = cupti_writer_new (release, CUPTI_CONTAINER),
    .prng = prng_init (20261125, (uint64_t) release),
    .fill = fill,
    .written = g_array_new (FALSE, FALSE, sizeof (Written)),
  };

  writing.name = cupti_writer_text (writing.writer, name, strlen (name));
  for (uint32_t kind = 1; kind < CUPTI_KINDS; kind++)
    if (is_shown (cupti_record_of_kind (kind)))
      for (int i = 0; i < (fill == FILL_RANDOM ? 3 : 1); i++)
        write_record (&writing, kind, cupti_record_of_kind (kind));

  g_autoptr (GByteArray) file = cupti_writer_finish (writing.writer);
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = opened_records (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (writing.written->len, >, 12);
  g_assert_cmpuint (trace_event_counts (trace)->skipped, ==, 0);
  for (guint i = 0; i < writing.written->len; i++)
    {
      const Written *written = &g_array_index (writing.written, Written, i);

      /* CUDA 12.8 added the time of an event. */
      if (written->type == CUPTI_EVENT && written->size < CUPTI_AT_EVENT_device_timestamp + 8)
        continue;
      check_written (trace, written, name);
    }
  g_array_unref (writing.written);
}

static void
test_values_of_every_release_come_back (void)
{
  for (int release = 0; release < N_CUPTI_RELEASES; release++)
    for (Fill fill = 0; fill < N_FILLS; fill++)
      check_release (release, fill);
}

/* ---- devices, contexts and streams ---- */

typedef struct
{
  CuptiRecordType record;
  const char *field, *setting, *key;
} ListedField;

/* clang-format off */
static const ListedField listed_fields[] = {
  { CUPTI_DEVICE, "id", "deviceProperties", "id" },
  { CUPTI_DEVICE, "flags", "deviceProperties", "concurrentKernels" },
  { CUPTI_DEVICE, "global_memory_bandwidth", "deviceProperties", "memoryBandwidthKBps" },
  { CUPTI_DEVICE, "global_memory_size", "deviceProperties", "totalGlobalMem" },
  { CUPTI_DEVICE, "constant_memory_size", "deviceProperties", "constantMemory" },
  { CUPTI_DEVICE, "l2_cache_size", "deviceProperties", "l2CacheSize" },
  { CUPTI_DEVICE, "num_threads_per_warp", "deviceProperties", "warpSize" },
  { CUPTI_DEVICE, "core_clock_rate", "deviceProperties", "clockRateKHz" },
  { CUPTI_DEVICE, "num_memcpy_engines", "deviceProperties", "memcpyEngines" },
  { CUPTI_DEVICE, "num_multiprocessors", "deviceProperties", "numSms" },
  { CUPTI_DEVICE, "max_blocks_per_multiprocessor", "deviceProperties", "maxBlocksPerMultiprocessor" },
  { CUPTI_DEVICE, "max_shared_memory_per_multiprocessor", "deviceProperties", "sharedMemPerMultiprocessor" },
  { CUPTI_DEVICE, "max_registers_per_multiprocessor", "deviceProperties", "regsPerMultiprocessor" },
  { CUPTI_DEVICE, "max_registers_per_block", "deviceProperties", "regsPerBlock" },
  { CUPTI_DEVICE, "max_shared_memory_per_block", "deviceProperties", "sharedMemPerBlock" },
  { CUPTI_DEVICE, "max_threads_per_block", "deviceProperties", "maxThreadsPerBlock" },
  { CUPTI_DEVICE, "compute_capability_major", "deviceProperties", "computeMajor" },
  { CUPTI_DEVICE, "compute_capability_minor", "deviceProperties", "computeMinor" },
  { CUPTI_DEVICE, "ecc_enabled", "deviceProperties", "eccEnabled" },
  { CUPTI_CONTEXT, "context_id", "cudaContexts", "context" },
  { CUPTI_CONTEXT, "device_id", "cudaContexts", "device" },
  { CUPTI_CONTEXT, "compute_api_kind", "cudaContexts", "api" },
  { CUPTI_CONTEXT, "null_stream_id", "cudaContexts", "null stream" },
  { CUPTI_CONTEXT, "parent_context_id", "cudaContexts", "parent" },
  { CUPTI_CONTEXT, "num_multiprocessors", "cudaContexts", "SMs" },
  { CUPTI_CONTEXT, "process_id", "cudaContexts", "process" },
  { CUPTI_GREEN, "context_id", "cudaContexts", "context" },
  { CUPTI_GREEN, "device_id", "cudaContexts", "device" },
  { CUPTI_GREEN, "parent_context_id", "cudaContexts", "parent" },
  { CUPTI_GREEN, "num_multiprocessors", "cudaContexts", "SMs" },
  { CUPTI_GREEN, "num_tpcs", "cudaContexts", "TPCs" },
  { CUPTI_STREAM, "context_id", "cudaStreams", "context" },
  { CUPTI_STREAM, "stream_id", "cudaStreams", "stream" },
  { CUPTI_STREAM, "priority", "cudaStreams", "priority" },
  { CUPTI_STREAM, "flag", "cudaStreams", "flag" },
  { CUPTI_STREAM, "correlation_id", "cudaStreams", "correlation" },
};
/* clang-format on */

static const char *
setting_of (const Trace *trace, const char *key)
{
  const TraceRank *rank = trace_rank (trace, 0);

  for (uint64_t i = 0; i < rank->n_settings; i++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + i);

      if (strcmp (trace_string (trace, setting->key, NULL), key) == 0)
        return trace_string (trace, setting->value, NULL);
    }
  g_assert_not_reached ();
}

static void
check_listed (const Trace *trace, const Written *written)
{
  for (size_t i = 0; i < G_N_ELEMENTS (listed_fields); i++)
    {
      const ListedField *listed = &listed_fields[i];
      const CuptiField *field =
        listed->record == written->type ? field_of (written->type, listed->field) : NULL;

      if (field == NULL || field->at + field->bytes > written->size)
        continue;
      uint64_t value = value_of (written, field);
      g_autofree char *expected = strcmp (listed->key, "priority") == 0
                                    ? g_strdup_printf ("\"priority\": %d", (int32_t) value)
                                    : g_strdup_printf ("\"%s\": %" PRIu64, listed->key, value);
      g_assert_nonnull (strstr (setting_of (trace, listed->setting), expected));
    }
}

static void
test_devices_contexts_and_streams_of_every_release_are_listed (void)
{
  static const uint32_t kinds[] = { 8, 9, 37, 59 };

  for (int release = 0; release < N_CUPTI_RELEASES; release++)
    {
      Writing writing = {
        .writer = cupti_writer_new (release, CUPTI_CONTAINER),
        .prng = prng_init (7, (uint64_t) release),
        .written = g_array_new (FALSE, FALSE, sizeof (Written)),
      };

      for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
        write_record (&writing, kinds[i], cupti_record_of_kind (kinds[i]));
      write_record (&writing, CUPTI_KIND_RUNTIME, CUPTI_API);
      g_autoptr (GByteArray) file = cupti_writer_finish (writing.writer);
      g_autoptr (Trace) trace = opened_records (file, NULL, NULL);
      for (guint i = 0; i < writing.written->len; i++)
        check_listed (trace, &g_array_index (writing.written, Written, i));
      g_array_unref (writing.written);
    }
}

/* ---- the tables ---- */

static void
test_every_release_has_the_records_of_the_one_before (void)
{
  CuptiSizes before, sizes;

  cupti_release_sizes (0, &before);
  for (int release = 1; release < N_CUPTI_RELEASES; release++)
    {
      cupti_release_sizes (release, &sizes);
      for (uint32_t kind = 0; kind < CUPTI_KINDS; kind++)
        {
          g_assert_true (before.size[kind] == 0 || sizes.size[kind] > 0);
          g_assert_cmpuint (sizes.size[kind] % 8, ==, 0);
          /* NVLINK shrank in CUDA 13.2. */
          g_assert_true (sizes.size[kind] >= before.size[kind] || kind == 40);
          g_assert_true (sizes.size[kind] == 0 || cupti_size_is_known (kind, sizes.size[kind]));
        }
      before = sizes;
    }
}

static void
test_every_field_fits_its_largest_record (void)
{
  for (size_t i = 0; i < n_cupti_fields; i++)
    {
      uint32_t kind = cupti_kind_of_record (cupti_fields[i].record);

      g_assert_cmpuint (kind, >, 0);
      g_assert_cmpuint (cupti_fields[i].at, >=, 4);
      g_assert_cmpuint (cupti_fields[i].at + cupti_fields[i].bytes, <=, cupti_size_largest (kind));
    }
}

static void
test_calls_have_their_names (void)
{
  g_assert_cmpstr (cupti_runtime_calls[211], ==, "cudaLaunchKernel");
  g_assert_cmpstr (cupti_runtime_calls[505], ==, "cudaLaunchKernel");
  g_assert_cmpstr (cupti_runtime_calls[311], ==, "cudaGraphLaunch");
  g_assert_cmpstr (cupti_driver_calls[307], ==, "cuLaunchKernel");
  g_assert_cmpstr (cupti_driver_calls[652], ==, "cuLaunchKernelEx");
  g_assert_null (cupti_runtime_calls[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cupti/values of every release come back", test_values_of_every_release_come_back);
  g_test_add_func ("/cupti/devices, contexts and streams of every release are listed",
                   test_devices_contexts_and_streams_of_every_release_are_listed);
  g_test_add_func ("/cupti/every release has the records of the one before",
                   test_every_release_has_the_records_of_the_one_before);
  g_test_add_func ("/cupti/every field fits its largest record", test_every_field_fits_its_largest_record);
  g_test_add_func ("/cupti/calls have their names", test_calls_have_their_names);
  return g_test_run ();
}
