/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs the calls of tools one after the other on a thread of their own, while further messages are read, so that a call can
 * be cancelled. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/mcp/json_rpc.h"
#include "app/cli/mcp/mcp_replies.h"
#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/mcp/mcp_version.h"

/* Calls that wait. */
#define MCP_WAITING_MAX 64

typedef struct
{
  char id[JSON_RPC_ID_BYTES_MAX + 3];
  const McpTool *tool;
  const McpVersion *version;
  McpBatch *batch; /* NULL for none */
  char *arguments; /* JSON text of an object with JSON_PADDING bytes of 0 behind it; NULL for none */
  size_t n_arguments;
  bool is_cancelled; /* of McpWork */
} McpJob;

void mcp_job_free (McpJob *job);

typedef struct McpWork McpWork;

/* Starts the thread. Borrows the others. Returns NULL if there is no thread left. */
McpWork *mcp_work_new (const AllowedPaths *allowed, McpReplies *replies, bool reads_cache, bool writes_cache);

/* Takes the job, whose reply is sent when it has run. Returns false, without taking it, if too many wait. */
bool mcp_work_add (McpWork *work, McpJob *job);

/* Cancels the call with that id (JSON text): it is not answered. Does nothing if there is none. */
void mcp_work_cancel (McpWork *work, const char *id);

/* Gives the calls that are left a moment, then cancels them. Returns whether the thread has ended and all is freed; if not,
 * it is busy with what cannot be stopped, and the process has to end. */
bool mcp_work_finish (McpWork *work);
