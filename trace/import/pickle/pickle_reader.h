/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads a pickle without executing it: None, bool, whole numbers, floats, text, bytes, lists, tuples and dictionaries.
 * Any other instruction is refused with its name and its byte, and so is what no program writes: numbers beyond 64 bits,
 * texts beyond 16 MiB, 64 containers in one another, a container that holds itself.
 *
 * Nothing is built that the caller does not want. As soon as a container is complete, the handler sees its items and
 * returns what stands for it from then on, often a number of its own: so a list of millions of dictionaries never lies in
 * memory. What the memo shares is one value however often it is referred to, so that sharing cannot multiply.
 *
 * The memory is bounded by the limits in pickle_reader.c and by 4 bytes for each entry of the memo; no length in the file
 * is trusted. O(bytes). One thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/import/source/importer.h"

typedef enum
{
  PICKLE_NONE,
  PICKLE_BOOL,    /* integer */
  PICKLE_INTEGER, /* integer */
  PICKLE_REAL,    /* real */
  PICKLE_TEXT,    /* id: pickle_reader_text () */
  PICKLE_BYTES,   /* likewise */
  PICKLE_TOKEN,   /* kind and id are the handler's */
  PICKLE_GONE,    /* what the handler has taken and needs no more */
  PICKLE_LIST,    /* id: pickle_reader_items () */
  PICKLE_TUPLE,
  PICKLE_DICT, /* items are keys and values in turn */
} PickleType;

typedef struct
{
  uint8_t type; /* PickleType */
  uint8_t kind; /* of a token: below PICKLE_KINDS */
  uint16_t zero;
  uint32_t id; /* below PICKLE_IDS for tokens */
  union
  {
    int64_t integer;
    double real;
  };
} PickleValue;

#define PICKLE_KINDS 3
#define PICKLE_IDS   (UINT32_C (1) << 29)

typedef struct
{
  PickleType type;
  const PickleValue
    *items; /* in order, but a list does not keep PICKLE_GONE; valid until the handler returns */
  size_t n;
  uint64_t n_gone; /* those items of a list */
  /* Numbers of the container and of the list that it is, or will be, an item of; 0 if that is none, or not known: a container
   * that is complete before it is put into anything is taken to be of the list below it. */
  uint64_t serial, parent;
} PickleItems;

typedef struct PickleReader PickleReader;

/* A container is complete. Sets *stand_in to PICKLE_TOKEN, PICKLE_GONE or PICKLE_NONE to replace it, or leaves it as it is,
 * so that the container is kept. Returns false if memory runs out. */
typedef bool (*PickleComplete) (void *user_data,
                                PickleReader *reader,
                                const PickleItems *container,
                                PickleValue *stand_in);

typedef enum
{
  PICKLE_READ_WHOLE,
  PICKLE_READ_CUT, /* the bytes end before the pickle does */
} PickleEnd;

/* path is for messages. Returns NULL if memory runs out. */
PickleReader *pickle_reader_new (ByteSource *source,
                                 const char *path,
                                 TraceBuilder *builder,
                                 const ImportControl *control,
                                 PickleComplete complete,
                                 void *user_data);
void pickle_reader_free (PickleReader *reader);

/* Reads to the end of the pickle. Fails with TRACE_ERROR_NOT_A_TRACE for what is refused, and as byte_source_read (). */
bool pickle_reader_run (PickleReader *reader, PickleEnd *ret_end, GError **error);

/* Returns the value that the pickle is of; PICKLE_NONE before its end. */
PickleValue pickle_reader_root (const PickleReader *reader);

/* Returns a text or bytes, which end in a NUL that is not counted. Valid as long as the reader. */
const char *pickle_reader_text (const PickleReader *reader, PickleValue value, size_t *ret_length);

/* Finds the items of a container that was kept. Returns false for another value. */
bool pickle_reader_items (const PickleReader *reader, PickleValue value, PickleItems *ret_items);

/* Returns the offset of the next byte to be read. */
int64_t pickle_reader_offset (const PickleReader *reader);
