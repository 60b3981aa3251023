/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared by the panes of kernels: the first names of a ranking by time or by launches, drawn as bars or as a ring with the
 * rest as its last part, and their texts. Needs SECTION_KERNELS and SECTION_DEVICES. */

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

/* Values of Pane.variant. */
typedef enum
{
  KERNELS_BY_TIME,
  KERNELS_BY_COUNT,
} KernelOrder;

/* Returns as many rows as the options say; the default is DASHBOARD_TOP. */
KernelRows kernel_rows_of (const PaneContext *pane);

/* Draws bars. A row has the figure that orders the list, its share, and the other figure. */
void kernel_rows_draw_bars (const KernelRows *rows,
                            cairo_t *cr,
                            const Rect *rect,
                            const DrawStyle *style,
                            const ChartMarks *marks,
                            ChartMap *ret_map);

/* Draws a ring. By time, a row has the share of the total kernel time, then the share of window x GPUs. The rest is part
 * top.n. */
void kernel_rows_draw_ring (const KernelRows *rows,
                            cairo_t *cr,
                            const Rect *rect,
                            const DrawStyle *style,
                            const ChartMarks *marks,
                            ChartMap *ret_map);

/* Returns "155 other names: 27.1 %", or says that all names are shown. Free with g_free (). */
char *kernel_rows_rest (const KernelRows *rows);

/* Functions for struct Pane. The rest, if any, is the part after the rows. */
char *kernel_rows_empty (const PaneContext *pane);
char *kernel_rows_alternative (const PaneContext *pane);
char *kernel_rows_part_text (const PaneContext *pane, int part);
PaneTable *kernel_rows_table (const PaneContext *pane);
PaneTarget kernel_rows_target (const PaneContext *pane, int part);
