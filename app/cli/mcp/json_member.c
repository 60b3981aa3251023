/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/json_member.h"

#include <string.h>

bool
json_member_next (const JsonValue *container,
                  const char **at,
                  JsonValue *ret_key,
                  JsonValue *ret_value,
                  bool *ret_is_whole)
{
  const char *end = container->text + container->length;

  if (json_next (at, end, ret_key, ret_value))
    return true;
  /* On the opening bracket of an empty one, or on what follows the last value. */
  const char *last = *at == container->text ? json_skip_space (*at + 1, end) : *at;
  *ret_is_whole = last + 1 == end;
  return false;
}

bool
json_member_is_null (const JsonValue *value)
{
  return value->type == JSON_LITERAL && json_is_text (value, "null");
}

bool
json_member_is (const JsonValue *string, const char *text)
{
  if (!string->has_escapes)
    return json_is_text (string, text);
  g_autofree char *decoded = json_member_text (string);
  return decoded != NULL && strcmp (decoded, text) == 0;
}

MemberState
json_member_find (const JsonValue *object, const char *name, JsonValue *ret_value)
{
  const char *at = object->text;
  JsonValue key, value;
  bool is_whole = false, is_found = false;

  while (json_member_next (object, &at, &key, &value, &is_whole))
    if (!is_found && json_member_is (&key, name))
      {
        *ret_value = value;
        is_found = true;
      }
  if (!is_whole)
    return MEMBER_MALFORMED;
  return is_found && !json_member_is_null (ret_value) ? MEMBER_FOUND : MEMBER_MISSING;
}

MemberState
json_member_find_typed (const JsonValue *object, const char *name, JsonType type, JsonValue *ret_value)
{
  MemberState state = json_member_find (object, name, ret_value);

  return state == MEMBER_FOUND && ret_value->type != type ? MEMBER_MALFORMED : state;
}

char *
json_member_text (const JsonValue *string)
{
  char *text = g_malloc (string->length + 1);
  size_t length = json_string_decode (string, text);

  text[length] = '\0';
  if (memchr (text, '\0', length) == NULL)
    return text;
  g_free (text);
  return NULL;
}

/* Moves past digits; returns whether there are any. */
static bool
skip_digits (const char **at, const char *end)
{
  const char *begin = *at;

  while (*at < end && g_ascii_isdigit (**at))
    ++*at;
  return *at > begin;
}

bool
json_member_is_number (const JsonValue *value)
{
  const char *at = value->text, *end = at + value->length;

  if (value->type != JSON_NUMBER)
    return false;
  if (at < end && *at == '-')
    at++;
  const char *whole = at;
  if (!skip_digits (&at, end) || (*whole == '0' && at - whole > 1))
    return false;
  if (at < end && *at == '.' && (at++, !skip_digits (&at, end)))
    return false;
  if (at < end && (*at == 'e' || *at == 'E'))
    {
      at++;
      if (at < end && (*at == '+' || *at == '-'))
        at++;
      if (!skip_digits (&at, end))
        return false;
    }
  return at == end;
}
