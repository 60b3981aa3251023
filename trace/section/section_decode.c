/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/section/section_map.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "trace/text/trace_error.h"

/* The largest window that a frame may make the decoder allocate. */
#define WINDOW_LOG_MAX 23

#define INPUT_BYTES (128u << 10)
#define FIRST_BYTES (1u << 20)

typedef enum
{
  DECODED,
  NO_MEMORY,
  NOT_AS_CLAIMED,
} Outcome;

typedef struct
{
  ZSTD_DCtx *context;
  const uint8_t *stored;
  uint64_t n_stored;
  uint8_t *
    input; /* a copy of INPUT_BYTES, because stored bytes may become zeros (map_guard.h) while the decoder reads them */

  uint8_t *bytes;
  size_t n, room;
  size_t limit; /* the size that the section claims */
} Decoding;

/* Memory is allocated as it is filled, so that a false claim costs nothing. */
static bool
make_room (Decoding *decoding)
{
  if (decoding->n < decoding->room || decoding->room == decoding->limit)
    return true;

  size_t room = decoding->room == 0             ? FIRST_BYTES
                : decoding->room > SIZE_MAX / 2 ? SIZE_MAX
                                                : 2 * decoding->room;
  if (room > decoding->limit)
    room = decoding->limit;

  uint8_t *grown = realloc (decoding->bytes, room);
  if (grown == NULL)
    return false;
  decoding->bytes = grown;
  decoding->room = room;
  return true;
}

/* Skippable frames and those of zstd's early versions are refused: we never write them, and their code need not see
 * such a file. */
static bool
begins_frame (const Decoding *decoding, uint64_t at)
{
  uint32_t magic;

  if (decoding->n_stored - at < sizeof magic)
    return false;
  memcpy (&magic, decoding->stored + at, sizeof magic);
  return magic == ZSTD_MAGICNUMBER;
}

/* Calls the decoder once. At the last claimed byte a frame may end, but not continue. */
static Outcome
decode_step (Decoding *decoding, ZSTD_inBuffer *input, bool *ret_advanced, bool *ret_frame_ended)
{
  if (!make_room (decoding))
    return NO_MEMORY;

  uint8_t surplus;
  bool full = decoding->n == decoding->limit;
  ZSTD_outBuffer output = full ? (ZSTD_outBuffer){ &surplus, 1, 0 }
                               : (ZSTD_outBuffer){ decoding->bytes, decoding->room, decoding->n };
  size_t input_before = input->pos, output_before = output.pos;
  size_t left = ZSTD_decompressStream (decoding->context, &output, input);

  if (ZSTD_isError (left))
    return ZSTD_getErrorCode (left) == ZSTD_error_memory_allocation ? NO_MEMORY : NOT_AS_CLAIMED;
  if (full && output.pos > 0)
    return NOT_AS_CLAIMED;
  if (!full)
    decoding->n = output.pos;
  *ret_advanced = input->pos > input_before || output.pos > output_before;
  *ret_frame_ended = left == 0;
  return DECODED;
}

/* Decodes frames, with nothing behind the last; together they must give the claimed size. */
static Outcome
decode_frames (Decoding *decoding)
{
  ZSTD_inBuffer input = { decoding->input, 0, 0 };
  uint64_t n_read = 0; /* read into input so far */
  bool between = true;

  for (;;)
    {
      bool advanced;

      if (input.pos == input.size && n_read < decoding->n_stored)
        {
          uint64_t n = decoding->n_stored - n_read;

          input.pos = 0;
          input.size = n < INPUT_BYTES ? (size_t) n : INPUT_BYTES;
          memcpy (decoding->input, decoding->stored + n_read, input.size);
          n_read += input.size;
        }

      uint64_t at = n_read - (input.size - input.pos);
      if (between && at == decoding->n_stored)
        return decoding->n == decoding->limit ? DECODED : NOT_AS_CLAIMED;
      if (between && !begins_frame (decoding, at))
        return NOT_AS_CLAIMED;

      Outcome outcome = decode_step (decoding, &input, &advanced, &between);
      if (outcome != DECODED)
        return outcome;
      if (!advanced && input.pos == input.size && n_read == decoding->n_stored)
        return NOT_AS_CLAIMED;
    }
}

static Outcome
decode_zstd (const uint8_t *stored, const SectionEntry *entry, Decoding *decoding)
{
  Outcome outcome = NO_MEMORY;

  *decoding = (Decoding){
    .context = ZSTD_createDCtx (),
    .stored = stored,
    .n_stored = entry->stored_bytes,
    .input = malloc (INPUT_BYTES),
    .limit = entry->raw_bytes,
  };
  if (decoding->context != NULL && decoding->input != NULL
      && !ZSTD_isError (ZSTD_DCtx_setParameter (decoding->context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX)))
    outcome = decode_frames (decoding);
  ZSTD_freeDCtx (decoding->context);
  free (decoding->input);
  if (outcome != DECODED)
    free (decoding->bytes);
  return outcome;
}

bool
section_map_decode (const SectionMap *map,
                    SectionId id,
                    const char *path,
                    const void **ret_bytes,
                    uint64_t *ret_n,
                    void **ret_owned,
                    GError **error)
{
  const SectionEntry *entry = section_map_find (map, id);
  const uint8_t *stored = section_map_stored (map, id, ret_n);
  Decoding decoding = { 0 };
  Outcome outcome = NOT_AS_CLAIMED;

  *ret_bytes = NULL;
  *ret_n = 0;
  *ret_owned = NULL;
  if (entry == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: its section \"%s\" is missing. Open the source file again, or convert it again.",
                   path, section_id_name (id));
      return false;
    }
  if (entry->codec == SECTION_RAW)
    {
      *ret_bytes = stored;
      *ret_n = entry->stored_bytes;
      return true;
    }
  if (entry->codec == SECTION_ZSTD)
    outcome = decode_zstd (stored, entry, &decoding);
  switch (outcome)
    {
    case DECODED:
      *ret_owned = decoding.bytes;
      *ret_bytes = decoding.bytes != NULL ? decoding.bytes : stored;
      *ret_n = decoding.n;
      return true;
    case NO_MEMORY:
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
        "%s: not enough memory for its section \"%s\". Close other programs, or open it on a larger "
        "machine.",
        path, section_id_name (id));
      return false;
    case NOT_AS_CLAIMED:
      break;
    }
  return section_map_damaged (id, path, error);
}
