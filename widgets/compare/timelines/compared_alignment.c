/* SPDX-License-Identifier: Apache-2.0
 *
 * Brings instants of the sides one below the other: the same step, the same slice, or the begins. */

#include "widgets/compare/timelines/compared_timelines_private.h"

#include "widgets/compare/timelines/alignment_bar.h"
#include "widgets/compare/timelines/common_time.h"
#include "widgets/compare/timelines/timelines_words.h"

/* Room around what the timelines are aligned by, as shares of its length. */
#define STEP_ROOM  0.05
#define SLICE_ROOM 0.5

/* The text is owned from now on. */
static void
say_aligned_by (ComparedTimelines *self, char *text)
{
  g_free (self->aligned_by);
  self->aligned_by = text;
}

static void
show_room (ComparedTimelines *self, int64_t length_ns, double room)
{
  double room_ns = (double) length_ns * room;

  linked_timelines_show (self->link, (int64_t) -room_ns, length_ns + (int64_t) room_ns);
}

static int64_t
slice_length_ns (ComparedTimelines *self, guint side, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (self->compared->sides[side].profile->trace);

  return slice < slices->n ? slice_dur_ns (slices, slice) : 0;
}

static int64_t
step_length_ns (ComparedTimelines *self, guint side, int64_t begin_ns)
{
  const Profile *profile = self->compared->sides[side].profile;

  for (uint64_t i = 0; i < step_table_count (profile->steps); i++)
    {
      const TraceStep *step = step_table_get (profile->steps, i);

      if (step->host_begin_ns == begin_ns)
        return step->host_end_ns - step->host_begin_ns;
    }
  return 0;
}

void
compared_alignment_found (const AlignmentAnswer *answer, gpointer user_data)
{
  ComparedTimelines *self = user_data;
  int64_t instants_ns[COMPARED_TIMELINES_MAX], longest_ns = 0;
  Alignment alignment;

  if (answer->error != NULL)
    {
      g_autofree char *text =
        g_strdup_printf ("%s: %s", compared_letter (answer->side), answer->error->message);

      compared_timelines_say (self, text);
      return;
    }
  if (!alignment_bar_get (ALIGNMENT_BAR (self->bar), &alignment))
    return;
  for (guint i = 0; i < self->n; i++)
    {
      int64_t length_ns;

      instants_ns[i] = answer->instants[i].time_ns;
      length_ns = alignment.kind == ALIGN_STEP ? step_length_ns (self, i, instants_ns[i])
                                               : slice_length_ns (self, i, answer->instants[i].slice);
      longest_ns = MAX (longest_ns, length_ns);
    }
  say_aligned_by (self, timelines_words_aligned (&alignment));
  linked_timelines_align (self->link, instants_ns);
  if (longest_ns > 0)
    show_room (self, longest_ns, alignment.kind == ALIGN_STEP ? STEP_ROOM : SLICE_ROOM);
}

/* The begin of a side, and how long it is, within its profile. */
static int64_t
begin_of (ComparedTimelines *self, guint side, int64_t *ret_length_ns)
{
  const StatsScope *scope = &self->compared->comparison.sides[side].steps.scope;
  const Profile *profile = self->compared->sides[side].profile;
  int64_t begin_ns = MAX (scope->begin_ns, profile->begin_ns);

  *ret_length_ns = MAX (MIN (scope->end_ns, profile->end_ns) - begin_ns, 0);
  return begin_ns;
}

/* At once, since nothing has to be looked for. */
void
compared_alignment_by_begins (ComparedTimelines *self)
{
  int64_t instants_ns[COMPARED_TIMELINES_MAX], longest_ns = 0;

  for (guint i = 0; i < self->n; i++)
    {
      int64_t length_ns;

      instants_ns[i] = begin_of (self, i, &length_ns);
      longest_ns = MAX (longest_ns, length_ns);
    }
  say_aligned_by (self, timelines_words_aligned (&(const Alignment){ .kind = ALIGN_START }));
  linked_timelines_align (self->link, instants_ns);
  show_room (self, longest_ns, 0);
}

/* By the selected slices. A side without one keeps its place beside the side that the selection came from. */
void
compared_alignment_by_selected (ComparedTimelines *self)
{
  int64_t instants_ns[COMPARED_TIMELINES_MAX], longest_ns = 0;
  guint from = self->selected.from;
  uint64_t slice = self->selected.slices[from];

  if (self->n == 0 || slice == SLICE_NONE)
    return;
  int64_t begin_ns = slice_start_ns (trace_slices (self->compared->sides[from].profile->trace), slice);
  int64_t common_ns = common_time_of (begin_ns, linked_timelines_instant (self->link, from));
  for (guint i = 0; i < self->n; i++)
    {
      slice = self->selected.slices[i];
      instants_ns[i] = slice != SLICE_NONE
                         ? slice_start_ns (trace_slices (self->compared->sides[i].profile->trace), slice)
                         : common_time_on_side (common_ns, linked_timelines_instant (self->link, i));
      longest_ns = MAX (longest_ns, slice != SLICE_NONE ? slice_length_ns (self, i, slice) : 0);
    }
  alignment_bar_choose_slices (ALIGNMENT_BAR (self->bar));
  self->is_by_user = true;
  say_aligned_by (self, timelines_words_aligned_by_slices (self->compared, &self->selected));
  linked_timelines_align (self->link, instants_ns);
  show_room (self, longest_ns, SLICE_ROOM);
}

void
compared_alignment_chosen (ComparedTimelines *self)
{
  Alignment alignment;

  self->is_by_user = true;
  if (!alignment_bar_get (ALIGNMENT_BAR (self->bar), &alignment))
    compared_alignment_by_selected (self);
  else if (alignment.kind == ALIGN_START)
    compared_alignment_by_begins (self);
  else
    alignment_task_find (self->alignments, &alignment);
}

static bool
compares_step (const CompareSteps *steps, int64_t id)
{
  for (uint64_t i = 0; i < steps->n; i++)
    if (steps->samples[i].id == id)
      return steps->has_steps;
  return false;
}

/* Not one that is left out as warm-up: nothing is said of its slices. */
static void
choose_compared_step (ComparedTimelines *self)
{
  const CompareSteps *base = &self->compared->comparison.sides[0].steps;

  for (uint64_t i = 0; i < base->n; i++)
    {
      guint side = 0;

      while (side < self->n
             && compares_step (&self->compared->comparison.sides[side].steps, base->samples[i].id))
        side++;
      if (side == self->n)
        {
          alignment_bar_choose_step (ALIGNMENT_BAR (self->bar), base->samples[i].id);
          return;
        }
    }
}

/* By the first step that is compared on all sides, else the first that all have, unless the user has chosen something
 * meanwhile. */
void
compared_alignment_set_choices (const AlignmentChoices *choices, gpointer user_data)
{
  ComparedTimelines *self = user_data;
  Alignment alignment;
  bool was_by_user = self->is_by_user;

  alignment_bar_set_choices (ALIGNMENT_BAR (self->bar), choices);
  if (was_by_user)
    alignment_bar_choose_slices (ALIGNMENT_BAR (self->bar));
  else
    choose_compared_step (self);
  if (!was_by_user && alignment_bar_get (ALIGNMENT_BAR (self->bar), &alignment)
      && alignment.kind != ALIGN_START)
    alignment_task_find (self->alignments, &alignment);
}
