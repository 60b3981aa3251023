/* SPDX-License-Identifier: Apache-2.0
 *
 * A bookmark as it is drawn: where it is, and how it is told apart. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/model/bookmark.h"

typedef struct
{
  BookmarkKind kind;
  int64_t begin_ns, end_ns;
  uint64_t slice; /* of BOOKMARK_SLICE; SLICE_NONE: the profile has it no more */
  unsigned colour;
  bool is_current; /* gone to last */
} BookmarkMark;
