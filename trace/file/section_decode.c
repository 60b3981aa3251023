/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/section_map.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "trace/trace_error.h"

/* What one frame may make the decoder set aside. */
#define WINDOW_LOG_MAX 23

#define INPUT_BYTES (128u << 10)
#define FIRST_BYTES (1u << 20)

typedef struct
{
  uint8_t *bytes;
  size_t n, room;
  size_t limit; /* that the section claims */
} Decoded;

typedef enum
{
  DECODED,
  NO_MEMORY,
  NOT_AS_CLAIMED,
} Outcome;

/* Memory is asked for as it is filled, so that a claim alone costs nothing. */
static bool
make_room (Decoded *decoded)
{
  if (decoded->n < decoded->room || decoded->room == decoded->limit)
    return true;

  size_t room = decoded->room == 0             ? FIRST_BYTES
                : decoded->room > SIZE_MAX / 2 ? SIZE_MAX
                                               : 2 * decoded->room;
  if (room > decoded->limit)
    room = decoded->limit;

  uint8_t *grown = realloc (decoded->bytes, room);
  if (grown == NULL)
    return false;
  decoded->bytes = grown;
  decoded->room = room;
  return true;
}

/* Takes in all of input; *ret_between: no frame is left unfinished. */
static Outcome
decode_piece (ZSTD_DCtx *context, const uint8_t *bytes, size_t n, Decoded *decoded, bool *ret_between)
{
  ZSTD_inBuffer input = { bytes, n, 0 };

  for (;;)
    {
      if (!make_room (decoded))
        return NO_MEMORY;

      /* Behind the last byte that was claimed a frame may still end, but not go on. */
      uint8_t surplus;
      bool full = decoded->n == decoded->limit;
      ZSTD_outBuffer output = { full ? &surplus : decoded->bytes, full ? 1 : decoded->room,
                                full ? 0 : decoded->n };
      size_t input_before = input.pos, output_before = output.pos;
      size_t wanted = ZSTD_decompressStream (context, &output, &input);

      if (ZSTD_isError (wanted))
        return ZSTD_getErrorCode (wanted) == ZSTD_error_memory_allocation ? NO_MEMORY : NOT_AS_CLAIMED;
      if (full && output.pos > 0)
        return NOT_AS_CLAIMED;
      if (!full)
        decoded->n = output.pos;

      if (input.pos == input_before && output.pos == output_before)
        return input.pos == input.size ? DECODED : NOT_AS_CLAIMED;
      *ret_between = wanted == 0;
    }
}

/* The stored bytes may turn into zeros at any time (map_guard.h), which a decoder need not be made for: it works on
 * a copy. */
static Outcome
decode (ZSTD_DCtx *context, uint8_t *input, const uint8_t *stored, uint64_t n_stored, Decoded *decoded)
{
  bool between = true;

  if (ZSTD_isError (ZSTD_DCtx_setParameter (context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX)))
    return NO_MEMORY;
  for (uint64_t at = 0; at < n_stored;)
    {
      size_t n = n_stored - at < INPUT_BYTES ? (size_t) (n_stored - at) : INPUT_BYTES;

      memcpy (input, stored + at, n);
      Outcome outcome = decode_piece (context, input, n, decoded, &between);
      if (outcome != DECODED)
        return outcome;
      at += n;
    }
  return between && decoded->n == decoded->limit ? DECODED : NOT_AS_CLAIMED;
}

static Outcome
decode_zstd (const uint8_t *stored, const SectionEntry *entry, Decoded *decoded)
{
  ZSTD_DCtx *context = ZSTD_createDCtx ();
  uint8_t *input = malloc (INPUT_BYTES);
  Outcome outcome = NO_MEMORY;

  decoded->limit = entry->raw_bytes;
  if (context != NULL && input != NULL)
    outcome = decode (context, input, stored, entry->stored_bytes, decoded);
  ZSTD_freeDCtx (context);
  free (input);
  if (outcome != DECODED)
    free (decoded->bytes);
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
  Decoded decoded = { 0 };
  Outcome outcome = NOT_AS_CLAIMED;

  *ret_bytes = NULL;
  *ret_n = 0;
  *ret_owned = NULL;
  if (entry == NULL)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
                   "%s: its section \"%s\" is missing. Open the source file again, or convert it anew.", path,
                   section_id_name (id));
      return false;
    }
  if (entry->codec == SECTION_RAW)
    {
      *ret_bytes = stored;
      *ret_n = entry->stored_bytes;
      return true;
    }
  if (entry->codec == SECTION_ZSTD)
    outcome = decode_zstd (stored, entry, &decoded);
  switch (outcome)
    {
    case DECODED:
      *ret_bytes = *ret_owned = decoded.bytes;
      *ret_n = decoded.n;
      if (decoded.bytes == NULL)
        *ret_bytes = stored;
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
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED,
               "%s: its section \"%s\" is damaged. Open the source file again, or convert it anew.", path,
               section_id_name (id));
  return false;
}
