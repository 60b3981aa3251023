/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of the dashboard for one scope, kept as numbers: a set of sections, each of which is computed once, by one
 * thread, and does not change any more. Reference-counted. Any thread may ask for a section at any time: it is there, or
 * it is not yet.
 *
 * To add a pane with figures of its own:
 *   1. a value of DashboardSection here, before those that take less time: sections are begun in this order;
 *   2. section_<name>.h and .c in this folder: the struct of the figures, a function that computes it and one that
 *      frees it, as SectionKind says, and an inline function that finds it in the data;
 *   3. a line in the table of sections.c;
 *   4. pane_<name>.h and .c with a `const Pane` (widgets/dashboard/pane/pane.h) whose .needs has SECTION_BIT (SECTION_<NAME>),
 *      and a line in the table of panes.c;
 *   5. the new .c files in widgets/meson.build.
 *
 * A section keeps what is drawn and told, not what that was made of: at most about a MiB, whatever the size of the
 * profile, for those of the last windows stay in memory (widgets/dashboard/sections/dashboard_cache.h).
 *
 * Shares are tenths of a percent that add up to 1000 over their whole (trace/stats/percent_parts.h), and the same
 * share is the same number in every pane. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"
#include "widgets/state/profile.h"

typedef enum
{
  SECTION_IDLE,       /* section_idle.h */
  SECTION_STEP_PARTS, /* section_step_parts.h */
  SECTION_OCCUPANCY,  /* section_occupancy.h */
  SECTION_LAUNCHES,   /* section_launches.h */
  SECTION_QUEUES,     /* section_queues.h */
  SECTION_DEVICES,    /* section_time.h */
  SECTION_PRECISION,  /* section_precision.h */
  SECTION_KERNELS,    /* section_kernels.h */
  SECTION_ACTIVITY,   /* section_activity.h */
  SECTION_CPU,        /* section_cpu.h */
  SECTION_COPIES,     /* section_copies.h */
  SECTION_MEMORY_USE, /* section_memory_use.h */
  SECTION_OVERLAP,    /* section_overlap.h; after devices */
  SECTION_HISTOGRAMS, /* section_histograms.h */
  SECTION_STEPS,      /* section_steps.h */
  SECTION_OVERHEAD,   /* section_overhead.h */
  SECTION_TIME,       /* section_time.h; after idle and devices */
  SECTION_QUERIES,    /* section_queries.h; may take long, and nothing waits for it */
  N_DASHBOARD_SECTIONS
} DashboardSection;

typedef uint64_t SectionMask;

#define SECTION_BIT(section) ((SectionMask) 1 << (section))
#define SECTIONS_ALL         (SECTION_BIT (N_DASHBOARD_SECTIONS) - 1)

typedef struct SectionBox SectionBox;

/* SQL that the user gave a name. */
typedef struct
{
  const char *name;
  const char *sql; /* NULL: there is none of that name any more */
} DashboardQuery;

/* What the user chooses about figures, for all windows. NULL in place of one: all as usual. */
typedef struct
{
  const char *const *annotations; /* whose histograms there are to be, each once; NULL: none */
  int64_t
    short_gap_ns; /* below it a gap before work that had been launched is launch overhead (trace/stats/idle/idle_causes.h) */
  const DashboardQuery *queries; /* whose rows there are to be, each name once */
  size_t n_queries;
} DashboardChoices;

typedef struct
{
  const Profile *profile; /* referenced */
  StatsScope scope;
  uint32_t n_devices, n_ranks; /* in scope */
  bool has_gpu;                /* the profile has one */
  char **annotations;          /* of the choices; NULL-terminated */
  int64_t short_gap_ns;        /* of the choices */
  DashboardQuery *queries;     /* of the choices; copies */
  size_t n_queries;

  _Atomic (SectionBox *) boxes[N_DASHBOARD_SECTIONS]; /* private */
} DashboardData;

/* What a section is made of. compute () may use the sections that it comes after, and answers NULL when it is not
 * wanted any more or memory runs out; should_continue () is for any thread and costs next to nothing. */
typedef struct
{
  void *(*compute) (const DashboardData *data, bool (*should_continue) (void *user_data), void *user_data);
  void (*free) (void *section);
  SectionMask after;                      /* sections that are computed before it */
  bool depends_on_histograms;             /* on DashboardData.annotations */
  bool depends_on_short_gap;              /* on DashboardData.short_gap_ns */
  bool depends_on_queries;                /* on DashboardData.queries */
  bool (*is_final) (const void *section); /* whether it would come out the same again; NULL: it would */
} SectionKind;

extern const SectionKind section_kinds[N_DASHBOARD_SECTIONS];

/* A data without sections. The choices are copied. O(devices). */
DashboardData *
dashboard_data_begin (const Profile *profile, const StatsScope *scope, const DashboardChoices *choices);

/* Whether its figures are those of these choices. */
bool dashboard_data_is_of (const DashboardData *data, const DashboardChoices *choices);

/* The same scope with other choices: shares what there is of the sections that do not depend on what differs, but for
 * those that dashboard_data_may_improve () says may come out better. */
DashboardData *dashboard_data_with (const DashboardData *data, const DashboardChoices *choices);

/* Computes the sections that are asked for, with those that they come after, as far as they are not there: several at a
 * time. Those of first, such as what is on the screen, are there before the others are begun; where there are any, the
 * others give way to other threads, such as one that draws. Returns when all are there or failed, or should_continue
 * (user_data), which may be NULL, says that they are not needed any more; some may be there then. on_section
 * (user_data), which may be NULL, is called by some thread after each. One call at a time for a data. */
void dashboard_data_compute (DashboardData *data,
                             SectionMask sections,
                             SectionMask first,
                             bool (*should_continue) (void *user_data),
                             void (*on_section) (void *user_data),
                             void *user_data);

/* All sections at once. Blocks for O(activities x log activities). TRACE_ERROR_NO_MEMORY. */
DashboardData *dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error);

DashboardData *dashboard_data_ref (DashboardData *data);
void dashboard_data_unref (DashboardData *data); /* NULL is ignored */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DashboardData, dashboard_data_unref)

/* Whether all of them were computed, be it in vain; and whether any was in vain. */
bool dashboard_data_has (const DashboardData *data, SectionMask sections);
bool dashboard_data_failed (const DashboardData *data, SectionMask sections);

/* Whether any of them was computed in vain or was stopped before its end, so that it may come out better next time. */
bool dashboard_data_may_improve (const DashboardData *data, SectionMask sections);

/* The figures, which live as long as the data; NULL: they are not there. Panes, of which nothing is asked before all that
 * they need is there, use the function of the section's header. */
const void *dashboard_section (const DashboardData *data, DashboardSection section);
