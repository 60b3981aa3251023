/* SPDX-License-Identifier: Apache-2.0
 *
 * What the categories of TrackEvents say about their slices. Writers choose their categories; those of AMD's profilers
 * (rocprofv3, rocprofiler-systems and Omnitrace before it) become the words that all formats share. */

#pragma once

#include <stddef.h>

#include "trace/model/slice_kind.h"

typedef struct
{
  const char *word; /* the category to show; NULL for the writer's own */
  SliceKind kind;
} PerfettoCategory;

PerfettoCategory perfetto_category (const char *text, size_t length);
