/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/pane.h"

#include <glib/gi18n-lib.h>

#include "trace/model/device_word.h"

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
  return pane->data != NULL && pane->options->name == NULL ? device_word_in (pane->data->scope.trace, title) : title;
}

char *
pane_sentence (const PaneContext *pane)
{
  if (dashboard_data_failed (pane->data, pane->kind->needs))
    return g_strdup (_ ("Not enough memory for these statistics"));
  return device_word_in (pane->data->scope.trace, pane->kind->empty (pane));
}

char *
pane_footer (const PaneContext *pane)
{
  return dashboard_data_failed (pane->data, pane->kind->needs)
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
