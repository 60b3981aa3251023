/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of requests that need no tool, as JSON objects; transfer full. */

#pragma once

#include <glib.h>

#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/mcp/mcp_version.h"

GString *mcp_answer_initialize (const McpVersion *version, const AllowedPaths *allowed);
GString *mcp_answer_discover (const AllowedPaths *allowed);
GString *mcp_answer_tools (const McpVersion *version);

/* Adds what every result of a version has. */
void mcp_answer_finish (GString *result, const McpVersion *version);

/* Returns the names of the versions that need no initialize, as a JSON array. */
GString *mcp_answer_versions (void);
