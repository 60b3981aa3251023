/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/background_answer.h"

#include <stdatomic.h>

/* Each has threads of its own. */
typedef enum
{
  ANSWER_SHORT,
  ANSWER_LONG,
  ANSWER_INDEX,
  N_ANSWERS
} AnswerKind;

static const int n_threads[N_ANSWERS] = {
  [ANSWER_SHORT] = 1, /* the newest is the only one that counts */
  [ANSWER_LONG] =
    5, /* slices of a name, those of them in scope, how a step differs, the median rank, the critical path */
  [ANSWER_INDEX] = 5, /* connections, pairs of operators, collectives, strip of steps, grids of lanes */
};

struct BackgroundAnswer
{
  AnswerKind kind;
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

static BackgroundAnswer *
answer_new (AnswerKind kind)
{
  BackgroundAnswer *answer = g_new0 (BackgroundAnswer, 1);

  answer->kind = kind;
  atomic_init (&answer->n_users, 1);
  return answer;
}

BackgroundAnswer *
background_answer_new (void)
{
  return answer_new (ANSWER_SHORT);
}

BackgroundAnswer *
background_answer_new_long (void)
{
  return answer_new (ANSWER_LONG);
}

BackgroundAnswer *
background_answer_new_index (void)
{
  return answer_new (ANSWER_INDEX);
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
should_continue (const Job *job)
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
background_answer_should_continue (void *unused)
{
  (void) unused;
  return working_on != NULL && should_continue (working_on);
}

static gboolean
deliver (gpointer data)
{
  Job *job = data;

  if (should_continue (job))
    job->deliver (job->question, job->user_data);
  return G_SOURCE_REMOVE;
}

static void
work (gpointer data, gpointer user_data)
{
  Job *job = data;

  (void) user_data;
  if (!should_continue (job))
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

static GThreadPool *
pool_of (const BackgroundAnswer *answer)
{
  static GThreadPool *pools[N_ANSWERS];
  AnswerKind kind = answer->kind;

  if (pools[kind] == NULL)
    pools[kind] = g_thread_pool_new (work, NULL, n_threads[kind], FALSE, NULL);
  return pools[kind];
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
