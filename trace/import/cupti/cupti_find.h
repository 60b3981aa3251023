/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the release whose library wrote bare records, which do not name it: the only one whose sizes lead from the first
 * record to the exact end.
 *
 * The releases go through the records in groups. The members of a group agree on all sizes so far, so they decode
 * everything so far to the same; a group splits at a kind of which they have different sizes. A release is left out when
 * it meets an unknown kind. Bytes of 0 between records count as padding. So a shorter record may be read where a longer
 * one has only zeros in its last fields; both decode to the same, and the longer one counts. */

#pragma once

#include "trace/import/cupti/cupti_layout.h"

typedef struct
{
  uint32_t releases; /* a bit per release */
  CuptiSizes sizes;  /* 0 also where the members differ */
  uint64_t at;       /* where the next record begins */
  uint64_t hash;     /* of kinds and places of records, from the first split on */
  uint64_t n_records;
  uint64_t n_odd_times; /* records with times that cannot be, or without */
  uint64_t n_padding;
  bool is_stopped; /* at an unknown kind, at .at */
  bool is_cut;     /* the last record is not complete */
} CuptiGroup;

typedef struct
{
  CuptiGroup groups[N_CUPTI_RELEASES];
  unsigned n;
} CuptiFinder;

void cupti_finder_init (CuptiFinder *finder);

/* Goes on through bytes[0..n), which begin at offset: at the smallest .at of the groups that are not stopped, which is
 * cupti_finder_at (). Without is_last, at least CUPTI_RECORD_MAX bytes at the end are left for the next call. */
void cupti_finder_read (CuptiFinder *finder, const uint8_t *bytes, size_t n, uint64_t offset, bool is_last);

/* Returns where the next call has to begin; UINT64_MAX if every group is stopped. */
uint64_t cupti_finder_at (const CuptiFinder *finder);

/* Returns the releases that fit best, as bits: those that come to the end, else those that read most. Of these, those
 * without padding, if there are such; then those with the fewest records whose times are impossible or missing; then
 * those whose last record is complete. If *ret_is_one, all of them decode to the same, by *ret_sizes. Returns 0 if no
 * record was read. Call it once, after the last piece. */
uint32_t cupti_finder_best (CuptiFinder *finder, CuptiSizes *ret_sizes, bool *ret_is_one);

/* Returns whether bytes[0..n), the begin of a file, look like bare records. */
bool cupti_find_sniff (const uint8_t *bytes, size_t n);
