/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/derive/step.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"
#include "trace/container/large_memory.h"
#include "trace/container/radix_order.h"
#include "trace/index/interval_union.h"
#include "trace/model/arg_finder.h"
#include "trace/model/slice_name_kind.h"
#include "trace/model/trace_private.h"
#include "trace/text/decimal_time.h"
#include "trace/text/trace_error.h"

#define TRUNCATED_SHARE 0.8

/* Steps may nest, as slices do; in a damaged profile all of them may lie around one another. All launches are
 * looked at this many times in sum, then no more. */
#define NESTING_MAX 1024

COLUMN_DEFINE (StepColumn, step_column, TraceStep)
COLUMN_IMPLEMENT (StepColumn, step_column)

struct StepTable
{
  StepColumn steps;
};

/* A launch: the begin of its call, and the activity. Ascending by (rank, call begin). */
typedef struct
{
  int64_t call_ns;
  uint64_t run;
} Launch;

COLUMN_DEFINE_LARGE (LaunchColumn, launch_column, Launch)
COLUMN_IMPLEMENT_LARGE (LaunchColumn, launch_column)

typedef struct
{
  bool is_step;
  bool has_number;
  int64_t number;
} StepName;

/* ---- names ---- */

static bool
take_number (const char *text, size_t length, StepName *name)
{
  int64_t number = 0;
  size_t i = 0;

  for (; i < length && text[i] >= '0' && text[i] <= '9'; i++)
    if (__builtin_mul_overflow (number, (int64_t) 10, &number)
        || __builtin_add_overflow (number, (int64_t) (text[i] - '0'), &number))
      return false;
  if (i == 0)
    return false;
  name->has_number = true;
  name->number = number;
  return true;
}

static StepName
profiler_step (const char *text, size_t length)
{
  size_t n_head = slice_name_profiler_step_head (text, length);
  StepName name = { 0 };

  name.is_step = n_head > 0 && take_number (text + n_head, length - n_head, &name);
  return name;
}

/* "step_7", "Step 7", with nothing after it */
static StepName
plain_step (const char *text, size_t length)
{
  StepName name = { 0 };

  if (length < 6 || g_ascii_strncasecmp (text, "step", 4) != 0 || (text[4] != '_' && text[4] != ' ')
      || strspn (text + 5, "0123456789") != length - 5)
    return name;
  name.is_step = take_number (text + 5, length - 5, &name);
  return name;
}

/* "Step:ModeKeys.TRAIN", as SageMaker Debugger names the steps of a mode; the number is an argument. */
static StepName
mode_step (const char *text, size_t length)
{
  static const char head[] = "Step:ModeKeys.";
  StepName name = { 0 };

  name.is_step = length > strlen (head) && memcmp (text, head, strlen (head)) == 0;
  return name;
}

static bool
is_of_training (const char *text, size_t length)
{
  static const char tail[] = ".TRAIN";

  return length >= strlen (tail) && memcmp (text + length - strlen (tail), tail, strlen (tail)) == 0;
}

static StepName
pattern_step (GRegex *regex, const char *text, size_t length)
{
  g_autoptr (GMatchInfo) match = NULL;
  StepName name = { 0 };

  if (length > G_MAXSSIZE || !g_regex_match_full (regex, text, (gssize) length, 0, 0, &match, NULL))
    return name;
  name.is_step = true;
  g_autofree char *group = g_match_info_fetch (match, 1);
  if (group != NULL)
    take_number (group, strlen (group), &name);
  return name;
}

typedef enum
{
  RULE_PROFILER,
  RULE_PLAIN,
  RULE_MODE,
  RULE_PATTERN,
} Rule;

static StepName
name_of_rule (Rule rule, GRegex *regex, const char *text, size_t length)
{
  switch (rule)
    {
    case RULE_PROFILER:
      return profiler_step (text, length);
    case RULE_PLAIN:
      return plain_step (text, length);
    case RULE_MODE:
      return mode_step (text, length);
    default:
      return pattern_step (regex, text, length);
    }
}

static bool
kind_of_rule (Rule rule, SliceKind kind)
{
  if (kind == SLICE_ANNOTATION || kind == SLICE_OPERATOR)
    return true;
  return rule != RULE_PROFILER && !slice_kind_is_on_device (kind) && kind != SLICE_PROFILER_SPAN;
}

/* Each distinct name is parsed once. */
static bool
find_steps (StepTable *table, const Trace *trace, Rule rule, GRegex *regex)
{
  const SliceColumns *slices = trace_slices (trace);
  uint32_t n_names = trace_n_strings (trace);
  StepName *names = calloc (n_names + 1, sizeof *names);
  uint8_t *looked_at = calloc (n_names + 1, 1);
  bool ok = names != NULL && looked_at != NULL;

  for (uint64_t i = 0; i < slices->n && ok; i++)
    {
      uint32_t id = slice_name (slices, i);

      if (!kind_of_rule (rule, (SliceKind) slices->kind[i]))
        continue;
      if (!looked_at[id])
        {
          size_t length;
          const char *text = trace_string (trace, id, &length);
          names[id] = name_of_rule (rule, regex, text, length);
          looked_at[id] = 1;
        }
      if (names[id].is_step)
        ok = step_column_push (&table->steps, (TraceStep){
                                                .rank = trace_track (trace, trace_track_of (trace, i))->rank,
                                                .has_number = names[id].has_number,
                                                .number = names[id].number,
                                                .slice = i,
                                                .host_begin_ns = slice_start_ns (slices, i),
                                                .host_end_ns = slice_end_ns (slices, i),
                                              });
    }
  free (names);
  free (looked_at);
  return ok;
}

/* Leaves the steps of slices that have a number in their arguments; of these those of training, if there are any: evaluation
 * counts its own. Returns false when memory runs out. */
static bool
number_modes (StepTable *table, const Trace *trace)
{
  static const char *const keys[] = { "step_num" };
  ArgFinder finder;
  bool any_training = false, ok = true;
  size_t n = 0;

  arg_finder_init (&finder, trace, keys, 1);
  for (size_t i = 0; i < table->steps.n && ok; i++)
    {
      TraceStep step = table->steps.at[i];
      unsigned key;
      Arg arg;
      size_t length;

      if (arg_finder_begin (&finder, trace_slices (trace)->args[step.slice]))
        step.has_number = arg_finder_next (&finder, &key, &arg)
                          && decimal_to_integer (arg.text, arg.length, &step.number) && step.number >= 0;
      ok = !finder.iter.ran_out;
      if (!step.has_number)
        continue;
      const char *text = trace_string (trace, slice_name (trace_slices (trace), step.slice), &length);
      any_training = any_training || is_of_training (text, length);
      table->steps.at[n++] = step;
    }
  arg_finder_clear (&finder);
  table->steps.n = n;
  n = 0;
  for (size_t i = 0; i < table->steps.n && any_training; i++)
    {
      size_t length;
      const char *text =
        trace_string (trace, slice_name (trace_slices (trace), table->steps.at[i].slice), &length);

      if (is_of_training (text, length))
        table->steps.at[n++] = table->steps.at[i];
    }
  if (any_training)
    table->steps.n = n;
  return ok;
}

static int
compare_steps (const void *a, const void *b)
{
  const TraceStep *s = a, *t = b;

  if (s->rank != t->rank)
    return s->rank < t->rank ? -1 : 1;
  if (s->host_begin_ns != t->host_begin_ns)
    return s->host_begin_ns < t->host_begin_ns ? -1 : 1;
  return s->slice < t->slice ? -1 : s->slice > t->slice;
}

/* ---- launched activities ---- */

static bool
collect_launches (const Trace *trace, uint32_t rank, LaunchColumn *launches)
{
  const SliceColumns *slices = trace_slices (trace);
  LaunchColumn unordered = { 0 };
  OrderPair *order = NULL;
  size_t n_bytes = 0;
  bool ok = true;

  launches->n = 0;
  for (uint64_t i = 0; i < trace_n_flows (trace) && ok; i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.kind == FLOW_LAUNCH && slice_kind_is_gpu_activity ((SliceKind) slices->kind[flow.to])
          && !(slices->flags[flow.to] & SLICE_UNFINISHED)
          && trace_track (trace, trace_track_of (trace, flow.from))->rank == rank)
        ok = launch_column_push (&unordered, (Launch){ slice_start_ns (slices, flow.from), flow.to });
    }
  n_bytes = unordered.n * 2 * sizeof *order + 1;
  ok = ok && launch_column_reserve (launches, unordered.n)
       && (order = large_memory_grow (NULL, 0, n_bytes)) != NULL;
  if (ok)
    {
      for (size_t i = 0; i < unordered.n; i++)
        order[i] = (OrderPair){ (uint64_t) unordered.at[i].call_ns ^ UINT64_C (1) << 63, i };
      radix_order (order, order + unordered.n, unordered.n);
      for (size_t i = 0; i < unordered.n; i++)
        launches->at[launches->n++] = unordered.at[order[i].item];
    }
  large_memory_release (order, n_bytes);
  launch_column_clear (&unordered);
  return ok;
}

static size_t
first_launch_from (const LaunchColumn *launches, int64_t time_ns)
{
  size_t low = 0, high = launches->n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (launches->at[middle].call_ns < time_ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Adds the busy time of launches, summed over their devices; runs[0..n) are ordered by device. */
static bool
add_busy (const Trace *trace, const OrderPair *runs, size_t n, TraceStep *step)
{
  const SliceColumns *slices = trace_slices (trace);
  IntervalUnion busy = { 0 };
  bool ok = true;

  for (size_t i = 0; i < n && ok; i++)
    {
      uint64_t run = runs[i].item;

      ok = interval_union_add (&busy, slice_start_ns (slices, run), slice_end_ns (slices, run));
      if (ok && (i + 1 == n || runs[i + 1].key != runs[i].key))
        {
          interval_union_merge (&busy);
          if (__builtin_add_overflow (step->busy_ns, interval_union_length (&busy), &step->busy_ns))
            step->busy_ns = INT64_MAX;
          busy.intervals.n = 0;
        }
    }
  interval_union_clear (&busy);
  return ok;
}

/* *n_left is how many launches may still be looked at. */
static bool
measure_step (const Trace *trace, const LaunchColumn *launches, uint64_t *n_left, TraceStep *step)
{
  const SliceColumns *slices = trace_slices (trace);
  size_t first = first_launch_from (launches, step->host_begin_ns);
  size_t last = first_launch_from (launches, step->host_end_ns);

  if (last <= first || last - first > *n_left)
    return true;

  size_t n = last - first;
  *n_left -= n;
  size_t n_bytes = 2 * n * sizeof (OrderPair);
  OrderPair *runs = large_memory_grow (NULL, 0, n_bytes);
  if (runs == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t run = launches->at[first + i].run;
      int64_t begin_ns = slice_start_ns (slices, run), end_ns = begin_ns + slice_dur_ns (slices, run);

      if (!step->has_device || begin_ns < step->device_begin_ns)
        step->device_begin_ns = begin_ns;
      if (!step->has_device || end_ns > step->device_end_ns)
        step->device_end_ns = end_ns;
      step->has_device = true;
      step->activities++;
      runs[i] = (OrderPair){ (uint32_t) trace_track (trace, trace_track_of (trace, run))->device, run };
    }
  radix_order (runs, runs + n, n);
  bool ok = add_busy (trace, runs, n, step);
  large_memory_release (runs, n_bytes);
  return ok;
}

static int
compare_counts (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return x < y ? -1 : x > y;
}

static bool
last_is_truncated (const Trace *trace, const TraceStep *steps, size_t n, bool *ret_truncated)
{
  const TraceStep *last = &steps[n - 1];

  *ret_truncated = trace_slices (trace)->flags[last->slice] & SLICE_UNFINISHED;
  if (n < 2 || *ret_truncated)
    return true;

  size_t n_others = n - 1;
  uint64_t *counts = malloc (n_others * sizeof *counts);
  if (counts == NULL)
    return false;
  for (size_t i = 0; i < n_others; i++)
    counts[i] = steps[i].activities;
  qsort (counts, n_others, sizeof *counts, compare_counts);
  double median = (double) (counts[(n_others - 1) / 2] + counts[n_others / 2]) / 2;
  *ret_truncated = (double) last->activities < TRUNCATED_SHARE * median;
  free (counts);
  return true;
}

/* steps[0..n) are the steps of one rank. */
static bool
measure_rank (const Trace *trace, TraceStep *steps, size_t n)
{
  LaunchColumn launches = { 0 };
  bool ok = collect_launches (trace, steps[0].rank, &launches);
  uint64_t n_left = (uint64_t) launches.n * NESTING_MAX;
  int64_t end_ns = INT64_MIN;

  for (size_t i = 0; i < n && ok; i++)
    {
      TraceStep *step = &steps[i];

      step->index = (uint32_t) i;
      ok = measure_step (trace, &launches, &n_left, step);

      int64_t begin_ns = step->host_begin_ns > end_ns ? step->host_begin_ns : end_ns;
      if (step->host_end_ns > end_ns)
        end_ns = step->host_end_ns;
      if (step->has_device && step->device_end_ns > end_ns)
        end_ns = step->device_end_ns;
      step->wall_ns = end_ns > begin_ns ? end_ns - begin_ns : 0;
    }
  launch_column_clear (&launches);
  return ok && last_is_truncated (trace, steps, n, &steps[n - 1].is_truncated);
}

/* Takes a span of a file, or the nearest valid one: ends may be twice as late as begins. */
static void
take_span (int64_t begin_ns, int64_t end_ns, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  *ret_begin_ns = trace_time_clamp (begin_ns);
  *ret_end_ns = CLAMP (end_ns, *ret_begin_ns, 2 * TRACE_TIME_MAX_NS);
}

/* Records are mapped and may hold anything; a step's time lies between its begin and its end. */
static TraceStep
step_of_record (const Trace *trace, const StepRecord *record)
{
  TraceStep step = {
    .rank = MIN (record->rank, trace_n_ranks (trace) - 1),
    .has_number = record->has_number != 0,
    .number = record->number,
    .slice = MIN (record->slice, trace_slices (trace)->n - 1),
    .has_device = record->has_device != 0,
    .busy_ns = MAX (record->busy_ns, 0),
    .activities = record->activities,
    .is_truncated = record->is_truncated != 0,
  };
  int64_t last_ns;

  take_span (record->host_begin_ns, record->host_end_ns, &step.host_begin_ns, &step.host_end_ns);
  if (step.has_device)
    take_span (record->device_begin_ns, record->device_end_ns, &step.device_begin_ns, &step.device_end_ns);
  last_ns = step.has_device ? MAX (step.host_end_ns, step.device_end_ns) : step.host_end_ns;
  step.wall_ns = CLAMP (record->wall_ns, 0, last_ns - step.host_begin_ns);
  return step;
}

/* Copies the steps that the profile has. */
static bool
copy_table (StepTable *table, const Trace *trace)
{
  TraceStep *steps;
  bool in_order = true;

  if (!step_column_reserve (&table->steps, (size_t) trace->n_steps))
    return false;
  steps = table->steps.at;
  for (size_t i = 0; i < trace->n_steps; i++)
    {
      steps[i] = step_of_record (trace, &trace->steps[i]);
      in_order = in_order && (i == 0 || compare_steps (&steps[i - 1], &steps[i]) <= 0);
    }
  table->steps.n = (size_t) trace->n_steps;
  if (!in_order)
    qsort (steps, table->steps.n, sizeof *steps, compare_steps);
  for (size_t i = 1; i < table->steps.n; i++)
    steps[i].index = steps[i].rank == steps[i - 1].rank ? steps[i - 1].index + 1 : 0;
  return true;
}

static bool
fill_table (StepTable *table, const Trace *trace, GRegex *regex)
{
  bool ok = true;

  if (regex == NULL && trace->steps != NULL)
    return copy_table (table, trace);
  if (regex != NULL)
    ok = find_steps (table, trace, RULE_PATTERN, regex);
  else
    {
      ok = find_steps (table, trace, RULE_PROFILER, NULL);
      if (ok && table->steps.n == 0)
        ok = find_steps (table, trace, RULE_PLAIN, NULL);
      if (ok && table->steps.n == 0)
        ok = find_steps (table, trace, RULE_MODE, NULL) && number_modes (table, trace);
    }
  if (!ok)
    return false;

  TraceStep *steps = table->steps.at;
  size_t n = table->steps.n;
  if (n > 0)
    qsort (steps, n, sizeof *steps, compare_steps);
  for (size_t first = 0, last; first < n && ok; first = last)
    {
      for (last = first; last < n && steps[last].rank == steps[first].rank; last++)
        ;
      ok = measure_rank (trace, steps + first, last - first);
    }
  return ok;
}

StepTable *
step_table_new (const Trace *trace, const char *pattern, GError **error)
{
  g_autoptr (GRegex) regex = NULL;
  g_autoptr (GError) regex_error = NULL;
  StepTable *table;

  if (pattern != NULL)
    {
      /* RAW, because names may be invalid UTF-8. */
      regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, &regex_error);
      if (regex == NULL)
        {
          g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "\"%s\" is not a valid pattern: %s.", pattern,
                       regex_error->message);
          return NULL;
        }
    }

  table = calloc (1, sizeof *table);
  if (table != NULL && fill_table (table, trace, regex))
    return table;
  step_table_free (table);
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to find the steps.");
  return NULL;
}

void
step_table_free (StepTable *table)
{
  if (table == NULL)
    return;
  step_column_clear (&table->steps);
  free (table);
}

uint64_t
step_table_count (const StepTable *table)
{
  return table->steps.n;
}

const TraceStep *
step_table_get (const StepTable *table, uint64_t i)
{
  return &table->steps.at[i];
}
