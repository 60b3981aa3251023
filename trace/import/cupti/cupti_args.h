/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the arguments of most records: numbers under known keys, and texts that have an id. It does what
 * trace/import/tracks/row_args.h does in a fraction of its time, because such records follow one another by the million
 * with the same keys. */

#pragma once

#include "trace/import/cupti/cupti_words.h"
#include "trace/model/args_value.h"

/* More values must not be written in one entry. */
#define CUPTI_ARGS_MAX 32

typedef struct
{
  TraceBuilder *builder;
  const uint32_t *words; /* string ids */
  ArgsBlob *blob;
  uint8_t *at; /* NULL: memory ran out */
  uint64_t begin;
  uint32_t node;
  struct
  {
    uint32_t from, to;
  } last[N_CUPTI_WORDS]; /* the last step in the tree of keys under each key */
} CuptiArgs;

void cupti_args_init (CuptiArgs *args, TraceBuilder *builder, const uint32_t *words);

void cupti_args_begin (CuptiArgs *args);

/* Returns the arguments for a slice or an instant. */
uint64_t cupti_args_end (CuptiArgs *args);

/* Finds a key that did not follow the one before it the last time. */
void cupti_args_step (CuptiArgs *args, CuptiWord key);

static inline void
cupti_args_key (CuptiArgs *args, CuptiWord key)
{
  if (args->last[key].from == args->node)
    args->node = args->last[key].to;
  else
    cupti_args_step (args, key);
}

static inline void
cupti_args_integer (CuptiArgs *args, CuptiWord key, int64_t value)
{
  if (args->at == NULL)
    return;
  cupti_args_key (args, key);
  args->at = args_value_put_integer (args->at, value);
}

/* text is a string id of JSON text, such as "[1,2,3]". */
static inline void
cupti_args_json (CuptiArgs *args, CuptiWord key, uint32_t text)
{
  if (args->at == NULL)
    return;
  cupti_args_key (args, key);
  args->at = args_value_put (args->at, ARGS_TEXT, text);
}

/* text is a string id of a text in which JSON needs no escapes. */
static inline void
cupti_args_word (CuptiArgs *args, CuptiWord key, uint32_t text)
{
  if (args->at == NULL)
    return;
  cupti_args_key (args, key);
  args->at = args_value_put (args->at, ARGS_STRING, text);
}

void cupti_args_unsigned (CuptiArgs *args, CuptiWord key, uint64_t value);

/* Writes hundredths with two decimals. */
void cupti_args_hundredths (CuptiArgs *args, CuptiWord key, uint64_t hundredths);

/* Writes a value that is rarely there. */
static inline void
cupti_args_unless_0 (CuptiArgs *args, CuptiWord key, uint64_t value)
{
  if (value != 0)
    cupti_args_unsigned (args, key, value);
}
