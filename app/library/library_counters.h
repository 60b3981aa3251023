/* SPDX-License-Identifier: Apache-2.0
 *
 * By how much the user shifted a file of counters that was attached to a profile (trace/attach/attach.h), by the keys of both:
 * it is proposed again wherever the two files are.
 *
 * Threads, waiting and databases that cannot be written are as of library.h. */

#pragma once

#include "app/library/library.h"

typedef struct
{
  int64_t shift_ns;    /* as AttachPlace.shift_ns */
  int64_t interval_ns; /* between rows without times; 0: the rows have times */
} CountersShift;

/* Reads the shift. Returns false if there is none. */
bool library_counters_shift (Library *library,
                             const uint8_t key[TRACE_KEY_BYTES],
                             const uint8_t file[TRACE_KEY_BYTES],
                             CountersShift *ret_shift);

/* Stores the shift in place of an earlier one. Nothing is stored under a key of zeros. Returns whether it outlives the
 * program. */
bool library_set_counters_shift (Library *library,
                                 const uint8_t key[TRACE_KEY_BYTES],
                                 const uint8_t file[TRACE_KEY_BYTES],
                                 const CountersShift *shift);
