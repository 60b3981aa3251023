/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/health_summary.h"

#include <glib/gi18n-lib.h>

HealthSummary
health_summary_of (const Trace *trace)
{
  const HealthRow *rows = trace_health (trace)->rows;
  const EventCounts *events = trace_event_counts (trace);
  HealthSummary summary = {
    .n_events = events->total + events->skipped,
    .n_events_lost = events->skipped,
    .n_files_lost = rows[HEALTH_DIRECTORY_FILE_UNREADABLE].count,
    .ends_early = rows[HEALTH_JSON_TRUNCATED].count > 0 || rows[HEALTH_GZIP_TRUNCATED].count > 0
                  || rows[HEALTH_ZSTD_TRUNCATED].count > 0,
    .is_damaged = rows[HEALTH_GZIP_DAMAGED].count > 0 || rows[HEALTH_ZSTD_DAMAGED].count > 0,
  };

  for (int i = 0; i < N_HEALTH_IDS; i++)
    if (rows[i].count > 0 && health_id_severity ((HealthId) i) == HEALTH_DATA_LOSS)
      summary.n_losses++;
    else if (rows[i].count > 0)
      summary.n_notes++;

  /* The event that the file ends in is no loss beside the one that its end is. */
  uint64_t n_cut = MIN (rows[HEALTH_JSON_TRUNCATED].count, summary.n_events_lost);
  if (summary.n_events_lost == n_cut)
    summary.n_events_lost = 0;
  return summary;
}

char *
health_summary_pill (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX];

  if (summary->n_events_lost > 0)
    return g_strdup_printf (ngettext ("%s lost", "%s lost", (gulong) summary->n_events_lost),
                            number_text_count (numbers, summary->n_events_lost, n));
  if (summary->n_files_lost > 0)
    return g_strdup_printf (ngettext ("%s file lost", "%s files lost", (gulong) summary->n_files_lost),
                            number_text_count (numbers, summary->n_files_lost, n));
  if (summary->is_damaged)
    return g_strdup (_ ("Damaged"));
  if (summary->ends_early)
    return g_strdup (_ ("Cut short"));
  if (summary->n_notes > 0)
    return g_strdup_printf (ngettext ("%s note", "%s notes", summary->n_notes),
                            number_text_count (numbers, summary->n_notes, n));
  return NULL;
}

char *
health_summary_sentence (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  if (summary->n_events_lost > 0)
    return g_strdup_printf (ngettext ("%s of %s events could not be read; every number here is without it.",
                                      "%s of %s events could not be read; every number here is without them.",
                                      (gulong) summary->n_events_lost),
                            number_text_count (numbers, summary->n_events_lost, n),
                            number_text_count (numbers, summary->n_events, total));
  if (summary->n_files_lost > 0)
    return g_strdup_printf (
      ngettext ("%s file of the folder could not be read; its rank is missing from every number.",
                "%s files of the folder could not be read; their ranks are missing from every number.",
                (gulong) summary->n_files_lost),
      number_text_count (numbers, summary->n_files_lost, n));
  if (summary->is_damaged)
    return g_strdup (
      _ ("The compressed file is damaged. Everything before the damage was read, nothing after it."));
  if (summary->ends_early)
    return g_strdup (
      _ ("The file ends early. Everything up to there was read; what is missing may lie at any time, "
         "because events are not written in order."));
  return NULL;
}

char *
health_summary_phrase (const HealthSummary *summary, const NumberStyle *numbers)
{
  char n[NUMBER_TEXT_MAX], total[NUMBER_TEXT_MAX];

  if (summary->n_events_lost > 0)
    return g_strdup_printf (
      ngettext ("%s of %s events lost", "%s of %s events lost", (gulong) summary->n_events_lost),
      number_text_count (numbers, summary->n_events_lost, n),
      number_text_count (numbers, summary->n_events, total));
  if (summary->n_files_lost > 0)
    return g_strdup_printf (ngettext ("%s file lost", "%s files lost", (gulong) summary->n_files_lost),
                            number_text_count (numbers, summary->n_files_lost, n));
  if (summary->is_damaged)
    return g_strdup (_ ("the file is damaged"));
  if (summary->ends_early)
    return g_strdup (_ ("the file ends early"));
  return g_strdup (_ ("none lost"));
}
