/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_work.h"

#include <malloc.h>
#include <string.h>

#include "app/cli/mcp/mcp_answers.h"
#include "app/cli/mcp/verb_tool.h"
#include "app/cli/options/interrupt.h"
#include "trace/container/worker_thread.h"

/* After the end of the input: until what is left is cancelled, and until it is given up. A client waits two seconds before
 * it kills the server. */
#define GRACE_US   1500000
#define GIVE_UP_US 1500000

struct McpWork
{
  const AllowedPaths *allowed;
  McpReplies *replies;
  bool reads_cache, writes_cache;
  pthread_t thread;

  GMutex lock;
  GCond changed;
  GQueue waiting;  /* McpJob */
  McpJob *running; /* NULL while there is none */
  bool is_busy;    /* a job runs, or its reply is being sent */
  bool is_ending, has_ended;
};

void
mcp_job_free (McpJob *job)
{
  g_free (job->arguments);
  g_free (job);
}

/* ---- the thread ---- */

static GString *
run (const McpWork *work, const McpJob *job)
{
  JsonValue object;
  g_autofree char *problem = NULL;
  ToolResult result;

  tool_result_init (&result);
  bool has_object = job->arguments != NULL && json_rpc_parse (job->arguments, job->n_arguments, &object);
  ToolArguments *arguments =
    tool_arguments_new (job->tool->parameters, has_object ? &object : NULL, &problem);
  if (arguments == NULL)
    tool_result_fail (&result, problem);
  else
    {
      verb_tool_run (job->tool, work->allowed, arguments, work->reads_cache, work->writes_cache, &result);
      tool_arguments_free (arguments);
    }
  g_autoptr (GString) json = tool_result_json (&result, job->version);
  tool_result_clear (&result);
  mcp_answer_finish (json, job->version);
  return json_rpc_result (job->id, json->str);
}

static void *
work_thread (void *data)
{
  McpWork *work = data;

  g_mutex_lock (&work->lock);
  for (;;)
    {
      while (work->waiting.length == 0 && !work->is_ending)
        g_cond_wait (&work->changed, &work->lock);
      McpJob *job = g_queue_pop_head (&work->waiting);
      if (job == NULL)
        break;
      work->running = job;
      work->is_busy = true;
      interrupt_set (false);
      g_mutex_unlock (&work->lock);

      GString *reply = run (work, job);

      g_mutex_lock (&work->lock);
      work->running = NULL;
      bool is_cancelled = job->is_cancelled;
      g_mutex_unlock (&work->lock);
      if (is_cancelled)
        {
          g_string_free (reply, TRUE);
          reply = NULL;
        }
      mcp_replies_send (work->replies, job->batch, reply);
      mcp_job_free (job);
      /* Tables of large profiles are not kept for the next call. */
      malloc_trim (0);
      g_mutex_lock (&work->lock);
      work->is_busy = false;
      g_cond_broadcast (&work->changed);
    }
  work->has_ended = true;
  g_cond_broadcast (&work->changed);
  g_mutex_unlock (&work->lock);
  return NULL;
}

/* ---- the thread that reads ---- */

McpWork *
mcp_work_new (const AllowedPaths *allowed, McpReplies *replies, bool reads_cache, bool writes_cache)
{
  McpWork *work = g_new0 (McpWork, 1);

  work->allowed = allowed;
  work->replies = replies;
  work->reads_cache = reads_cache;
  work->writes_cache = writes_cache;
  g_mutex_init (&work->lock);
  g_cond_init (&work->changed);
  g_queue_init (&work->waiting);
  if (worker_thread_start (&work->thread, work_thread, work))
    return work;
  g_mutex_clear (&work->lock);
  g_cond_clear (&work->changed);
  g_free (work);
  return NULL;
}

bool
mcp_work_add (McpWork *work, McpJob *job)
{
  g_mutex_lock (&work->lock);
  bool has_room = work->waiting.length < MCP_WAITING_MAX;
  if (has_room)
    g_queue_push_tail (&work->waiting, job);
  g_cond_broadcast (&work->changed);
  g_mutex_unlock (&work->lock);
  return has_room;
}

/* Takes a waiting job out; NULL if it does not wait. */
static McpJob *
take_waiting (McpWork *work, const char *id)
{
  for (GList *at = work->waiting.head; at != NULL; at = at->next)
    {
      McpJob *job = at->data;

      if (strcmp (job->id, id) != 0)
        continue;
      g_queue_delete_link (&work->waiting, at);
      return job;
    }
  return NULL;
}

static void
drop (McpWork *work, McpJob *job)
{
  mcp_replies_send (work->replies, job->batch, NULL);
  mcp_job_free (job);
}

void
mcp_work_cancel (McpWork *work, const char *id)
{
  McpJob *waiting = NULL;

  g_mutex_lock (&work->lock);
  if (work->running != NULL && strcmp (work->running->id, id) == 0)
    {
      work->running->is_cancelled = true;
      interrupt_set (true);
    }
  else
    waiting = take_waiting (work, id);
  g_mutex_unlock (&work->lock);
  if (waiting != NULL)
    drop (work, waiting);
}

static void
cancel_all (McpWork *work)
{
  McpJob *job;

  while ((job = g_queue_pop_head (&work->waiting)) != NULL)
    drop (work, job);
  if (work->running != NULL)
    {
      work->running->is_cancelled = true;
      interrupt_set (true);
    }
}

bool
mcp_work_finish (McpWork *work)
{
  gint64 grace_us = g_get_monotonic_time () + GRACE_US;

  g_mutex_lock (&work->lock);
  while ((work->waiting.length > 0 || work->is_busy) && !mcp_replies_are_lost (work->replies)
         && g_cond_wait_until (&work->changed, &work->lock, grace_us))
    continue;
  cancel_all (work);
  work->is_ending = true;
  g_cond_broadcast (&work->changed);
  gint64 give_up_us = g_get_monotonic_time () + GIVE_UP_US;
  while (!work->has_ended && g_cond_wait_until (&work->changed, &work->lock, give_up_us))
    continue;
  bool has_ended = work->has_ended;
  g_mutex_unlock (&work->lock);
  if (!has_ended)
    return false;
  pthread_join (work->thread, NULL);
  g_mutex_clear (&work->lock);
  g_cond_clear (&work->changed);
  g_free (work);
  return true;
}
