/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/places/alignment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/compare/places/slice_walk.h"
#include "trace/container/stop_check.h"
#include "trace/model/arg_finder.h"
#include "trace/stats/step_names.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/text/trace_error.h"

COLUMN_IMPLEMENT (AlignmentNameColumn, alignment_name_column)

/* The keys under which files record sequence numbers (trace/stats/collective/collective_instance.c). */
static const char *const sequence_keys[] = { "Seq", "seq_num" };

/* Reads what slices are named. */
typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  bool has_stopped, is_memory_out;
  const Alignment *wanted;
  uint8_t *
    is_wanted; /* by string id: 1 for the name of the wanted annotation. A damaged profile may have it twice */
  uint8_t *communicates; /* by string id: 0 not looked up yet, 1 no, 2 yes */
  CollectiveReader reader;
  ArgFinder sequences;
} Reading;

static bool
reading_init (Reading *reading,
              const StatsScope *scope,
              bool (*should_continue) (void *user_data),
              void *user_data)
{
  *reading = (Reading){
    .scope = scope,
    .check = { should_continue, user_data, 0 },
    .is_wanted = calloc (trace_n_strings (scope->trace) + (size_t) 1, 1),
    .communicates = calloc (trace_n_strings (scope->trace) + (size_t) 1, 1),
  };
  arg_finder_init (&reading->sequences, scope->trace, sequence_keys, G_N_ELEMENTS (sequence_keys));
  return reading->is_wanted != NULL && reading->communicates != NULL;
}

static void
reading_clear (Reading *reading)
{
  free (reading->is_wanted);
  free (reading->communicates);
  collective_reader_clear (&reading->reader);
  arg_finder_clear (&reading->sequences);
}

static bool
goes_on (Reading *reading)
{
  reading->has_stopped = reading->has_stopped || !stop_check_next (&reading->check);
  return !reading->has_stopped && !reading->is_memory_out;
}

static bool
is_in_scope (const Reading *reading, uint64_t slice, SliceKind kind)
{
  const SliceColumns *slices = trace_slices (reading->scope->trace);

  return slices->kind[slice] == kind && !(slices->flags[slice] & SLICE_UNFINISHED)
         && stats_scope_holds_start (reading->scope, slice_start_ns (slices, slice));
}

static bool
is_collective (Reading *reading, uint64_t slice)
{
  const Trace *trace = reading->scope->trace;
  uint32_t name = slice_name (trace_slices (trace), slice);
  uint8_t *known = &reading->communicates[name];

  if (*known == 0)
    {
      size_t length;
      const char *text = trace_string (trace, name, &length);

      *known = kernel_class_of_name (text, length) == KERNEL_COMMUNICATION ? 2 : 1;
    }
  return *known == 2;
}

/* The name of a collective; borrowed until the next call. */
static CollectiveText
collective_name (Reading *reading, uint64_t slice)
{
  const Trace *trace = reading->scope->trace;
  CollectiveFacts facts;
  CollectiveText text;

  if (!collective_read (&reading->reader, trace, slice, &facts))
    reading->is_memory_out = true;
  else if (facts.collective.n > 0)
    return facts.collective;
  text.at = trace_string (trace, slice_name (trace_slices (trace), slice), &text.n);
  return text;
}

static bool
sequence_of (Reading *reading, uint64_t slice, int64_t *ret_number)
{
  bool is_known = false;
  unsigned key;
  Arg arg;

  if (!arg_finder_begin (&reading->sequences, trace_slices (reading->scope->trace)->args[slice]))
    {
      reading->is_memory_out = reading->is_memory_out || reading->sequences.iter.ran_out;
      return false;
    }
  while (arg_finder_next (&reading->sequences, &key, &arg))
    {
      char digits[32], *end;

      if (is_known || arg.length == 0 || arg.length >= sizeof digits)
        continue;
      memcpy (digits, arg.text, arg.length);
      digits[arg.length] = '\0';
      errno = 0;
      *ret_number = g_ascii_strtoll (digits, &end, 10);
      is_known = errno == 0 && *end == '\0' && end != digits;
    }
  reading->is_memory_out = reading->is_memory_out || reading->sequences.iter.ran_out;
  return is_known;
}

/* ---- rows of a rank's host, and of a GPU ---- */

static bool
add_rows (SliceWalk *walk, const StatsScope *scope, const TraceTrack *track)
{
  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    {
      uint64_t first, end;

      if (!stats_scope_slices_of_row (scope, trace_row (scope->trace, r), &first, &end)
          || !slice_walk_add (walk, first, end))
        return false;
    }
  return true;
}

static bool
add_host (SliceWalk *walk, const StatsScope *scope, uint32_t rank)
{
  for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (track->rank == rank && track->device < 0 && stats_scope_holds_track (scope, track)
          && !add_rows (walk, scope, track))
        return false;
    }
  return true;
}

static bool
add_streams (SliceWalk *walk, const StatsScope *scope, uint32_t device)
{
  uint32_t parent = trace_device (scope->trace, device)->track;

  for (uint32_t t = parent + 1; t < trace_n_tracks (scope->trace); t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (track->parent != parent)
        break;
      if (track->kind == TRACK_STREAM && stats_scope_holds_track (scope, track)
          && !add_rows (walk, scope, track))
        return false;
    }
  return true;
}

/* ---- one instance ---- */

static bool
is_wanted_annotation (void *user_data, uint64_t slice)
{
  Reading *reading = user_data;

  return goes_on (reading)
         && reading->is_wanted[slice_name (trace_slices (reading->scope->trace), slice)] != 0
         && is_in_scope (reading, slice, SLICE_ANNOTATION);
}

static bool
is_wanted_collective (void *user_data, uint64_t slice)
{
  Reading *reading = user_data;
  CollectiveText name;
  int64_t number;

  if (!goes_on (reading) || !is_in_scope (reading, slice, SLICE_KERNEL) || !is_collective (reading, slice))
    return false;
  name = collective_name (reading, slice);
  return name.n == reading->wanted->length && memcmp (name.at, reading->wanted->name, name.n) == 0
         && (reading->wanted->kind != ALIGN_SEQUENCE
             || (sequence_of (reading, slice, &number) && number == reading->wanted->number));
}

/* Returns the wanted slice of one rank or GPU, or SLICE_NONE, and raises *most to their number. */
static uint64_t
find_among (Reading *reading, bool is_host, uint32_t index, uint64_t *most)
{
  bool is_sequence = reading->wanted->kind == ALIGN_SEQUENCE;
  uint64_t slice = SLICE_NONE, n = 0;
  SliceWalk walk;

  slice_walk_init (&walk, reading->scope->trace, is_host ? is_wanted_annotation : is_wanted_collective,
                   reading);
  if (!(is_host ? add_host (&walk, reading->scope, index) : add_streams (&walk, reading->scope, index)))
    reading->is_memory_out = true;
  slice_walk_begin (&walk);
  while ((slice = slice_walk_next (&walk)) != SLICE_NONE)
    if (++n == (is_sequence ? 1 : (uint64_t) reading->wanted->number))
      break;
  *most = MAX (*most, n);
  slice_walk_clear (&walk);
  return slice;
}

static void
mark_wanted (Reading *reading)
{
  for (uint32_t id = 0; id < trace_n_strings (reading->scope->trace); id++)
    {
      size_t length;
      const char *text = trace_string (reading->scope->trace, id, &length);

      reading->is_wanted[id] =
        length == reading->wanted->length && memcmp (text, reading->wanted->name, length) == 0;
    }
}

static void
say_none_such (const Alignment *alignment, uint64_t most, GError **error)
{
  const char *what = alignment->kind == ALIGN_ANNOTATION ? "annotation" : "collective";

  if (alignment->kind == ALIGN_SEQUENCE)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "There is no such collective with the sequence number %" G_GINT64_FORMAT ".",
                 alignment->number);
  else if (most == 0)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "There is no such %s.", what);
  else if (most == 1)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "There is only 1 such %s.", what);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "There are only %" G_GUINT64_FORMAT " such %ss.",
                 most, what);
}

static bool
find_instance (const Alignment *alignment,
               const StatsScope *scope,
               bool (*should_continue) (void *user_data),
               void *user_data,
               AlignmentInstant *ret_instant,
               GError **error)
{
  bool is_host = alignment->kind == ALIGN_ANNOTATION;
  const Trace *trace = scope->trace;
  uint64_t slice = SLICE_NONE, most = 0;
  Reading reading;

  reading.is_memory_out = !reading_init (&reading, scope, should_continue, user_data);
  reading.wanted = alignment;
  if (is_host && !reading.is_memory_out)
    mark_wanted (&reading);
  for (uint32_t i = 0; i < (is_host ? trace_n_ranks (trace) : trace_n_devices (trace)) && slice == SLICE_NONE
                       && !reading.is_memory_out && !reading.has_stopped;
       i++)
    if (is_host ? stats_scope_holds_rank (scope, i) : stats_scope_holds_device (scope, i))
      slice = find_among (&reading, is_host, i, &most);
  reading_clear (&reading);
  if (reading.has_stopped)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "The search was cancelled.");
  else if (reading.is_memory_out)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "Not enough memory to align the sides.");
  else if (slice == SLICE_NONE)
    say_none_such (alignment, most, error);
  else
    {
      *ret_instant = (AlignmentInstant){ slice_start_ns (trace_slices (trace), slice), slice };
      return true;
    }
  return false;
}

/* ---- a step ---- */

static bool
is_step_of (const StatsScope *scope, const TraceStep *step)
{
  return stats_scope_holds_rank (scope, step->rank) && stats_scope_holds_start (scope, step->host_begin_ns);
}

static int64_t
id_of (const TraceStep *step)
{
  return step->has_number ? step->number : (int64_t) step->index;
}

static bool
find_step (const StatsScope *scope, int64_t number, AlignmentInstant *ret_instant, GError **error)
{
  int64_t least = INT64_MAX, most = INT64_MIN;

  for (uint64_t i = 0; i < step_table_count (scope->steps); i++)
    {
      const TraceStep *step = step_table_get (scope->steps, i);

      if (!is_step_of (scope, step))
        continue;
      if (id_of (step) == number)
        {
          *ret_instant = (AlignmentInstant){ step->host_begin_ns, step->slice };
          return true;
        }
      least = MIN (least, id_of (step));
      most = MAX (most, id_of (step));
    }
  if (least > most)
    g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH, "There are no steps.");
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH,
                 "There is no such step; there are steps %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ".",
                 least, most);
  return false;
}

bool
alignment_find (const Alignment *alignment,
                const StatsScope *scope,
                bool (*should_continue) (void *user_data),
                void *user_data,
                AlignmentInstant *ret_instant,
                GError **error)
{
  switch (alignment->kind)
    {
    case ALIGN_START:
      *ret_instant = (AlignmentInstant){ scope->begin_ns, SLICE_NONE };
      return true;
    case ALIGN_STEP:
      return find_step (scope, alignment->number, ret_instant, error);
    default:
      return find_instance (alignment, scope, should_continue, user_data, ret_instant, error);
    }
}

/* ---- all that sides have in common ---- */

/* How often a name occurs. */
typedef struct
{
  uint32_t n_sides;            /* the first sides, all of which have it */
  uint64_t at_least;           /* on each of these */
  uint32_t unit;               /* the rank or GPU that n counts */
  uint64_t n, most;            /* on that; and the largest on any of the current side */
  int64_t first, last;         /* sequence numbers on the current side */
  int64_t first_all, last_all; /* that all these sides reach */
} Tally;

COLUMN_DEFINE (TallyColumn, tally_column, Tally)
COLUMN_IMPLEMENT (TallyColumn, tally_column)

/* tallies is by text. Returns NULL when memory runs out. */
static Tally *
tally_for (StringTable *texts, TallyColumn *tallies, const char *text, size_t length, uint32_t unit)
{
  uint32_t id;
  Tally *tally;

  if (!string_table_intern (texts, text, length, &id))
    return NULL;
  while (tallies->n <= id)
    if (!tally_column_push (tallies, (Tally){ .unit = TRACE_NONE, .first = INT64_MAX, .last = INT64_MIN }))
      return NULL;
  tally = &tallies->at[id];
  if (tally->unit != unit)
    tally->n = 0;
  tally->unit = unit;
  tally->n++;
  tally->most = MAX (tally->most, tally->n);
  return tally;
}

static bool
tally_row (Reading *reading,
           const TraceRow *row,
           bool is_host,
           uint32_t unit,
           const uint8_t *is_step_name,
           StringTable *texts,
           TallyColumn *tallies)
{
  const Trace *trace = reading->scope->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t first, end;

  if (!stats_scope_slices_of_row (reading->scope, row, &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      Tally *tally;

      if (!goes_on (reading))
        return false;
      if (!is_in_scope (reading, i, is_host ? SLICE_ANNOTATION : SLICE_KERNEL))
        continue;
      if (is_host)
        {
          size_t length;
          const char *text = trace_string (trace, slice_name (slices, i), &length);

          if (!is_step_name[slice_name (slices, i)] && tally_for (texts, tallies, text, length, unit) == NULL)
            return false;
        }
      else if (is_collective (reading, i))
        {
          CollectiveText text = collective_name (reading, i);
          int64_t number;

          tally = tally_for (texts, tallies, text.at, text.n, unit);
          if (tally == NULL)
            return false;
          if (sequence_of (reading, i, &number))
            {
              tally->first = MIN (tally->first, number);
              tally->last = MAX (tally->last, number);
            }
        }
    }
  return true;
}

static bool
tally_track (Reading *reading,
             const TraceTrack *track,
             bool is_host,
             uint32_t unit,
             const uint8_t *is_step_name,
             StringTable *texts,
             TallyColumn *tallies)
{
  const StatsScope *scope = reading->scope;

  for (uint32_t r = track->first_row; r < track->first_row + track->n_rows; r++)
    if (!tally_row (reading, trace_row (scope->trace, r), is_host, unit, is_step_name, texts, tallies))
      return false;
  return true;
}

static bool
tally_side (Reading *reading, StringTable *texts, TallyColumn *annotations, TallyColumn *collectives)
{
  const StatsScope *scope = reading->scope;
  const Trace *trace = scope->trace;
  uint8_t *is_step_name = step_names_new (trace, scope->steps);
  bool ok = is_step_name != NULL;

  for (uint32_t rank = 0; rank < trace_n_ranks (trace) && ok; rank++)
    for (uint32_t t = 0; t < trace_n_tracks (trace) && ok && stats_scope_holds_rank (scope, rank); t++)
      {
        const TraceTrack *track = trace_track (trace, t);

        ok = track->rank != rank || track->device >= 0 || !stats_scope_holds_track (scope, track)
             || tally_track (reading, track, true, rank, is_step_name, texts, annotations);
      }
  for (uint32_t device = 0; device < trace_n_devices (trace) && ok; device++)
    {
      uint32_t parent = trace_device (trace, device)->track;

      for (uint32_t t = parent + 1; t < trace_n_tracks (trace) && trace_track (trace, t)->parent == parent
                                    && ok && stats_scope_holds_device (scope, device);
           t++)
        {
          const TraceTrack *track = trace_track (trace, t);

          ok = track->kind != TRACK_STREAM || !stats_scope_holds_track (scope, track)
               || tally_track (reading, track, false, device, is_step_name, texts, collectives);
        }
    }
  free (is_step_name);
  return ok;
}

/* Ends a side. */
static void
fold (TallyColumn *tallies, uint32_t side)
{
  for (size_t i = 0; i < tallies->n; i++)
    {
      Tally *tally = &tallies->at[i];

      if (tally->most > 0 && tally->n_sides == side)
        {
          tally->at_least = side == 0 ? tally->most : MIN (tally->at_least, tally->most);
          tally->first_all = side == 0 ? tally->first : MAX (tally->first_all, tally->first);
          tally->last_all = side == 0 ? tally->last : MIN (tally->last_all, tally->last);
          tally->n_sides++;
        }
      tally->unit = TRACE_NONE;
      tally->most = 0;
      tally->first = INT64_MAX;
      tally->last = INT64_MIN;
    }
}

static int
compare_names (const void *a, const void *b, void *user_data)
{
  const AlignmentName *x = a, *y = b;
  size_t x_length, y_length;
  const char *x_text = string_table_get (user_data, x->text, &x_length),
             *y_text = string_table_get (user_data, y->text, &y_length);
  int order = memcmp (x_text, y_text, MIN (x_length, y_length));

  return order != 0 ? order : (x_length > y_length) - (x_length < y_length);
}

static bool
list_names (const TallyColumn *tallies, uint32_t n_sides, StringTable *texts, AlignmentNameColumn *names)
{
  for (size_t i = 0; i < tallies->n; i++)
    {
      const Tally *tally = &tallies->at[i];

      if (tally->n_sides == n_sides
          && !alignment_name_column_push (
            names, (AlignmentName){ (uint32_t) i, tally->at_least, tally->first_all, tally->last_all }))
        return false;
    }
  if (names->n > 0)
    qsort_r (names->at, names->n, sizeof *names->at, compare_names, texts);
  return true;
}

static int
compare_ids (const void *a, const void *b)
{
  const int64_t *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* Keeps the steps that a side has too, or all of the first side. */
static bool
keep_steps (const StatsScope *scope, bool is_first, I64Column *steps)
{
  I64Column ids = { 0 };
  size_t n = 0, at = 0;
  bool ok = true;

  for (uint64_t i = 0; i < step_table_count (scope->steps) && ok; i++)
    if (is_step_of (scope, step_table_get (scope->steps, i)))
      ok = i64_column_push (&ids, id_of (step_table_get (scope->steps, i)));
  if (ids.n > 0)
    qsort (ids.at, ids.n, sizeof *ids.at, compare_ids);
  for (size_t i = 0; i < ids.n; i++)
    {
      if (i > 0 && ids.at[i] == ids.at[i - 1])
        continue;
      while (!is_first && at < steps->n && steps->at[at] < ids.at[i])
        at++;
      if (is_first || (at < steps->n && steps->at[at] == ids.at[i]))
        ids.at[n++] = ids.at[i];
    }
  ids.n = n;
  i64_column_clear (steps);
  *steps = ids;
  return ok;
}

bool
alignment_choices_compute (const StatsScope *scopes,
                           uint32_t n,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           AlignmentChoices *ret_choices)
{
  TallyColumn annotations = { 0 }, collectives = { 0 };
  bool ok;

  *ret_choices = (AlignmentChoices){ .texts = string_table_new () };
  ok = ret_choices->texts != NULL;
  for (uint32_t side = 0; side < n && ok; side++)
    {
      Reading reading;

      ok = reading_init (&reading, &scopes[side], should_continue, user_data)
           && tally_side (&reading, ret_choices->texts, &annotations, &collectives)
           && keep_steps (&scopes[side], side == 0, &ret_choices->steps) && !reading.is_memory_out;
      reading_clear (&reading);
      fold (&annotations, side);
      fold (&collectives, side);
    }
  ok = ok && list_names (&annotations, n, ret_choices->texts, &ret_choices->annotations)
       && list_names (&collectives, n, ret_choices->texts, &ret_choices->collectives);
  tally_column_clear (&annotations);
  tally_column_clear (&collectives);
  return ok;
}

void
alignment_choices_clear (AlignmentChoices *choices)
{
  if (choices->texts != NULL)
    string_table_free (choices->texts);
  alignment_name_column_clear (&choices->annotations);
  alignment_name_column_clear (&choices->collectives);
  i64_column_clear (&choices->steps);
  *choices = (AlignmentChoices){ 0 };
}
