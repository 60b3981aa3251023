/* SPDX-License-Identifier: Apache-2.0
 *
 * Allocations, as instants "[memory]" like those of PyTorch Kineto, whose running totals the memory figures use. Records
 * are in no order of time, so the totals are summed at the end. */

#include "trace/import/cupti/cupti_decoder_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define OPERATION_RELEASE 2

/* c10::DeviceType, which Kineto writes. */
#define DEVICE_TYPE_HOST   0
#define DEVICE_TYPE_DEVICE 1

static MemoryKind
known_memory (unsigned memory_kind)
{
  return memory_kind < N_CUPTI_MEMORY_KINDS ? (MemoryKind) memory_kind : MEMORY_UNKNOWN;
}

static bool
is_on_host (unsigned memory_kind)
{
  return memory_kind == MEMORY_PAGEABLE || memory_kind == MEMORY_PINNED;
}

static void
add (CuptiDecoder *decoder, const CuptiAllocation *allocation)
{
  if (!cupti_allocation_column_push (&decoder->allocations, *allocation))
    trace_builder_set_failed (decoder->builder);
}

static int64_t
signed_bytes (uint64_t bytes, bool is_release)
{
  int64_t size = bytes > INT64_MAX ? INT64_MAX : (int64_t) bytes;

  return is_release ? -size : size;
}

/* One record for the whole life of an allocation. */
bool
decode_memory (CuptiDecoder *decoder, const CuptiRecord *record)
{
  uint64_t bytes = CUPTI_GET (record, MEMORY, bytes), end = CUPTI_GET (record, MEMORY, end);
  CuptiAllocation allocation = {
    .bytes = signed_bytes (bytes, false),
    .address = CUPTI_GET (record, MEMORY, address),
    .caller = CUPTI_GET (record, MEMORY, alloc_pc),
    .process = CUPTI_GET_U32 (record, MEMORY, process_id),
    .device = CUPTI_GET_U32 (record, MEMORY, device_id),
    .context = CUPTI_GET_U32 (record, MEMORY, context_id),
    .stream = CUPTI_NO_STREAM,
    .memory_kind = (uint8_t) MIN (CUPTI_GET_U32 (record, MEMORY, memory_kind), UINT8_MAX),
  };
  uint64_t name = CUPTI_GET (record, MEMORY, name);

  if (!decoder_time (decoder, CUPTI_GET (record, MEMORY, start), &allocation.time_ns))
    return false;
  if (name != 0)
    allocation.name = decoder_text (decoder, name, "allocation");
  add (decoder, &allocation);
  /* 0: it was not released. A release counts as an event of its own. */
  if (end == 0 || !decoder_time (decoder, end, &allocation.time_ns))
    return true;
  allocation.bytes = signed_bytes (bytes, true);
  allocation.caller = CUPTI_GET (record, MEMORY, free_pc);
  add (decoder, &allocation);
  decoder->events->total++;
  return true;
}

bool
decode_memory_operation (CuptiDecoder *decoder, const CuptiRecord *record)
{
  bool is_release = CUPTI_GET_U32 (record, MEMORY_OP, memory_operation_type) == OPERATION_RELEASE;
  CuptiAllocation allocation = {
    .bytes = signed_bytes (CUPTI_GET (record, MEMORY_OP, bytes), is_release),
    .address = CUPTI_GET (record, MEMORY_OP, address),
    .caller = CUPTI_GET (record, MEMORY_OP, pc),
    .process = CUPTI_GET_U32 (record, MEMORY_OP, process_id),
    .device = CUPTI_GET_U32 (record, MEMORY_OP, device_id),
    .context = CUPTI_GET_U32 (record, MEMORY_OP, context_id),
    .stream = CUPTI_GET_U32 (record, MEMORY_OP, stream_id),
    .correlation = CUPTI_GET_U32 (record, MEMORY_OP, correlation_id),
    .memory_kind = (uint8_t) MIN (CUPTI_GET_U32 (record, MEMORY_OP, memory_kind), UINT8_MAX),
    .is_async = CUPTI_GET (record, MEMORY_OP, is_async) != 0,
  };
  uint64_t name = CUPTI_GET (record, MEMORY_OP, name);

  if (!decoder_time (decoder, CUPTI_GET (record, MEMORY_OP, timestamp), &allocation.time_ns))
    return false;
  if (name != 0)
    allocation.name = decoder_text (decoder, name, "allocation");
  add (decoder, &allocation);
  return true;
}

/* ---- the end ---- */

static uint64_t
arguments (CuptiDecoder *decoder, const CuptiAllocation *allocation, int64_t total)
{
  bool on_host = is_on_host (allocation->memory_kind);
  const char *kind = memcpy_name_memory (known_memory (allocation->memory_kind));
  CuptiArgs *args = &decoder->args;

  cupti_args_begin (args);
  cupti_args_integer (args, WORD_TOTAL_ALLOCATED, total);
  cupti_args_integer (args, WORD_KINETO_BYTES, allocation->bytes);
  cupti_args_unsigned (args, WORD_ADDRESS, allocation->address);
  cupti_args_integer (args, WORD_DEVICE_ID, on_host ? -1 : (int64_t) allocation->device);
  cupti_args_integer (args, WORD_DEVICE_TYPE, on_host ? DEVICE_TYPE_HOST : DEVICE_TYPE_DEVICE);
  cupti_args_word (args, WORD_MEMORY_KIND, trace_builder_string (decoder->builder, kind, strlen (kind)));
  cupti_args_integer (args, WORD_CONTEXT, allocation->context);
  if (allocation->stream != CUPTI_NO_STREAM)
    cupti_args_integer (args, WORD_STREAM, allocation->stream);
  cupti_args_unless_0 (args, WORD_CORRELATION, allocation->correlation);
  cupti_args_unless_0 (args, WORD_ASYNCHRONOUS, allocation->is_async);
  cupti_args_unless_0 (args, WORD_CALLER, allocation->caller);
  if (allocation->name != STRING_EMPTY)
    cupti_args_word (args, WORD_NAME, decoder_escaped (decoder, allocation->name));
  return cupti_args_end (args);
}

static int
compare_times (const void *a, const void *b)
{
  const CuptiAllocation *x = *(CuptiAllocation *const *) a, *y = *(CuptiAllocation *const *) b;

  if (x->time_ns != y->time_ns)
    return x->time_ns < y->time_ns ? -1 : 1;
  return x < y ? -1 : x > y; /* in the order of the file */
}

/* Adds to the total of a device, or of the host of a process. Returns it: at least 0, because what was allocated before
 * the recording may be released in it. */
static int64_t
add_to_total (CuptiDecoder *decoder, IdMap *totals, const CuptiAllocation *allocation)
{
  bool on_host = is_on_host (allocation->memory_kind);
  uint64_t key = (uint64_t) on_host << 32 | (on_host ? allocation->process : allocation->device);
  uint64_t *total = id_map_add (totals, key, 0);

  if (total == NULL)
    {
      trace_builder_set_failed (decoder->builder);
      return 0;
    }
  int64_t sum = (int64_t) *total;
  if (__builtin_add_overflow (sum, allocation->bytes, &sum))
    sum = INT64_MAX;
  *total = (uint64_t) MAX (sum, 0);
  return (int64_t) *total;
}

static void
add_instant (CuptiDecoder *decoder, const CuptiAllocation *allocation, int64_t total)
{
  TraceInstant instant = {
    .track = decoder_own_row (decoder, allocation->process, WORD_CUDA_MEMORY_ROW),
    .name = decoder->words[WORD_MEMORY_INSTANT],
    .category = decoder->words[WORD_CUDA_MEMORY],
    .scope = 't',
    .time_ns = allocation->time_ns,
    .args = arguments (decoder, allocation, total),
  };

  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
}

void
decode_memory_finish (CuptiDecoder *decoder)
{
  size_t n = decoder->allocations.n;
  CuptiAllocation **order = malloc ((n + 1) * sizeof *order);
  IdMap totals = { 0 };

  if (order == NULL)
    {
      trace_builder_set_failed (decoder->builder);
      return;
    }
  for (size_t i = 0; i < n; i++)
    order[i] = &decoder->allocations.at[i];
  qsort (order, n, sizeof *order, compare_times);
  for (size_t i = 0; i < n && !trace_builder_failed (decoder->builder); i++)
    add_instant (decoder, order[i], add_to_total (decoder, &totals, order[i]));
  id_map_clear (&totals);
  free (order);
}

/* ---- pools ---- */

static void
add_pool_sample (CuptiDecoder *decoder,
                 const CuptiRecord *record,
                 int64_t time_ns,
                 const char *what,
                 uint64_t bytes)
{
  char text[64];
  int32_t device = decoder_device (CUPTI_GET_U32 (record, POOL, device_id));
  int n = snprintf (text, sizeof text, "Memory pool 0x%" PRIx64 " %s (bytes)",
                    CUPTI_GET (record, POOL, address), what);

  trace_builder_add_sample (
    decoder->builder,
    decoder_device_counter_row (decoder, device, trace_builder_string (decoder->builder, text, (size_t) n)),
    time_ns, (double) bytes);
}

bool
decode_pool (CuptiDecoder *decoder, const CuptiRecord *record)
{
  const char *word = cupti_pool_word (CUPTI_GET_U32 (record, POOL, memory_pool_operation_type));
  const uint32_t *words = decoder->words;
  TraceInstant instant = { .category = words[WORD_CUDA_MEMORY], .scope = 't' };
  RowArgs args;

  if (!decoder_time (decoder, CUPTI_GET (record, POOL, timestamp), &instant.time_ns))
    return false;
  instant.name = trace_builder_string (decoder->builder, word, strlen (word));
  instant.track = decoder_own_row (decoder, CUPTI_GET_U32 (record, POOL, process_id), WORD_CUDA_MEMORY_ROW);
  row_args_begin (&args, decoder->builder);
  row_args_integer (&args, words[WORD_DEVICE], CUPTI_GET_U32 (record, POOL, device_id));
  row_args_unsigned (&args, words[WORD_POOL], CUPTI_GET (record, POOL, address));
  row_args_integer (&args, words[WORD_MEMORY_POOL], CUPTI_GET_U32 (record, POOL, memory_pool_type));
  row_args_unsigned (&args, words[WORD_POOL_SIZE], CUPTI_GET (record, POOL, size));
  row_args_unsigned (&args, words[WORD_POOL_UTILIZED], CUPTI_GET (record, POOL, utilized_size));
  row_args_unsigned (&args, words[WORD_POOL_THRESHOLD], CUPTI_GET (record, POOL, release_threshold));
  row_args_unsigned (&args, words[WORD_POOL_KEPT], CUPTI_GET (record, POOL, min_bytes_to_keep));
  row_args_integer (&args, words[WORD_CORRELATION], CUPTI_GET_U32 (record, POOL, correlation_id));
  instant.args = row_args_end (&args);
  trace_builder_add_instant (decoder->builder, &instant);
  decoder->events->instants++;
  add_pool_sample (decoder, record, instant.time_ns, "size", CUPTI_GET (record, POOL, size));
  if (CUPTI_HAS (record, POOL, utilized_size))
    add_pool_sample (decoder, record, instant.time_ns, "utilized", CUPTI_GET (record, POOL, utilized_size));
  return true;
}
