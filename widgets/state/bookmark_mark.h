/* SPDX-License-Identifier: Apache-2.0
 *
 * What is drawn of a bookmark. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/bookmark.h"

typedef struct
{
  BookmarkKind kind;
  int64_t begin_ns, end_ns;
  uint64_t slice; /* for BOOKMARK_SLICE; SLICE_NONE if the profile no longer contains it */
  unsigned colour;
  bool is_current; /* visited last */
} BookmarkMark;
