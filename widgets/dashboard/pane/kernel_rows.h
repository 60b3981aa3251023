/* SPDX-License-Identifier: Apache-2.0
 *
 * What the panes of kernels have in common: the first names of a ranking by time or by launches, as bars or as a ring with
 * the rest as its last part, and their words. Need SECTION_KERNELS and SECTION_DEVICES. */

#pragma once

#include "widgets/dashboard/pane/pane.h"
#include "widgets/dashboard/sections/section_kernels.h"

typedef struct
{
  const PaneContext *pane;
  const KernelFigures *kernels;
  bool by_count;
  KernelTop top;
} KernelRows;

#define KERNEL_PANES_NEED (SECTION_BIT (SECTION_KERNELS) | SECTION_BIT (SECTION_DEVICES))

/* Of Pane.variant. */
typedef enum
{
  KERNELS_BY_TIME,
  KERNELS_BY_COUNT,
} KernelOrder;

/* As many rows as the options say, else DASHBOARD_TOP. */
KernelRows kernel_rows_of (const PaneContext *pane);

/* A row has the figure that the list is ordered by, its share, and the other figure. */
void kernel_rows_draw_bars (const KernelRows *rows,
                            cairo_t *cr,
                            const Rect *rect,
                            const DrawStyle *style,
                            const ChartMarks *marks,
                            ChartMap *ret_map);

/* By time: a row has the share of the time of all kernels, then that of window x GPUs. The rest is part top.n. */
void kernel_rows_draw_ring (const KernelRows *rows,
                            cairo_t *cr,
                            const Rect *rect,
                            const DrawStyle *style,
                            const ChartMarks *marks,
                            ChartMap *ret_map);

/* "155 other names: 27.1 %", or that every name has a row. */
char *kernel_rows_rest (const KernelRows *rows);

/* A time as a share of window x GPUs; "n/a" where there is no such time. Returns buffer. */
const char *
kernel_rows_window_share (const KernelRows *rows, int64_t within_ns, char buffer[NUMBER_TEXT_MAX]);

/* Functions of panes. The rest, where there is any, is the part behind the rows. */
char *kernel_rows_empty (const PaneContext *pane);
char *kernel_rows_alternative (const PaneContext *pane);
char *kernel_rows_part_text (const PaneContext *pane, int part);
PaneTable *kernel_rows_table (const PaneContext *pane);
PaneTarget kernel_rows_target (const PaneContext *pane, int part);
