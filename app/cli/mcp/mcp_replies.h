/* SPDX-License-Identifier: Apache-2.0
 *
 * Sends replies, each a line. Replies to the messages of a batch are collected and sent as one. Any thread. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct McpReplies McpReplies;
typedef struct McpBatch McpBatch;

/* Borrows fd. */
McpReplies *mcp_replies_new (int fd);
void mcp_replies_free (McpReplies *replies);

/* Begins a batch of so many messages, each of which must be answered once, with NULL where there is nothing to say. The
 * batch is freed with the last one. n is at least 1. */
McpBatch *mcp_batch_new (guint n);

/* Takes message; NULL for none. batch is NULL for a message of its own. Blocks while the reader does not read. */
void mcp_replies_send (McpReplies *replies, McpBatch *batch, GString *message);

/* Returns whether a reply could not be written: nobody reads any more. */
bool mcp_replies_are_lost (McpReplies *replies);
