/* SPDX-License-Identifier: Apache-2.0
 *
 * Batches, in the order of the file, -> the builder: numbers of a batch become those of the profile. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/chrome/chrome_batch.h"

typedef struct ChromeMerge ChromeMerge;

/* For the rank last begun. NULL: out of memory. */
ChromeMerge *chrome_merge_new (TraceBuilder *builder);
void chrome_merge_free (ChromeMerge *merge);

/* Adds what the batch holds; it may be begun anew afterwards. O(what it holds). */
void chrome_merge_add (ChromeMerge *merge, ChromeBatch *batch);

/* Once, after the last one. */
void chrome_merge_finish (ChromeMerge *merge);

/* Of all batches so far. */
bool chrome_merge_has_kineto_kinds (const ChromeMerge *merge);
bool chrome_merge_times_are_epoch (
  const ChromeMerge *merge); /* but for as few as are not trusted (trace/derive/time_extent.h) */
bool chrome_merge_epoch_base_ns (const ChromeMerge *merge, int64_t *ret_ns);
