/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of shapes. chrome_shape.c adds to it, chrome_shape_read.c reads events with it. */

#pragma once

#include "trace/import/chrome/chrome_shape.h"
#include "trace/json/json_scan.h"

/* Longer runs of bytes between two values are not learned. */
#define SHAPE_LEAD_BYTES JSON_LEAD_BYTES

#define SHAPE_NODES    1024
#define SHAPE_CHILDREN 8
#define SHAPE_VALUES   4   /* values remembered per node */
#define SHAPE_STEPS    128 /* steps of an event */

/* Of this many events, more than half must fit for the next ones to be tried. */
#define SHAPE_TRIAL_EVENTS 256
#define SHAPE_REST_EVENTS  4096

typedef enum
{
  FIELD_PHASE,
  FIELD_NAME,
  FIELD_CATEGORY,
  FIELD_TIME,
  FIELD_DURATION,
  FIELD_PID,
  FIELD_TID,
  FIELD_GENERAL,
} ShapeField;

/* A string, array or object that occurred here before: its whole text, and its string id. */
typedef struct
{
  JsonLead text;  /* length 0 if there is none yet */
  uint32_t id;    /* id of the text between the quotes, or of the whole text */
  unsigned stamp; /* of the batch that owns the string; 0 if the table does */
} KnownValue;

struct ShapeNode
{
  JsonLead lead;
  uint16_t children[SHAPE_CHILDREN]; /* likely ones first; 0 ends the list */
  ShapeStep step : 8;
  ShapeField field : 8;
  uint8_t known;                  /* for an argument: KnownArg + 1 */
  uint8_t key_at, key_length;     /* place of the key in the lead */
  unsigned stamp;                 /* of the batch that arg_node belongs to */
  uint32_t arg_node, parent_node; /* the node of the argument, and of the one before it */
  uint8_t next_known;             /* the value to replace next */
  KnownValue values[SHAPE_VALUES];
};

/* Reads an event: shape_table_read () without its bookkeeping. */
typedef bool (*ShapeReadSteps) (ShapeTable *table,
                                ChromeBatch *batch,
                                const char **at,
                                struct ChromeEvent *event);

struct ShapeTable
{
  ShapeReadSteps read_steps;
  ShapeNode nodes[SHAPE_NODES]; /* the first is the root, where an event begins */
  uint16_t n_nodes;

  /* The steps of the event being learned. Its nodes must not be used before it is known to be valid. */
  bool learns;
  struct
  {
    ShapeStep step;
    const char *lead;
    size_t n_lead;
    JsonValue key;
  } steps[SHAPE_STEPS];
  size_t n_steps;

  unsigned n_tried, n_missed, n_rest;
};

/* Returns the ways that this processor can run, best first. *ret_n is at least 1. All read the same. */
const ShapeReadSteps *shape_read_ways (size_t *ret_n);

#if defined __x86_64__
bool
shape_read_steps_avx2 (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event);
bool
shape_read_steps_avx512 (ShapeTable *table, ChromeBatch *batch, const char **at, struct ChromeEvent *event);
#endif

/* text includes its quotes or brackets. */
void
shape_node_remember (ShapeNode *node, const ChromeBatch *batch, const char *text, size_t length, uint32_t id);
