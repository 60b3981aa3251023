/* SPDX-License-Identifier: Apache-2.0
 *
 * The slices of several tracks of one thread, each with what lies around it: a Python frame around an annotation
 * around an operator. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/trace.h"

typedef struct
{
  const Trace *trace;
  const uint32_t
    *tracks; /* the outer ones first: of two slices with the same span the former lies around the latter */
  size_t n_tracks;

  /* Called for each slice, ascending by begin, outer ones first. above: what it returned for the slices that lie around
   * this one, or-ed together; 0 for none. */
  uint8_t (*visit) (uint64_t slice, uint8_t above, void *user_data);
  bool (*should_continue) (void *user_data); /* asked now and then; may be NULL */
  void *user_data;                           /* of visit */
  void *continue_data;                       /* of should_continue */
} NestedSlices;

/* False: out of memory, or not wanted any more. O(slices x log rows). A damaged profile, whose rows are not ascending,
 * has every slice visited once all the same. */
bool nested_slices_walk (const NestedSlices *walk);
