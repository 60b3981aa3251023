/* SPDX-License-Identifier: Apache-2.0
 *
 * What each event of the Chrome trace format means for the profile: its phase decides whether it becomes a
 * slice, an instant, a sample, an end of an arrow, or a name. */

#pragma once

#include "trace/builder.h"
#include "trace/import/chrome_event.h"
#include "trace/import/chrome_pairs.h"
#include "trace/import/chrome_tracks.h"

typedef struct
{
  TraceBuilder *builder;
  ChromeTracks *tracks;
  ChromePairs *pairs;

  U8Column kind_of_category; /* by string id: SliceKind + 1; 0: not looked up yet */
  U8Column decoded;          /* scratch: a text without its escapes */

  bool has_kineto_kinds; /* categories were seen that only PyTorch writes */
  bool has_time;
  int64_t first_ns; /* the earliest time of any slice, instant or sample */
  bool has_epoch_base;
  int64_t epoch_base_ns; /* start_time_since_epoch_in_micros */
} ChromeSink;

bool chrome_sink_init (ChromeSink *sink, TraceBuilder *builder); /* false: out of memory; nothing to clear */
void chrome_sink_clear (ChromeSink *sink);

/* offset: where the event begins, for health rows. Counts it as read or skipped. */
void chrome_sink_add (ChromeSink *sink, const ChromeEvent *event, int64_t offset);

/* Once, after the last event. */
void chrome_sink_finish (ChromeSink *sink);
