/* SPDX-License-Identifier: Apache-2.0
 *
 * Walks through the text of rocprofv3's JSON and hands over one element at a time. Nothing larger than an element is in
 * memory. Damaged text is passed over up to the next record. */

#pragma once

#include "trace/import/chrome/text_stream.h"
#include "trace/import/source/importer.h"
#include "trace/json/json_token.h"

typedef enum
{
  ROCPROFV3_OTHER, /* not used */
  ROCPROFV3_METADATA,
  ROCPROFV3_AGENT,
  ROCPROFV3_COUNTER,
  ROCPROFV3_KIND_NAME,   /* strings.buffer_records */
  ROCPROFV3_MARKER_TEXT, /* strings.marker_api */
  ROCPROFV3_KERNEL_SYMBOL,
  ROCPROFV3_COUNTED,       /* callback_records.counter_collection */
  ROCPROFV3_BUFFER_RECORD, /* of any array of buffer_records but those of samples */
  ROCPROFV3_SAMPLE,        /* of the program counter */
  ROCPROFV3_FOUND,         /* an object behind damage: only its members tell what it is */
} Rocprofv3Place;

typedef struct Rocprofv3Text Rocprofv3Text;

typedef struct
{
  void (*begin_process) (void *user_data);
  void (*take) (Rocprofv3Place place, const JsonValue *value, int64_t offset, void *user_data);
  void (*end_process) (void *user_data);

  /* Takes a record of the same form as the last one in the text from at to end, which JSON_PADDING bytes of 0 follow.
   * Returns the byte behind it, or NULL if it has another form. */
  const char *(*take_same) (const char *at, const char *end, int64_t offset, void *user_data);
} Rocprofv3Handler;

/* Reads the whole source. Each process that is begun is ended. *ret_is_cut says whether the text ends too early. Notes what
 * is damaged in the builder. Fails with TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY or TRACE_ERROR_CANCELLED. */
bool rocprofv3_text_read (ByteSource *source,
                          TraceBuilder *builder,
                          const ImportControl *control,
                          const Rocprofv3Handler *handler,
                          void *user_data,
                          bool *ret_is_cut,
                          GError **error);
