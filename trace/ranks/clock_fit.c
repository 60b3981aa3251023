/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/clock_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "trace/container/stop_check.h"
#include "trace/container/string_table.h"

COLUMN_IMPLEMENT (ClockReadingColumn, clock_reading_column)

#define MAX_ROUNDS 12
#define CLOSE_NS   20.0

#define NO_RANK UINT32_MAX

/* Collectives of the same ranks. */
typedef struct
{
  uint32_t *ranks; /* ascending */
  uint32_t n_ranks;
  uint64_t n_instances;
} Group;

typedef struct
{
  double end_ns; /* from the origin */
  uint32_t instance, rank;
} Reading;

/* An instance's readings are those from first up to the first one of the next instance. */
typedef struct
{
  size_t first;
  uint32_t group;
  double end_ns; /* the median of its corrected ends */
} Instance;

typedef struct
{
  ClockFit *fit;
  StopCheck check;
  Reading *readings; /* grouped by instance */
  size_t n;
  Instance *instances; /* one more than there are, for the end of the last one */
  uint32_t n_instances;
  size_t *by_rank; /* indices of readings, grouped by rank, ascending in each */
  size_t *firsts;  /* of each rank, in by_rank; one more for the end */
  StringTable *rank_sets;
  Group *groups;
  uint32_t n_groups;
  uint32_t *of_group; /* indices of instances, grouped by group */
  size_t *group_firsts;
  /* Ranks whose curves lead to one clock. Lists of ranks; n_members counts at the head. */
  uint32_t *frames, *next, *n_members;
  ClockPoint *points; /* as many as there are readings */
  double *scratch;
} Fitting;

static double *
curve_of (const Fitting *fitting, uint32_t rank)
{
  return fitting->fit->offsets_ns + (size_t) rank * fitting->fit->knots.n;
}

static int
compare_ranks (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return x < y ? -1 : x > y;
}

/* ---- what was read ---- */

/* Keeps the instances of at least two ranks. */
static bool
take_readings (Fitting *fitting, const ClockReading *readings, size_t n)
{
  uint32_t *ranks = malloc ((n + 1) * sizeof *ranks);
  bool ok = ranks != NULL;

  for (size_t first = 0, end; first < n && ok; first = end)
    {
      size_t n_of_instance = 0;
      uint32_t group;

      for (end = first; end < n && readings[end].instance == readings[first].instance; end++)
        ranks[n_of_instance++] = readings[end].rank;
      qsort (ranks, n_of_instance, sizeof *ranks, compare_ranks);
      size_t n_distinct = 0;
      for (size_t i = 0; i < n_of_instance; i++)
        if (i == 0 || ranks[i] != ranks[i - 1])
          ranks[n_distinct++] = ranks[i];
      if (n_distinct < 2)
        continue;
      ok = stop_check_next (&fitting->check)
           && string_table_intern (fitting->rank_sets, (const char *) ranks, n_distinct * sizeof *ranks,
                                   &group);
      if (!ok)
        break;
      fitting->instances[fitting->n_instances++] = (Instance){ .first = fitting->n, .group = group - 1 };
      for (size_t i = first; i < end; i++)
        fitting->readings[fitting->n++] =
          (Reading){ .end_ns = (double) (readings[i].end_ns - fitting->fit->origin_ns),
                     .instance = fitting->n_instances - 1,
                     .rank = readings[i].rank };
    }
  free (ranks);
  if (ok)
    fitting->instances[fitting->n_instances].first = fitting->n;
  return ok;
}

static void
group_by_rank (Fitting *fitting)
{
  uint32_t n_ranks = fitting->fit->n_ranks;

  for (size_t i = 0; i < fitting->n; i++)
    fitting->firsts[fitting->readings[i].rank + 1]++;
  for (uint32_t r = 0; r < n_ranks; r++)
    fitting->firsts[r + 1] += fitting->firsts[r];
  for (size_t i = 0; i < fitting->n; i++)
    {
      uint32_t rank = fitting->readings[i].rank;

      fitting->by_rank[fitting->firsts[rank] + fitting->fit->ranks[rank].n_readings++] = i;
    }
}

static bool
make_groups (Fitting *fitting)
{
  fitting->n_groups = string_table_count (fitting->rank_sets) - 1;
  fitting->groups = calloc (fitting->n_groups + (size_t) 1, sizeof *fitting->groups);
  fitting->group_firsts = calloc (fitting->n_groups + (size_t) 2, sizeof *fitting->group_firsts);
  fitting->of_group = calloc (fitting->n_instances + (size_t) 1, sizeof *fitting->of_group);
  if (fitting->groups == NULL || fitting->group_firsts == NULL || fitting->of_group == NULL)
    return false;
  for (uint32_t g = 0; g < fitting->n_groups; g++)
    {
      size_t n_bytes;
      const char *bytes = string_table_get (fitting->rank_sets, g + 1, &n_bytes);

      /* The table does not align its texts. */
      fitting->groups[g].ranks = malloc (n_bytes);
      if (fitting->groups[g].ranks == NULL)
        return false;
      memcpy (fitting->groups[g].ranks, bytes, n_bytes);
      fitting->groups[g].n_ranks = (uint32_t) (n_bytes / sizeof (uint32_t));
    }
  for (uint32_t i = 0; i < fitting->n_instances; i++)
    fitting->group_firsts[fitting->instances[i].group + 1]++;
  for (uint32_t g = 0; g < fitting->n_groups; g++)
    fitting->group_firsts[g + 1] += fitting->group_firsts[g];
  for (uint32_t i = 0; i < fitting->n_instances; i++)
    {
      Group *group = &fitting->groups[fitting->instances[i].group];

      fitting->of_group[fitting->group_firsts[fitting->instances[i].group] + group->n_instances++] = i;
    }
  return true;
}

/* ---- a start: groups are joined one after the other ---- */

/* Sets curves, one for each rank of the group, that lead from the ranks' clocks to their median. O(readings of the group). */
static bool
fit_group (Fitting *fitting, uint32_t g, double *curves)
{
  const Group *group = &fitting->groups[g];
  const ClockKnots *knots = &fitting->fit->knots;
  size_t *n_points = calloc (group->n_ranks + (size_t) 1, sizeof *n_points), n = 0;
  size_t first = fitting->group_firsts[g], end = fitting->group_firsts[g + 1];
  uint32_t n_ranks = group->n_ranks;

  if (n_points == NULL)
    return false;
  /* Each rank has a place for one point of each reading; a rank with two GPUs has two in an instance. */
  for (int pass = 0; pass < 2; pass++)
    {
      for (size_t i = first; i < end; i++)
        {
          const Instance *instance = &fitting->instances[fitting->of_group[i]];
          size_t n_ends = 0;

          for (size_t r = instance[0].first; r < instance[1].first; r++)
            fitting->scratch[n_ends++] = fitting->readings[r].end_ns;
          double middle_ns = pass == 1 ? clock_median (fitting->scratch, n_ends) : 0;
          for (size_t r = instance[0].first; r < instance[1].first; r++)
            {
              const uint32_t *place =
                bsearch (&fitting->readings[r].rank, group->ranks, n_ranks, sizeof *place, compare_ranks);
              size_t p = (size_t) (place - group->ranks);

              if (pass == 0)
                n_points[p + 1]++;
              else
                fitting->points[n_points[p]++] =
                  (ClockPoint){ .time_ns = fitting->readings[r].end_ns,
                                .offset_ns = middle_ns - fitting->readings[r].end_ns };
            }
        }
      for (uint32_t p = 0; p < n_ranks && pass == 0; p++)
        n_points[p + 1] += n_points[p];
    }
  /* Now n_points[p] is the end of the points of rank p. */
  for (uint32_t p = 0; p < n_ranks; p++)
    {
      n = p > 0 ? n_points[p - 1] : 0;
      clock_curve_fit (knots, fitting->points + n, n_points[p] - n, fitting->scratch,
                       curves + (size_t) p * knots->n);
    }
  free (n_points);
  return true;
}

/* Sets shift_ns to the curve that leads from the clock of a frame to that of the group: what most of its ranks in the group
 * say. */
static void
shift_of_frame (Fitting *fitting, const Group *group, const double *curves, uint32_t frame, double *shift_ns)
{
  uint32_t n_knots = fitting->fit->knots.n;

  for (uint32_t k = 0; k < n_knots; k++)
    {
      size_t n = 0;

      for (uint32_t p = 0; p < group->n_ranks; p++)
        if (fitting->frames[group->ranks[p]] == frame)
          fitting->scratch[n++] = curves[(size_t) p * n_knots + k] - curve_of (fitting, group->ranks[p])[k];
      shift_ns[k] = clock_median (fitting->scratch, n);
    }
}

/* Ranks of one frame are a list that begins at frames[rank]. */
static void
join_frames (Fitting *fitting, uint32_t into, uint32_t frame, const double *shift_ns)
{
  uint32_t n_knots = fitting->fit->knots.n, last = frame;

  for (uint32_t r = frame; r != NO_RANK; r = fitting->next[r])
    {
      for (uint32_t k = 0; k < n_knots; k++)
        curve_of (fitting, r)[k] += shift_ns[k];
      fitting->frames[r] = into;
      last = r;
    }
  fitting->next[last] = fitting->next[into];
  fitting->next[into] = frame;
  fitting->n_members[into] += fitting->n_members[frame];
}

static bool
join_group (Fitting *fitting, uint32_t g)
{
  const Group *group = &fitting->groups[g];
  uint32_t n_knots = fitting->fit->knots.n, into = fitting->frames[group->ranks[0]];
  double into_ns[CLOCK_KNOTS_MAX], shift_ns[CLOCK_KNOTS_MAX];
  bool is_joined = true;

  for (uint32_t p = 1; p < group->n_ranks; p++)
    {
      uint32_t frame = fitting->frames[group->ranks[p]];

      is_joined = is_joined && frame == into;
      if (fitting->n_members[frame] > fitting->n_members[into])
        into = frame;
    }
  if (is_joined)
    return true;
  double *curves = calloc ((size_t) group->n_ranks * n_knots, sizeof *curves);
  bool ok = curves != NULL && fit_group (fitting, g, curves);

  if (ok)
    shift_of_frame (fitting, group, curves, into, into_ns);
  for (uint32_t p = 0; p < group->n_ranks && ok; p++)
    {
      uint32_t frame = fitting->frames[group->ranks[p]];

      if (frame == into)
        continue;
      shift_of_frame (fitting, group, curves, frame, shift_ns);
      for (uint32_t k = 0; k < n_knots; k++)
        shift_ns[k] -= into_ns[k];
      join_frames (fitting, into, frame, shift_ns);
    }
  free (curves);
  return ok;
}

static int
compare_groups (const void *a, const void *b, void *fitting)
{
  const Group *groups = ((const Fitting *) fitting)->groups;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  if (groups[x].n_instances != groups[y].n_instances)
    return groups[x].n_instances > groups[y].n_instances ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Those with the most collectives come first, because they tell most exactly (a maximum spanning tree; Kruskal 1956). */
static bool
join_groups (Fitting *fitting)
{
  uint32_t *order = malloc ((fitting->n_groups + (size_t) 1) * sizeof *order);
  bool ok = order != NULL;

  for (uint32_t g = 0; g < fitting->n_groups && ok; g++)
    order[g] = g;
  if (ok)
    qsort_r (order, fitting->n_groups, sizeof *order, compare_groups, fitting);
  for (uint32_t g = 0; g < fitting->n_groups && ok; g++)
    ok = stop_check_ask (&fitting->check) && join_group (fitting, order[g]);
  free (order);
  return ok;
}

/* ---- all groups together ---- */

static double
corrected_ns (const Fitting *fitting, const Reading *reading)
{
  return reading->end_ns
         + clock_curve_at (&fitting->fit->knots, curve_of (fitting, reading->rank), reading->end_ns);
}

static void
find_middles (Fitting *fitting)
{
  for (uint32_t i = 0; i < fitting->n_instances; i++)
    {
      Instance *instance = &fitting->instances[i];
      size_t n = 0;

      for (size_t r = instance[0].first; r < instance[1].first; r++)
        fitting->scratch[n++] = corrected_ns (fitting, &fitting->readings[r]);
      instance->end_ns = clock_median (fitting->scratch, n);
    }
}

/* Returns the largest change of a curve, or a negative number when the caller does not want to go on. */
static double
fit_ranks (Fitting *fitting)
{
  const ClockFit *fit = fitting->fit;
  double change_ns = 0, before_ns[CLOCK_KNOTS_MAX];

  for (uint32_t rank = 0; rank < fit->n_ranks; rank++)
    {
      size_t n = 0;
      double *curve = curve_of (fitting, rank);

      if (!stop_check_ask (&fitting->check))
        return -1;
      for (size_t i = fitting->firsts[rank]; i < fitting->firsts[rank + 1]; i++)
        {
          const Reading *reading = &fitting->readings[fitting->by_rank[i]];

          fitting->points[n++] =
            (ClockPoint){ reading->end_ns,
                          fitting->instances[reading->instance].end_ns - reading->end_ns };
        }
      if (n == 0)
        continue;
      memcpy (before_ns, curve, fit->knots.n * sizeof *curve);
      clock_curve_fit (&fit->knots, fitting->points, n, fitting->scratch, curve);
      for (uint32_t k = 0; k < fit->knots.n; k++)
        change_ns = MAX (change_ns, fabs (curve[k] - before_ns[k]));
    }
  return change_ns;
}

static bool
refine (Fitting *fitting)
{
  for (int round = 0; round < MAX_ROUNDS; round++)
    {
      find_middles (fitting);
      double change_ns = fit_ranks (fitting);
      if (change_ns < 0)
        return false;
      if (change_ns < CLOSE_NS)
        break;
    }
  return true;
}

/* Returns the time of a clock whose curve gives a corrected time. The curve is nearly flat, so that this converges: each
 * round leaves at most CLOCK_DRIFT_MAX of the error of the one before. */
static double
time_before_correction (const ClockKnots *knots, const double *curve, double corrected_ns)
{
  double time_ns = corrected_ns;

  for (int round = 0; round < 8; round++)
    time_ns = corrected_ns - clock_curve_at (knots, curve, time_ns);
  return time_ns;
}

/* Changes a curve to the common time of its frame into one to the clock of reference. Where clocks stand far apart, their
 * times at one moment differ by as much, and by then the reference has drifted. */
static void
refer_to (const ClockKnots *knots, double *curve, const double *reference)
{
  for (uint32_t k = 0; k < knots->n; k++)
    {
      double time_ns = knots->begin_ns + k * knots->distance_ns;

      curve[k] = time_before_correction (knots, reference, time_ns + curve[k]) - time_ns;
    }
}

/* Ranks ascend, so the first one of a frame that is met is its lowest. */
static bool
use_lowest_ranks (Fitting *fitting)
{
  ClockFit *fit = fitting->fit;
  uint32_t n_knots = fit->knots.n;
  uint32_t *lowest = malloc ((fit->n_ranks + (size_t) 1) * sizeof *lowest);
  double *reference_ns = malloc ((fit->n_ranks + (size_t) 1) * n_knots * sizeof *reference_ns);
  bool ok = lowest != NULL && reference_ns != NULL;

  for (uint32_t r = 0; r < fit->n_ranks && ok; r++)
    lowest[r] = NO_RANK;
  for (uint32_t r = 0; r < fit->n_ranks && ok; r++)
    {
      uint32_t frame = fitting->frames[r];
      double *reference = reference_ns + (size_t) frame * n_knots, *curve = curve_of (fitting, r);

      if (lowest[frame] == NO_RANK)
        {
          lowest[frame] = r;
          memcpy (reference, curve, n_knots * sizeof *reference);
        }
      fit->ranks[r].frame = lowest[frame];
      refer_to (&fit->knots, curve, reference);
    }
  free (lowest);
  free (reference_ns);
  return ok;
}

static void
describe_ranks (Fitting *fitting)
{
  ClockFit *fit = fitting->fit;
  uint32_t n_knots = fit->knots.n;

  find_middles (fitting);
  for (uint32_t rank = 0; rank < fit->n_ranks; rank++)
    {
      RankClock *clock = &fit->ranks[rank];
      const double *curve = curve_of (fitting, rank);
      double sum_ns = 0;
      size_t n = 0;

      for (uint32_t k = 0; k < n_knots; k++)
        sum_ns += curve[k];
      clock->offset_ns = llround (sum_ns / n_knots);
      clock->drift_per_s = (curve[n_knots - 1] - curve[0]) / (fit->knots.distance_ns * (n_knots - 1) / 1e9);
      for (size_t i = fitting->firsts[rank]; i < fitting->firsts[rank + 1]; i++)
        {
          const Reading *reading = &fitting->readings[fitting->by_rank[i]];

          fitting->scratch[n++] =
            fabs (corrected_ns (fitting, reading) - fitting->instances[reading->instance].end_ns);
        }
      if (n == 0)
        continue;
      clock->residual_p50_ns = llround (clock_median (fitting->scratch, n));
      clock->residual_p95_ns = llround (clock_nth (fitting->scratch, n, (size_t) ceil (0.95 * (double) n) - 1));
    }
}

/* ---- the whole ---- */

static bool
fitting_init (Fitting *fitting, const ClockReading *readings, size_t n)
{
  ClockFit *fit = fitting->fit;
  int64_t begin_ns = INT64_MAX, end_ns = INT64_MIN;

  for (size_t i = 0; i < n; i++)
    {
      begin_ns = MIN (begin_ns, readings[i].end_ns);
      end_ns = MAX (end_ns, readings[i].end_ns);
    }
  fit->origin_ns = n > 0 ? begin_ns : 0;
  fit->knots = clock_knots (0, n > 0 ? (double) (end_ns - begin_ns) : 0);
  size_t n_ranks = fit->n_ranks + (size_t) 1;
  fit->offsets_ns = calloc (n_ranks * fit->knots.n, sizeof *fit->offsets_ns);
  fit->ranks = calloc (n_ranks, sizeof *fit->ranks);
  fitting->readings = malloc ((n + 1) * sizeof *fitting->readings);
  fitting->instances = calloc (n + 1, sizeof *fitting->instances);
  fitting->by_rank = malloc ((n + 1) * sizeof *fitting->by_rank);
  fitting->firsts = calloc (n_ranks + 1, sizeof *fitting->firsts);
  fitting->rank_sets = string_table_new ();
  fitting->frames = malloc (n_ranks * sizeof *fitting->frames);
  fitting->next = malloc (n_ranks * sizeof *fitting->next);
  fitting->n_members = malloc (n_ranks * sizeof *fitting->n_members);
  fitting->points = malloc ((n + 1) * sizeof *fitting->points);
  fitting->scratch = malloc ((n + n_ranks) * sizeof *fitting->scratch);
  if (fit->offsets_ns == NULL || fit->ranks == NULL || fitting->readings == NULL
      || fitting->instances == NULL || fitting->by_rank == NULL || fitting->firsts == NULL
      || fitting->rank_sets == NULL || fitting->frames == NULL || fitting->next == NULL
      || fitting->n_members == NULL || fitting->points == NULL || fitting->scratch == NULL)
    return false;
  for (uint32_t r = 0; r < fit->n_ranks; r++)
    {
      fitting->frames[r] = r;
      fitting->next[r] = NO_RANK;
      fitting->n_members[r] = 1;
    }
  return true;
}

static void
fitting_clear (Fitting *fitting)
{
  free (fitting->readings);
  free (fitting->instances);
  free (fitting->by_rank);
  free (fitting->firsts);
  string_table_free (fitting->rank_sets);
  for (uint32_t g = 0; fitting->groups != NULL && g < fitting->n_groups; g++)
    free (fitting->groups[g].ranks);
  free (fitting->groups);
  free (fitting->of_group);
  free (fitting->group_firsts);
  free (fitting->frames);
  free (fitting->next);
  free (fitting->n_members);
  free (fitting->points);
  free (fitting->scratch);
}

bool
clock_fit_init (ClockFit *fit,
                uint32_t n_ranks,
                const ClockReading *readings,
                size_t n,
                bool (*should_continue) (void *user_data),
                void *user_data)
{
  Fitting fitting = { .fit = fit, .check = { should_continue, user_data, 0 } };

  *fit = (ClockFit){ .n_ranks = n_ranks };
  bool ok = fitting_init (&fitting, readings, n) && take_readings (&fitting, readings, n);
  if (ok)
    {
      group_by_rank (&fitting);
      fit->n_instances = fitting.n_instances;
      ok = make_groups (&fitting) && join_groups (&fitting) && refine (&fitting)
           && use_lowest_ranks (&fitting);
    }
  if (ok)
    describe_ranks (&fitting);
  fitting_clear (&fitting);
  return ok;
}

void
clock_fit_clear (ClockFit *fit)
{
  free (fit->offsets_ns);
  free (fit->ranks);
  *fit = (ClockFit){ 0 };
}

int64_t
clock_fit_correct_ns (const ClockFit *fit, uint32_t rank, int64_t time_ns)
{
  const double *offsets_ns = fit->offsets_ns + (size_t) rank * fit->knots.n;

  return time_ns + llround (clock_curve_at (&fit->knots, offsets_ns, (double) (time_ns - fit->origin_ns)));
}
