/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/background_answer.h"

#include <stdatomic.h>

/* Three indices are made once per profile, and give way to nothing but its end: connections, pairs of operators, the
 * strip of steps. One more for what is asked for each selection. */
#define LONG_THREADS 4

struct BackgroundAnswer
{
  bool is_long;
  atomic_uint n_users;
  atomic_uint newest; /* number of the question whose answer is wanted */
};

typedef struct
{
  BackgroundAnswer *answer;
  guint number;
  gpointer question;
  GDestroyNotify free_question;
  void (*work) (gpointer question);
  void (*deliver) (gpointer question, gpointer user_data);
  gpointer user_data;
} Job;

BackgroundAnswer *
background_answer_new (void)
{
  BackgroundAnswer *answer = g_new0 (BackgroundAnswer, 1);

  atomic_init (&answer->n_users, 1);
  return answer;
}

BackgroundAnswer *
background_answer_new_long (void)
{
  BackgroundAnswer *answer = background_answer_new ();

  answer->is_long = true;
  return answer;
}

static void
answer_unref (BackgroundAnswer *answer)
{
  if (atomic_fetch_sub_explicit (&answer->n_users, 1, memory_order_acq_rel) == 1)
    g_free (answer);
}

void
background_answer_drop (BackgroundAnswer *answer)
{
  atomic_fetch_add (&answer->newest, 1);
}

void
background_answer_free (BackgroundAnswer *answer)
{
  background_answer_drop (answer);
  answer_unref (answer);
}

static bool
is_wanted (const Job *job)
{
  return atomic_load (&job->answer->newest) == job->number;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  job->free_question (job->question);
  answer_unref (job->answer);
  g_free (job);
}

/* Of this thread. */
static _Thread_local const Job *working_on;

bool
background_answer_is_wanted (void)
{
  return working_on != NULL && is_wanted (working_on);
}

static gboolean
deliver (gpointer data)
{
  Job *job = data;

  if (is_wanted (job))
    job->deliver (job->question, job->user_data);
  return G_SOURCE_REMOVE;
}

static void
work (gpointer data, gpointer user_data)
{
  Job *job = data;

  (void) user_data;
  if (!is_wanted (job))
    {
      job_free (job);
      return;
    }
  working_on = job;
  job->work (job->question);
  working_on = NULL;

  /* Not an idle of the default priority: those wait while frames are drawn without a pause. Nor g_main_context_invoke ():
   * while nobody runs the main loop that would deliver on this thread. */
  GSource *source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, job, job_free);
  g_source_attach (source, NULL);
  g_source_unref (source);
}

/* One thread for all short questions, as the newest is the only one that counts. What goes through a whole profile is
 * apart from them, so that none waits for it. */
static GThreadPool *
pool_of (const BackgroundAnswer *answer)
{
  static GThreadPool *short_ones, *long_ones;

  if (short_ones == NULL)
    {
      short_ones = g_thread_pool_new (work, NULL, 1, FALSE, NULL);
      long_ones = g_thread_pool_new (work, NULL, LONG_THREADS, FALSE, NULL);
    }
  return answer->is_long ? long_ones : short_ones;
}

void
background_answer_ask (BackgroundAnswer *answer,
                       gpointer question,
                       GDestroyNotify free_question,
                       void (*work_on) (gpointer question),
                       void (*deliver_to) (gpointer question, gpointer user_data),
                       gpointer user_data)
{
  Job *job = g_new (Job, 1);

  *job = (Job){
    .answer = answer,
    .number = atomic_fetch_add (&answer->newest, 1) + 1,
    .question = question,
    .free_question = free_question,
    .work = work_on,
    .deliver = deliver_to,
    .user_data = user_data,
  };
  atomic_fetch_add_explicit (&answer->n_users, 1, memory_order_relaxed);
  g_thread_pool_push (pool_of (answer), job, NULL);
}
