/* SPDX-License-Identifier: Apache-2.0
 *
 * Speaks the Model Context Protocol as a server: reads messages until the input ends and answers each request.
 *
 * Two kinds of versions are spoken at once (app/cli/mcp/mcp_version.h). A request that names its version in params._meta is
 * answered by that version and depends on nothing before it. Any other needs an initialize before it, whose version then
 * holds. */

#pragma once

#include <stdbool.h>

#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/out/cli_status.h"

typedef struct
{
  int in_fd, out_fd; /* borrowed */
  const AllowedPaths *allowed;
  bool reads_cache, writes_cache;
} McpSessionOptions;

/* Runs until the end of the input. Ends the process itself where a call cannot be stopped then. */
CliStatus mcp_session_run (const McpSessionOptions *options);
