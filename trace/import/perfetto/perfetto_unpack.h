/* SPDX-License-Identifier: Apache-2.0
 *
 * Decompresses the packets in a packet. */

#pragma once

#include "trace/container/column.h"
#include "trace/import/protobuf/protobuf_wire.h"

typedef struct
{
  U8Column bytes;  /* owned; clear it */
  bool is_damaged; /* the bytes end early, or there are more than permitted */
  bool failed;     /* memory ran out */
} PerfettoUnpacked;

/* Decompresses zlib or gzip data, or zstd. Memory grows with what comes out, up to max bytes. */
PerfettoUnpacked perfetto_unpack (ProtobufSpan packed, bool is_zstd, size_t max);
