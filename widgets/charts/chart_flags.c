/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/charts/chart_flags.h"

static double
begin_of (const ChartFlag *flag, double gap_px)
{
  return flag->is_left ? flag->x_px - gap_px - flag->width_px : flag->x_px + gap_px;
}

static double
end_of (const ChartFlag *flag, double gap_px)
{
  return begin_of (flag, gap_px) + flag->width_px;
}

/* Whether the other's pole would run through the flag, were it as high. */
static bool
is_above_pole (const ChartFlag *flag, const ChartFlag *other, double gap_px)
{
  return other->x_px > begin_of (flag, gap_px) - gap_px / 2
         && other->x_px < end_of (flag, gap_px) + gap_px / 2;
}

static bool
overlap (const ChartFlag *a, const ChartFlag *b, double gap_px)
{
  return begin_of (a, gap_px) < end_of (b, gap_px) + gap_px
         && begin_of (b, gap_px) < end_of (a, gap_px) + gap_px;
}

/* The lowest rows for the sides that the flags have been given: each is raised above the poles below it and off the
 * flags beside it until nothing moves. Returns the number of rows; 0: it does not work out. */
static int
settle_rows (ChartFlag *flags, int n, double gap_px, int max_rows)
{
  int n_rows = 1;
  bool has_moved = true;

  for (int i = 0; i < n; i++)
    flags[i].row = 0;
  while (has_moved)
    {
      has_moved = false;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          {
            if (i == j
                || (flags[i].row != flags[j].row
                    && !(flags[i].row < flags[j].row && is_above_pole (&flags[i], &flags[j], gap_px)))
                || !overlap (&flags[i], &flags[j], gap_px))
              continue;

            /* Of two that are as high the one above the other's pole goes up. */
            ChartFlag *lower = &flags[i];
            if (flags[i].row == flags[j].row && !is_above_pole (&flags[i], &flags[j], gap_px))
              lower = &flags[j];
            lower->row++;
            if (lower->row >= max_rows)
              return 0;
            has_moved = true;
            if (lower->row >= n_rows)
              n_rows = lower->row + 1;
          }
    }
  return n_rows;
}

/* Bit i of sides: flag i is at the left of its pole. */
static int
place_at (ChartFlag *flags, int n, unsigned sides, double min_px, double max_px, double gap_px, int max_rows)
{
  for (int i = 0; i < n; i++)
    {
      flags[i].is_left = sides >> i & 1;
      if (begin_of (&flags[i], gap_px) < min_px || end_of (&flags[i], gap_px) > max_px)
        return 0;
    }
  return settle_rows (flags, n, gap_px, max_rows);
}

int
chart_flags_place (ChartFlag *flags, int n, double min_px, double max_px, double gap_px, int max_rows)
{
  for (; n > 0 && max_rows > 0; n--)
    {
      unsigned best = 0;
      int best_rows = 0;

      for (unsigned sides = 0; sides < 1u << n; sides++)
        {
          int n_rows = place_at (flags, n, sides, min_px, max_px, gap_px, max_rows);

          if (n_rows > 0 && (best_rows == 0 || n_rows < best_rows))
            {
              best = sides;
              best_rows = n_rows;
            }
        }
      if (best_rows > 0)
        return place_at (flags, n, best, min_px, max_px, gap_px, max_rows);
      flags[n - 1].row = -1;
    }
  for (int i = 0; i < n; i++)
    flags[i].row = -1;
  return 0;
}
