/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/scene/slice_relations.h"

#include "widgets/controls/background_answer.h"
#include "widgets/timeline/scene/scoped_series.h"

struct _SliceRelations
{
  GObject parent_instance;

  ViewState *state; /* not owned */
  BackgroundAnswer *series_answer, *flows_answer, *pairs_answer, *collectives_answer;
  const NameSeries *series;
  ScopedSeries *scoped;
  bool is_asking_series, is_asking_flows;
  uint64_t asked; /* the slice whose series is asked for */
  int wanted_by;  /* to be walked when the series is known */
  bool dims_others, shows_flows;
  const FlowIndex *flows;
  SequencePairs *pairs;
  bool has_asked_pairs;
  CollectiveLinks *collectives;
  bool has_asked_collectives, awaits_collectives;
  FlowFans *fans;
};

G_DEFINE_TYPE (SliceRelations, slice_relations, G_TYPE_OBJECT)

static guint changed_signal;

static const Trace *
trace_of (SliceRelations *self)
{
  return view_state_profile (self->state)->trace;
}

static void
emit_changed (SliceRelations *self, guint changes)
{
  g_signal_emit (self, changed_signal, 0, changes);
}

/* ---- names ---- */

typedef struct
{
  const Profile *profile; /* keeps the trace alive */
  uint64_t slice;
  const NameSeries *series;
  const FlowIndex *flows;
  SequencePairs *pairs;
  CollectiveLinks *collectives;
} Question;

static Question *
question_new (SliceRelations *self, uint64_t slice)
{
  Question *question = g_new0 (Question, 1);

  question->profile = profile_ref (view_state_profile (self->state));
  question->slice = slice;
  return question;
}

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_pointer (&question->series, name_series_unref);
  g_clear_pointer (&question->flows, flow_index_unref);
  g_clear_pointer (&question->pairs, sequence_pairs_free);
  g_clear_pointer (&question->collectives, collective_links_free);
  profile_unref (question->profile);
  g_free (question);
}

static uint64_t
selected_slice (SliceRelations *self)
{
  const ViewSelection *selection = view_state_selection (self->state);

  return selection->kind == SELECTED_SLICE ? selection->slice : SLICE_NONE;
}

/* Moves the view only if the slice is outside. */
static void
show_slice (SliceRelations *self, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (trace_of (self));
  int64_t begin_ns, end_ns;

  view_state_span (self->state, &begin_ns, &end_ns);
  if (slice_start_ns (slices, slice) >= end_ns || slice_end_ns (slices, slice) < begin_ns)
    view_state_go_to_slice (self->state, slice);
  else
    view_state_select_slice (self->state, slice);
}

static bool
walk (SliceRelations *self, int by)
{
  StatsScope scope = view_state_stats_scope (self->state);
  uint64_t slice = name_series_walk_in (self->series, &scope, selected_slice (self), by);

  if (slice == SLICE_NONE)
    return false;
  show_slice (self, slice);
  return true;
}

static void
find_series (gpointer data)
{
  Question *question = data;

  question->series =
    name_series_new (question->profile->trace, question->slice, background_answer_should_continue, NULL);
}

/* Returns the slices of the series that are in scope. */
static void
follow_scope (SliceRelations *self)
{
  scoped_series_follow (self->scoped, self->state, slice_relations_series (self));
}

static void
take_series (gpointer data, gpointer user_data)
{
  Question *question = data;
  SliceRelations *self = user_data;
  int by = self->wanted_by;

  self->is_asking_series = false;
  self->wanted_by = 0;
  g_clear_pointer (&self->series, name_series_unref);
  self->series = g_steal_pointer (&question->series);
  follow_scope (self);
  emit_changed (self, RELATIONS_CHANGED_SERIES);
  if (by != 0 && self->series != NULL && selected_slice (self) == question->slice)
    walk (self, by);
}

static void
ask_series (SliceRelations *self, uint64_t slice)
{
  self->is_asking_series = true;
  self->asked = slice;
  background_answer_ask (self->series_answer, question_new (self, slice), question_free, find_series,
                         take_series, self);
}

static void
find_pairs (gpointer data)
{
  Question *question = data;

  question->pairs = sequence_pairs_new (question->profile->trace, background_answer_should_continue, NULL);
}

static void
take_pairs (gpointer data, gpointer user_data)
{
  Question *question = data;
  SliceRelations *self = user_data;

  self->pairs = g_steal_pointer (&question->pairs);
  if (self->pairs != NULL && self->pairs->n > 0)
    emit_changed (self, RELATIONS_CHANGED_PAIRS);
}

static void
ask_pairs (SliceRelations *self)
{
  self->has_asked_pairs = true;
  background_answer_ask (self->pairs_answer, question_new (self, SLICE_NONE), question_free, find_pairs,
                         take_pairs, self);
}

static void
find_collectives (gpointer data)
{
  Question *question = data;

  question->collectives =
    collective_links_new (question->profile->trace, background_answer_should_continue, NULL);
}

static void
take_collectives (gpointer data, gpointer user_data)
{
  Question *question = data;
  SliceRelations *self = user_data;

  self->awaits_collectives = false;
  self->collectives = g_steal_pointer (&question->collectives);
  emit_changed (self, RELATIONS_CHANGED_COLLECTIVES);
}

/* Only for what can be part of one. */
static void
ask_collectives (SliceRelations *self, uint64_t slice)
{
  const Profile *profile = view_state_profile (self->state);

  if (self->has_asked_collectives || trace_n_devices (profile->trace) < 2
      || work_kind_of_slice (profile->works, slice) != WORK_COMMUNICATION)
    return;
  self->has_asked_collectives = self->awaits_collectives = true;
  background_answer_ask (self->collectives_answer, question_new (self, slice), question_free,
                         find_collectives, take_collectives, self);
}

const CollectiveLinks *
slice_relations_collectives (SliceRelations *self)
{
  return self->collectives;
}

bool
slice_relations_awaits_collectives (SliceRelations *self)
{
  return self->awaits_collectives;
}

const SequencePairs *
slice_relations_pairs (SliceRelations *self)
{
  return self->pairs;
}

FlowFans *
slice_relations_fans (SliceRelations *self)
{
  return self->fans;
}

/* The series of a name is kept until another name is selected, even while nothing is selected. */
static void
selection_changed (SliceRelations *self)
{
  const SliceColumns *slices = trace_slices (trace_of (self));
  uint64_t slice = selected_slice (self);

  if (slice != SLICE_NONE)
    ask_collectives (self, slice);
  if (slice == SLICE_NONE
      || (self->series != NULL && name_series_holds (self->series, trace_of (self), slice)))
    return;
  if (self->is_asking_series && slices->name[slice] == slices->name[self->asked]
      && slices->kind[slice] == slices->kind[self->asked])
    return;
  g_clear_pointer (&self->series, name_series_unref);
  self->wanted_by = 0;
  ask_series (self, slice);
  if (!self->has_asked_pairs)
    ask_pairs (self);
}

const NameSeries *
slice_relations_series (SliceRelations *self)
{
  uint64_t slice = selected_slice (self);

  return self->series != NULL && slice != SLICE_NONE
             && name_series_holds (self->series, trace_of (self), slice)
           ? self->series
           : NULL;
}

const NameSeries *
slice_relations_series_in_scope (SliceRelations *self, bool *ret_is_whole)
{
  return scoped_series_get (self->scoped, ret_is_whole);
}

bool
slice_relations_walk_name (SliceRelations *self, int by)
{
  if (selected_slice (self) == SLICE_NONE)
    return false;
  if (slice_relations_series (self) != NULL)
    return walk (self, by);
  self->wanted_by = by;
  return self->is_asking_series;
}

bool
slice_relations_dims_others (SliceRelations *self)
{
  return self->dims_others;
}

void
slice_relations_set_dims_others (SliceRelations *self, bool dims_others)
{
  if (self->dims_others == dims_others)
    return;
  self->dims_others = dims_others;
  emit_changed (self, RELATIONS_CHANGED_DIMMING);
}

/* ---- all connections ---- */

static void
find_flows (gpointer data)
{
  Question *question = data;

  question->flows = flow_index_new (question->profile->trace, background_answer_should_continue, NULL);
}

static void
take_flows (gpointer data, gpointer user_data)
{
  Question *question = data;
  SliceRelations *self = user_data;

  self->is_asking_flows = false;
  self->flows = g_steal_pointer (&question->flows);
  emit_changed (self, RELATIONS_CHANGED_FLOWS);
}

bool
slice_relations_shows_flows (SliceRelations *self)
{
  return self->shows_flows;
}

void
slice_relations_set_shows_flows (SliceRelations *self, bool shows_flows)
{
  if (self->shows_flows == shows_flows)
    return;
  self->shows_flows = shows_flows;
  if (shows_flows && self->flows == NULL && !self->is_asking_flows)
    {
      self->is_asking_flows = true;
      background_answer_ask (self->flows_answer, question_new (self, SLICE_NONE), question_free, find_flows,
                             take_flows, self);
    }
  emit_changed (self, RELATIONS_CHANGED_FLOWS);
}

const FlowIndex *
slice_relations_flows (SliceRelations *self)
{
  return self->shows_flows ? self->flows : NULL;
}

/* ---- life ---- */

static void
state_changed (SliceRelations *self, guint changes)
{
  if (changes & VIEW_CHANGED_PROFILE)
    flow_fans_forget (self->fans);
  if (changes & VIEW_CHANGED_SELECTION)
    selection_changed (self);
  if (changes & (VIEW_CHANGED_SELECTION | VIEW_CHANGED_SCOPE))
    follow_scope (self);
}

static void
scoped_arrived (gpointer user_data)
{
  emit_changed (user_data, RELATIONS_CHANGED_SCOPED);
}

static void
slice_relations_dispose (GObject *object)
{
  SliceRelations *self = TIMELINE_RELATIONS (object);

  g_clear_pointer (&self->scoped, scoped_series_free);
  g_clear_pointer (&self->series_answer, background_answer_free);
  g_clear_pointer (&self->flows_answer, background_answer_free);
  g_clear_pointer (&self->pairs_answer, background_answer_free);
  g_clear_pointer (&self->collectives_answer, background_answer_free);
  g_clear_pointer (&self->series, name_series_unref);
  g_clear_pointer (&self->flows, flow_index_unref);
  g_clear_pointer (&self->pairs, sequence_pairs_free);
  g_clear_pointer (&self->collectives, collective_links_free);
  G_OBJECT_CLASS (slice_relations_parent_class)->dispose (object);
}

static void
slice_relations_finalize (GObject *object)
{
  flow_fans_free (TIMELINE_RELATIONS (object)->fans);
  G_OBJECT_CLASS (slice_relations_parent_class)->finalize (object);
}

static void
slice_relations_class_init (SliceRelationsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = slice_relations_dispose;
  G_OBJECT_CLASS (klass)->finalize = slice_relations_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
slice_relations_init (SliceRelations *self)
{
  self->series_answer = background_answer_new_long ();
  self->flows_answer = background_answer_new_index ();
  self->pairs_answer = background_answer_new_index ();
  self->collectives_answer = background_answer_new_index ();
  self->fans = flow_fans_new ();
  self->scoped = scoped_series_new (scoped_arrived, self);
}

SliceRelations *
slice_relations_new (ViewState *state)
{
  SliceRelations *self = g_object_new (TIMELINE_TYPE_RELATIONS, NULL);

  self->state = state;
  g_signal_connect_object (state, "changed", G_CALLBACK (state_changed), self, G_CONNECT_SWAPPED);
  selection_changed (self);
  return self;
}
