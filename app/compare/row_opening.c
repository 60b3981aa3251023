/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/row_opening.h"

#include "widgets/controls/background_answer.h"

struct RowOpening
{
  BackgroundAnswer *answer;
  void (*take) (TableSource *source, TableSource *before, gpointer user_data);
  gpointer user_data;
};

typedef struct
{
  TableSource *before, *opened; /* opened: NULL when it failed */
  uint64_t row;
} Question;

RowOpening *
row_opening_new (void (*take) (TableSource *source, TableSource *before, gpointer user_data),
                 gpointer user_data)
{
  RowOpening *opening = g_new (RowOpening, 1);

  *opening = (RowOpening){ background_answer_new_long (), take, user_data };
  return opening;
}

void
row_opening_drop (RowOpening *opening)
{
  background_answer_drop (opening->answer);
}

void
row_opening_free (RowOpening *opening)
{
  background_answer_free (opening->answer);
  g_free (opening);
}

static void
question_free (gpointer data)
{
  Question *question = data;

  table_source_unref (question->before);
  table_source_unref (question->opened);
  g_free (question);
}

static void
open_in_thread (gpointer data)
{
  Question *question = data;

  question->opened =
    compare_source_open (question->before, (size_t) question->row, background_answer_should_continue, NULL);
}

static void
take_opened (gpointer data, gpointer user_data)
{
  Question *question = data;
  RowOpening *opening = user_data;

  if (question->opened == NULL)
    return;
  bool has_rows = question->opened->n_beneath > question->before->n_beneath;
  opening->take (has_rows ? g_steal_pointer (&question->opened) : NULL, question->before, opening->user_data);
}

TableFold
row_opening_fold (const TableSource *source, uint64_t row)
{
  return source->fold != NULL && row < source->n_rows ? source->fold (source, (size_t) row) : TABLE_FOLD_NONE;
}

void
row_opening_turn (RowOpening *opening, TableSource *source, uint64_t row)
{
  TableFold fold = row_opening_fold (source, row);

  if (fold == TABLE_FOLD_OPEN)
    opening->take (compare_source_close (source, (size_t) row), source, opening->user_data);
  if (fold != TABLE_FOLD_CLOSED)
    return;
  Question *question = g_new0 (Question, 1);
  *question = (Question){ table_source_ref (source), NULL, row };
  background_answer_ask (opening->answer, question, question_free, open_in_thread, take_opened, opening);
}
