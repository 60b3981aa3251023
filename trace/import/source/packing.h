/* SPDX-License-Identifier: Apache-2.0
 *
 * What a source file may be packed in: how it is told, and how it is unpacked piece by piece.
 *
 * A packed file is a row of members (gzip) or frames (zstd), each complete in itself. Memory is bounded whatever
 * the file says; every byte before damage comes out, and nothing behind it is looked at. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/health/health.h"

/* Bytes to take from and room to write to, each less than 4 GiB; both are moved on past what was used. */
typedef struct
{
  const uint8_t *in, *in_end;
  uint8_t *out, *out_end;
} UnpackSpan;

typedef enum
{
  UNPACK_STARVED,   /* all input is used, the member is not at its end */
  UNPACK_FULL,      /* all room is used */
  UNPACK_END,       /* a member is complete and correct; the next call begins another */
  UNPACK_DAMAGED,   /* what was written is all there is; call no more */
  UNPACK_TOO_LARGE, /* the member wants more memory than any is given; call no more */
  UNPACK_NO_MEMORY, /* call no more */
} UnpackStatus;

typedef struct
{
  void *(*create) (void); /* NULL: out of memory */
  void (*destroy) (void *state);
  UnpackStatus (*unpack) (void *state, UnpackSpan *span);
} Unpacker;

typedef struct
{
  HealthId damaged, truncated, trailing;

  /* Whether a member begins with these bytes; four of them tell. */
  bool (*sniff) (const uint8_t *head, size_t n);

  const Unpacker *exact;

  /* One that is faster and good for what is intact alone: unless member after member comes to its UNPACK_END, what
   * it gave is worth nothing, be it too much, too little or another. May be NULL, or return NULL: there is none. */
  const Unpacker *(*fast) (void);
} Packing;

extern const Packing gzip_packing; /* RFC 1952 */
extern const Packing zstd_packing; /* RFC 8878, windows of up to 128 MiB */
