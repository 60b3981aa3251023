/* SPDX-License-Identifier: Apache-2.0
 *
 * The tree of shapes: chrome_shape.c grows it, chrome_shape_read.c reads by it. */

#pragma once

#include "trace/import/chrome/chrome_shape.h"
#include "trace/json/json_scan.h"

/* Longer runs of bytes between two values are not learned. */
#define SHAPE_LEAD_BYTES JSON_LEAD_BYTES

#define SHAPE_NODES    1024
#define SHAPE_CHILDREN 8
#define SHAPE_VALUES   4   /* remembered of a node */
#define SHAPE_STEPS    128 /* of an event */

/* Of so many events, more than half have to fit for the next ones to be tried. */
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

/* A string, or an array or object, that stood here before: its whole text, and its string id. */
typedef struct
{
  JsonLead text;  /* of length 0: none yet */
  uint32_t id;    /* of what stands between the quotes, or of the text */
  unsigned stamp; /* of the batch whose own string it is; 0: it is the table's */
} KnownValue;

struct ShapeNode
{
  JsonLead lead;
  uint16_t children[SHAPE_CHILDREN]; /* likely ones first; 0: no more */
  ShapeStep step : 8;
  ShapeField field : 8;
  uint8_t known;                  /* of an argument: KnownArg + 1 */
  uint8_t key_at, key_length;     /* in the lead */
  unsigned stamp;                 /* of the batch that arg_node belongs to */
  uint32_t arg_node, parent_node; /* of the argument, and the one before it */
  uint8_t next_known;             /* of the values: the one to be forgotten next */
  KnownValue values[SHAPE_VALUES];
};

struct ShapeTable
{
  ShapeNode nodes[SHAPE_NODES]; /* the first is the root: an event begins */
  uint16_t n_nodes;

  /* While an event is learned: its nodes so far are not to be used before it is known to be valid. */
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
