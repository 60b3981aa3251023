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

/* Records of one array differ only in their numbers. Their form is remembered, so that the next ones are compared instead
 * of being taken apart. */
#define RECORD_FORM_STEPS 40

typedef struct
{
  unsigned n_steps;                      /* 0: nothing is remembered */
  JsonLead leads[RECORD_FORM_STEPS + 1]; /* what is before each number, and behind the last one */
  uint8_t numbers[RECORD_FORM_STEPS];    /* RecordNumber, or N_RECORD_NUMBERS for one that is not used */
} Rocprofv3Form;

/* Reads an object. JSON_PADDING bytes behind it must be readable. */
void rocprofv3_record_read (Rocprofv3Record *record, Rocprofv3Form *form, const JsonValue *object);
