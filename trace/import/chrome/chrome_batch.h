/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of reading one piece of the text of a Chrome trace, before it is known what comes before that
 * piece.
 *
 * Several threads read pieces of one file at the same time, each into a batch; chrome_merge.h adds the
 * batches to the builder in the order of the file. So a batch has its own numbering: places and rows are
 * indices of its tables, nodes of argument keys belong to its own tree, and a string that is not in the view
 * of the common table gets a provisional id. The contents of a batch depend only on its text and on the view.
 *
 * If memory runs out, failed is set; functions then return some value that is safe to use. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/tracks/item_index.h"
#include "trace/json/json_token.h"
#include "trace/model/args_value.h"

/* Times from 2001 on are taken as times since 1970, because older programs wrote no time base.
 * TRACE_TIME_MAX_NS is 2043. */
#define CHROME_EPOCH_MIN_NS (INT64_C (1000000000) * 1000000000)

/* Provisional string ids: BATCH_STRING | index of the batch's own strings. */
#define BATCH_STRING (UINT32_C (1) << 31)

/* The text points into the piece, which does not move until the batch is merged, or into scratch. */
typedef struct
{
  const char *text;
  size_t length;
  uint64_t hash;
} BatchString;

/* A (process id, thread id) pair of the file. */
typedef struct
{
  uint32_t pid, tid;                   /* string ids */
  uint32_t row_of_kind[N_SLICE_KINDS]; /* the row last used, or TRACE_NONE */
  uint32_t thread_row;
  uint32_t last_device_row; /* TRACE_NONE */
  bool has_numbers;
  int64_t device, stream; /* the numbers that the ids end in, or -1 */
} BatchPlace;

typedef struct
{
  uint32_t row;
  int64_t time_ns;
  double value;
} BatchSample;

/* One end of a pair: B, E, b, e and similar phases. */
typedef struct
{
  uint64_t key; /* a place of the batch if of_place, else the hash of an id */
  bool of_place, is_end;
  SliceInput slice;
  int64_t offset;
} BatchPairEnd;

/* Describes a node of argument keys, which stands for a path of keys. */
typedef struct
{
  uint8_t known;  /* KnownArg + 1 of its last key, or 0 if the importer does not use it */
  uint8_t depth;  /* number of keys of the path, at most BATCH_DEPTH_MAX */
  bool has_twice; /* one of its first BATCH_DEPTH_MAX keys occurs twice */
} BatchArgNode;

#define BATCH_DEPTH_MAX 64

COLUMN_DEFINE (BatchArgNodeColumn, batch_arg_node_column, BatchArgNode)
COLUMN_DEFINE (BatchStringColumn, batch_string_column, BatchString)
COLUMN_DEFINE (BatchPlaceColumn, batch_place_column, BatchPlace)
COLUMN_DEFINE (BatchRowColumn, batch_row_column, ImportRow)
COLUMN_DEFINE (BatchSliceColumn, batch_slice_column, SliceInput)
COLUMN_DEFINE (BatchFlowPointColumn, batch_flow_point_column, FlowPoint)
COLUMN_DEFINE (BatchInstantColumn, batch_instant_column, TraceInstant)
COLUMN_DEFINE (BatchSampleColumn, batch_sample_column, BatchSample)
COLUMN_DEFINE (BatchPairEndColumn, batch_pair_end_column, BatchPairEnd)
COLUMN_DEFINE (BatchDescriptionColumn, batch_description_column, ImportDescription)

/* The text of an id, to recognise it again; longer ones are not kept. */
typedef struct
{
  char text[32];
  size_t length; /* NO_LAST_ID: there is none, or it is longer */
} BatchLastId;

/* No text is as long. */
#define NO_LAST_ID SIZE_MAX

/* Events of a few threads alternate: calls and kernels, the ends of arrows. */
#define BATCH_LAST_PLACES 4

typedef struct
{
  BatchLastId pid, tid; /* texts of its ids */
  uint32_t place;
} BatchLastPlace;

typedef struct ScratchText ScratchText;

typedef struct
{
  StringView view;
  uint64_t offset; /* of the piece in the file's text */
  unsigned stamp;  /* different for each piece */
  bool failed;

  BatchStringColumn strings;
  ItemIndex string_index;
  ScratchText *scratch;

  /* Entries of arguments as in trace/model/args.h, with two differences: the nodes in their headers are those
   * of arg_keys, and references to provisional strings are wide and not yet set. */
  U8Column args;
  U32Column headers; /* where entries begin */
  U32Column wides;   /* offsets of such references; wide_strings has the string of each */
  U32Column wide_strings;
  ArgKeys *arg_keys;
  BatchArgNodeColumn arg_nodes; /* by node of arg_keys */

  BatchPlaceColumn places;
  BatchRowColumn rows;
  ItemIndex place_index, row_index;
  BatchLastPlace last_places[BATCH_LAST_PLACES]; /* used of late, in no order */
  unsigned next_last_place;

  /* In the order of the file. track is a row, place is a place, and args is an offset in args, all of this
   * batch. */
  BatchSliceColumn slices;
  BatchFlowPointColumn flow_points;
  BatchInstantColumn instants;
  BatchSampleColumn samples;
  BatchPairEndColumn pair_ends;
  BatchDescriptionColumn descriptions;

  EventCounts events;
  HealthTable health; /* offsets in the file's text */

  bool has_kineto_kinds;           /* it has categories that only PyTorch writes */
  bool has_uncategorised;          /* it has slices without a category */
  bool has_rpd_operations;         /* some of these say that they are operations of an AMD device */
  uint64_t n_times, n_epoch_times; /* of slices and samples: all, and from CHROME_EPOCH_MIN_NS on */
  bool has_epoch_base;
  int64_t epoch_base_ns; /* start_time_since_epoch_in_micros */
} ChromeBatch;

ChromeBatch *chrome_batch_new (void); /* returns NULL if memory runs out */
void chrome_batch_free (ChromeBatch *batch);

/* Empties the batch for the piece that begins at byte offset of the text. */
void chrome_batch_begin (ChromeBatch *batch, StringView view, uint64_t offset);

/* Returns the id of a text, which must not move until the batch is merged. */
uint32_t chrome_batch_string (ChromeBatch *batch, const char *text, size_t length);

/* Returns the id of the string that a JSON text stands for. */
uint32_t chrome_batch_decoded (ChromeBatch *batch, const JsonValue *string);

/* Returns the text of any id of the batch. */
const char *chrome_batch_text (const ChromeBatch *batch, uint32_t id, size_t *ret_length);

/* Return the id in the batch of a place or a row, which is added if it is missing. O(1). */
uint32_t chrome_batch_place (ChromeBatch *batch, const JsonValue *pid, const JsonValue *tid);
uint32_t chrome_batch_row (ChromeBatch *batch, const ImportRow *row);
uint32_t chrome_batch_thread_row (ChromeBatch *batch, uint32_t place);
uint32_t chrome_batch_host_row (ChromeBatch *batch, uint32_t place, SliceKind kind);
uint32_t
chrome_batch_device_row (ChromeBatch *batch, uint32_t place, SliceKind kind, int64_t device, int64_t stream);

/* Gets the device and the stream from the ids of a place, for events that name none. */
void
chrome_batch_numbers_of_place (ChromeBatch *batch, uint32_t place, int64_t *ret_device, int64_t *ret_stream);

static inline void
chrome_batch_note (ChromeBatch *batch, HealthId id, int64_t offset)
{
  health_table_add (&batch->health, id, 1, -1, offset);
}
