/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of the dashboard for one scope, as numbers. They consist of sections; a section is computed once, by one
 * thread, and then never changes. Reference-counted. Any thread may read a section at any time; it is NULL until it is
 * computed.
 *
 * To add a pane with figures of its own:
 *   1. a value of DashboardSection here, before sections that take less time (sections are started in this order);
 *   2. section_<name>.h and .c in this folder: the struct of the figures, the functions that compute and
 *      free it (see SectionKind), and an inline function that finds it in the data;
 *   3. a line in the table of sections.c;
 *   4. pane_<name>.h and .c with a `const Pane` (widgets/dashboard/pane/pane.h) whose .needs has SECTION_BIT (SECTION_<NAME>),
 *      and a line in the table of panes.c;
 *   5. the new .c files in widgets/meson.build.
 *
 * A section contains what panes draw and tell, not the data that this was computed from. It takes at most about a MiB,
 * whatever the size of the profile, since the sections of the last scopes stay in memory
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
  SECTION_QUERIES,    /* section_queries.h; may take long; no other section needs it */
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
  const char *sql; /* NULL: the query was deleted */
} DashboardQuery;

/* The user's choices about figures, for all scopes. Where a function takes NULL instead, the defaults apply. */
typedef struct
{
  const char *const *annotations; /* names to compute histograms of, each once; NULL: none */
  int64_t
    short_gap_ns; /* a shorter gap before launched work is launch overhead (trace/stats/idle/idle_causes.h) */
  const DashboardQuery *queries; /* queries to run, each name once */
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
  DashboardQuery *queries;     /* of the choices; copies */
  size_t n_queries;

  _Atomic (SectionBox *) boxes[N_DASHBOARD_SECTIONS]; /* private */
} DashboardData;

/* The functions of a section. compute () may use the sections in after. It returns NULL when memory runs out or once
 * is_wanted () returns false, that is, when the result is no longer needed. is_wanted () may be called by any thread and
 * is cheap. */
typedef struct
{
  void *(*compute) (const DashboardData *data, bool (*is_wanted) (void *user_data), void *user_data);
  void (*free) (void *section);
  SectionMask after;                      /* sections that must be computed before it */
  bool depends_on_histograms;             /* on DashboardData.annotations */
  bool depends_on_short_gap;              /* on DashboardData.short_gap_ns */
  bool depends_on_queries;                /* on DashboardData.queries */
  bool (*is_final) (const void *section); /* whether a repetition gives the same; NULL: always */
} SectionKind;

extern const SectionKind section_kinds[N_DASHBOARD_SECTIONS];

/* Creates a DashboardData without sections. Copies the choices. O(devices). */
DashboardData *
dashboard_data_begin (const Profile *profile, const StatsScope *scope, const DashboardChoices *choices);

/* Returns whether data was created with these choices. */
bool dashboard_data_is_of (const DashboardData *data, const DashboardChoices *choices);

/* Creates a DashboardData of the same scope with other choices. It shares the computed sections that do not depend on the
 * changed choices, except those for which dashboard_data_may_improve () is true. */
DashboardData *dashboard_data_with (const DashboardData *data, const DashboardChoices *choices);

/* Computes the requested sections that are missing, and the sections that these need, several at a time. The sections in
 * first, such as those on the screen, are complete before any other is started. If first is not empty, the other sections
 * run at low priority, so that drawing is not delayed.
 *
 * Returns when all sections are computed or have failed, or once is_wanted (user_data) returns false; then some of them
 * may be computed. on_section (user_data) is called after each section, by any thread. Both functions may be NULL. Only
 * one call at a time is allowed for a DashboardData. */
void dashboard_data_compute (DashboardData *data,
                             SectionMask sections,
                             SectionMask first,
                             bool (*is_wanted) (void *user_data),
                             void (*on_section) (void *user_data),
                             void *user_data);

/* Creates a DashboardData and computes all sections. Takes O(activities x log activities) time; call it from a worker
 * thread. Returns NULL with TRACE_ERROR_NO_MEMORY when memory runs out. */
DashboardData *dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error);

DashboardData *dashboard_data_ref (DashboardData *data);
void dashboard_data_unref (DashboardData *data); /* NULL is ignored */
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DashboardData, dashboard_data_unref)

/* Returns whether all of these sections were computed, even if that failed; and whether any of them failed. */
bool dashboard_data_has (const DashboardData *data, SectionMask sections);
bool dashboard_data_failed (const DashboardData *data, SectionMask sections);

/* Returns whether any of these sections failed or was stopped early, so that computing it again may give more. */
bool dashboard_data_may_improve (const DashboardData *data, SectionMask sections);

/* Returns the figures of a section, or NULL if they are not computed. Borrowed for the lifetime of the data. Panes, whose
 * functions are called only when their sections are computed, use the inline function of the section's header. */
const void *dashboard_section (const DashboardData *data, DashboardSection section);
