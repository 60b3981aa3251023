/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways in which a source file may be packed: how each is recognised, and how it is unpacked piece by
 * piece.
 *
 * A packed file is a sequence of members (gzip) or frames (zstd), each complete in itself. Memory is bounded
 * whatever the file claims. Every byte before damage is decoded, and nothing after it is read. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/health/health.h"

/* The input to read and the room to write to, each less than 4 GiB. Both are advanced past what was used. */
typedef struct
{
  const uint8_t *in, *in_end;
  uint8_t *out, *out_end;
} UnpackSpan;

typedef enum
{
  UNPACK_STARVED,   /* all input is used, but the member is not at its end */
  UNPACK_FULL,      /* all room is used */
  UNPACK_END,       /* a member is complete and correct; the next call begins another */
  UNPACK_DAMAGED,   /* the output so far is all there is; do not call again */
  UNPACK_TOO_LARGE, /* the member needs more memory than permitted; do not call again */
  UNPACK_NO_MEMORY, /* do not call again */
} UnpackStatus;

typedef struct
{
  void *(*create) (void); /* returns NULL if memory runs out */
  void (*destroy) (void *state);
  UnpackStatus (*unpack) (void *state, UnpackSpan *span);
} Unpacker;

typedef struct
{
  HealthId damaged, truncated, trailing;

  /* Returns whether a member begins with these bytes; four bytes are enough to decide. */
  bool (*sniff) (const uint8_t *head, size_t n);

  const Unpacker *exact;

  /* A faster unpacker for intact files only. Unless every member reaches UNPACK_END, its whole output must be
   * discarded: it may be too long, too short or wrong. May be NULL, or return NULL, if there is none. */
  const Unpacker *(*fast) (void);
} Packing;

extern const Packing gzip_packing; /* RFC 1952 */
extern const Packing zstd_packing; /* RFC 8878, windows of up to 128 MiB */
