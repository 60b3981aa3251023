/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdatomic.h>

#include "widgets/controls/background_answer.h"

#define PATIENCE_US (10 * G_USEC_PER_SEC)
#define N_MANY      16

/* Works until it is told to end, or is not wanted any more. */
typedef struct
{
  atomic_bool has_begun, may_end;
  atomic_int n_freed;
  int n_delivered; /* main thread only */
} Question;

static void
work (gpointer data)
{
  Question *question = data;
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US;

  atomic_store (&question->has_begun, true);
  while (!atomic_load (&question->may_end) && background_answer_should_continue (NULL)
         && g_get_monotonic_time () < until_us)
    g_usleep (500);
}

static void
deliver (gpointer data, gpointer user_data)
{
  Question *question = data;

  (void) user_data;
  question->n_delivered++;
}

static void
free_question (gpointer data)
{
  Question *question = data;

  atomic_fetch_add (&question->n_freed, 1);
}

static void
ask (BackgroundAnswer *answer, Question *question)
{
  background_answer_ask (answer, question, free_question, work, deliver, NULL);
}

static void
wait_until_begun (Question *question)
{
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US / 2;

  while (!atomic_load (&question->has_begun))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, until_us);
      g_usleep (500);
    }
}

static void
wait_until_freed (Question *question)
{
  gint64 until_us = g_get_monotonic_time () + PATIENCE_US / 2;

  while (atomic_load (&question->n_freed) == 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, until_us);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
a_short_question_does_not_wait_for_a_long_one (void)
{
  BackgroundAnswer *index = background_answer_new_index (), *series = background_answer_new_long ();
  BackgroundAnswer *figures = background_answer_new ();
  Question whole = { 0 }, name = { .may_end = true }, area = { .may_end = true };

  ask (index, &whole);
  wait_until_begun (&whole);
  ask (figures, &area);
  wait_until_freed (&area);
  ask (series, &name);
  wait_until_freed (&name);
  g_assert_cmpint (whole.n_delivered, ==, 0);
  g_assert_cmpint (area.n_delivered, ==, 1);
  g_assert_cmpint (name.n_delivered, ==, 1);
  atomic_store (&whole.may_end, true);
  wait_until_freed (&whole);
  g_assert_cmpint (whole.n_delivered, ==, 1);
  background_answer_free (index);
  background_answer_free (series);
  background_answer_free (figures);
}

/* More of them than there are threads, of however many windows. */
static void
none_waits_for_many_of_another_kind (BackgroundAnswer *(*new_many) (void),
                                     BackgroundAnswer *(*new_one) (void) )
{
  BackgroundAnswer *many[N_MANY], *one = new_one ();
  Question questions[N_MANY] = { 0 }, question = { .may_end = true };

  for (int i = 0; i < N_MANY; i++)
    {
      many[i] = new_many ();
      ask (many[i], &questions[i]);
    }
  wait_until_begun (&questions[0]);
  ask (one, &question);
  wait_until_freed (&question);
  g_assert_cmpint (question.n_delivered, ==, 1);
  for (int i = 0; i < N_MANY; i++)
    {
      g_assert_cmpint (questions[i].n_delivered, ==, 0);
      background_answer_free (many[i]);
    }
  for (int i = 0; i < N_MANY; i++)
    wait_until_freed (&questions[i]);
  background_answer_free (one);
}

static void
what_a_selection_asks_does_not_wait_for_indices (void)
{
  none_waits_for_many_of_another_kind (background_answer_new_index, background_answer_new_long);
}

static void
an_index_does_not_wait_for_what_selections_ask (void)
{
  none_waits_for_many_of_another_kind (background_answer_new_long, background_answer_new_index);
}

static void
a_long_question_gives_way_to_the_next (void)
{
  BackgroundAnswer *answer = background_answer_new_long ();
  Question first = { 0 }, second = { .may_end = true };

  ask (answer, &first);
  wait_until_begun (&first);
  ask (answer, &second);
  wait_until_freed (&first);
  wait_until_freed (&second);
  g_assert_cmpint (first.n_delivered, ==, 0);
  g_assert_cmpint (second.n_delivered, ==, 1);
  background_answer_free (answer);
}

static void
what_is_freed_gives_way (void)
{
  BackgroundAnswer *answer = background_answer_new_long ();
  Question question = { 0 };

  ask (answer, &question);
  wait_until_begun (&question);
  background_answer_free (answer);
  wait_until_freed (&question);
  g_assert_cmpint (question.n_delivered, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/background_answer/a_short_question_does_not_wait_for_a_long_one",
                   a_short_question_does_not_wait_for_a_long_one);
  g_test_add_func ("/background_answer/what_a_selection_asks_does_not_wait_for_indices",
                   what_a_selection_asks_does_not_wait_for_indices);
  g_test_add_func ("/background_answer/an_index_does_not_wait_for_what_selections_ask",
                   an_index_does_not_wait_for_what_selections_ask);
  g_test_add_func ("/background_answer/a_long_question_gives_way_to_the_next",
                   a_long_question_gives_way_to_the_next);
  g_test_add_func ("/background_answer/what_is_freed_gives_way", what_is_freed_gives_way);
  return g_test_run ();
}
