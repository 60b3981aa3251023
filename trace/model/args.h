/* SPDX-License-Identifier: Apache-2.0
 *
 * Stores the arguments of events losslessly in little memory, and decodes those of one event on demand.
 *
 * Events of one kind repeat the same keys in the same order, so an entry stores only its values. Its keys are a path in
 * a tree of keys that all entries share: node 0 is the empty path, and every other node adds one key to its parent. An
 * entry in the blob is
 *
 *   u32 little endian   node of the key path; as many values follow as the path has keys
 *   values              each one byte, type | small << 3, then what the type says. small is a number below
 *                       31, or 31 when the number follows as a LEB128 varint of the rest, which may have
 *                       leading zeros
 *
 *     type 0  RAW       small = length; that many bytes of JSON text, as in the file
 *     type 1  NATURAL   small = the integer
 *     type 2  NEGATIVE  small = -(integer + 1)
 *     type 3  STRING    small = string id of the text between the quotes, escapes untouched
 *     type 4  TEXT      small = string id of JSON text
 *     type 5  LITERAL   small = 0 null, 1 false, 2 true
 *     type 6  QUOTED    small = length; that many bytes of the text between the quotes
 *
 * An integer is packed only when printing it gives the file's text back, so every value decodes to exactly the bytes of
 * the file. Duplicate keys are kept in the order of the file. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/container/string_table.h"

#define ARGS_NONE UINT64_MAX

/* The shared tree of keys. */
typedef struct ArgKeys ArgKeys;

ArgKeys *arg_keys_new (void); /* returns NULL when memory runs out */
void arg_keys_free (ArgKeys *keys);

/* Removes all nodes but the root. Keeps the memory unless far too much of it has become unused. O(nodes), amortised. */
void arg_keys_empty (ArgKeys *keys);

/* Returns the number of nodes, the root included. */
uint32_t arg_keys_count (const ArgKeys *keys);

/* Finds the child of node for the key with that string id, and adds it when it is missing. Returns false when memory
 * runs out. */
bool arg_keys_child (ArgKeys *keys, uint32_t node, uint32_t key, uint32_t *ret_child);

/* Returns the child of node that was requested last, which the next entry likely needs too; 0 if there is none. */
uint32_t arg_keys_likely_child (const ArgKeys *keys, uint32_t node);

/* Returns the string id of the key that node adds; node > 0. */
uint32_t arg_keys_key (const ArgKeys *keys, uint32_t node);

/* Returns the number of keys in the path of node, which is 0 for the root. */
uint32_t arg_keys_depth (const ArgKeys *keys, uint32_t node);

/* The tree as stored in a file: node i + 1 is [i]. */
typedef struct
{
  uint32_t parent; /* smaller than the node */
  uint32_t key;    /* string id */
} ArgKeyRecord;

ArgKeyRecord arg_keys_record (const ArgKeys *keys, uint32_t node); /* node > 0 */

/* Makes a tree for reading only. Returns NULL when memory runs out, when a parent is not smaller than its node, or when
 * a key is not a string id. */
ArgKeys *arg_keys_new_from_records (const ArgKeyRecord *records, uint64_t n, uint32_t n_strings);

/* All entries, one after another. During an import the first part may have been moved out of memory. Offsets count from
 * the begin of all entries; only the part that is still in tail can be changed. An all-zero ArgsBlob is empty. */
typedef struct
{
  U8Column tail;
  uint64_t n_spilled;     /* bytes before tail */
  const uint8_t *spilled; /* the first n_mapped of these bytes, for reading; borrowed */
  uint64_t n_mapped;
} ArgsBlob;

/* Returns the offset at which the next entry will begin. */
static inline uint64_t
args_size (const ArgsBlob *blob)
{
  return blob->n_spilled + blob->tail.n;
}

/* Removes everything from an offset on. The offset must be in the tail. */
static inline void
args_truncate (ArgsBlob *blob, uint64_t offset)
{
  blob->tail.n = (size_t) (offset - blob->n_spilled);
}

/* To write an entry, call args_begin (), then one args_put_...() per value, then args_end () with the node of its key
 * path. Each returns false when memory runs out. To remove an entry, truncate to the offset that args_begin ()
 * returned. */
bool args_begin (ArgsBlob *blob, uint64_t *ret_offset);
bool args_put_integer (ArgsBlob *blob, int64_t value);
bool args_put_literal (ArgsBlob *blob, char first_letter);
bool args_put_raw (ArgsBlob *blob, StringTable *strings, const char *text, size_t length);
bool args_put_string (ArgsBlob *blob, StringTable *strings, const char *content, size_t length);
bool args_put_string_id (ArgsBlob *blob, uint32_t content); /* of a text that is in the table already */
void args_end (ArgsBlob *blob, uint64_t offset, uint32_t node);

/* Adds an entry with the arguments of first, then those of second. Both must be in the tail or in the mapped part.
 * Returns false when memory runs out or one of them is not there. */
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
  bool quoted;  /* a JSON string: text is what is between the quotes, escapes untouched */
  const char *text;
  size_t length;
  uint32_t string; /* string id of text where it is stored as one; else ARG_NO_STRING */
} Arg;

#define ARG_NO_STRING UINT32_MAX

typedef struct
{
  const uint8_t *at, *end;
  const StringTable *strings;
  const ArgKeys *keys;
  uint32_t *path; /* key ids, in order; owned */
  uint32_t path_node, path_cap; /* the node of which path has the keys */
  uint32_t node;
  uint32_t n_keys, i;
  bool ran_out; /* memory ran out at some time, so that an existing entry was skipped */
  char integer[24];
} ArgIter;

/* Starts decoding the entry at offset. Safe for any bytes: a damaged entry merely ends early. Returns false when there
 * is no such entry or memory runs out; then there is nothing to clear. */
bool arg_iter_init (ArgIter *iter,
                    const uint8_t *blob,
                    uint64_t n_bytes,
                    uint64_t offset,
                    const StringTable *strings,
                    const ArgKeys *keys);
bool arg_iter_next (ArgIter *iter, Arg *ret_arg);

/* Skips one argument, in a fraction of the time of decoding it. For callers that see from iter->path that they do not
 * need it. */
bool arg_iter_skip (ArgIter *iter);

/* Skips n arguments. Returns false if there are fewer. */
bool arg_iter_skip_many (ArgIter *iter, uint32_t n);

/* Takes the next argument if it is stored as a whole number from 0 to INT64_MAX. Returns false, and takes nothing, if it
 * is not; arg_iter_next () reads every argument. Does not make a text of the number, which costs more than all else. */
bool arg_iter_take_natural (ArgIter *iter, int64_t *ret_value);

/* The same for a text that is stored as a string id, which may be of no string; without looking it up. */
bool arg_iter_take_string (ArgIter *iter, uint32_t *ret_string);
void arg_iter_clear (ArgIter *iter);

/* Moves to another entry and reuses the iterator's memory. Fast when both entries have the same keys; for callers that
 * read many entries. iter is all 0 or was started before. Call arg_iter_clear () in the end even if this returns
 * false. */
bool arg_iter_move (ArgIter *iter,
                    const uint8_t *blob,
                    uint64_t n_bytes,
                    uint64_t offset,
                    const StringTable *strings,
                    const ArgKeys *keys);

/* Does the same for callers that know the keys of iter->node from before: does not read them, so that neither path nor
 * Arg.key is known until arg_iter_read_path () has read them, which returns false when memory runs out. */
bool arg_iter_move_to_values (ArgIter *iter,
                              const uint8_t *blob,
                              uint64_t n_bytes,
                              uint64_t offset,
                              const StringTable *strings,
                              const ArgKeys *keys);
bool arg_iter_read_path (ArgIter *iter);
