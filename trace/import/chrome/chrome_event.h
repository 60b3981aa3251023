/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads one event of the Chrome trace format: from the text of its JSON object to its fields.
 *
 * Keys are those of "Trace Event Format" (Duca, Sinclair: the public Google document), of PyTorch's
 * libkineto/src/output_json.cpp, and those found in files of other programs. Unknown keys are skipped. Of
 * duplicate keys the last one counts.
 *
 * Events that look like an earlier one are read by its shape (chrome_shape.h), all others token by token,
 * with the same result. */

#pragma once

#include "trace/import/chrome/chrome_batch_args.h"
#include "trace/import/chrome/chrome_shape.h"

typedef struct ChromeEvent ChromeEvent;

/* Arguments that the importer itself uses. */
typedef enum
{
  ARG_CORRELATION, /* "correlation", or "correlationId" as nsightful writes it */
  ARG_DEVICE,
  ARG_STREAM,
  ARG_NAME,       /* of process_name and thread_name */
  ARG_LABELS,     /* of process_labels */
  ARG_SORT_INDEX, /* of ..._sort_index */
  ARG_DESCRIPTION, /* "desc", of RPD's conversion */
  ARG_EPOCH_US,   /* "start_time_since_epoch_in_micros", of SageMaker's process_name */
  N_KNOWN_ARGS
} KnownArg;

struct ChromeEvent
{
  unsigned present;   /* bit per EventField */
  char phase;         /* 0 if missing; '?' if not a letter */
  bool phase_is_long; /* the phase in the file has more letters */
  JsonValue name, category, time, duration, pid, tid, id, scope, binding;
  JsonValue thread; /* "stepscope_tid": the thread that the event belongs to, instead of tid */
  /* Valid with EVENT_..._READ, instead of time, duration, name and category. The ids are those of the batch. */
  int64_t time_ns, dur_ns;
  uint32_t name_id, category_id;
  ShapeNode *name_node, *category_node; /* set if they were read by shape; else NULL */
  bool id_is_local;                     /* id comes from id2.local and belongs to one process */

  BatchArgsMark before_args;         /* to take the arguments back */
  uint64_t args;                     /* offset in the batch, or ARGS_NONE */
  const char *args_begin, *args_end; /* the text of the arguments, including the braces */
  JsonMode mode;                     /* the mode in which it was read */
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
  EVENT_OTHER = 1 << 9, /* any key that is not used */
  EVENT_TIME_READ = 1 << 10,
  EVENT_DURATION_READ = 1 << 11,
  EVENT_NAME_READ = 1 << 13,
  EVENT_CATEGORY_READ = 1 << 14,
  EVENT_LIST = 1 << 12, /* the value of a key outside args is a list */
  EVENT_THREAD = 1 << 15,
  EVENT_PHASE = 1 << 13,
  EVENT_ARGS = 1 << 14,
} EventField;

/* Reads events into one batch after another. */
typedef struct
{
  ChromeBatch *batch;
  ShapeTable *shapes;
} ChromeEventReader;

/* Reads the event in [*at, end), which is followed by JSON_PADDING bytes of 0. *at is on the '{'; on JSON_OK
 * it is then just after the '}'. The texts in event point into the text. Arguments are appended to the batch;
 * on any status but JSON_OK nothing has been appended. On JSON_BAD, *ret_is_hopeless says that JSON_LENIENT
 * would understand no more of it. */
JsonStatus chrome_event_read (ChromeEventReader *reader,
                              const char **at,
                              const char *end,
                              JsonMode mode,
                              unsigned *repairs,
                              ChromeEvent *event,
                              bool *ret_is_hopeless);

/* Returns KnownArg + 1 of a key of arguments, or 0 if the importer does not use it. */
unsigned chrome_event_known_arg (const char *key, size_t length);

/* Stores a value in the field of its key and returns that field; EVENT_OTHER is noted. */
EventField chrome_event_set_field (ChromeEvent *event, const JsonValue *key, const JsonValue *value);

/* Stores the value of a known key. known is KnownArg + 1, or 0 for a key that the importer does not use. */
static inline void
chrome_event_set_known (ChromeEvent *event, unsigned known, const JsonValue *value)
{
  if (known == 0)
    return;
  event->arg[known - 1] = *value;
  event->known |= 1u << (known - 1);
}

/* Returns a known argument as an integer, from a number or a string. */
bool chrome_event_arg_integer (const ChromeEvent *event, KnownArg known, int64_t *ret_value);
