/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_file.h"

#include "trace/import/cupti/cupti_find.h"
#include "trace/import/cupti/cupti_walk.h"

typedef struct
{
  CuptiWindow *window;
  const CuptiSink *sink;
  void *user_data;
  CuptiSizes sizes;
  bool has_end;
} Reading;

static void
note (Reading *reading, HealthId id, uint64_t count, uint64_t offset)
{
  if (reading->sink->health != NULL)
    reading->sink->health (reading->user_data, id, count, (int64_t) offset);
}

static uint64_t
u64_at (const uint8_t *bytes)
{
  uint64_t value;

  memcpy (&value, bytes, sizeof value);
  return value;
}

/* ---- the header ---- */

bool
cupti_file_sniff (const uint8_t *bytes, size_t n)
{
  if (n >= CUPTI_HEADER_BYTES && memcmp (bytes, CUPTI_MAGIC, strlen (CUPTI_MAGIC)) == 0)
    return true;
  return cupti_find_sniff (bytes, n);
}

bool
cupti_file_header (CuptiWindow *window, CuptiHeader *ret_header)
{
  size_t n;
  const uint8_t *bytes = cupti_window_at (window, 0, CUPTI_HEADER_BYTES, &n);

  *ret_header = (CuptiHeader){ .rank = -1, .ticks_per_second = 1000000000 };
  if (bytes == NULL)
    return false;
  if (n < CUPTI_HEADER_BYTES || memcmp (bytes, CUPTI_MAGIC, strlen (CUPTI_MAGIC)) != 0)
    return true;
  if (cupti_u32_at (bytes + 8) != CUPTI_FORMAT_VERSION)
    return false;
  *ret_header = (CuptiHeader){
    .is_container = true,
    .header_bytes = MAX (cupti_u32_at (bytes + 12) & ~7u, CUPTI_HEADER_BYTES),
    .cupti_version = cupti_u32_at (bytes + 16),
    .driver_version = cupti_u32_at (bytes + 20),
    .runtime_version = cupti_u32_at (bytes + 24),
    .pid = cupti_u32_at (bytes + 28),
    .rank = (int32_t) cupti_u32_at (bytes + 32),
    .world_size = cupti_u32_at (bytes + 36),
    .clock = cupti_u32_at (bytes + 40),
    .ticks_per_second = u64_at (bytes + 48) > 0 ? u64_at (bytes + 48) : 1000000000,
  };
  return true;
}

/* The contents of a chunk in the file. */
typedef struct
{
  uint64_t begin, end;
  bool is_cut;      /* the file ends at .end although the chunk does not */
  uint64_t read_to; /* what is before it has been read, and must not be read as other chunks */
} Payload;

/* ---- records ---- */

static bool
read_records (Reading *reading, Payload *payload)
{
  uint64_t end = payload->end;

  while (payload->read_to < end)
    {
      uint64_t at = payload->read_to;
      size_t n, want = (size_t) MIN (end - at, CUPTI_RECORD_MAX);
      const uint8_t *bytes = cupti_window_at (reading->window, at, want, &n);
      if (bytes == NULL)
        return false;

      bool is_last = n >= end - at || n < want;
      n = is_last ? (size_t) MIN (n, end - at) : n & ~(size_t) 7;
      CuptiWalk walk = { &reading->sizes, bytes, bytes + n, 0, 0 };
      CuptiRecord record;
      CuptiStep step;

      while ((step = cupti_walk_next (&walk, &record)) == CUPTI_STEP_RECORD)
        if (reading->sink->record != NULL)
          reading->sink->record (reading->user_data, &record,
                                 (int64_t) (at + (uint64_t) (record.bytes - bytes)));
      if (walk.n_runs > 0)
        note (reading, HEALTH_CUPTI_PADDING, walk.n_runs, at);
      payload->read_to += (uint64_t) (walk.at - bytes);
      if (step == CUPTI_STEP_UNKNOWN)
        {
          note (reading, HEALTH_CUPTI_KIND_UNKNOWN, 1, payload->read_to);
          return true;
        }
      if (is_last)
        {
          if (step == CUPTI_STEP_CUT || payload->is_cut)
            note (reading, HEALTH_CUPTI_TRUNCATED, 1, payload->read_to);
          return true;
        }
    }
  if (payload->is_cut)
    note (reading, HEALTH_CUPTI_TRUNCATED, 1, end);
  return true;
}

/* ---- chunks ---- */

static bool
read_sizes (Reading *reading, const Payload *payload)
{
  size_t n, want = (size_t) MIN (payload->end - payload->begin, 8 * CUPTI_KINDS);
  const uint8_t *bytes = cupti_window_at (reading->window, payload->begin, want, &n);
  if (bytes == NULL)
    return false;

  if ((payload->end - payload->begin) % 8 != 0)
    note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, payload->begin);
  memset (&reading->sizes, 0, sizeof reading->sizes);
  for (size_t i = 0; i + 8 <= MIN (n, want); i += 8)
    {
      uint32_t kind = cupti_u32_at (bytes + i), size = cupti_u32_at (bytes + i + 4);

      if (size == 0)
        continue;
      if (kind == 0 || kind >= CUPTI_KINDS || size < 8 || size > CUPTI_RECORD_MAX)
        {
          note (reading, HEALTH_CUPTI_SIZE_INVALID, 1, payload->begin + i);
          continue;
        }
      /* A later release appends fields, so a larger record is none to worry about. */
      if (!cupti_size_is_known (kind, size) && size < cupti_size_largest (kind))
        note (reading, HEALTH_CUPTI_SIZE_INVALID, 1, payload->begin + i);
      reading->sizes.size[kind] = (uint16_t) size;
    }
  return true;
}

static bool
read_texts (Reading *reading, Payload *payload)
{
  while (payload->read_to < payload->end)
    {
      uint64_t at = payload->read_to;
      size_t n;
      const uint8_t *bytes = cupti_window_at (reading->window, at, 16, &n);
      if (bytes == NULL)
        return false;

      uint32_t length = n >= 16 ? cupti_u32_at (bytes + 8) : 0;
      uint64_t address = n >= 16 ? u64_at (bytes) : 0;
      if (n < 16 || payload->end - at < 16 || length > payload->end - at - 16
          || length > CUPTI_PIECE_MAX - 16)
        {
          note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, at);
          return true;
        }
      bytes = cupti_window_at (reading->window, at, 16 + (size_t) length, &n);
      if (bytes == NULL)
        return false;
      if (n < 16 + (size_t) length)
        {
          note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, at);
          return true;
        }
      if (reading->sink->text != NULL)
        reading->sink->text (reading->user_data, address, (const char *) bytes + 16, length);
      payload->read_to += 16 + ((uint64_t) length + 7) / 8 * 8;
    }
  return true;
}

/* Reads the first bytes of a chunk whose payload has a fixed layout. Sets *ret_bytes to NULL, with a note, if it is
 * shorter. */
static bool
fixed_payload (Reading *reading, const Payload *payload, size_t size, const uint8_t **ret_bytes)
{
  size_t n;

  *ret_bytes = cupti_window_at (reading->window, payload->begin, size, &n);
  if (*ret_bytes == NULL)
    return false;
  if (n < size || payload->end - payload->begin < size)
    {
      note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, payload->begin);
      *ret_bytes = NULL;
    }
  return true;
}

static bool
read_clock (Reading *reading, const Payload *payload)
{
  const uint8_t *bytes;

  if (!fixed_payload (reading, payload, 24, &bytes))
    return false;
  if (bytes != NULL && reading->sink->clock != NULL)
    reading->sink->clock (reading->user_data, u64_at (bytes), u64_at (bytes + 8));
  return true;
}

static bool
read_lost (Reading *reading, const Payload *payload)
{
  const uint8_t *bytes;

  if (!fixed_payload (reading, payload, 16, &bytes))
    return false;
  if (bytes != NULL && u64_at (bytes) > 0)
    /* A damaged number must not overflow the sum. */
    note (reading, HEALTH_CUPTI_LOST, MIN (u64_at (bytes), UINT64_C (1) << 48), payload->begin);
  return true;
}

static bool
read_property (Reading *reading, Payload *payload)
{
  uint64_t left = MIN (payload->end - payload->begin, CUPTI_WINDOW_BYTES);
  const uint8_t *bytes;

  if (!fixed_payload (reading, payload, 8, &bytes))
    return false;
  if (bytes == NULL)
    return true;
  uint64_t n_key = cupti_u32_at (bytes), n_value = cupti_u32_at (bytes + 4), size = 8 + n_key + n_value;
  size_t n = 0;
  if (size <= left && (bytes = cupti_window_at (reading->window, payload->begin, (size_t) size, &n)) == NULL)
    return false;
  if (n < size)
    {
      note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, payload->begin);
      return true;
    }
  if (reading->sink->property != NULL)
    reading->sink->property (reading->user_data, (const char *) bytes + 8, (size_t) n_key,
                             (const char *) bytes + 8 + n_key, (size_t) n_value);
  payload->read_to += size;
  return true;
}

static bool
read_chunk (Reading *reading, uint32_t type, Payload *payload)
{
  switch (type)
    {
    case CUPTI_CHUNK_SIZES:
      return read_sizes (reading, payload);
    case CUPTI_CHUNK_TEXTS:
      return read_texts (reading, payload);
    case CUPTI_CHUNK_CLOCK:
      return read_clock (reading, payload);
    case CUPTI_CHUNK_BUFFER:
      return read_records (reading, payload);
    case CUPTI_CHUNK_LOST:
      return read_lost (reading, payload);
    case CUPTI_CHUNK_PROPERTY:
      return read_property (reading, payload);
    case CUPTI_CHUNK_END:
      reading->has_end = true;
      return true;
    default:
      note (reading, HEALTH_CUPTI_CHUNK_UNKNOWN, 1, payload->begin - CUPTI_CHUNK_BYTES);
      return true;
    }
}

/* Moves *at to the next mark at a multiple of 8 bytes, or to the end. */
static bool
find_mark (Reading *reading, uint64_t *at)
{
  while (*at < reading->window->size)
    {
      size_t n;
      const uint8_t *bytes = cupti_window_at (reading->window, *at, CUPTI_CHUNK_BYTES, &n);

      if (bytes == NULL)
        return false;
      if (n < CUPTI_CHUNK_BYTES)
        break;
      for (size_t i = 0; i + CUPTI_CHUNK_BYTES <= n; i += 8)
        if (cupti_u32_at (bytes + i) == CUPTI_CHUNK_MARK)
          {
            *at += i;
            return true;
          }
      *at += (n - CUPTI_CHUNK_BYTES) / 8 * 8 + 8;
    }
  *at = reading->window->size;
  return true;
}

static bool
read_chunks (Reading *reading, uint64_t at)
{
  while (at < reading->window->size)
    {
      size_t n;
      const uint8_t *bytes = cupti_window_at (reading->window, at, CUPTI_CHUNK_BYTES, &n);

      if (bytes == NULL)
        return false;
      if (n < CUPTI_CHUNK_BYTES)
        {
          note (reading, HEALTH_CUPTI_TRUNCATED, 1, at);
          return true;
        }
      if (cupti_u32_at (bytes) != CUPTI_CHUNK_MARK)
        {
          note (reading, HEALTH_CUPTI_CHUNK_DAMAGED, 1, at);
          if (!find_mark (reading, &at))
            return false;
          continue;
        }
      uint32_t type = cupti_u32_at (bytes + 4);
      uint64_t size = u64_at (bytes + 8), left = reading->window->size - at - CUPTI_CHUNK_BYTES;
      Payload payload = {
        .begin = at + CUPTI_CHUNK_BYTES,
        .end = at + CUPTI_CHUNK_BYTES + MIN (size, left),
        .is_cut = size > left,
        .read_to = at + CUPTI_CHUNK_BYTES,
      };

      if (!read_chunk (reading, type, &payload))
        return false;
      if (payload.is_cut && type != CUPTI_CHUNK_BUFFER)
        note (reading, HEALTH_CUPTI_TRUNCATED, 1, at);
      /* A size that goes beyond the file may be damaged: then other chunks follow. */
      at = ((payload.is_cut ? payload.read_to : payload.end) + 7) / 8 * 8;
      if (payload.is_cut && !find_mark (reading, &at))
        return false;
    }
  return true;
}

bool
cupti_file_read (CuptiWindow *window,
                 const CuptiHeader *header,
                 const CuptiSizes *sizes,
                 const CuptiSink *sink,
                 void *user_data)
{
  Reading reading = { .window = window, .sink = sink, .user_data = user_data };

  if (!header->is_container)
    {
      reading.sizes = *sizes;
      return read_records (&reading, &(Payload){ .end = window->size });
    }
  if (!read_chunks (&reading, header->header_bytes))
    return false;
  if (!reading.has_end)
    note (&reading, HEALTH_CUPTI_UNCLOSED, 1, window->size);
  return true;
}
