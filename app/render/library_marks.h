/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the bookmarks of a profile from the user's library, for a picture of the timeline. It writes nothing. */

#pragma once

#include "widgets/timeline/draw/bookmarks_draw.h"

/* Returns BookmarkMark elements by time. Transfer full. Blocks while it reads the library. */
GArray *library_marks (const Profile *profile);
