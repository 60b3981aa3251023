/* SPDX-License-Identifier: Apache-2.0
 *
 * --align: which steps of the sides meet, or at which instant of each side its window begins.
 *
 *   none                                     as the sides are given
 *   steps                                    only the steps that all sides have, by number
 *   start                                    the first slice
 *   step:N                                   step number N
 *   annotation:NAME, annotation:NAME:K       the first, or K-th, annotation with that exact name
 *   collective:NAME, collective:NAME:K       the same of a collective
 *   collective:NAME:#N                       the one with sequence number N in the file
 *
 * From "start" on, a side is the part of its profile (and rank) from that instant to the end, or with --window A..B from A
 * to B after it. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/options/time_window.h"
#include "trace/compare/places/alignment.h"
#include "trace/compare/side/compare_steps.h"

typedef struct
{
  bool is_instant;  /* "start" or later of the above */
  bool only_common; /* "steps" */
  Alignment at;     /* of an instant; its name is borrowed from text */
  const char *text; /* as given; borrowed */
} AlignOption;

/* text may be NULL, which is "none". Returns false if it is none of the above. */
bool align_option_parse (const char *text, AlignOption *ret_option);

/* Makes the part of a side; option is an instant. rank is an index or TRACE_NONE. Fails as alignment_find (); and with
 * TRACE_ERROR_NO_SUCH if the window lies outside the profile. */
bool align_option_part (const AlignOption *option,
                        const Trace *trace,
                        const StepTable *steps,
                        uint32_t rank,
                        const TimeWindow *window,
                        ComparePart *ret_part,
                        GError **error);
