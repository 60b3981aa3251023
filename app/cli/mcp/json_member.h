/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads members of JSON objects that a client sent. Texts are those that json_value () has read strictly. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/json/json_token.h"

typedef enum
{
  MEMBER_FOUND,
  MEMBER_MISSING,
  MEMBER_MALFORMED, /* the object is not valid JSON */
} MemberState;

/* Finds the first member with that name; a value of null counts as missing. O(length of the object). */
MemberState json_member_find (const JsonValue *object, const char *name, JsonValue *ret_value);

/* Does the same for a value of one type; a value of another type is MEMBER_MALFORMED. */
MemberState
json_member_find_typed (const JsonValue *object, const char *name, JsonType type, JsonValue *ret_value);

/* Returns the next member of an object or element of an array, as json_next () does. At the end *ret_is_whole returns
 * whether all of it was valid. */
bool json_member_next (const JsonValue *container,
                       const char **at,
                       JsonValue *ret_key,
                       JsonValue *ret_value,
                       bool *ret_is_whole);

/* Returns whether a string, once decoded, is this text. */
bool json_member_is (const JsonValue *string, const char *text);

/* Returns the decoded text, transfer full, or NULL if it has a NUL. O(length). */
char *json_member_text (const JsonValue *string);

/* Returns whether the text of a value is a number as JSON writes them. */
bool json_member_is_number (const JsonValue *value);

/* Returns whether a value is null. */
bool json_member_is_null (const JsonValue *value);
