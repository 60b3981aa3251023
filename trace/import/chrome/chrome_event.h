/* SPDX-License-Identifier: Apache-2.0
 *
 * One event of the Chrome trace format: the text of its JSON object -> its fields.
 *
 * Keys as in "Trace Event Format" (Duca, Sinclair: the public Google document), as PyTorch's
 * libkineto/src/output_json.cpp writes them and as other writers were found to. Unknown keys are passed over.
 * Of duplicate keys the last one counts.
 *
 * Events that look like one before are read by its shape (chrome_shape.h), all others token by token: with the same
 * result. */

#pragma once

#include "trace/import/chrome/chrome_batch_args.h"
#include "trace/import/chrome/chrome_shape.h"

typedef struct ChromeEvent ChromeEvent;

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

struct ChromeEvent
{
  unsigned present; /* bit per EventField */
  char phase;       /* 0: missing; '?': not a letter */
  bool phase_is_long; /* the file has more letters than this one */
  JsonValue name, category, time, duration, pid, tid, id, scope, binding;
  /* With EVENT_..._READ: instead of time and duration; of name and category, in the batch. */
  int64_t time_ns, dur_ns;
  uint32_t name_id, category_id;
  ShapeNode *name_node, *category_node; /* where they were read by shape; else NULL */
  bool id_is_local;                     /* id comes from id2.local: one process's own */

  BatchArgsMark before_args;         /* to take them back */
  uint64_t args;                     /* in the batch; ARGS_NONE without any */
  const char *args_begin, *args_end; /* their text, from brace to brace */
  JsonMode mode;                     /* that it was read in */
  unsigned known;                    /* bit per KnownArg */
  JsonValue arg[N_KNOWN_ARGS];
};

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
  EVENT_TIME_READ = 1 << 10,
  EVENT_DURATION_READ = 1 << 11,
  EVENT_NAME_READ = 1 << 13,
  EVENT_CATEGORY_READ = 1 << 14,
  EVENT_LIST = 1 << 12, /* the value of any key but in args */
  EVENT_PHASE = 1 << 13,
  EVENT_ARGS = 1 << 14,
} EventField;

/* Reads into one batch after another. */
typedef struct
{
  ChromeBatch *batch;
  ShapeTable *shapes;
} ChromeEventReader;

/* The text is [*at, end), and JSON_PADDING bytes of 0 behind it. *at is on the '{'; on JSON_OK just behind the '}'. The
 * texts in event point into the text. Arguments are appended to the batch; on any status but JSON_OK nothing has been
 * appended. On JSON_BAD *ret_is_hopeless tells that JSON_LENIENT understands no more of it. */
JsonStatus chrome_event_read (ChromeEventReader *reader,
                              const char **at,
                              const char *end,
                              JsonMode mode,
                              unsigned *repairs,
                              ChromeEvent *event,
                              bool *ret_is_hopeless);

/* KnownArg + 1 of a key of arguments; 0: of no interest. */
unsigned chrome_event_known_arg (const char *key, size_t length);

/* Puts a value where its key says, and returns which field that is; EVENT_OTHER is noted. */
EventField chrome_event_set_field (ChromeEvent *event, const JsonValue *key, const JsonValue *value);

/* known: KnownArg + 1, or 0. */
static inline void
chrome_event_set_known (ChromeEvent *event, unsigned known, const JsonValue *value)
{
  if (known == 0)
    return;
  event->arg[known - 1] = *value;
  event->known |= 1u << (known - 1);
}

/* A known argument as an integer, from a number or a string. */
bool chrome_event_arg_integer (const ChromeEvent *event, KnownArg known, int64_t *ret_value);
