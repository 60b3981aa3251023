/* SPDX-License-Identifier: Apache-2.0
 *
 * The revisions of the Model Context Protocol that are spoken, and what differs between them:
 * https://modelcontextprotocol.io/specification/. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct
{
  const char *name;
  bool is_modern;      /* no initialize; every request names its version in params._meta */
  bool has_batches;    /* an array of messages is a message */
  bool has_hints;      /* annotations of tools */
  bool has_structured; /* structuredContent, and titles of tools */
} McpVersion;

/* The newest first. *ret_n is their number. */
const McpVersion *mcp_versions (size_t *ret_n);

/* Returns the version with that name, or NULL. */
const McpVersion *mcp_version_find (const char *name);

/* Returns the version to answer a client with that asks for one by initialize: the same if it is known, else the newest
 * that has initialize. */
const McpVersion *mcp_version_negotiate (const char *asked);
