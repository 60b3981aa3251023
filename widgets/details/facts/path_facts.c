/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/path_facts.h"

#include <glib/gi18n-lib.h>

static bool
is_own (const PathSpan *span)
{
  return span->klass != CRITICAL_LAUNCH && span->klass != CRITICAL_GAP;
}

/* Of the slice's own time. */
static int64_t
time_on_path_ns (const StepPath *path, uint64_t slice)
{
  const TraceRow alone = { .first_slice = slice, .n_slices = 1 };
  size_t begin, end;
  int64_t sum_ns = 0;

  step_path_spans_of (path, &alone, &begin, &end);
  for (; begin < end; begin++)
    if (is_own (&path->spans[begin]))
      sum_ns += path->spans[begin].end_ns - path->spans[begin].begin_ns;
  return sum_ns;
}

char *
path_facts_sentence (const StepPath *path, uint64_t slice, const NumberStyle *numbers)
{
  g_autofree char *place = step_path_place_text (path);
  char own[NUMBER_TEXT_MAX], length[NUMBER_TEXT_MAX];
  const Trace *trace = path->profile->trace;
  uint64_t work;
  int64_t slack_ns;

  if (critical_path_holds (path->path, slice))
    {
      number_text_duration (numbers, (double) time_on_path_ns (path, slice), own);
      number_text_duration (numbers, (double) path->path->length_ns, length);
      /* Translators: "step 12"; the time of the slice on the path; the length of the path */
      return g_strdup_printf (_ ("On the critical path of %s: %s of %s."), place, own, length);
    }
  if (critical_path_waits_for (path->path, slice, &work))
    /* Translators: the name of a kernel or of a copy */
    return g_strdup_printf (_ ("It waits for %s; its own time does not count."),
                            trace_display_name (trace, slice_name (trace_slices (trace), work)));
  bool takes_part = critical_path_slack_ns (path->path, slice, &slack_ns);
  if ((!takes_part || slack_ns == 0) && critical_path_passes_within (path->path, slice))
    return g_strdup_printf (_ ("What it calls is on the critical path of %s, its own time is not."), place);
  if (!takes_part)
    return g_strdup_printf (_ ("It has no part in the critical path of %s."), place);
  if (slack_ns == 0)
    return g_strdup_printf (_ ("Not on the critical path of %s, but on another path that is as long."),
                            place);
  number_text_duration (numbers, (double) slack_ns, own);
  /* Translators: "step 12"; a duration; "step 12" */
  return g_strdup_printf (
    _ ("Not on the critical path of %s: its own time may be %s longer before %s gets longer."), place, own,
    place);
}

PathAnswer
path_facts_ask (const StepPath *path, const PathQuestion *question)
{
  const Trace *trace = path->profile->trace;
  PathAnswer answer = { .n = 1 };

  answer.is_known =
    question->is_for_name
      ? critical_path_length_without_name (path->path, trace,
                                           slice_name (trace_slices (trace), question->slice),
                                           question->percent, &answer.n, &answer.length_ns)
      : critical_path_length_without (path->path, question->slice, question->percent, &answer.length_ns);
  return answer;
}

char *
path_facts_answer (const StepPath *path, const PathAnswer *answer, const NumberStyle *numbers)
{
  g_autofree char *place = step_path_place_text (path);
  int64_t gain_ns = path->path->length_ns - answer->length_ns;
  char length[NUMBER_TEXT_MAX], gain[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], n[NUMBER_TEXT_MAX];

  if (!answer->is_known)
    return g_strdup (_ ("Not known."));
  number_text_duration (numbers, (double) answer->length_ns, length);
  number_text_duration (numbers, (double) gain_ns, gain);
  number_text_share (numbers, (double) gain_ns / (double) path->path->length_ns, share);
  number_text_count (numbers, answer->n, n);
  if (gain_ns == 0)
    return g_strdup_printf (
      ngettext ("With %s shorter slice, the path of %s would still take %s: nothing is gained.",
                "With %s shorter slices, the path of %s would still take %s: nothing is gained.", answer->n),
      n, place, length);
  /* Translators: a number of slices; "step 12"; the new length of its path; what was gained, and its share */
  return g_strdup_printf (ngettext ("With %s shorter slice, the path of %s would take %s: %s (%s) less.",
                                    "With %s shorter slices, the path of %s would take %s: %s (%s) less.",
                                    answer->n),
                          n, place, length, gain, share);
}
