/* SPDX-License-Identifier: Apache-2.0
 *
 * The bookmarks that were set in the window, for a picture of the timeline: the user's library is only read. */

#pragma once

#include "widgets/timeline/draw/bookmarks_draw.h"

/* Of BookmarkMark, by time. Transfer full. Blocks for the library. */
GArray *library_marks (const Profile *profile);
