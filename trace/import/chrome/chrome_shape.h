/* SPDX-License-Identifier: Apache-2.0
 *
 * The shapes of events: which keys in which order, with which bytes between the values.
 *
 * A program writes events of one kind always in the same way, so after a value the very bytes can be compared that
 * stood behind that value last time, key and punctuation in one: no token of them is looked at again. Shapes form a tree,
 * a node for each such run of bytes (its lead), the events read token by token teach it. Where no lead fits, or a value
 * is not of the plainest form, the event is left to the caller.
 *
 * Only events that are valid JSON in the strict sense are learned, so what is read here is. One owner. */

#pragma once

#include "trace/import/chrome/chrome_batch.h"

struct ChromeEvent;

typedef struct ShapeTable ShapeTable;
typedef struct ShapeNode ShapeNode;

typedef enum
{
  SHAPE_FIELD,      /* ... "key": of the event */
  SHAPE_ARGS_BEGIN, /* ... "args": { */
  SHAPE_ARG,        /* ... "key": of the arguments */
  SHAPE_ARGS_END,   /* ... } */
  SHAPE_NO_ARGS,    /* ... "args": {} */
  SHAPE_EVENT_END,  /* ... } */
} ShapeStep;

ShapeTable *shape_table_new (void); /* NULL: out of memory */
void shape_table_free (ShapeTable *table);

/* Reads the event at *at, which is followed by its end or by JSON_PADDING bytes of 0, into batch. False: not in any
 * known shape, and what was put into batch and event is to be taken back. */
bool shape_table_read (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event);

/* The string that was read at node, of which no id was known, has got one. */
void
shape_node_remember_string (ShapeNode *node, const ChromeBatch *batch, const JsonValue *string, uint32_t id);

/* What an event that is read token by token consists of: begin, a call for each step, end. lead: the bytes behind the
 * value before (from the opening brace on for the first) up to the value. end: the event is worth remembering. */
void shape_table_learn_begin (ShapeTable *table, bool is_wanted);
void shape_table_learn (ShapeTable *table,
                        ShapeStep step,
                        const char *lead,
                        const char *lead_end,
                        const JsonValue *key);
void shape_table_learn_end (ShapeTable *table, bool is_valid);
