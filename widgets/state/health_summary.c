/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/state/health_summary.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "trace/file/verify.h"
#include "trace/model/health_report.h"

/* Of a folder the steps of each rank are others, and the last of the one that was cut says little. */
static void
find_last_step (HealthSummary *summary, const Profile *profile)
{
  uint64_t first, n;

  if (trace_n_ranks (profile->trace) != 1 || (n = profile_steps_of_rank (profile, 0, &first)) == 0)
    return;
  const TraceStep *last = step_table_get (profile->steps, first + n - 1);
  summary->has_last_step = last->has_number;
  summary->last_step = last->number;
}

static void
add_finding (HealthSummary *summary, const HealthFinding *finding)
{
  switch (health_id_loss (finding->id))
    {
    case HEALTH_LOSES_NOTHING:
      summary->n_notes++;
      return;
    case HEALTH_LOSES_EVENTS:
      summary->n_events_lost += finding->count;
      break;
    case HEALTH_LOSES_FILES:
      summary->n_files_lost += finding->count;
      break;
    case HEALTH_LOSES_END:
      /* What is compressed and ends early mostly ends inside an event as well. */
      summary->n_files_cut = MAX (summary->n_files_cut, finding->count);
      break;
    case HEALTH_LOSES_REST:
      summary->is_damaged = true;
      break;
    }
  summary->n_losses++;
}

HealthSummary
health_summary_of (const Profile *profile)
{
  const Trace *trace = profile->trace;
  const EventCounts *events = trace_event_counts (trace);
  HealthFinding findings[N_HEALTH_IDS];
  unsigned n = health_report (trace, findings);
  HealthSummary summary = {
    .n_events = events->total + events->skipped,
    .n_files = health_report_n_files (trace),
    .is_partial = trace_is_partial (trace),
  };

  for (unsigned i = 0; i < n; i++)
    add_finding (&summary, &findings[i]);
  if (summary.n_files_cut > 0)
    find_last_step (&summary, profile);
  return summary;
}

bool
health_summary_is_loss (const HealthSummary *summary)
{
  return summary->doubt != HEALTH_NO_DOUBT || (summary->n_losses > 0 && !summary->is_partial);
}

/* ---- the pill ---- */

char *
health_summary_pill (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX];

  if (summary->doubt != HEALTH_NO_DOUBT)
    return g_strdup (_ ("Damaged"));
  if (summary->is_partial)
    return NULL;
  if (summary->n_events_lost > 0)
    return g_strdup_printf (ngettext ("%s lost", "%s lost", (gulong) summary->n_events_lost),
                            number_text_count (numbers, summary->n_events_lost, n));
  if (summary->n_files_lost > 0)
    return g_strdup_printf (ngettext ("%s file lost", "%s files lost", (gulong) summary->n_files_lost),
                            number_text_count (numbers, summary->n_files_lost, n));
  if (summary->is_damaged)
    return g_strdup (_ ("Damaged"));
  if (summary->n_files_cut > 0)
    return g_strdup (_ ("Cut short"));
  if (summary->n_notes > 0)
    return g_strdup_printf (ngettext ("%s note", "%s notes", summary->n_notes),
                            number_text_count (numbers, summary->n_notes, n));
  return NULL;
}

/* ---- the banner ---- */

static char *
lost_events_sentence (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  return g_strdup_printf (ngettext ("%s of %s events could not be read; every number here is without it.",
                                    "%s of %s events could not be read; every number here is without them.",
                                    (gulong) summary->n_events_lost),
                          number_text_count (numbers, summary->n_events_lost, n),
                          number_text_count (numbers, summary->n_events, total));
}

static char *
lost_files_sentence (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  return g_strdup_printf (
    ngettext ("%s of %s files could not be read; its rank is missing from every number here.",
              "%s of %s files could not be read; their ranks are missing from every number here.",
              (gulong) summary->n_files_lost),
    number_text_count (numbers, summary->n_files_lost, n),
    number_text_count (numbers, summary->n_files, total));
}

/* Most files are not in the order of time: that everything before the last step is whole is not known. */
static char *
cut_sentence (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  if (summary->n_files > 1)
    return g_strdup_printf (
      ngettext (
        "%s of %s files ends early. Everything before its end was read; the missing events may lie at any "
        "time.",
        "%s of %s files end early. Everything before their ends was read; the missing events may lie at "
        "any time.",
        (gulong) summary->n_files_cut),
      number_text_count (numbers, summary->n_files_cut, n),
      number_text_count (numbers, summary->n_files, total));
  if (summary->has_last_step)
    return g_strdup_printf (_ ("The file ends early; the last step in it is step %" PRId64
                               ". Everything before its end was read; the missing events may lie at any "
                               "time."),
                            summary->last_step);
  return g_strdup (
    _ ("The file ends early. Everything before its end was read; the missing events may lie at any time."));
}

char *
health_summary_sentence (const HealthSummary *summary, const NumberStyle *numbers)
{
  g_autoptr (GPtrArray) sentences = g_ptr_array_new_with_free_func (g_free);

  if (summary->is_partial)
    return NULL;
  if (summary->n_events_lost > 0)
    g_ptr_array_add (sentences, lost_events_sentence (summary, numbers));
  if (summary->n_files_lost > 0)
    g_ptr_array_add (sentences, lost_files_sentence (summary, numbers));
  if (summary->is_damaged)
    g_ptr_array_add (
      sentences,
      g_strdup (
        summary->n_files > 1
          ? _ ("A compressed file is damaged. Everything before the damage was read, nothing after it.")
          : _ ("The compressed file is damaged. Everything before the damage was read, nothing after it.")));
  if (summary->n_files_cut > 0)
    g_ptr_array_add (sentences, cut_sentence (summary, numbers));
  if (sentences->len == 0)
    return NULL;
  g_ptr_array_add (sentences, NULL);
  return g_strjoinv (" ", (char **) sentences->pdata);
}

/* ---- the scope bar ---- */

static const char *
doubt_phrase (HealthDoubt doubt)
{
  switch (doubt)
    {
    case HEALTH_DOUBT_CUT:
      return _ ("the file changed while it was open");
    case HEALTH_DOUBT_COPY:
      return _ ("the stored copy is damaged");
    default:
      return _ ("the file is damaged");
    }
}

char *
health_summary_phrase (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  if (summary->doubt != HEALTH_NO_DOUBT)
    return g_strdup (doubt_phrase (summary->doubt));
  if (summary->is_partial)
    return g_strdup (_ ("still being read"));
  if (summary->n_events_lost > 0)
    return g_strdup_printf (
      ngettext ("%s of %s events lost", "%s of %s events lost", (gulong) summary->n_events_lost),
      number_text_count (numbers, summary->n_events_lost, n),
      number_text_count (numbers, summary->n_events, total));
  if (summary->n_files_lost > 0)
    return g_strdup_printf (ngettext ("%s file lost", "%s files lost", (gulong) summary->n_files_lost),
                            number_text_count (numbers, summary->n_files_lost, n));
  if (summary->is_damaged)
    return g_strdup (summary->n_files > 1 ? _ ("a file is damaged") : _ ("the file is damaged"));
  if (summary->n_files_cut > 0 && summary->n_files > 1)
    return g_strdup_printf (
      ngettext ("%s file ends early", "%s files end early", (gulong) summary->n_files_cut),
      number_text_count (numbers, summary->n_files_cut, n));
  if (summary->n_files_cut > 0)
    return g_strdup (_ ("the file ends early"));
  return g_strdup (_ ("none lost"));
}
