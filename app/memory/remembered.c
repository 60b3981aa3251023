/* SPDX-License-Identifier: Apache-2.0 */

#include "app/memory/remembered.h"

#include <string.h>

static const char *const names[N_REMEMBERED] = {
  [REMEMBERED_SPAN] = "span",
  [REMEMBERED_SELECTION] = "selection",
  [REMEMBERED_MARKS] = "marks",
  [REMEMBERED_RANKS] = "ranks",
  [REMEMBERED_TREE] = "tree",
  [REMEMBERED_ROWS] = "rows",
  [REMEMBERED_GROUPS] = "groups",
  [REMEMBERED_DISMISSED] = "dismissed",
};

const char *
remembered_name (RememberedView view)
{
  return names[view];
}

Remembered *
remembered_read (Library *library, const uint8_t key[TRACE_KEY_BYTES])
{
  Remembered *remembered = g_new0 (Remembered, 1);

  memcpy (remembered->key, key, TRACE_KEY_BYTES);
  /* It may have been closed a moment ago. */
  library_settle (library);
  for (int i = 0; i < N_REMEMBERED; i++)
    remembered->views[i] = library_view (library, key, names[i]);
  remembered->bookmarks = library_bookmarks (library, key);
  return remembered;
}

void
remembered_free (Remembered *remembered)
{
  if (remembered == NULL)
    return;
  for (int i = 0; i < N_REMEMBERED; i++)
    g_free (remembered->views[i]);
  g_ptr_array_unref (remembered->bookmarks);
  g_free (remembered);
}
