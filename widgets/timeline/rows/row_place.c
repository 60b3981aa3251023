/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/rows/row_place.h"

#include <glib.h>
#include <string.h>

#define WHOLE 1000 /* per mille */

static bool
has_path (const TimelineRow *row)
{
  return row->line != TRACK_LINE_NONE && row->line != TRACK_LINE_HIDDEN;
}

char *
row_place_text (const TrackTree *tree, int y_px)
{
  uint32_t n, first, end, row = y_px > 0 ? track_tree_row_at (tree, y_px) : UINT32_MAX;
  const TimelineRow *rows = track_tree_rows (tree, &n);

  while (row < n && !has_path (&rows[row]))
    row--; /* of 0 it is none */
  if (row >= n || !track_tree_rows_of_line (tree, rows[row].line, &first, &end))
    return NULL;
  g_autofree char *path = track_tree_path (tree, rows[row].line);
  int above_px = MIN (y_px - rows[row].y_px, rows[row].height_px);
  return g_strdup_printf ("%u %d %s", row - first, above_px * WHOLE / MAX (rows[row].height_px, 1), path);
}

/* The next number of a text, and the space behind it. */
static bool
read_number (const char **at, guint64 most, guint64 *ret)
{
  const char *end = strchr (*at, ' ');

  if (end == NULL)
    return false;
  g_autofree char *number = g_strndup (*at, (gsize) (end - *at));
  *at = end + 1;
  return g_ascii_string_to_unsigned (number, 10, 0, most, ret, NULL);
}

bool
row_place_find (const TrackTree *tree, const char *text, int *ret_y_px)
{
  uint32_t n, first, end;
  const TimelineRow *rows = track_tree_rows (tree, &n);
  guint64 row, permille;

  if (!read_number (&text, UINT32_MAX, &row) || !read_number (&text, WHOLE, &permille))
    return false;
  for (uint32_t r = 0; r < n; r++)
    {
      if (!has_path (&rows[r]) || rows[r].is_pinned || (r > 0 && rows[r].line == rows[r - 1].line))
        continue;
      g_autofree char *path = track_tree_path (tree, rows[r].line);
      if (strcmp (path, text) != 0 || !track_tree_rows_of_line (tree, rows[r].line, &first, &end))
        continue;
      const TimelineRow *found = &rows[MIN (first + row, end - 1)];
      *ret_y_px = found->y_px + found->height_px * (int) permille / WHOLE;
      return true;
    }
  return false;
}
