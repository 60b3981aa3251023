/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/mcp_session.h"

#include <string.h>
#include <unistd.h>

#include "app/cli/mcp/json_member.h"
#include "app/cli/mcp/json_rpc.h"
#include "app/cli/mcp/mcp_answers.h"
#include "app/cli/mcp/mcp_replies.h"
#include "app/cli/mcp/mcp_tools.h"
#include "app/cli/mcp/mcp_version.h"
#include "app/cli/mcp/mcp_work.h"
#include "app/cli/mcp/message_lines.h"
#include "app/cli/out/json_text.h"
#include "trace/json/json_scan.h"

/* Messages of a batch. */
#define BATCH_MAX 100

#define META_VERSION      "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"

typedef struct
{
  const McpSessionOptions *options;
  const McpVersion *version; /* of initialize; NULL before it */
  McpReplies *replies;
  McpWork *work;
} Session;

typedef struct
{
  Session *session;
  const JsonRpcMessage *message;
  const McpVersion *version; /* NULL for initialize and for ping before it */
  McpBatch *batch;           /* NULL for none */
} Request;

/* ---- replies ---- */

static void
fail (const Request *request, int code, const char *message, const char *data)
{
  mcp_replies_send (request->session->replies, request->batch,
                    json_rpc_error (request->message->id, code, message, data));
}

/* Takes result. */
static void
succeed (const Request *request, GString *result)
{
  if (request->version != NULL)
    mcp_answer_finish (result, request->version);
  mcp_replies_send (request->session->replies, request->batch,
                    json_rpc_result (request->message->id, result->str));
  g_string_free (result, TRUE);
}

/* ---- methods ---- */

static MemberState
find_param (const Request *request, const char *name, JsonType type, JsonValue *ret_value)
{
  if (!request->message->has_params)
    return MEMBER_MISSING;
  return json_member_find_typed (&request->message->params, name, type, ret_value);
}

static void
initialize (const Request *request)
{
  JsonValue asked;

  if (request->batch != NULL)
    {
      fail (request, JSON_RPC_INVALID_REQUEST, "Invalid request: initialize must not be part of a batch.",
            NULL);
      return;
    }
  g_autofree char *name = find_param (request, "protocolVersion", JSON_STRING, &asked) == MEMBER_FOUND
                            ? json_member_text (&asked)
                            : NULL;
  if (name == NULL)
    {
      fail (request, JSON_RPC_INVALID_PARAMS,
            "Invalid params: initialize needs \"protocolVersion\", a string.", NULL);
      return;
    }
  request->session->version = mcp_version_negotiate (name);
  succeed (request, mcp_answer_initialize (request->session->version, request->session->options->allowed));
}

static void
ping (const Request *request)
{
  succeed (request, g_string_new ("{}"));
}

static void
discover (const Request *request)
{
  succeed (request, mcp_answer_discover (request->session->options->allowed));
}

static void
list_tools (const Request *request)
{
  JsonValue cursor;

  if (find_param (request, "cursor", JSON_STRING, &cursor) != MEMBER_MISSING)
    fail (request, JSON_RPC_INVALID_PARAMS,
          "Invalid params: all tools are on the first page; leave out \"cursor\".", NULL);
  else
    succeed (request, mcp_answer_tools (request->version));
}

static void
refuse_call (const Request *request, const char *sentence)
{
  ToolResult result;

  tool_result_init (&result);
  tool_result_fail (&result, sentence);
  succeed (request, tool_result_json (&result, request->version));
  tool_result_clear (&result);
}

static void
call_tool (const Request *request)
{
  JsonValue name, arguments;
  g_autofree char *text =
    find_param (request, "name", JSON_STRING, &name) == MEMBER_FOUND ? json_member_text (&name) : NULL;
  const McpTool *tool = text != NULL ? mcp_tools_find (text) : NULL;
  MemberState state = find_param (request, "arguments", JSON_OBJECT, &arguments);

  if (tool == NULL || state == MEMBER_MALFORMED)
    {
      g_autofree char *message =
        text == NULL   ? g_strdup ("Invalid params: tools/call needs \"name\", the name of a tool.")
        : tool == NULL ? g_strdup_printf (
            "Invalid params: there is no tool \"%.100s\"; tools/list tells which there are.", text)
                       : g_strdup ("Invalid params: \"arguments\" must be an object.");

      fail (request, JSON_RPC_INVALID_PARAMS, message, NULL);
      return;
    }
  McpJob *job = g_new0 (McpJob, 1);
  g_strlcpy (job->id, request->message->id, sizeof job->id);
  job->tool = tool;
  job->version = request->version;
  job->batch = request->batch;
  if (state == MEMBER_FOUND)
    {
      job->arguments = g_malloc0 (arguments.length + JSON_PADDING);
      memcpy (job->arguments, arguments.text, arguments.length);
      job->n_arguments = arguments.length;
    }
  if (mcp_work_add (request->session->work, job))
    return;
  mcp_job_free (job);
  refuse_call (request, "Too many calls wait for an answer; call again when some have been answered.");
}

typedef enum
{
  ERA_LEGACY = 1 << 0, /* after initialize */
  ERA_MODERN = 1 << 1,
  ERA_BEFORE = 1 << 2, /* without or before initialize */
} Era;

static const struct
{
  const char *name;
  unsigned eras;
  void (*answer) (const Request *request);
} methods[] = {
  /* clang-format off */
  { "initialize",      ERA_LEGACY | ERA_BEFORE, initialize },
  { "ping",            ERA_LEGACY | ERA_BEFORE, ping },
  { "server/discover", ERA_MODERN,              discover },
  { "tools/list",      ERA_LEGACY | ERA_MODERN, list_tools },
  { "tools/call",      ERA_LEGACY | ERA_MODERN, call_tool },
  /* clang-format on */
};

/* ---- which version a request is of ---- */

static void
fail_version (const Request *request, const char *asked)
{
  g_autoptr (GString) data = g_string_new ("{\"supported\":");
  g_autoptr (GString) versions = mcp_answer_versions ();

  g_string_append_printf (data, "%s,\"requested\":", versions->str);
  json_append_string (data, asked, strlen (asked));
  g_string_append_c (data, '}');
  fail (request, JSON_RPC_UNSUPPORTED_VERSION, "Unsupported protocol version", data->str);
}

/* Returns false when the request has been refused. *ret_era returns of which kind it is. */
static bool
find_version (Request *request, Era *ret_era)
{
  JsonValue meta, version, capabilities;
  MemberState state = find_param (request, "_meta", JSON_OBJECT, &meta);

  if (state == MEMBER_FOUND)
    state = json_member_find_typed (&meta, META_VERSION, JSON_STRING, &version);
  if (state == MEMBER_MALFORMED)
    {
      fail (request, JSON_RPC_INVALID_PARAMS,
            "Invalid params: \"_meta\" must be an object, and the protocol version in it a string.", NULL);
      return false;
    }
  if (state == MEMBER_MISSING)
    {
      request->version = request->session->version;
      *ret_era = request->version != NULL ? ERA_LEGACY : ERA_BEFORE;
      return true;
    }
  g_autofree char *name = json_member_text (&version);
  const McpVersion *found = name != NULL ? mcp_version_find (name) : NULL;
  if (found == NULL || !found->is_modern)
    {
      fail_version (request, name != NULL ? name : "");
      return false;
    }
  if (json_member_find_typed (&meta, META_CAPABILITIES, JSON_OBJECT, &capabilities) != MEMBER_FOUND)
    {
      fail (request, JSON_RPC_INVALID_PARAMS,
            "Invalid params: \"_meta\" needs \"" META_CAPABILITIES "\", an object.", NULL);
      return false;
    }
  request->version = found;
  *ret_era = ERA_MODERN;
  return true;
}

/* ---- messages ---- */

static void
answer (Request *request)
{
  Era era;

  if (!find_version (request, &era))
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (!json_member_is (&request->message->method, methods[i].name))
        continue;
      if (methods[i].eras & era)
        {
          methods[i].answer (request);
          return;
        }
      if (era == ERA_BEFORE && (methods[i].eras & ERA_LEGACY))
        {
          fail (request, JSON_RPC_INVALID_REQUEST,
                "Invalid request: send initialize first, or name the protocol version in params._meta.",
                NULL);
          return;
        }
      if (era != ERA_MODERN && methods[i].eras == ERA_MODERN)
        {
          fail (request, JSON_RPC_INVALID_PARAMS,
                "Invalid params: server/discover needs \"" META_VERSION "\" in params._meta.", NULL);
          return;
        }
    }
  fail (request, JSON_RPC_METHOD_NOT_FOUND,
        "Method not found: this server has initialize, ping, server/discover, tools/list and tools/call.",
        NULL);
}

static void
take_notification (Session *session, const JsonRpcMessage *message)
{
  char id[JSON_RPC_ID_BYTES_MAX + 3];
  JsonValue value;

  if (json_member_is (&message->method, "notifications/cancelled") && message->has_params
      && json_member_find (&message->params, "requestId", &value) == MEMBER_FOUND && json_rpc_id (&value, id))
    mcp_work_cancel (session->work, id);
}

/* Answers a message once, be it with nothing. */
static void
take_message (Session *session, const JsonValue *value, McpBatch *batch)
{
  JsonRpcMessage message;
  Request request = { session, &message, NULL, batch };

  json_rpc_read (value, &message);
  switch (message.kind)
    {
    case JSON_RPC_REQUEST:
      answer (&request);
      return;
    case JSON_RPC_INVALID:
      fail (&request, message.code, message.problem, NULL);
      return;
    case JSON_RPC_NOTIFICATION:
      take_notification (session, &message);
      break;
    case JSON_RPC_RESPONSE:
      break;
    }
  mcp_replies_send (session->replies, batch, NULL);
}

static void
refuse (Session *session, int code, const char *message)
{
  mcp_replies_send (session->replies, NULL, json_rpc_error ("null", code, message, NULL));
}

static void
take_batch (Session *session, const JsonValue *array)
{
  const char *at = array->text;
  JsonValue element;
  bool is_whole = false;
  guint n = 0;

  while (json_member_next (array, &at, NULL, &element, &is_whole))
    n++;
  if (session->version == NULL || !session->version->has_batches)
    refuse (
      session, JSON_RPC_INVALID_REQUEST,
      "Invalid request: this version of the protocol has no batches; send each message on a line of its own.");
  else if (!is_whole)
    refuse (session, JSON_RPC_PARSE_ERROR, "Parse error: the batch is not valid JSON.");
  else if (n == 0 || n > BATCH_MAX)
    refuse (session, JSON_RPC_INVALID_REQUEST, "Invalid request: a batch has 1 to 100 messages.");
  else
    {
      McpBatch *batch = mcp_batch_new (n);

      at = array->text;
      while (json_member_next (array, &at, NULL, &element, &is_whole))
        take_message (session, &element, batch);
    }
}

static void
take_line (Session *session, const char *text, size_t length)
{
  JsonValue value;

  if (!json_rpc_parse (text, length, &value))
    refuse (session, JSON_RPC_PARSE_ERROR, "Parse error: the line is not one valid JSON value in UTF-8.");
  else if (value.type == JSON_ARRAY)
    take_batch (session, &value);
  else
    take_message (session, &value, NULL);
}

static void
read_all (Session *session)
{
  g_autoptr (MessageLines) lines = message_lines_new (session->options->in_fd);
  const char *text;
  size_t length;
  MessageLine line;

  while (!mcp_replies_are_lost (session->replies)
         && (line = message_lines_next (lines, &text, &length)) != MESSAGE_END)
    if (line == MESSAGE_LINE)
      take_line (session, text, length);
    else
      refuse (session, JSON_RPC_INVALID_REQUEST, "Invalid request: a message may have at most 1 MiB.");
}

CliStatus
mcp_session_run (const McpSessionOptions *options)
{
  Session session = { .options = options, .replies = mcp_replies_new (options->out_fd) };

  session.work =
    mcp_work_new (options->allowed, session.replies, options->reads_cache, options->writes_cache);
  if (session.work == NULL)
    {
      mcp_replies_free (session.replies);
      cli_complain ("The system has no thread left for the server; end other programs, and start it again.");
      return CLI_NO_RESOURCE;
    }
  read_all (&session);
  if (!mcp_work_finish (session.work))
    _exit (CLI_DONE);
  mcp_replies_free (session.replies);
  return CLI_DONE;
}
