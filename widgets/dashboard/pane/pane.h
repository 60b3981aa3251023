/* SPDX-License-Identifier: Apache-2.0
 *
 * What a pane of the dashboard is: one chart of the figures of a scope, with its definition, its real denominator,
 * its table and text alternative, and where its parts lead.
 *
 * A pane is one file with one `const Pane`, and an entry in the table of panes.c; figures that no section has yet are
 * added as dashboard_data.h says. Its functions are asked when all sections that it needs are there. Parts are numbered
 * as the chart's areas name them (widgets/charts/chart.h). Texts are translated where they are shown. Any thread. */

#pragma once

#include "widgets/charts/chart.h"
#include "widgets/dashboard/pane/dashboard_layout.h"
#include "widgets/dashboard/pane/pane_table.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef enum
{
  TARGET_NONE,
  TARGET_GAP,   /* a stretch in which a device did nothing */
  TARGET_SLICE, /* one slice */
  TARGET_SPAN,  /* a stretch of time */
  TARGET_STEP,  /* one step */
  TARGET_QUERY, /* a query, as SQL */
  TARGET_TABLE, /* the rows of a table of statistics, where the events are of many names */
} PaneTargetKind;

/* The events behind a part. */
typedef struct
{
  PaneTargetKind kind;
  uint32_t device;
  uint64_t id; /* of the slice or step */
  int64_t begin_ns, end_ns;
  const char *sql;    /* of the data */
  const char *table;  /* static: id of a StatTableKind (trace/stats/tables/stat_tables.h) */
  const char *filter; /* static: of its rows; NULL: all */
} PaneTarget;

#define PANE_TARGET_NONE ((PaneTarget){ .kind = TARGET_NONE })

/* The grey blocks that stand for the chart while its figures are being computed. */
typedef enum
{
  GHOST_SUMMARY,
  GHOST_RING,
  GHOST_BARS,
  GHOST_AXES,
} PaneGhost;

/* What the user may choose about a pane. */
typedef struct
{
  uint32_t n_rows; /* of panes that has_rows; 0: as many as usual */
  bool is_other;   /* of panes with an other_label: drawn that way */
  const char
    *name; /* of a pane that there may be several of: what it is about, such as an annotation's name */
} PaneOptions;

#define PANE_OPTIONS_DEFAULT ((PaneOptions){ 0 })

typedef struct Pane Pane;

/* What a pane's functions are given. */
typedef struct
{
  const Pane *kind;
  const DashboardData *data; /* has all sections that the pane needs */
  const PaneOptions *options;
  const NumberStyle *numbers;
} PaneContext;

struct Pane
{
  const char *id; /* stable: for tests and settings; of letters, digits and '-' */
  const char *title;
  const char *definition; /* formula, window, which events, known traps; paragraphs */
  char *(*in_force) (
    const PaneContext *pane); /* what of it the user chose, a sentence, g_free (); NULL: nothing */
  SectionMask needs;
  PaneShape shape;
  PaneGhost ghost;
  bool needs_gpu; /* not shown for a profile without any */
  int variant;    /* tells panes apart that have functions in common */

  /* Of a pane that there may be several of, each with a name: whether the data was begun with that one. NULL: there is one. */
  bool (*knows) (const DashboardData *data, const char *name);

  /* Choices that its menu offers. */
  bool has_rows;                             /* how many rows there are before the rest is one */
  const char *usual_label, *other_label;     /* two ways of drawing: "Bars" and "Pie"; NULL: there is one */
  bool (*differs) (const PaneContext *pane); /* whether the two look different now; NULL: they always do */

  void (*draw) (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const PaneContext *pane,
                const ChartMarks *marks,
                ChartMap *ret_map);

  /* The rest return what is the caller's: texts g_free (). */

  /* Why there is nothing to draw, in a sentence; NULL: there is, and the functions below may be asked (the footer is
   * asked in any case). */
  char *(*empty) (const PaneContext *pane);

  /* The definition in one line, with the denominator in figures. NULL function: the pane has no footer. */
  char *(*footer) (const PaneContext *pane);

  /* Everything that the chart shows, as rows: what is copied, and read to whom does not see it. Exact values. */
  PaneTable *(*table) (const PaneContext *pane);

  /* The same as lines of text, where pane_alternative () of the table and footer would read badly; else NULL. */
  char *(*alternative) (const PaneContext *pane);

  /* One part: its name and exact figures. */
  char *(*part_text) (const PaneContext *pane, int part);

  PaneTarget (*part_target) (const PaneContext *pane, int part);
};

/* What stands above it: the title, or what it is about; translated, of the options' or static. */
const char *pane_title (const Pane *pane, const PaneOptions *options);

/* Whether the pane can be asked: all that it needs was computed, be it in vain. data may be NULL. */
static inline bool
pane_is_ready (const Pane *pane, const PaneOptions *options, const DashboardData *data)
{
  return data != NULL && dashboard_data_has (data, pane->needs)
         && (options->name == NULL || pane->knows (data, options->name));
}

/* What stands in place of the chart: that memory ran out, or what the pane says; NULL: nothing does. The pane is ready. */
char *pane_sentence (const PaneContext *pane);

/* What is read to whom does not see the chart, of a pane that is ready: the sentence, or its figures and its footer. */
char *pane_alternative (const PaneContext *pane);

/* The footer; "" where memory ran out. The pane is ready and has one. */
char *pane_footer (const PaneContext *pane);
