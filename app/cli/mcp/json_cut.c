/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/json_cut.h"

#include <stdlib.h>
#include <string.h>

#include "trace/json/json_scan.h"
#include "trace/json/json_token.h"
#include "trace/text/size_text.h"

/* Objects in objects that are looked into; deeper ones are left out where they do not fit. */
#define DEPTH_MAX 16

/* Shorter texts, such as most names, stay whole. */
#define TEXT_BYTES_MIN 80

/* Cuts that are told one by one. */
#define CUTS_MAX 16

typedef struct
{
  GString *out;
  GPtrArray *cuts;
} Cut;

typedef struct
{
  JsonValue key, value;
} Member;

static void append_value (Cut *cut, const JsonValue *value, size_t room, const char *path, unsigned depth);

static size_t
value_bytes (const JsonValue *value)
{
  return value->length + (value->type == JSON_STRING ? 2 : 0);
}

static void
append_whole (GString *out, const JsonValue *value)
{
  if (value->type == JSON_STRING)
    g_string_append_c (out, '"');
  g_string_append_len (out, value->text, (gssize) value->length);
  if (value->type == JSON_STRING)
    g_string_append_c (out, '"');
}

static void
tell (Cut *cut, char *text)
{
  if (cut->cuts->len < CUTS_MAX)
    g_ptr_array_add (cut->cuts, text);
  else
    g_free (text);
}

/* Returns the bytes of the character or escape that begins there. */
static size_t
unit_bytes (const char *at)
{
  unsigned char c = (unsigned char) *at;

  if (c == '\\')
    return at[1] == 'u' ? 6 : 2;
  return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static void
append_text (Cut *cut, const JsonValue *string, size_t room, const char *path)
{
  size_t n = 0;

  while (n < string->length && n + unit_bytes (string->text + n) + 5 <= room)
    n += unit_bytes (string->text + n);
  g_string_append_c (cut->out, '"');
  g_string_append_len (cut->out, string->text, (gssize) MIN (n, string->length));
  g_string_append (cut->out, "\xe2\x80\xa6\"");
  tell (cut, g_strdup_printf ("%s: the first %zu of %zu bytes", path, n, string->length));
}

static uint64_t
count_elements (const JsonValue *array)
{
  const char *at = array->text, *end = at + array->length;
  JsonValue element;
  uint64_t n = 0;

  while (json_next (&at, end, NULL, &element))
    n++;
  return n;
}

static void
append_array (Cut *cut, const JsonValue *array, size_t room, const char *path, unsigned depth)
{
  const char *at = array->text, *end = at + array->length;
  size_t begin = cut->out->len;
  JsonValue element;
  uint64_t n = 0;

  g_string_append_c (cut->out, '[');
  while (json_next (&at, end, NULL, &element))
    {
      size_t used = cut->out->len - begin + 2;

      if (used + value_bytes (&element) > room && (n > 0 || used >= room))
        break;
      if (n > 0)
        g_string_append_c (cut->out, ',');
      append_value (cut, &element, room - used, path, depth + 1);
      n++;
    }
  g_string_append_c (cut->out, ']');
  g_autofree char *shown = count_text (n), *all = count_text (count_elements (array));
  if (strcmp (shown, all) != 0)
    tell (cut, g_strdup_printf ("%s: %s of %s", path, shown, all));
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  size_t x = *(const size_t *) a, y = *(const size_t *) b;

  return x < y ? -1 : x > y;
}

/* Returns how large a member may be so that all fit: the smaller ones whole, the others with the same room. */
static size_t
room_of_each (const GArray *members, size_t room)
{
  g_autoptr (GArray) sizes = g_array_sized_new (FALSE, FALSE, sizeof (size_t), members->len);

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);
      size_t size = value_bytes (&member->value), frame = member->key.length + 4;

      g_array_append_val (sizes, size);
      room = room > frame ? room - frame : 0;
    }
  g_array_sort (sizes, compare_sizes);
  for (guint i = 0; i < sizes->len; i++)
    {
      size_t size = g_array_index (sizes, size_t, i), share = room / (sizes->len - i);

      if (size > share)
        return share;
      room -= size;
    }
  return SIZE_MAX;
}

static void
append_object (Cut *cut, const JsonValue *object, size_t room, const char *path, unsigned depth)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));
  const char *at = object->text, *end = at + object->length;
  Member member;

  while (json_next (&at, end, &member.key, &member.value))
    g_array_append_val (members, member);
  size_t each = room_of_each (members, room > 2 ? room - 2 : 0);
  g_string_append_c (cut->out, '{');
  for (guint i = 0; i < members->len; i++)
    {
      const Member *next = &g_array_index (members, Member, i);
      g_autofree char *below = g_strdup_printf ("%s%s%.*s", path, *path != '\0' ? "." : "",
                                                (int) MIN (next->key.length, 64), next->key.text);

      g_string_append (cut->out, i > 0 ? ",\"" : "\"");
      g_string_append_len (cut->out, next->key.text, (gssize) next->key.length);
      g_string_append (cut->out, "\":");
      append_value (cut, &next->value, each, below, depth + 1);
    }
  g_string_append_c (cut->out, '}');
}

static void
append_value (Cut *cut, const JsonValue *value, size_t room, const char *path, unsigned depth)
{
  if (value_bytes (value) <= (value->type == JSON_STRING ? MAX (room, TEXT_BYTES_MIN) : room)
      || value->type == JSON_NUMBER || value->type == JSON_LITERAL)
    append_whole (cut->out, value);
  else if (value->type == JSON_STRING)
    append_text (cut, value, MAX (room, TEXT_BYTES_MIN), path);
  else if (depth > DEPTH_MAX)
    {
      g_string_append (cut->out, "null");
      tell (cut, g_strdup_printf ("%s: left out", path));
    }
  else if (value->type == JSON_ARRAY)
    append_array (cut, value, room, path, depth);
  else
    append_object (cut, value, room, path, depth);
}

bool
json_cut (GString *json, size_t max_bytes, GPtrArray *ret_cuts)
{
  static const char padding[JSON_PADDING];
  size_t length = json->len;
  unsigned repairs = 0;
  JsonValue object;

  if (length <= max_bytes)
    return false;
  g_string_append_len (json, padding, sizeof padding);
  const char *at = json_skip_space (json->str, json->str + length);
  if (json_value (&at, json->str + length, JSON_STRICT, &repairs, &object) != JSON_OK)
    {
      g_string_truncate (json, length);
      return false;
    }
  Cut cut = { g_string_sized_new (max_bytes + 1024), ret_cuts };
  append_value (&cut, &object, max_bytes, "", 0);
  g_string_assign (json, cut.out->str);
  g_string_free (cut.out, TRUE);
  return true;
}

void
json_object_add (GString *json, const char *name, const char *value)
{
  while (json->len > 0 && json->str[json->len - 1] != '}')
    g_string_truncate (json, json->len - 1);
  if (json->len == 0)
    return;
  g_string_truncate (json, json->len - 1);
  g_string_append_printf (json, "%s\"%s\":%s}", json->str[json->len - 1] == '{' ? "" : ",", name, value);
}
