/* SPDX-License-Identifier: Apache-2.0
 *
 * Goes through the records of a buffer. Any bytes are safe. */

#pragma once

#include "trace/import/cupti/cupti_layout.h"

/* No record of any release is longer; sizes from a file are at most this. */
#define CUPTI_RECORD_MAX 4096

typedef enum
{
  CUPTI_STEP_RECORD,
  CUPTI_STEP_END,     /* nothing is left */
  CUPTI_STEP_CUT,     /* the rest is shorter than the record that begins there */
  CUPTI_STEP_UNKNOWN, /* a record of unknown kind begins there: its length, and so all that follows, is unknown */
} CuptiStep;

typedef struct
{
  const CuptiSizes *sizes;
  const uint8_t *at, *end;
  uint64_t n_padding; /* bytes of 0 between records, which were passed over, in */
  uint64_t n_runs;    /* so many runs */
} CuptiWalk;

/* Passes 8 bytes of 0 at a time, because records are multiples of 8 bytes. Returns whether there were any. */
static inline bool
cupti_walk_skip_zeros (CuptiWalk *walk)
{
  const uint8_t *begin = walk->at;
  uint64_t eight;

  while (walk->end - walk->at >= 8)
    {
      memcpy (&eight, walk->at, sizeof eight);
      if (eight != 0)
        break;
      walk->at += sizeof eight;
    }
  if (walk->end - walk->at < 8)
    {
      const uint8_t *rest = walk->at;

      while (rest < walk->end && *rest == 0)
        rest++;
      if (rest == walk->end)
        walk->at = rest;
    }
  walk->n_padding += (uint64_t) (walk->at - begin);
  walk->n_runs += walk->at > begin;
  return walk->at > begin;
}

/* Sets *ret_record, whose bytes are borrowed, if there is one. Stays where it is if there is none. */
static inline CuptiStep
cupti_walk_next (CuptiWalk *walk, CuptiRecord *ret_record)
{
  for (;;)
    {
      size_t left = (size_t) (walk->end - walk->at);
      if (left == 0)
        return CUPTI_STEP_END;
      uint32_t kind = left >= 4 ? cupti_u32_at (walk->at) : 0;
      uint32_t size = kind < CUPTI_KINDS ? walk->sizes->size[kind] : 0;

      if (size > 0 && size <= left)
        {
          *ret_record = (CuptiRecord){ walk->at, size, kind };
          walk->at += size;
          return CUPTI_STEP_RECORD;
        }
      if (kind == 0 && cupti_walk_skip_zeros (walk))
        continue;
      return size > 0 || left < 8 ? CUPTI_STEP_CUT : CUPTI_STEP_UNKNOWN;
    }
}
