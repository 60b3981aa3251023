/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/bookmark_file.h"

#include <string.h>

#include "app/cli/out/json_text.h"
#include "trace/json/json_token.h"
#include "trace/text/trace_error.h"

#define SCHEMA "stepscope.bookmarks/1"

/* ---- writing ---- */

static void
add_key (GString *out, const char *key)
{
  g_string_append_printf (out, ", \"%s\": ", key);
}

static void
add_text (GString *out, const char *key, const char *text)
{
  add_key (out, key);
  json_append_string (out, text, strlen (text));
}

static void
add_number (GString *out, const char *key, int64_t number)
{
  add_key (out, key);
  json_append_integer (out, number);
}

static void
add_bookmark (GString *out, const Bookmark *bookmark)
{
  g_string_append_printf (out, "    { \"id\": \"%s\"", bookmark->id);
  add_text (out, "kind", bookmark_kind_word (bookmark->kind));
  add_number (out, "begin_ns", bookmark->begin_ns);
  add_number (out, "end_ns", bookmark->end_ns);
  if (bookmark->kind == BOOKMARK_SLICE)
    add_text (out, "slice", bookmark->slice);
  add_text (out, "title", bookmark->title);
  add_text (out, "note", bookmark->note);
  add_number (out, "colour", bookmark->colour);
  add_number (out, "created_ms", bookmark->created_ms);
  add_number (out, "modified_ms", bookmark->modified_ms);
  g_string_append (out, " }");
}

static void
add_hex (GString *out, const uint8_t key[TRACE_KEY_BYTES])
{
  for (int i = 0; i < TRACE_KEY_BYTES; i++)
    g_string_append_printf (out, "%02x", key[i]);
}

GString *
bookmark_file_write (const GPtrArray *bookmarks, const uint8_t key[TRACE_KEY_BYTES], const char *name)
{
  GString *out = g_string_new ("{ \"schema\": \"" SCHEMA "\",\n  \"profile\": { \"key\": \"");

  add_hex (out, key);
  g_string_append (out, "\", \"name\": ");
  json_append_string (out, name, strlen (name));
  g_string_append (out, " },\n  \"bookmarks\": [");
  for (guint i = 0; i < bookmarks->len; i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "\n");
      add_bookmark (out, bookmarks->pdata[i]);
    }
  g_string_append (out, " ] }\n");
  return out;
}

/* ---- reading ---- */

static bool
is_key (const JsonValue *key, const char *name)
{
  return key->length == strlen (name) && memcmp (key->text, name, key->length) == 0;
}

/* A new string; NULL: it is none. */
static char *
text_of (const JsonValue *value)
{
  if (value->type != JSON_STRING)
    return NULL;
  char *text = g_try_malloc (value->length + 1);
  if (text != NULL)
    text[json_string_decode (value, text)] = '\0';
  return text;
}

/* Leaves *number alone where it is no whole number. */
static void
read_number (const JsonValue *value, int64_t *number)
{
  gint64 read;

  if (value->type != JSON_NUMBER || value->length > 20)
    return;
  g_autofree char *text = g_strndup (value->text, value->length);
  if (g_ascii_string_to_signed (text, 10, INT64_MIN, INT64_MAX, &read, NULL))
    *number = read;
}

static void
take_text (const JsonValue *value, char **text)
{
  g_free (*text);
  *text = text_of (value);
}

/* NULL: it has no kind or no time. */
static Bookmark *
read_bookmark (const JsonValue *object)
{
  const char *at = object->text, *end = object->text + object->length;
  int64_t kind = -1, begin_ns = INT64_MAX, end_ns = INT64_MAX, colour = 0;
  Bookmark *bookmark = g_new0 (Bookmark, 1);
  JsonValue key, value;

  while (json_next (&at, end, &key, &value))
    {
      g_autofree char *word = NULL;
      BookmarkKind found;

      if (is_key (&key, "id"))
        take_text (&value, &bookmark->id);
      else if (is_key (&key, "kind") && (word = text_of (&value)) != NULL
               && bookmark_kind_find (word, &found))
        kind = found;
      else if (is_key (&key, "begin_ns"))
        read_number (&value, &begin_ns);
      else if (is_key (&key, "end_ns"))
        read_number (&value, &end_ns);
      else if (is_key (&key, "slice"))
        take_text (&value, &bookmark->slice);
      else if (is_key (&key, "title"))
        take_text (&value, &bookmark->title);
      else if (is_key (&key, "note"))
        take_text (&value, &bookmark->note);
      else if (is_key (&key, "colour"))
        read_number (&value, &colour);
      else if (is_key (&key, "created_ms"))
        read_number (&value, &bookmark->created_ms);
      else if (is_key (&key, "modified_ms"))
        read_number (&value, &bookmark->modified_ms);
    }
  bool is_whole = kind >= 0 && begin_ns != INT64_MAX;
  bookmark->kind = (BookmarkKind) kind;
  bookmark->begin_ns = begin_ns;
  bookmark->end_ns = end_ns != INT64_MAX ? end_ns : begin_ns;
  bookmark->colour = colour > 0 && colour < BOOKMARK_COLOURS ? (unsigned) colour : 0;
  bookmark_repair (bookmark);
  if (is_whole)
    return bookmark;
  bookmark_free (bookmark);
  return NULL;
}

static void
read_bookmarks (const JsonValue *array, GPtrArray *bookmarks)
{
  const char *at = array->text;
  JsonValue value;

  while (bookmarks->len < BOOKMARK_FILE_MAX && json_next (&at, array->text + array->length, NULL, &value))
    {
      Bookmark *bookmark = value.type == JSON_OBJECT ? read_bookmark (&value) : NULL;

      if (bookmark != NULL)
        g_ptr_array_add (bookmarks, bookmark);
    }
}

static bool
is_of_profile (const JsonValue *profile, const uint8_t expected[TRACE_KEY_BYTES])
{
  g_autoptr (GString) hex = g_string_new (NULL);
  const char *at = profile->text;
  JsonValue key, value;

  add_hex (hex, expected);
  while (json_next (&at, profile->text + profile->length, &key, &value))
    if (is_key (&key, "key"))
      return value.type == JSON_STRING && is_key (&value, hex->str);
  return false;
}

static GPtrArray *
refuse (GError **error, const char *path, const char *why)
{
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED, "%s: %s", path, why);
  return NULL;
}

GPtrArray *
bookmark_file_read (const char *text,
                    size_t length,
                    const char *path,
                    const uint8_t key[TRACE_KEY_BYTES],
                    bool *ret_is_same,
                    GError **error)
{
  const char *end = text + length, *at = json_skip_space (text, end);
  bool has_schema = false, has_bookmarks = false;
  JsonValue whole, name, value;
  unsigned repairs = 0;

  *ret_is_same = false;
  if (at == end || *at != '{' || json_value (&at, end, JSON_STRICT, &repairs, &whole) != JSON_OK
      || json_skip_space (at, end) != end)
    return refuse (error, path, "it is not JSON, or not to its end");
  g_autoptr (GPtrArray) bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  at = whole.text;
  while (json_next (&at, whole.text + whole.length, &name, &value))
    if (is_key (&name, "schema"))
      has_schema = value.type == JSON_STRING && is_key (&value, SCHEMA);
    else if (is_key (&name, "profile") && value.type == JSON_OBJECT)
      *ret_is_same = is_of_profile (&value, key);
    else if (is_key (&name, "bookmarks") && value.type == JSON_ARRAY)
      {
        has_bookmarks = true;
        read_bookmarks (&value, bookmarks);
      }
  if (!has_schema || !has_bookmarks)
    return refuse (error, path, "it holds no bookmarks of the form " SCHEMA);
  return g_steal_pointer (&bookmarks);
}
