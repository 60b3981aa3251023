/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of one record of rocprofv3's JSON, from all depths of the object. */

#pragma once

#include "trace/import/rocm/rocm_profile.h"
#include "trace/json/json_scan.h"
#include "trace/json/json_token.h"

typedef enum
{
  RECORD_KIND,
  RECORD_OPERATION,
  RECORD_THREAD,
  RECORD_INTERNAL, /* correlation id */
  RECORD_EXTERNAL,
  RECORD_START,
  RECORD_END,
  RECORD_AGENT,
  RECORD_QUEUE,
  RECORD_STREAM,
  RECORD_KERNEL,
  RECORD_DISPATCH,
  RECORD_PRIVATE_BYTES,
  RECORD_GROUP_BYTES,
  RECORD_BLOCK_X,
  RECORD_BLOCK_Y,
  RECORD_BLOCK_Z,
  RECORD_GRID_X,
  RECORD_GRID_Y,
  RECORD_GRID_Z,
  RECORD_DST,
  RECORD_SRC,
  RECORD_BYTES,
  RECORD_ALLOCATION,
  N_RECORD_NUMBERS
} RecordNumber;

typedef struct
{
  RocmNumber numbers[N_RECORD_NUMBERS];
  bool has_args, has_address, has_counters;
  JsonValue args;     /* an array of objects with a name and a value */
  JsonValue address;  /* a string */
  JsonValue counters; /* "records" of a counted dispatch: an array */
} Rocprofv3Record;

/* Records of one array differ only in their values. Their form is remembered, so that the next ones are compared instead
 * of being taken apart. A step is a value: a number, a string, or an array or an object as a whole. */
#define RECORD_FORM_STEPS 40

enum
{
  RECORD_UNUSED = N_RECORD_NUMBERS, /* a number */
  RECORD_TEXT,                      /* a string */
  RECORD_ADDRESS,
  RECORD_ARGS, /* an array */
  RECORD_COUNTERS,
  RECORD_CONTAINER, /* an array or an object */
};

typedef struct
{
  unsigned n_steps;                      /* 0: nothing is remembered */
  JsonLead leads[RECORD_FORM_STEPS + 1]; /* what is before each value, and behind the last one */
  uint8_t what[RECORD_FORM_STEPS];       /* RecordNumber or one of the others */
} Rocprofv3Form;

/* Reads an unsigned id or another whole number that is not a time. Ids beyond the range of int64_t keep their bits. */
RocmNumber rocprofv3_number (const JsonValue *value);

/* Reads an object and remembers its form. JSON_PADDING bytes behind it must be readable. */
void rocprofv3_record_read (Rocprofv3Record *record, Rocprofv3Form *form, const JsonValue *object);

/* Reads the record that begins at a place if it has the remembered form and ends before end. Returns the byte behind it,
 * or NULL. JSON_PADDING bytes of 0 follow end. */
const char *rocprofv3_record_read_form (Rocprofv3Record *record,
                                        const Rocprofv3Form *form,
                                        const char *at,
                                        const char *end);
