/* SPDX-License-Identifier: Apache-2.0
 *
 * What the writers of hostile traces have in common. */

#pragma once

#include "tests/gen/text_out.h"

#define FIRST_TIME_US 1000000

/* Text in which each % stands for the next of the numbers, which are int64_t. */
void hostile_put (TextOut *out, const char *pattern, ...);

void hostile_put_repeated (TextOut *out, const char *piece, int64_t n);

/* An ordinary one; the times are from FIRST_TIME_US. */
void hostile_put_slice (TextOut *out, int64_t begin_us, int64_t dur_us);

/* Of the next event; what is before the first one stands there already. */
static inline int64_t
separated (TextOut *out, int64_t i, int64_t n)
{
  if (i > 0 && i < n)
    text_out_string (out, ",\n");
  return i;
}

/* i goes from 0 to below n, with a comma before each but the first. */
#define FOR_EACH_EVENT(out, n) for (int64_t i = 0; separated ((out), i, (n)) < (n); i++)

/* Of hostile_damage.c; each writes what HostileTrace.write () is to. */
void write_bad_escapes (TextOut *out, int64_t n);
void write_bare_quotes (TextOut *out, int64_t n);
void write_bad_values (TextOut *out, int64_t n);
void write_no_colons (TextOut *out, int64_t n);
void write_half_events (TextOut *out, int64_t n);
void write_lost_quotes (TextOut *out, int64_t n);
void write_bad_times (TextOut *out, int64_t n);
void write_open_braces (TextOut *out, int64_t n);
void write_open_events (TextOut *out, int64_t n);
void write_open_brackets (TextOut *out, int64_t n);
void write_quotes (TextOut *out, int64_t n);
void write_commas (TextOut *out, int64_t n);
void write_empty_objects (TextOut *out, int64_t n);
