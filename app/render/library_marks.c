/* SPDX-License-Identifier: Apache-2.0 */

#include "app/render/library_marks.h"

#include "app/library/library.h"
#include "trace/model/slice_identity.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  return bookmark_compare (*(Bookmark *const *) a, *(Bookmark *const *) b);
}

GArray *
library_marks (const Profile *profile)
{
  g_autoptr (Library) library = library_new_read_only (NULL);
  g_autoptr (GPtrArray) bookmarks = library_bookmarks (library, trace_profile_key (profile->trace));
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (BookmarkMark));

  g_ptr_array_sort (bookmarks, compare);
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const Bookmark *bookmark = bookmarks->pdata[i];
      BookmarkMark mark = {
        .kind = bookmark->kind,
        .begin_ns = bookmark->begin_ns,
        .end_ns = bookmark->end_ns,
        .slice = bookmark->kind == BOOKMARK_SLICE ? slice_identity_find (profile->paths, bookmark->slice)
                                                  : SLICE_NONE,
        .colour = bookmark->colour,
      };

      g_array_append_val (marks, mark);
    }
  return marks;
}
