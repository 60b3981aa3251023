/* SPDX-License-Identifier: Apache-2.0
 *
 * One event of the Chrome trace format: the text of its JSON object -> its fields.
 *
 * Keys as in "Trace Event Format" (Duca, Sinclair: the public Google document), as PyTorch's
 * libkineto/src/output_json.cpp writes them and as other writers were found to. Unknown keys are passed over.
 * Of duplicate keys the last one counts. */

#pragma once

#include "trace/builder.h"
#include "trace/json_token.h"

/* Arguments that the importer itself has a use for. */
typedef enum
{
  ARG_CORRELATION, /* "correlation", or "correlationId" as nsightful writes it */
  ARG_DEVICE,
  ARG_STREAM,
  ARG_NAME,       /* of process_name and thread_name */
  ARG_LABELS,     /* of process_labels */
  ARG_SORT_INDEX, /* of ..._sort_index */
  ARG_EPOCH_US,   /* "start_time_since_epoch_in_micros", of SageMaker's process_name */
  N_KNOWN_ARGS
} KnownArg;

typedef struct
{
  unsigned present; /* bit per EventField */
  char phase;       /* 0: missing or not one letter */
  JsonValue name, category, time, duration, pid, tid, id, scope, binding;
  bool id_is_local; /* id comes from id2.local: one process's own */

  uint64_t args;  /* in the builder's blob; ARGS_NONE without any */
  unsigned known; /* bit per KnownArg */
  JsonValue arg[N_KNOWN_ARGS];
} ChromeEvent;

typedef enum
{
  EVENT_NAME = 1 << 0,
  EVENT_CATEGORY = 1 << 1,
  EVENT_TIME = 1 << 2,
  EVENT_DURATION = 1 << 3,
  EVENT_PID = 1 << 4,
  EVENT_TID = 1 << 5,
  EVENT_ID = 1 << 6,
  EVENT_SCOPE = 1 << 7,
  EVENT_BINDING = 1 << 8,
  EVENT_OTHER = 1 << 9, /* any key that is not read */
  EVENT_LIST = 1 << 10, /* the value of any key but in args */
} EventField;

/* Remembers which keys are of interest; one per import. */
typedef struct
{
  TraceBuilder *builder;
  U8Column known_of_key; /* by string id: KnownArg + 1; 0: not looked at yet or of no interest */
} ChromeEventReader;

void chrome_event_reader_init (ChromeEventReader *reader, TraceBuilder *builder);
void chrome_event_reader_clear (ChromeEventReader *reader);

/* *at is on the '{'; on JSON_OK just behind the '}'. The texts in event point into [*at, end).
 * Arguments are appended to the builder; on any status but JSON_OK nothing has been appended.
 * On JSON_BAD *ret_bad is the place that could not be understood. */
JsonStatus chrome_event_read (ChromeEventReader *reader,
                              const char **at,
                              const char *end,
                              JsonMode mode,
                              unsigned *repairs,
                              ChromeEvent *event,
                              const char **ret_bad);

/* A known argument as an integer, from a number or a string. */
bool chrome_event_arg_integer (const ChromeEvent *event, KnownArg known, int64_t *ret_value);
