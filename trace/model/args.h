/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of events, kept losslessly in little memory and decoded only for the event someone looks at.
 *
 * Events of one kind repeat the same keys in the same order, so an entry stores only its values. Its keys are
 * a path in a tree of keys that all entries share: node 0 is the empty path, and every other node adds one
 * key to its parent. An entry in the blob is
 *
 *   u32 little endian   node of the key path; as many values follow as the path has keys
 *   values              each one byte, type | small << 3, then what the type says. small is a number below
 *                       31, or 31 when the number follows as a LEB128 varint of the rest, which may have
 *                       leading zeros
 *
 *     type 0  RAW       small = length; that many bytes of JSON text, as in the file
 *     type 1  NATURAL   small = the integer
 *     type 2  NEGATIVE  small = -(integer + 1)
 *     type 3  STRING    small = string id of what stands between the quotes, escapes untouched
 *     type 4  TEXT      small = string id of JSON text
 *     type 5  LITERAL   small = 0 null, 1 false, 2 true
 *     type 6  QUOTED    small = length; that many bytes of what stands between the quotes
 *
 * Integers are packed only when printing them gives the file's text back, so every value decodes to exactly
 * the bytes of the file. Duplicate keys stay, in the order of the file. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/container/string_table.h"

#define ARGS_NONE UINT64_MAX

/* The shared tree of keys. */
typedef struct ArgKeys ArgKeys;

ArgKeys *arg_keys_new (void); /* NULL: out of memory */
void arg_keys_free (ArgKeys *keys);

/* Back to the root alone. Memory is kept, but for what has become far too much. O(nodes), amortised. */
void arg_keys_empty (ArgKeys *keys);

/* Number of nodes, the root included. */
uint32_t arg_keys_count (const ArgKeys *keys);

/* The child of node for the key with that string id; added when missing. False: out of memory. */
bool arg_keys_child (ArgKeys *keys, uint32_t node, uint32_t key, uint32_t *ret_child);

/* The child that was last asked for below node, 0 if none: the next entry's likely way. */
uint32_t arg_keys_likely_child (const ArgKeys *keys, uint32_t node);

/* The string id of the key that node adds; node > 0. */
uint32_t arg_keys_key (const ArgKeys *keys, uint32_t node);

/* How many keys the path of node has; 0 for the root. */
uint32_t arg_keys_depth (const ArgKeys *keys, uint32_t node);

/* The tree as it lies in a file: node i + 1 is [i]. */
typedef struct
{
  uint32_t parent; /* smaller than the node */
  uint32_t key;    /* string id */
} ArgKeyRecord;

ArgKeyRecord arg_keys_record (const ArgKeys *keys, uint32_t node); /* node > 0 */

/* For reading only. NULL: out of memory, or a parent that is not smaller than its node, or a key that is no string. */
ArgKeys *arg_keys_new_from_records (const ArgKeyRecord *records, uint64_t n, uint32_t n_strings);

/* All entries, one after another. While an import goes on its begin may have been taken out of memory: offsets count
 * from the begin of all, and only what is still in tail can be changed. All 0 is an empty one. */
typedef struct
{
  U8Column tail;
  uint64_t n_spilled;     /* bytes that were before tail */
  const uint8_t *spilled; /* where the first n_mapped of these can be read; borrowed */
  uint64_t n_mapped;
} ArgsBlob;

/* Where the next entry will begin. */
static inline uint64_t
args_size (const ArgsBlob *blob)
{
  return blob->n_spilled + blob->tail.n;
}

/* Takes back everything from an offset on, which must be in the tail. */
static inline void
args_truncate (ArgsBlob *blob, uint64_t offset)
{
  blob->tail.n = (size_t) (offset - blob->n_spilled);
}

/* Writing one entry: begin, then one put per value, then end with the node reached. Each returns false when
 * memory ran out. To take an entry back, truncate to the offset that begin returned. */
bool args_begin (ArgsBlob *blob, uint64_t *ret_offset);
bool args_put_integer (ArgsBlob *blob, int64_t value);
bool args_put_literal (ArgsBlob *blob, char first_letter);
bool args_put_raw (ArgsBlob *blob, StringTable *strings, const char *text, size_t length);
bool args_put_string (ArgsBlob *blob, StringTable *strings, const char *content, size_t length);
void args_end (ArgsBlob *blob, uint64_t offset, uint32_t node);

/* A new entry with the arguments of first, then those of second, both in the tail or in what is mapped.
 * False: out of memory, or not there. */
bool args_join (ArgsBlob *blob,
                ArgKeys *keys,
                const StringTable *strings,
                uint64_t first,
                uint64_t second,
                uint64_t *ret_offset);

/* One decoded argument. text is JSON text as in the file; it points into the blob or the string table, or
 * into the iterator itself for integers, and is valid until the next call. */
typedef struct
{
  uint32_t key; /* string id */
  bool quoted;  /* a JSON string: text is what stands between the quotes, escapes untouched */
  const char *text;
  size_t length;
  uint32_t string; /* its string id where it is kept as a string; else ARG_NO_STRING */
} Arg;

#define ARG_NO_STRING UINT32_MAX

typedef struct
{
  const uint8_t *at, *end;
  const StringTable *strings;
  const ArgKeys *keys;
  uint32_t *path; /* key ids, in order; owned */
  uint32_t node, path_cap;
  uint32_t n_keys, i;
  bool ran_out; /* of memory, ever: then an entry that there is was passed over */
  char integer[24];
} ArgIter;

/* Starts decoding the entry at offset. Safe for any bytes: a damaged entry merely ends early.
 * False: no such entry, or out of memory; there is nothing to clear then. */
bool arg_iter_init (ArgIter *iter,
                    const uint8_t *blob,
                    uint64_t n_bytes,
                    uint64_t offset,
                    const StringTable *strings,
                    const ArgKeys *keys);
bool arg_iter_next (ArgIter *iter, Arg *ret_arg);

/* Passes over one, for who knows from iter->path that it is of no use: a fraction of the time. */
bool arg_iter_skip (ArgIter *iter);
void arg_iter_clear (ArgIter *iter);

/* Goes on with another entry, likely one with the same keys, without new memory where there is enough: for who reads
 * many. iter: all 0, or begun before; to be cleared in any case, also where this is false. */
bool arg_iter_move (ArgIter *iter,
                    const uint8_t *blob,
                    uint64_t n_bytes,
                    uint64_t offset,
                    const StringTable *strings,
                    const ArgKeys *keys);
