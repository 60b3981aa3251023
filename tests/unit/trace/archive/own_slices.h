/* SPDX-License-Identifier: Apache-2.0
 *
 * Columns of slices made at random, and those that an archive is decoded into. */

#pragma once

#include <glib.h>

#include "trace/archive/slice_codec.h"

typedef struct
{
  uint64_t n;
  SliceBlock at;
} OwnSlices;

OwnSlices own_slices_new (uint64_t n); /* of zeros */
void own_slices_clear (OwnSlices *slices);

/* is_wild: any numbers, else such as a profile has. */
OwnSlices own_slices_random (GRand *random, uint64_t n, bool is_wild);

/* Borrowed. */
SliceColumns own_slices_columns (const OwnSlices *slices);

/* There is room for all of the stream. False: damaged. */
bool own_slices_decode (const BlockStream *stream, OwnSlices *slices);

void own_slices_assert_same (const SliceColumns *a, const OwnSlices *b);
