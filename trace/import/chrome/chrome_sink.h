/* SPDX-License-Identifier: Apache-2.0
 *
 * What each event of the Chrome trace format means for the profile: its phase decides whether it becomes a
 * slice, an instant, a sample, an end of an arrow, or a name. */

#pragma once

#include "trace/import/chrome/chrome_batch.h"
#include "trace/import/chrome/chrome_event.h"

/* One per thread, for one batch after another. */
typedef struct
{
  ChromeBatch *batch;
  struct
  {
    bool is_set;
    SliceKind kind;
    uint32_t category;
  } kinds[32]; /* of categories met, by their lowest bits */
} ChromeSink;

/* From now on into this batch. */
void chrome_sink_begin (ChromeSink *sink, ChromeBatch *batch);

/* offset: where the event begins in the text of the file. Counts it as read or skipped. */
void chrome_sink_add (ChromeSink *sink, const ChromeEvent *event, int64_t offset);
