/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/pane.h"

#include <glib/gi18n-lib.h>

#include "trace/model/device_word.h"
#include "trace/stats/job_groups.h"

const char *
pane_table_id_of (const PaneContext *pane)
{
  const Pane *kind = pane->kind;

  return kind->other_table_id != NULL && pane->data != NULL && pane_is_ready (kind, pane->options, pane->data)
             && !dashboard_data_failed (pane->data, kind->needs) && kind->is_of_other_table (pane)
           ? kind->other_table_id
           : kind->table_id;
}

unsigned
pane_choice_count (const PaneChoice *choice)
{
  unsigned n = 0;

  while (choice->words[n] != NULL)
    n++;
  return n;
}

unsigned
pane_n_choices (const Pane *pane)
{
  unsigned n = 0;

  while (pane->choices != NULL && pane->choices[n].key != NULL)
    n++;
  return n;
}

const char *
pane_title (const Pane *pane, const PaneOptions *options)
{
  return options->name != NULL ? options->name : _ (pane->title);
}

char *
pane_title_of (const PaneContext *pane)
{
  char *title = g_strdup (pane_title (pane->kind, pane->options));

  /* A name is the file's. */
  return pane->data != NULL && pane->options->name == NULL ? device_word_in (pane->data->scope.trace, title)
                                                           : title;
}

/* Returns why a job that was merged from summaries does not have the figures; NULL if it has, or is none. */
static char *
not_of_job (const PaneContext *pane)
{
  const StatsScope *scope = &pane->data->scope;

  if (!trace_is_job (scope->trace) || pane->kind->of_job == PANE_JOB_ANY)
    return NULL;
  if (pane->kind->of_job == PANE_JOB_NOTHING)
    return g_strdup (
      _ ("This job was merged from summaries, which do not have this. Open the trace of a rank to see it."));
  return job_groups_hold (scope)
           ? NULL
           : g_strdup (_ (
             "This job was merged from summaries, which have this only of whole ranks over the whole profile."));
}

char *
pane_sentence (const PaneContext *pane)
{
  char *sentence = not_of_job (pane);

  if (sentence != NULL)
    return device_word_in (pane->data->scope.trace, sentence);
  if (dashboard_data_failed (pane->data, pane->kind->needs))
    return g_strdup (_ ("Not enough memory for these statistics"));
  return device_word_in (pane->data->scope.trace, pane->kind->empty (pane));
}

char *
pane_footer (const PaneContext *pane)
{
  g_autofree char *lacks = not_of_job (pane);

  return lacks != NULL || dashboard_data_failed (pane->data, pane->kind->needs)
           ? g_strdup ("")
           : device_word_in (pane->data->scope.trace, pane->kind->footer (pane));
}

char *
pane_alternative (const PaneContext *pane)
{
  char *sentence = pane_sentence (pane);

  if (sentence != NULL)
    return sentence;
  if (pane->kind->alternative != NULL)
    return pane->kind->alternative (pane);
  g_autoptr (PaneTable) table = pane->kind->table (pane);
  g_autofree char *rows = pane_table_lines (table);
  g_autofree char *footer = pane->kind->footer != NULL ? pane->kind->footer (pane) : g_strdup ("");
  return g_strjoin ("\n", rows, footer, NULL);
}
