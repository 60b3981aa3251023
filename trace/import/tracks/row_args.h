/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes the arguments of an event from typed values, for sources that are not JSON. They read like the arguments of a
 * JSON trace.
 *
 *   RowArgs args;
 *   row_args_begin (&args, builder);
 *   row_args_integer (&args, key, 7);
 *   slice.args = row_args_end (&args);
 *
 * Keys are string ids of the builder. If memory runs out, the builder is marked as failed. */

#pragma once

#include "trace/build/builder.h"

typedef struct
{
  TraceBuilder *builder;
  ArgKeys *keys; /* those of the builder, as is the blob */
  ArgsBlob *blob;
  uint64_t at;
  uint32_t node;
  bool is_open; /* something can be written */
} RowArgs;

void row_args_begin (RowArgs *args, TraceBuilder *builder);
void row_args_integer (RowArgs *args, uint32_t key, int64_t value);
void row_args_unsigned (RowArgs *args, uint32_t key, uint64_t value);

/* Writes the shortest decimal text that reads as the same number; nothing for NaN and infinity. */
void row_args_number (RowArgs *args, uint32_t key, double value);

/* Writes "[1,2,3]". */
void row_args_integers (RowArgs *args, uint32_t key, const int64_t *values, size_t n);

/* Writes a string; any bytes, which are escaped where JSON requires it. */
void row_args_text (RowArgs *args, uint32_t key, const char *text, size_t length);

/* Writes a string whose content is as between the quotes of JSON already. */
void row_args_quoted (RowArgs *args, uint32_t key, const char *content, size_t length);

/* The same for a content that is a string of the builder. */
void row_args_string (RowArgs *args, uint32_t key, uint32_t content);

/* Returns the string of the builder that row_args_string () needs for a text: itself, or its text with what JSON does not
 * allow between quotes escaped. O(length). */
uint32_t row_args_content (TraceBuilder *builder, uint32_t text);

/* Writes a text that is JSON already. */
void row_args_json (RowArgs *args, uint32_t key, const char *text, size_t length);

/* Arguments that many events have in common, which are written once and then copied:
 *
 *   if (!row_args_repeat (&args, part, bytes))
 *     {
 *       RowArgsMark mark = row_args_mark (&args);
 *       ... the same keys and values whenever it is this part ...
 *       row_args_keep (&args, mark, part, bytes);
 *     }
 *
 * They are copied as long as the same keys come before them, and kept once in the owner's bytes. An all-zero part is
 * empty. O(bytes of the values). */
typedef struct
{
  bool is_kept;
  uint32_t from, to; /* paths of keys before and behind it */
  size_t at, n;      /* in the owner's bytes */
} RowArgsPart;

typedef struct
{
  uint32_t path;
  size_t n_bytes;
} RowArgsMark;

bool row_args_repeat (RowArgs *args, const RowArgsPart *part, const U8Column *bytes);
RowArgsMark row_args_mark (const RowArgs *args);
void row_args_keep (const RowArgs *args, RowArgsMark mark, RowArgsPart *part, U8Column *bytes);

/* Returns the arguments for a SliceInput or a TraceInstant: ARGS_NONE if nothing was written. */
uint64_t row_args_end (RowArgs *args);
