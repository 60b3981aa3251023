/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/dashboard_data.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "trace/container/parallel.h"
#include "trace/container/worker_thread.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/text/trace_error.h"

G_STATIC_ASSERT (N_DASHBOARD_SECTIONS < 64);

/* The figures of a section, which several DashboardData may share. */
struct SectionBox
{
  DashboardSection section;
  void *value; /* NULL: there was no memory for it */
};

static void
clear_box (gpointer data)
{
  SectionBox *box = data;

  if (box->value != NULL)
    section_kinds[box->section].free (box->value);
}

static SectionBox *
box_of (const DashboardData *data, DashboardSection section)
{
  return atomic_load_explicit (&((DashboardData *) data)->boxes[section], memory_order_acquire);
}

/* ---- life ---- */

static const char *const no_annotations[] = { NULL };

static DashboardChoices
usual_choices (const DashboardChoices *choices)
{
  DashboardChoices filled = choices != NULL ? *choices : (DashboardChoices){ .short_gap_ns = IDLE_SHORT_NS };

  if (filled.annotations == NULL)
    filled.annotations = no_annotations;
  return filled;
}

DashboardData *
dashboard_data_begin (const Profile *profile, const StatsScope *scope, const DashboardChoices *choices)
{
  const DashboardChoices chosen = usual_choices (choices);
  DashboardData *data = g_atomic_rc_box_new0 (DashboardData);

  data->profile = profile_ref (profile);
  data->scope = *scope;
  data->n_devices = stats_scope_n_devices (scope);
  data->n_ranks = stats_scope_n_ranks (scope);
  data->has_gpu = trace_n_devices (scope->trace) > 0;
  data->annotations = g_strdupv ((char **) chosen.annotations);
  data->short_gap_ns = chosen.short_gap_ns;
  data->group_names = g_strdup (chosen.group_names);
  data->finding_rules = g_strdup (chosen.finding_rules);
  data->dismissed = g_strdup (chosen.dismissed);
  data->n_queries = chosen.n_queries;
  data->queries = g_new (DashboardQuery, chosen.n_queries);
  for (size_t i = 0; i < chosen.n_queries; i++)
    data->queries[i] =
      (DashboardQuery){ g_strdup (chosen.queries[i].name), g_strdup (chosen.queries[i].sql) };
  return data;
}

static bool
has_annotations (const DashboardData *data, const DashboardChoices *chosen)
{
  return g_strv_equal ((const char *const *) data->annotations, chosen->annotations);
}

static bool
has_queries (const DashboardData *data, const DashboardChoices *chosen)
{
  if (data->n_queries != chosen->n_queries)
    return false;
  for (size_t i = 0; i < data->n_queries; i++)
    if (strcmp (data->queries[i].name, chosen->queries[i].name) != 0
        || g_strcmp0 (data->queries[i].sql, chosen->queries[i].sql) != 0)
      return false;
  return true;
}

static bool
has_finding_rules (const DashboardData *data, const DashboardChoices *chosen)
{
  return g_strcmp0 (data->finding_rules, chosen->finding_rules) == 0;
}

bool
dashboard_data_is_of (const DashboardData *data, const DashboardChoices *choices)
{
  const DashboardChoices chosen = usual_choices (choices);

  return has_annotations (data, &chosen) && data->short_gap_ns == chosen.short_gap_ns
         && has_queries (data, &chosen) && g_strcmp0 (data->group_names, chosen.group_names) == 0
         && has_finding_rules (data, &chosen) && g_strcmp0 (data->dismissed, chosen.dismissed) == 0;
}

DashboardData *
dashboard_data_with (const DashboardData *data, const DashboardChoices *choices)
{
  const DashboardChoices chosen = usual_choices (choices);
  DashboardData *other = dashboard_data_begin (data->profile, &data->scope, &chosen);
  bool same_histograms = has_annotations (data, &chosen),
       same_gap = data->short_gap_ns == chosen.short_gap_ns;
  bool same_queries = has_queries (data, &chosen), same_rules = has_finding_rules (data, &chosen);
  SectionMask same = 0;

  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    {
      const SectionKind *kind = &section_kinds[i];
      bool is_same = (same_histograms || !kind->depends_on_histograms)
                     && (same_gap || !kind->depends_on_short_gap)
                     && (same_queries || !kind->depends_on_queries)
                     && (same_rules || !kind->depends_on_finding_rules) && (kind->after & ~same) == 0;
      SectionBox *box = is_same ? box_of (data, i) : NULL;

      if (dashboard_data_may_improve (data, SECTION_BIT (i)))
        continue;
      if (is_same)
        same |= SECTION_BIT (i);
      if (box != NULL)
        atomic_store_explicit (&other->boxes[i], g_atomic_rc_box_acquire (box), memory_order_release);
    }
  return other;
}

static void
clear_data (gpointer user_data)
{
  DashboardData *data = user_data;

  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    if (box_of (data, i) != NULL)
      g_atomic_rc_box_release_full (box_of (data, i), clear_box);
  g_strfreev (data->annotations);
  g_free (data->group_names);
  g_free (data->finding_rules);
  g_free (data->dismissed);
  for (size_t i = 0; i < data->n_queries; i++)
    {
      g_free ((char *) data->queries[i].name);
      g_free ((char *) data->queries[i].sql);
    }
  g_free (data->queries);
  profile_unref (data->profile);
}

DashboardData *
dashboard_data_ref (DashboardData *data)
{
  return g_atomic_rc_box_acquire (data);
}

void
dashboard_data_unref (DashboardData *data)
{
  if (data != NULL)
    g_atomic_rc_box_release_full (data, clear_data);
}

/* ---- questions ---- */

bool
dashboard_data_has (const DashboardData *data, SectionMask sections)
{
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    if ((sections & SECTION_BIT (i)) != 0 && box_of (data, i) == NULL)
      return false;
  return true;
}

bool
dashboard_data_failed (const DashboardData *data, SectionMask sections)
{
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    if ((sections & SECTION_BIT (i)) != 0 && box_of (data, i) != NULL && box_of (data, i)->value == NULL)
      return true;
  return false;
}

bool
dashboard_data_may_improve (const DashboardData *data, SectionMask sections)
{
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    {
      const SectionBox *box = (sections & SECTION_BIT (i)) != 0 ? box_of (data, i) : NULL;

      if (box != NULL
          && (box->value == NULL
              || (section_kinds[i].is_final != NULL && !section_kinds[i].is_final (box->value))))
        return true;
    }
  return false;
}

const void *
dashboard_section (const DashboardData *data, DashboardSection section)
{
  const SectionBox *box = box_of (data, section);

  return box != NULL ? box->value : NULL;
}

/* ---- computing ---- */

typedef struct
{
  DashboardData *data;
  bool (*should_continue) (void *user_data);
  void (*on_section) (void *user_data);
  void *user_data;

  pthread_mutex_t lock; /* for what follows */
  pthread_cond_t changed;
  SectionMask left, running;
} Run;

static bool
is_run_wanted (const Run *run)
{
  return run->should_continue == NULL || run->should_continue (run->user_data);
}

/* Returns the next remaining section that waits for no other, or N_DASHBOARD_SECTIONS. */
static DashboardSection
next_section (const Run *run)
{
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    if ((run->left & SECTION_BIT (i)) != 0 && (section_kinds[i].after & (run->left | run->running)) == 0)
      return i;
  return N_DASHBOARD_SECTIONS;
}

/* Waits until a remaining section waits for no other and returns it. Returns N_DASHBOARD_SECTIONS if none is left. */
static DashboardSection
take_section (Run *run)
{
  while (run->left != 0)
    {
      DashboardSection section = next_section (run);

      if (section < N_DASHBOARD_SECTIONS)
        {
          run->left &= ~SECTION_BIT (section);
          run->running |= SECTION_BIT (section);
          return section;
        }
      pthread_cond_wait (&run->changed, &run->lock);
    }
  return N_DASHBOARD_SECTIONS;
}

/* Returns false if the result is no longer needed. */
static bool
compute_section (Run *run, DashboardSection section)
{
  const SectionKind *kind = &section_kinds[section];
  void *value = NULL;

  if (!is_run_wanted (run))
    return false;
  if (!dashboard_data_failed (run->data, kind->after))
    {
      value = kind->compute (run->data, run->should_continue, run->user_data);
      if (value == NULL && !is_run_wanted (run))
        return false;
    }
  SectionBox *box = g_atomic_rc_box_new (SectionBox);
  *box = (SectionBox){ section, value };
  atomic_store_explicit (&run->data->boxes[section], box, memory_order_release);
  if (run->on_section != NULL)
    run->on_section (run->user_data);
  return true;
}

static void
compute_sections (void *user_data, size_t task, unsigned thread)
{
  Run *run = user_data;
  DashboardSection section;

  (void) task;
  (void) thread;
  pthread_mutex_lock (&run->lock);
  while ((section = take_section (run)) < N_DASHBOARD_SECTIONS)
    {
      pthread_mutex_unlock (&run->lock);
      bool is_there = compute_section (run, section);
      pthread_mutex_lock (&run->lock);
      run->running &= ~SECTION_BIT (section);
      if (!is_there)
        run->left = 0;
      pthread_cond_broadcast (&run->changed);
    }
  pthread_mutex_unlock (&run->lock);
}

/* Returns the requested sections that are missing, and the sections that these need. */
static SectionMask
missing_sections (const DashboardData *data, SectionMask sections)
{
  SectionMask all = sections & SECTIONS_ALL, before;

  do
    {
      before = all;
      for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
        if ((all & SECTION_BIT (i)) != 0)
          all |= section_kinds[i].after;
    }
  while (all != before);
  for (DashboardSection i = 0; i < N_DASHBOARD_SECTIONS; i++)
    if (box_of (data, i) != NULL)
      all &= ~SECTION_BIT (i);
  return all;
}

/* Computes the remaining sections, several at a time. */
static void
compute_left (Run *run)
{
  unsigned n_threads = MIN (parallel_threads (), (unsigned) __builtin_popcountll (run->left));

  if (run->left != 0)
    parallel_run (n_threads, n_threads, compute_sections, run);
}

static void *
compute_behind (void *user_data)
{
  worker_thread_give_way ();
  compute_left (user_data);
  return NULL;
}

void
dashboard_data_compute (DashboardData *data,
                        SectionMask sections,
                        SectionMask first,
                        bool (*should_continue) (void *user_data),
                        void (*on_section) (void *user_data),
                        void *user_data)
{
  Run run = {
    .data = data,
    .should_continue = should_continue,
    .on_section = on_section,
    .user_data = user_data,
  };
  pthread_t behind;

  pthread_mutex_init (&run.lock, NULL);
  pthread_cond_init (&run.changed, NULL);
  run.left = missing_sections (data, sections & first);
  compute_left (&run);
  run.left = is_run_wanted (&run) ? missing_sections (data, sections) : 0;
  /* The first sections are drawn meanwhile. */
  if (first != 0 && run.left != 0 && worker_thread_start (&behind, compute_behind, &run))
    pthread_join (behind, NULL);
  else
    compute_left (&run);
  pthread_cond_destroy (&run.changed);
  pthread_mutex_destroy (&run.lock);
}

DashboardData *
dashboard_data_new (const Profile *profile, const StatsScope *scope, GError **error)
{
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, scope, NULL);

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  if (!dashboard_data_failed (data, SECTIONS_ALL))
    return g_steal_pointer (&data);
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory for these statistics");
  return NULL;
}
