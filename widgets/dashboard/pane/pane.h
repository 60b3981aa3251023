/* SPDX-License-Identifier: Apache-2.0
 *
 * A pane of the dashboard: one chart of the figures of a scope, with its definition, its denominator, its
 * table and text alternative, and the targets of its parts.
 *
 * A pane is one file with one `const Pane` and an entry in the table of panes.c. dashboard_data.h says how
 * to add figures that no section has yet. The functions of a pane are called only when all sections that
 * it needs are there. Parts are numbered as in the areas of the chart (widgets/charts/chart.h). Texts are
 * translated where they are shown. Any thread. */

#pragma once

#include "trace/findings/finding_rule.h"
#include "trace/ranks/rank_pair.h"
#include "widgets/charts/chart.h"
#include "widgets/dashboard/pane/dashboard_layout.h"
#include "widgets/dashboard/pane/pane_table.h"
#include "widgets/dashboard/sections/dashboard_data.h"

typedef enum
{
  TARGET_NONE,
  TARGET_GAP,   /* a time span in which a device was idle */
  TARGET_SLICE, /* one slice */
  TARGET_SLICES, /* several slices, as a list */
  TARGET_SPAN,  /* a time span */
  TARGET_STEP,  /* one step */
  TARGET_RANK_STEP, /* one step, and the rows of its rank */
  TARGET_RANK_PAIR, /* a rank and the median rank side by side */
  TARGET_QUERY, /* a query, as SQL */
  TARGET_TABLE, /* the rows of a table of statistics, where the events are of many names */
  TARGET_INSTANT, /* what was allocated at begin_ns */
  TARGET_AREA,    /* a time span, selected on the rows of a rank */

  /* What follows changes the pane itself, and is not events. */
  TARGET_FOLD,    /* folds or unfolds a part: id is its bit of PaneOptions.unfolded */
  TARGET_DISMISS, /* asks why the finding of a rule is not to be seen */
  TARGET_RESTORE, /* shows it again */
} PaneTargetKind;

/* The events behind a part. */
typedef struct
{
  PaneTargetKind kind;
  uint32_t device;
  uint32_t rank; /* of TARGET_AREA: index of trace_rank (); TRACE_NONE means all */
  uint64_t id; /* id of the slice or step */
  int64_t begin_ns, end_ns;
  const uint64_t *slices; /* n_slices; owned by the data */
  size_t n_slices;
  const char *sql;    /* owned by the data */
  const RankPair *pair; /* owned by the data */
  const char *table;  /* static: id of a StatTableKind (trace/stats/tables/stat_tables.h) */
  const char *filter; /* static, or owned by the data: of its rows; NULL means all */
  const FindingRule *rule; /* of TARGET_DISMISS and TARGET_RESTORE */
} PaneTarget;

#define PANE_TARGET_NONE ((PaneTarget){ .kind = TARGET_NONE })

/* The grey blocks shown in place of the chart while its figures are being computed. */
typedef enum
{
  GHOST_SUMMARY,
  GHOST_RING,
  GHOST_BARS,
  GHOST_AXES,
  GHOST_LINES,
} PaneGhost;

/* Whether a pane has its figures of a job that was merged from summaries (trace/model/job_tables.h), which has few of the
 * slices that happened: figures of those alone would be wrong. The dashboard of a job leaves out panes that have nothing. */
typedef enum
{
  PANE_JOB_NOTHING,
  PANE_JOB_WHOLE, /* of whole ranks over the whole profile */
  PANE_JOB_ANY,
} PaneJob;

/* Something that the user chooses in the header of a pane. */
typedef struct
{
  const char *key;            /* for settings: "figure" */
  const char *label;          /* "Figure" */
  const char *const *words;   /* for settings, NULL-terminated: "step_time", ...; the first is the default */
  const char *const *labels;  /* of them */
} PaneChoice;

#define PANE_CHOICES_MAX 2

/* The options of a pane that the user can change. */
typedef struct
{
  uint32_t n_rows; /* for panes with has_rows; 0 for the default number */
  bool is_other;   /* for panes with an other_label: use the other drawing */
  const char
    *name; /* of a pane that there may be several of: what it is about, such as an annotation's name */
  uint8_t choices[PANE_CHOICES_MAX]; /* for panes with choices: indices of their words */
  uint64_t unfolded; /* for panes with parts that fold: a bit for each that is folded out; not remembered */
} PaneOptions;

#define PANE_OPTIONS_DEFAULT ((PaneOptions){ 0 })

typedef struct Pane Pane;

/* The arguments of the functions of a pane. */
typedef struct
{
  const Pane *kind;
  const DashboardData *data; /* contains all sections that the pane needs */
  const PaneOptions *options;
  const NumberStyle *numbers;
} PaneContext;

struct Pane
{
  const char *id; /* stable: for tests and settings; of letters, digits and '-' */
  const char *title;
  const char *definition; /* formula, window, events, known traps; paragraphs */
  char *(*in_force) (
    const PaneContext *pane); /* returns a sentence about the options in force, g_free (); NULL if none */
  SectionMask needs;
  PaneShape shape;
  PaneGhost ghost;
  bool needs_gpu;         /* hidden for a profile without the work of GPUs */
  bool needs_ranks;       /* hidden for a profile of a single rank */
  bool needs_message_sizes; /* hidden for a profile that does not tell the size of a message between ranks */
  bool needs_allocations; /* hidden for a profile without a history of allocations */
  bool is_of_memory;      /* shown for a profile of nothing but such a history, as those that need one are */
  PaneJob of_job;
  int variant;    /* distinguishes panes that share functions */

  /* For a pane that can exist several times, each with a name: returns whether the data was computed for that name.
   * NULL if the pane exists once. */
  bool (*knows) (const DashboardData *data, const char *name);

  /* Options that its menu offers. */
  bool has_rows; /* the user sets how many rows come before the rest */
  const PaneChoice *choices; /* at most PANE_CHOICES_MAX; ends with one without a key; NULL if there are none */
  const char *table_id;      /* of a StatTableKind (trace/stats/tables/stat_tables.h) that has all its figures; NULL if none */
  const char *other_table_id; /* the same where is_of_other_table () returns true; NULL if there is only one */
  bool (*is_of_other_table) (const PaneContext *pane);
  const char *usual_label,
    *other_label; /* labels of two drawings, such as "Bars" and "Pie"; NULL if there is only one */
  bool (*differs) (
    const PaneContext *pane); /* returns whether the two drawings differ now; NULL means always */

  void (*draw) (cairo_t *cr,
                const Rect *rect,
                const DrawStyle *style,
                const PaneContext *pane,
                const ChartMarks *marks,
                ChartMap *ret_map);

  /* The caller owns the results of the following functions and frees texts with g_free (). */

  /* Returns a sentence that says why there is nothing to draw. Returns NULL if there is; only then may the
   * functions below be called, except footer (). */
  char *(*empty) (const PaneContext *pane);

  /* For a pane over all columns whose height follows what it shows: the height of the chart at a width; else NULL. The pane
   * need not be ready. */
  double (*height_px) (const PaneContext *pane, double width_px, const DrawStyle *style);

  /* For a pane that can be copied as plain text for an issue: that text; else NULL. */
  char *(*issue_text) (const PaneContext *pane);

  /* Returns the definition in one line, with the denominator in figures. If the function is NULL, the pane
   * has no footer. */
  char *(*footer) (const PaneContext *pane);

  /* Returns all figures of the chart as rows with exact values, for the clipboard and for screen readers. */
  PaneTable *(*table) (const PaneContext *pane);

  /* Returns the same as lines of text, for panes for which pane_alternative () of table and footer would
   * read badly; else the function is NULL. */
  char *(*alternative) (const PaneContext *pane);

  /* Returns the name and the exact figures of one part. */
  char *(*part_text) (const PaneContext *pane, int part);

  PaneTarget (*part_target) (const PaneContext *pane, int part);

  /* For a pane whose parts are cells, without areas of their own: the part at a point of the grid that was drawn, or -1;
   * else NULL. */
  int (*part_at) (const PaneContext *pane, const ChartGrid *grid, double x_px, double y_px);

  /* For a pane that names process groups, which the user can rename then: the group (RankTraffic.groups) of a part, or -1;
   * else NULL. */
  int (*group_of) (const PaneContext *pane, int part);
};

/* Returns the id of the table that has all figures that are shown now, or NULL. The data may be NULL. */
const char *pane_table_id_of (const PaneContext *pane);

/* Returns the number of words of a choice. */
unsigned pane_choice_count (const PaneChoice *choice);

/* Returns the number of choices of a pane. */
unsigned pane_n_choices (const Pane *pane);

/* Returns the title, or the name that the pane is about; translated. Static, or owned by the options. */
const char *pane_title (const Pane *pane, const PaneOptions *options);

/* Returns the same in the words of the profile, whose devices may be TPUs; g_free (). The data may be NULL. */
char *pane_title_of (const PaneContext *pane);

/* Returns whether the functions of the pane may be called: all sections that it needs were computed, even
 * if that failed. data may be NULL. */
static inline bool
pane_is_ready (const Pane *pane, const PaneOptions *options, const DashboardData *data)
{
  return data != NULL && dashboard_data_has (data, pane->needs)
         && (options->name == NULL || pane->knows (data, options->name));
}

/* Returns the sentence shown in place of the chart: that memory ran out, or that of empty (); NULL if the
 * chart is shown. The pane must be ready. */
char *pane_sentence (const PaneContext *pane);

/* Returns the text for screen readers: the sentence, or else figures and footer. The pane must be ready. */
char *pane_alternative (const PaneContext *pane);

/* Returns the footer; "" if memory ran out. The pane must be ready and have a footer. */
char *pane_footer (const PaneContext *pane);
