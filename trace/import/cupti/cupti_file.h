/* SPDX-License-Identifier: Apache-2.0
 *
 * The two forms of files with CUPTI records, as one sequence of records, texts and facts. FORMAT.md describes them byte
 * by byte. */

#pragma once

#include "trace/health/health.h"
#include "trace/import/cupti/cupti_layout.h"
#include "trace/import/cupti/cupti_window.h"

#define CUPTI_MAGIC "CUPTIREC"

#define CUPTI_FORMAT_VERSION 1
#define CUPTI_HEADER_BYTES   64
#define CUPTI_CHUNK_MARK     0x4b4e4843u
#define CUPTI_CHUNK_BYTES    16

typedef enum
{
  CUPTI_CHUNK_SIZES = 1,
  CUPTI_CHUNK_TEXTS,
  CUPTI_CHUNK_CLOCK,
  CUPTI_CHUNK_BUFFER,
  CUPTI_CHUNK_LOST,
  CUPTI_CHUNK_PROPERTY,
  CUPTI_CHUNK_END,
} CuptiChunkType;

typedef enum
{
  CUPTI_CLOCK_UNKNOWN,
  CUPTI_CLOCK_EPOCH, /* nanoseconds since 1970 */
  CUPTI_CLOCK_OTHER,
} CuptiClock;

/* All 0 for bare records, but rank -1. */
typedef struct
{
  bool is_container;
  uint32_t header_bytes;
  uint32_t cupti_version, driver_version, runtime_version;
  uint32_t pid;
  int32_t rank;
  uint32_t world_size;
  uint32_t clock;            /* CuptiClock, or another value */
  uint64_t ticks_per_second; /* at least 1 */
} CuptiHeader;

/* What the file holds, in its order. offset is the place in the decoded file. Any function may be NULL. */
typedef struct
{
  void (*record) (void *user_data, const CuptiRecord *record, int64_t offset);
  void (*text) (void *user_data, uint64_t address, const char *text, size_t length);
  void (*clock) (void *user_data, uint64_t time, uint64_t epoch_ns);
  void (
    *property) (void *user_data, const char *key, size_t key_length, const char *value, size_t value_length);
  void (*health) (void *user_data, HealthId id, uint64_t count, int64_t offset);
} CuptiSink;

/* Returns whether bytes[0..n), the first up to 64 KiB of a file, begin one. */
bool cupti_file_sniff (const uint8_t *bytes, size_t n);

/* Reads the header. Returns false if the file is a container of another version, or if the import has to stop. */
bool cupti_file_header (CuptiWindow *window, CuptiHeader *ret_header);

/* Goes through the file once. sizes are those of bare records; a container has its own. Returns false if the import has
 * to stop. */
bool cupti_file_read (CuptiWindow *window,
                      const CuptiHeader *header,
                      const CuptiSizes *sizes,
                      const CuptiSink *sink,
                      void *user_data);
