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

/* Writes a string of the builder whose content is as between the quotes of JSON already. */
void row_args_string (RowArgs *args, uint32_t key, uint32_t string);

/* Writes a string whose content is as between the quotes of JSON already. */
void row_args_quoted (RowArgs *args, uint32_t key, const char *content, size_t length);

/* The same for a content that is a string of the builder. */
void row_args_string (RowArgs *args, uint32_t key, uint32_t content);

/* Writes a text that is JSON already. */
void row_args_json (RowArgs *args, uint32_t key, const char *text, size_t length);

/* Returns the arguments for a SliceInput or a TraceInstant: ARGS_NONE if nothing was written. */
uint64_t row_args_end (RowArgs *args);
