/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_replies.h"

#include <errno.h>
#include <stdatomic.h>
#include <unistd.h>

struct McpReplies
{
  GMutex lock;
  int fd;
  atomic_bool are_lost;
};

struct McpBatch
{
  guint n_left;
  GString *text;
};

McpReplies *
mcp_replies_new (int fd)
{
  McpReplies *replies = g_new0 (McpReplies, 1);

  g_mutex_init (&replies->lock);
  replies->fd = fd;
  return replies;
}

void
mcp_replies_free (McpReplies *replies)
{
  g_mutex_clear (&replies->lock);
  g_free (replies);
}

McpBatch *
mcp_batch_new (guint n)
{
  McpBatch *batch = g_new0 (McpBatch, 1);

  batch->n_left = n;
  batch->text = g_string_new (NULL);
  return batch;
}

static void
write_line (McpReplies *replies, GString *line)
{
  g_string_append_c (line, '\n');
  for (size_t n_written = 0; n_written < line->len && !replies->are_lost;)
    {
      ssize_t n = write (replies->fd, line->str + n_written, line->len - n_written);

      if (n > 0)
        n_written += (size_t) n;
      else if (errno != EINTR)
        atomic_store (&replies->are_lost, true);
    }
}

/* Adds to the batch, and writes and frees it when it is complete. */
static void
collect (McpReplies *replies, McpBatch *batch, const GString *message)
{
  if (message != NULL)
    {
      g_string_append_c (batch->text, batch->text->len == 0 ? '[' : ',');
      g_string_append_len (batch->text, message->str, (gssize) message->len);
    }
  batch->n_left--;
  if (batch->n_left > 0)
    return;
  if (batch->text->len > 0)
    {
      g_string_append_c (batch->text, ']');
      write_line (replies, batch->text);
    }
  g_string_free (batch->text, TRUE);
  g_free (batch);
}

void
mcp_replies_send (McpReplies *replies, McpBatch *batch, GString *message)
{
  g_mutex_lock (&replies->lock);
  if (batch != NULL)
    collect (replies, batch, message);
  else if (message != NULL)
    write_line (replies, message);
  g_mutex_unlock (&replies->lock);
  if (message != NULL)
    g_string_free (message, TRUE);
}

bool
mcp_replies_are_lost (McpReplies *replies)
{
  return atomic_load (&replies->are_lost);
}
