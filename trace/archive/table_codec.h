/* SPDX-License-Identifier: Apache-2.0
 *
 * Codes instants, samples and flows as blocks of an archive section: records of a few fields, each field a
 * column. */

#pragma once

#include "trace/archive/block_stream.h"
#include "trace/model/trace.h"

#define RECORDS_PER_BLOCK 65536u

/* Decoded bytes that a block states for each record. */
#define INSTANT_DECODED_BYTES 32u
#define SAMPLE_DECODED_BYTES  16u
#define FLOW_DECODED_BYTES    24u

/* Encode all records. O(n). */
ArchiveStatus
instant_codec_encode (const TraceInstant *instants, uint64_t n, int level, BlockSink sink, void *sink_data);
ArchiveStatus sample_codec_encode (const SampleColumns *samples, int level, BlockSink sink, void *sink_data);
ArchiveStatus
flow_codec_encode (const TraceFlow *flows, uint64_t n, int level, BlockSink sink, void *sink_data);

/* These decode a block; out has room for its items. Safe for any bytes: ids, slices and times may then be any
 * number, but kinds and scopes are always valid. Any number of threads may decode at once. Instants are
 * returned without arguments (ARGS_NONE), which args_codec.h decodes. */
ArchiveStatus instant_codec_decode (const BlockStream *stream, uint64_t block, TraceInstant *out);
ArchiveStatus
sample_codec_decode (const BlockStream *stream, uint64_t block, int64_t *time_ns, double *value);
ArchiveStatus flow_codec_decode (const BlockStream *stream, uint64_t block, TraceFlow *out);
