/* SPDX-License-Identifier: Apache-2.0
 *
 * Messages of JSON-RPC 2.0 (https://www.jsonrpc.org/specification), as the Model Context Protocol uses them. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/json/json_token.h"

/* Error codes. The last one is of the Model Context Protocol. */
#define JSON_RPC_PARSE_ERROR         (-32700)
#define JSON_RPC_INVALID_REQUEST     (-32600)
#define JSON_RPC_METHOD_NOT_FOUND    (-32601)
#define JSON_RPC_INVALID_PARAMS      (-32602)
#define JSON_RPC_UNSUPPORTED_VERSION (-32022)

/* Of the text of an id. */
#define JSON_RPC_ID_BYTES_MAX 256

typedef enum
{
  JSON_RPC_REQUEST,
  JSON_RPC_NOTIFICATION,
  JSON_RPC_RESPONSE, /* an answer to what nobody asked */
  JSON_RPC_INVALID,
} JsonRpcKind;

/* Borrows from the text that was read. */
typedef struct
{
  JsonRpcKind kind;
  char id[JSON_RPC_ID_BYTES_MAX + 3]; /* JSON text; "null" where there is none or it cannot be read */
  JsonValue method;                   /* a string */
  bool has_params;
  JsonValue params;    /* an object */
  const char *problem; /* of an invalid one: what is wrong; static */
  int code;            /* of an invalid one */
} JsonRpcMessage;

/* Reads the value of a line, which JSON_PADDING bytes of 0 follow. Returns false if it is not JSON, or has anything that
 * JSON does not allow, such as bytes that are not UTF-8. O(length). */
bool json_rpc_parse (const char *text, size_t length, JsonValue *ret_value);

/* Reads a message. Unknown members are passed over. */
void json_rpc_read (const JsonValue *value, JsonRpcMessage *ret_message);

/* Writes the JSON text of an id; returns false if the value cannot be one. id has room for JSON_RPC_ID_BYTES_MAX + 3. */
bool json_rpc_id (const JsonValue *value, char *id);

/* Makes a message, on one line without the newline. result and data are JSON; data may be NULL. Transfer full. */
GString *json_rpc_result (const char *id, const char *result);
GString *json_rpc_error (const char *id, int code, const char *message, const char *data);
