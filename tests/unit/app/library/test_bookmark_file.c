/* SPDX-License-Identifier: Apache-2.0
 *
 * Bookmarks as a file: read back as they were written, and what anybody else may have written. */

#include <string.h>

#include "app/library/bookmark_file.h"
#include "trace/text/trace_error.h"

static const uint8_t key[TRACE_KEY_BYTES] = { 0xab, 1, 2 };
static const uint8_t other_key[TRACE_KEY_BYTES] = { 3 };

static GPtrArray *
read_text (const char *text, bool *ret_is_same)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *read = bookmark_file_read (text, strlen (text), "x.json", key, ret_is_same, &error);

  g_assert_no_error (error);
  return read;
}

static void
test_read_back_as_written (void)
{
  g_autoptr (GPtrArray) bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  bool is_same;

  for (int kind = 0; kind < N_BOOKMARK_KINDS; kind++)
    {
      Bookmark *bookmark = bookmark_new ((BookmarkKind) kind, -7 * kind, INT64_C (1) << 40,
                                         kind == BOOKMARK_SLICE ? "1;node=x;0;5;0;%22" : NULL);

      bookmark_set_title (bookmark, "the \"slow\" one \\ größe \xf0\x9f\x90\xa2");
      bookmark_set_note (bookmark, "line\nline\t<b>\x01");
      bookmark->colour = (unsigned) kind + 2;
      g_ptr_array_add (bookmarks, bookmark);
    }
  g_autoptr (GString) text = bookmark_file_write (bookmarks, key, "con\"trol\xff.json.gz");
  g_autoptr (GPtrArray) read = read_text (text->str, &is_same);

  g_assert_true (is_same);
  g_assert_cmpuint (read->len, ==, bookmarks->len);
  for (guint i = 0; i < read->len; i++)
    {
      const Bookmark *a = bookmarks->pdata[i], *b = read->pdata[i];

      g_assert_cmpstr (a->id, ==, b->id);
      g_assert_cmpint (a->kind, ==, b->kind);
      g_assert_cmpint (a->begin_ns, ==, b->begin_ns);
      g_assert_cmpint (a->end_ns, ==, b->end_ns);
      g_assert_cmpstr (a->slice, ==, b->slice);
      g_assert_cmpstr (a->title, ==, b->title);
      g_assert_cmpstr (a->note, ==, b->note);
      g_assert_cmpuint (a->colour, ==, b->colour);
      g_assert_cmpint (a->created_ms, ==, b->created_ms);
      g_assert_cmpint (a->modified_ms, ==, b->modified_ms);
    }
  g_autoptr (GString) of_another = bookmark_file_write (bookmarks, other_key, "x");
  g_autoptr (GPtrArray) also_read = read_text (of_another->str, &is_same);
  g_assert_false (is_same);
  g_assert_cmpuint (also_read->len, ==, read->len);
}

static void
test_none (void)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GString) text = bookmark_file_write (none, key, "x");
  bool is_same;
  g_autoptr (GPtrArray) read = read_text (text->str, &is_same);

  g_assert_true (is_same);
  g_assert_cmpuint (read->len, ==, 0);
}

static void
test_what_somebody_typed (void)
{
  bool is_same;
  g_autoptr (GPtrArray) read = read_text (
    "\n{\"later\": [{}], \"bookmarks\": [7, {\"kind\": \"time\", \"begin_ns\": 5},"
    "{\"kind\": \"elsewhen\", \"begin_ns\": 5}, {\"kind\": \"range\"}, {\"kind\": \"range\", \"begin_ns\": 9,"
    "\"end_ns\": 3, \"title\": 7, \"note\": null, \"colour\": -1, \"id\": \"mine\", \"unknown\": {\"a\": []}}],"
    "\"schema\": \"stepscope.bookmarks/1\"}\n",
    &is_same);

  g_assert_false (is_same);
  g_assert_cmpuint (read->len, ==, 2);
  const Bookmark *first = read->pdata[0], *second = read->pdata[1];
  g_assert_cmpint (first->kind, ==, BOOKMARK_TIME);
  g_assert_cmpint (first->end_ns, ==, 5);
  g_assert_cmpstr (first->title, ==, "");
  g_assert_true (g_uuid_string_is_valid (second->id));
  g_assert_cmpint (second->begin_ns, ==, 9);
  g_assert_cmpint (second->end_ns, ==, 9);
  g_assert_cmpuint (second->colour, ==, 0);
}

static void
test_what_is_refused (void)
{
  static const char *const texts[] = {
    "",
    "bookmarks",
    "[]",
    "{}",
    "{\"traceEvents\": []}",
    "{\"schema\": \"stepscope.bookmarks/2\", \"bookmarks\": []}",
    "{\"schema\": \"stepscope.bookmarks/1\"}",
    "{\"schema\": \"stepscope.bookmarks/1\", \"bookmarks\": {}}",
    "{\"schema\": \"stepscope.bookmarks/1\", \"bookmarks\": []} and more",
    "{\"schema\": \"stepscope.bookmarks/1\", \"bookmarks\": [",
  };
  bool is_same;

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (bookmark_file_read (texts[i], strlen (texts[i]), "x.json", key, &is_same, &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
      g_assert_true (g_str_has_prefix (error->message, "x.json: "));
    }
}

/* Any cut of a file, and any one byte changed, is read or refused. */
static void
test_damage_is_survived (void)
{
  g_autoptr (GPtrArray) bookmarks = g_ptr_array_new_with_free_func ((GDestroyNotify) bookmark_free);
  bool is_same;

  g_ptr_array_add (bookmarks, bookmark_new (BOOKMARK_SLICE, 1, 2, "1;x"));
  g_autoptr (GString) text = bookmark_file_write (bookmarks, key, "x");
  for (size_t i = 0; i < text->len; i++)
    for (int byte = -1; byte < 4; byte++)
      {
        g_autofree char *copy = g_memdup2 (text->str, text->len);
        size_t length = byte < 0 ? i : text->len;

        if (byte >= 0)
          copy[i] = "\"\\}\xff"[byte];
        g_autoptr (GPtrArray) read = bookmark_file_read (copy, length, "x", key, &is_same, NULL);
        g_assert_true (read == NULL || read->len <= 2);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bookmark_file/read_back_as_written", test_read_back_as_written);
  g_test_add_func ("/bookmark_file/none", test_none);
  g_test_add_func ("/bookmark_file/what_somebody_typed", test_what_somebody_typed);
  g_test_add_func ("/bookmark_file/what_is_refused", test_what_is_refused);
  g_test_add_func ("/bookmark_file/damage_is_survived", test_damage_is_survived);
  return g_test_run ();
}
