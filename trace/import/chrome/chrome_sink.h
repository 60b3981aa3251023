/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns each event of the Chrome trace format into a part of the profile: its phase decides whether it
 * becomes a slice, an instant, a sample, an end of an arrow, or a name. */

#pragma once

#include "trace/import/chrome/chrome_batch.h"
#include "trace/import/chrome/chrome_event.h"

/* One per thread; used for one batch after another. */
typedef struct
{
  ChromeBatch *batch;
  struct
  {
    bool is_set;
    SliceKind kind;
    uint32_t category;
  } kinds[32]; /* kinds of known categories, by the lowest bits of their ids */
} ChromeSink;

/* Sets the batch to add to from now on. */
void chrome_sink_begin (ChromeSink *sink, ChromeBatch *batch);

/* Adds an event, and counts it as read or skipped. offset is where it begins in the text of the file. */
void chrome_sink_add (ChromeSink *sink, const ChromeEvent *event, int64_t offset);
