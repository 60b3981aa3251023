/* SPDX-License-Identifier: Apache-2.0
 *
 * Decodes DEFLATE (RFC 1951) piece by piece, at twice the speed of zlib: symbols are looked up in tables that hold their
 * extra bits and values, from a word of 64 bits that is filled up without asking how much it has, and matches are copied
 * 16 bytes at a time. This is how libdeflate (E. Biggers) does it, but here the input and the output may end anywhere.
 *
 * For intact data only: where something is wrong, it is not certain what was written. One owner. */

#pragma once

#include "trace/import/source/packing.h"

typedef struct InflateStream InflateStream;

InflateStream *inflate_stream_new (void); /* returns NULL if memory runs out; 50 kB */
void inflate_stream_free (InflateStream *stream);

/* Begins another sequence of blocks at a byte of the input. */
void inflate_stream_begin (InflateStream *stream);

/* Decodes until the input or the room is used, or the last block has ended (UNPACK_END). Input is taken up to the byte that
 * is needed. */
UnpackStatus inflate_stream_read (InflateStream *stream, UnpackSpan *span);
