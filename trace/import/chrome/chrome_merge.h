/* SPDX-License-Identifier: Apache-2.0
 *
 * Adds batches to the builder in the order of the file; numbers of a batch become those of the profile. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/chrome/chrome_batch.h"

typedef struct ChromeMerge ChromeMerge;

/* Creates the state for the rank last begun. Returns NULL if memory runs out. */
ChromeMerge *chrome_merge_new (TraceBuilder *builder);
void chrome_merge_free (ChromeMerge *merge);

/* Adds the contents of the batch, which may be begun again afterwards. O(its contents). */
void chrome_merge_add (ChromeMerge *merge, ChromeBatch *batch);

/* Call this once, after the last batch. */
void chrome_merge_finish (ChromeMerge *merge);

/* Return facts about all batches so far. */
bool chrome_merge_has_kineto_kinds (const ChromeMerge *merge);
bool chrome_merge_times_are_epoch (const ChromeMerge *merge); /* ignores the untrusted few of time_extent.h */
bool chrome_merge_epoch_base_ns (const ChromeMerge *merge, int64_t *ret_ns);
