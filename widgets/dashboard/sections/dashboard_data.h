/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of the dashboard for one scope, as numbers. They consist of sections. One thread computes each section
 * once; it does not change afterwards. Reference-counted. Any thread may look up a section at any time; it may not be
 * there yet.
 *
 * To add a pane with figures of its own:
 *   1. a value of DashboardSection here, before those that take less time, because sections are begun in this order;
 *   2. section_<name>.h and .c in this folder: the struct of the figures, a function that computes it and one that
 *      frees it, as SectionKind says, and an inline function that finds it in the data;
 *   3. a line in the table of sections.c;
 *   4. pane_<name>.h and .c with a `const Pane` (widgets/dashboard/pane/pane.h) whose .needs has SECTION_BIT
 *      (SECTION_<NAME>), and a line in the table of panes.c;
 *   5. the new .c files in widgets/meson.build.
 *
 * A section keeps the figures that are shown, not the data that they were computed from: at most about a MiB for a
 * profile of any size, because the sections of the last windows stay in memory
 * (widgets/dashboard/sections/dashboard_cache.h).
 *
 * Shares are tenths of a percent that add up to 1000 over their whole (trace/stats/percent_parts.h). The same share is the
 * same number in every pane. */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/stats/scope.h"
#include "widgets/state/profile.h"

typedef enum
{
  SECTION_IDLE,        /* section_idle.h */
  SECTION_STEP_PARTS,  /* section_step_parts.h */
  SECTION_OCCUPANCY,   /* section_occupancy.h */
  SECTION_STRAGGLERS,  /* section_stragglers.h */
  SECTION_RANK_TRAFFIC, /* section_rank_traffic.h */
  SECTION_COLLECTIVES, /* section_collectives.h */
  SECTION_LAUNCHES,    /* section_launches.h */
  SECTION_QUEUES,      /* section_queues.h */
  SECTION_DEVICES,     /* section_time.h */
  SECTION_PRECISION,   /* section_precision.h */
  SECTION_KERNELS,     /* section_kernels.h */
  SECTION_ACTIVITY,    /* section_activity.h */
  SECTION_CPU,         /* section_cpu.h */
  SECTION_GPU_SAMPLES, /* section_gpu_samples.h */
  SECTION_COPIES,      /* section_copies.h */
  SECTION_MEMORY_USE,  /* section_memory_use.h */
  SECTION_ALLOCATIONS, /* section_allocations.h */
  SECTION_OVERLAP,     /* section_overlap.h; after devices */
  SECTION_HISTOGRAMS,  /* section_histograms.h */
  SECTION_STEPS,       /* section_steps.h */
  SECTION_OVERHEAD,    /* section_overhead.h */
  SECTION_RANKS,       /* section_ranks.h */
  SECTION_TIME,        /* section_time.h; after idle and devices */
  SECTION_FINDINGS,    /* section_findings.h; takes long, with threads of its own: what is quick comes before it */
  SECTION_QUERIES,     /* section_queries.h; may take long; no other section needs it */
  N_DASHBOARD_SECTIONS
} DashboardSection;

typedef uint64_t SectionMask;

#define SECTION_BIT(section) ((SectionMask) 1 << (section))
#define SECTIONS_ALL         (SECTION_BIT (N_DASHBOARD_SECTIONS) - 1)

typedef struct SectionBox SectionBox;

/* A query that the user saved under a name. */
typedef struct
{
  const char *name;
  const char *sql; /* NULL if the query with that name was removed */
} DashboardQuery;

/* The user's choices for the figures of all windows. A pointer to them may be NULL for the defaults. */
typedef struct
{
  const char *const *annotations; /* those whose histograms are computed, each once; NULL if none */
  int64_t
    short_gap_ns; /* shorter gaps before launched work are launch overhead (trace/stats/idle/idle_causes.h) */
  const char *group_names;       /* widgets/dashboard/pane/group_names.h; NULL if none were given */
  const char *finding_rules;     /* trace/findings/threshold_file.h; NULL if nothing was changed */
  const char *dismissed;         /* widgets/dashboard/findings/dismissed_findings.h; NULL if nothing was */
  const DashboardQuery *queries; /* those whose rows are computed, each name once */
  size_t n_queries;
} DashboardChoices;

typedef struct
{
  const Profile *profile; /* referenced */
  StatsScope scope;
  uint32_t n_devices, n_ranks; /* in scope */
  bool has_gpu;                /* the profile has a GPU */
  char **annotations;          /* of the choices; NULL-terminated */
  int64_t short_gap_ns;        /* of the choices */
  char *group_names;           /* of the choices; NULL if there are none; no section depends on it */
  char *finding_rules;         /* of the choices; NULL if nothing was changed */
  char *dismissed;             /* of the choices; NULL if nothing was; no section depends on it */
  DashboardQuery *queries;     /* of the choices; copies */
  size_t n_queries;

  _Atomic (SectionBox *) boxes[N_DASHBOARD_SECTIONS]; /* private */
} DashboardData;

/* How a section is computed. compute () may use the sections of after. It returns NULL when should_continue () returns
 * false or memory runs out. should_continue () may be called on any thread and is cheap. */
typedef struct
{
  void *(*compute) (const DashboardData *data, bool (*should_continue) (void *user_data), void *user_data);
  void (*free) (void *section);
  SectionMask after;                      /* sections that must be computed before it */
  bool depends_on_histograms;             /* on DashboardData.annotations */
  bool depends_on_short_gap;              /* on DashboardData.short_gap_ns */
  bool depends_on_queries;                /* on DashboardData.queries */
  bool depends_on_finding_rules;          /* on DashboardData.finding_rules */
  bool (*is_final) (const void *section); /* whether computing it again would give the same; NULL if always */
} SectionKind;

extern const SectionKind section_kinds[N_DASHBOARD_SECTIONS];

/* Returns data without sections. The choices are copied. O(devices). */
DashboardData *
dashboard_data_begin (const Profile *profile, const StatsScope *scope, const DashboardChoices *choices);

/* Returns whether its figures are those of these choices. */
bool dashboard_data_is_of (const DashboardData *data, const DashboardChoices *choices);

/* Returns data for the same scope with other choices. It shares the computed sections that do not depend on the
 * differences, except those that computing again may improve (dashboard_data_may_improve ()). */
DashboardData *dashboard_data_with (const DashboardData *data, const DashboardChoices *choices);

/* Computes the missing ones of these sections, and of those that they depend on, several at a time. The sections in
 * first, such as those on the screen, are complete before the others begin; if there are any, the others give way to
 * threads such as one that draws. Returns when all sections are computed or failed, or when should_continue (user_data)
 * returns false; then some may be missing. on_section (user_data) is called on any thread after each section. Both
 * callbacks may be NULL. Only one call at a time for the same data. */
void dashboard_data_compute (DashboardData *data,
                             SectionMask sections,
                             SectionMask first,
                             bool (*should_continue) (void *user_data),
                             void (*on_section) (void *user_data),
                             void *user_data);

/* Returns data with all sections. Takes O(activities x log activities) time; call it from a worker thread. Fails with
 * TRACE_ERROR_NO_MEMORY. */
DashboardData *dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error);

DashboardData *dashboard_data_ref (DashboardData *data);
void dashboard_data_unref (DashboardData *data); /* NULL is ignored */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DashboardData, dashboard_data_unref)

/* Return whether all of the sections are done, computed or failed; and whether any failed. */
bool dashboard_data_has (const DashboardData *data, SectionMask sections);
bool dashboard_data_failed (const DashboardData *data, SectionMask sections);

/* Returns whether any of the sections failed or was stopped early, so that computing it again may improve it. */
bool dashboard_data_may_improve (const DashboardData *data, SectionMask sections);

/* Returns the figures of a section, which live as long as the data, or NULL if they are missing. Panes are only used
 * when all sections that they need are there; they use the inline function of the section's header. */
const void *dashboard_section (const DashboardData *data, DashboardSection section);
