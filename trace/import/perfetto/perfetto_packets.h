/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes the packets of a trace, one after another. A packet may hold compressed packets, which are taken in its place. */

#pragma once

#include "trace/import/perfetto/perfetto_import.h"

/* Decompressed, the packets in one packet must not be larger; those of a writer are below 512 KiB. */
#define PERFETTO_PACKED_BYTES_MAX ((size_t) 64 << 20)

/* All together they must not be larger than this and so many times their compressed size; writers come to a tenth of it. */
#define PERFETTO_UNPACKED_BYTES_MIN ((uint64_t) 32 << 20)
#define PERFETTO_UNPACKED_RATIO_MAX UINT64_C (100)

/* Takes a TracePacket, counts it as read or skipped. offset is where it begins in the decoded file. While it takes compressed
 * packets, it asks import->reading whether it goes on; if not, it returns with the reading's error set. */
void perfetto_packet_take (PerfettoImport *import, ProtobufSpan packet, int64_t offset);
