/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/json_rpc.h"

#include <string.h>

#include "app/cli/mcp/json_member.h"
#include "app/cli/out/json_text.h"

/* Deviations that are no errors in JSON. */
#define ALLOWED_REPAIRS (JSON_REPAIR_NUL | JSON_REPAIR_DUPLICATE_KEY)

bool
json_rpc_parse (const char *text, size_t length, JsonValue *ret_value)
{
  const char *end = text + length, *at = json_skip_space (text, end);
  unsigned repairs = 0;

  /* The 0 behind the text ends a number, which more digits could follow else. */
  return json_value (&at, end + 1, JSON_STRICT, &repairs, ret_value) == JSON_OK
         && (repairs & ~(unsigned) ALLOWED_REPAIRS) == 0 && json_skip_space (at, end) == end
         && ret_value->type != JSON_WORD;
}

bool
json_rpc_id (const JsonValue *value, char *id)
{
  bool is_string = value->type == JSON_STRING;

  if (value->length > JSON_RPC_ID_BYTES_MAX || !(is_string || json_member_is_number (value)))
    return false;
  char *at = id;
  if (is_string)
    *at++ = '"';
  memcpy (at, value->text, value->length);
  at += value->length;
  if (is_string)
    *at++ = '"';
  *at = '\0';
  return true;
}

static void
make_invalid (JsonRpcMessage *message, int code, const char *problem)
{
  message->kind = JSON_RPC_INVALID;
  message->code = code;
  message->problem = problem;
}

/* What the members of an object say; false if it is not valid JSON. */
typedef struct
{
  bool has_version, has_id, has_good_id, has_method, has_params, has_answer;
} Seen;

static bool
read_members (const JsonValue *object, JsonRpcMessage *message, Seen *seen)
{
  const char *at = object->text;
  JsonValue key, value;
  bool is_whole = false;

  while (json_member_next (object, &at, &key, &value, &is_whole))
    if (json_member_is (&key, "jsonrpc"))
      seen->has_version = value.type == JSON_STRING && json_member_is (&value, "2.0");
    else if (json_member_is (&key, "id"))
      {
        seen->has_id = true;
        seen->has_good_id = json_rpc_id (&value, message->id);
      }
    else if (json_member_is (&key, "method"))
      {
        seen->has_method = value.type == JSON_STRING;
        message->method = value;
      }
    else if (json_member_is (&key, "params"))
      {
        seen->has_params = true;
        message->params = value;
      }
    else if (json_member_is (&key, "result") || json_member_is (&key, "error"))
      seen->has_answer = true;
  if (!seen->has_good_id)
    g_strlcpy (message->id, "null", sizeof message->id);
  return is_whole;
}

void
json_rpc_read (const JsonValue *value, JsonRpcMessage *ret_message)
{
  Seen seen = { 0 };

  *ret_message = (JsonRpcMessage){ .id = "null" };
  if (value->type != JSON_OBJECT)
    {
      make_invalid (ret_message, JSON_RPC_INVALID_REQUEST, "Invalid request: a message is a JSON object.");
      return;
    }
  if (!read_members (value, ret_message, &seen))
    {
      g_strlcpy (ret_message->id, "null", sizeof ret_message->id);
      make_invalid (ret_message, JSON_RPC_PARSE_ERROR, "Parse error: the message is not valid JSON.");
      return;
    }
  ret_message->has_params = seen.has_params && !json_member_is_null (&ret_message->params);
  if (!seen.has_method && seen.has_answer)
    ret_message->kind = JSON_RPC_RESPONSE;
  else if (!seen.has_version)
    make_invalid (ret_message, JSON_RPC_INVALID_REQUEST, "Invalid request: \"jsonrpc\" must be \"2.0\".");
  else if (!seen.has_method)
    make_invalid (ret_message, JSON_RPC_INVALID_REQUEST, "Invalid request: \"method\" must be a string.");
  else if (seen.has_id && !seen.has_good_id)
    make_invalid (ret_message, JSON_RPC_INVALID_REQUEST,
                  "Invalid request: \"id\" must be a number or a string of at most 256 bytes.");
  else if (ret_message->has_params && ret_message->params.type != JSON_OBJECT)
    {
      /* A notification is never answered. */
      if (!seen.has_id)
        ret_message->kind = JSON_RPC_RESPONSE;
      else
        make_invalid (ret_message, JSON_RPC_INVALID_PARAMS, "Invalid params: \"params\" must be an object.");
    }
  else
    ret_message->kind = seen.has_id ? JSON_RPC_REQUEST : JSON_RPC_NOTIFICATION;
}

GString *
json_rpc_result (const char *id, const char *result)
{
  GString *out = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":");

  g_string_append (out, id);
  g_string_append (out, ",\"result\":");
  g_string_append (out, result);
  return g_string_append_c (out, '}');
}

GString *
json_rpc_error (const char *id, int code, const char *message, const char *data)
{
  GString *out = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":");

  g_string_append_printf (out, "%s,\"error\":{\"code\":%d,\"message\":", id, code);
  json_append_string (out, message, strlen (message));
  if (data != NULL)
    g_string_append_printf (out, ",\"data\":%s", data);
  return g_string_append (out, "}}");
}
