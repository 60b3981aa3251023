/* SPDX-License-Identifier: Apache-2.0
 *
 * The shapes of events: which keys they have in which order, and the bytes between their values.
 *
 * A program always writes events of one kind in the same way. So the bytes after a value can be compared with
 * those that followed it last time, key and punctuation at once, without reading them as tokens. Shapes form
 * a tree with a node for each such run of bytes (its lead); events that are read token by token teach it. If
 * no lead fits, or a value does not have the plainest form, the event is left to the caller.
 *
 * Only events that are valid JSON in the strict sense are learned, so every event read here is valid, too.
 * One owner. */

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

ShapeTable *shape_table_new (void); /* returns NULL if memory runs out */
void shape_table_free (ShapeTable *table);

/* Reads the event at *at into batch. Its end, or JSON_PADDING bytes of 0, must follow. Returns false if it
 * has no known shape; the caller then takes back what was added to batch and event. */
bool shape_table_read (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event);

/* Remembers the id of a string that was read at node when it had no known id. */
void
shape_node_remember_string (ShapeNode *node, const ChromeBatch *batch, const JsonValue *string, uint32_t id);

/* Teach the parts of an event that is read token by token: begin, a call for each step, end. lead is the
 * bytes from the previous value (or, for the first, the opening brace) up to the value. is_valid says that
 * the event is worth remembering. */
void shape_table_learn_begin (ShapeTable *table, bool is_wanted);
void shape_table_learn (ShapeTable *table,
                        ShapeStep step,
                        const char *lead,
                        const char *lead_end,
                        const JsonValue *key);
void shape_table_learn_end (ShapeTable *table, bool is_valid);
