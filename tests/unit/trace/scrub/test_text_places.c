/* SPDX-License-Identifier: Apache-2.0
 *
 * Paths and addresses in texts: of each y the part in brackets is found, in an n nothing. */

#include <glib.h>
#include <string.h>

#include "trace/scrub/text_places.h"

/* Puts brackets around what is found. */
static char *
marked (const char *text, size_t (*find) (const char *text, size_t length, size_t at))
{
  GString *out = g_string_new (NULL);
  size_t length = strlen (text);

  for (size_t at = 0; at < length;)
    {
      size_t n = find (text, length, at);

      if (n > 0)
        g_string_append_printf (out, "[%.*s]", (int) n, text + at);
      else
        g_string_append_c (out, text[at++]);
      at += n;
    }
  return g_string_free (out, FALSE);
}

static void
check (const char *expected, size_t (*find) (const char *text, size_t length, size_t at))
{
  g_autoptr (GString) text = g_string_new (expected);

  g_string_replace (text, "[", "", 0);
  g_string_replace (text, "]", "", 0);
  g_autofree char *found = marked (text->str, find);
  g_assert_cmpstr (found, ==, expected);
}

static void
paths_are_found (void)
{
  static const char *const y[] = {
    "[/home/alice/x]",
    "[/data/a.py](12): main",
    "[train.py](12): main",
    "[src/model/net.py](3): forward",
    "python [/a/b] --out=[/c/d] \"[~/e]\"",
    "[C:\\Users\\bob\\x]: 3",
    "[\\\\server\\share\\x]",
    "[s3://bucket/key], [file:///etc/x]",
    "<[a/b/c]>",
    "x=[/mnt/a]:12",
    "[/opt/torch/lib.so].",
    "[/\xc3\xa4/b]",
    "in [/Users/Marie Luise/Secret Projekt/train.py] it is",
    "[C:\\Users\\bob\\Dropbox (Corp)\\x.py](3): g",
    "[/mnt/a b/c] [/d e/f]",
    "[git@/srv/x]",
  };
  static const char *const n[] = {
    "aten::mm",
    "void at::native::f<float, 4>(int)",
    "memory bandwidth (GB/s)",
    "torch/nn/modules/module.py(1501): _call_impl",
    "Memcpy HtoD (Pageable -> Device)",
    "and/or",
    "a / b",
    "/",
    "//",
    "ProfilerStep#7",
    "12:30:45",
    "3.5",
    "",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    check (y[i], text_path_at);
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    check (n[i], text_path_at);
}

static void
paths_of_frames_are_found (void)
{
  static const char *const y[] = { "/a b/c (d)/e.py(12): f", "my file.py(3): g" };
  static const char *const n[] = { "torch/nn/module.py(1): f", "<string>(1): f", "nn.Module: a.py",
                                   "a.py(): f", "" };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    g_assert_cmpuint (text_frame_path (y[i], strlen (y[i])), ==, (size_t) (strstr (y[i], ".py(") + 3 - y[i]));
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    g_assert_cmpuint (text_frame_path (n[i], strlen (n[i])), ==, 0);
}

/* Texts that are made of begins of paths take no longer than others. */
static void
begins_take_no_time (void)
{
  static const char *const pieces[] = { "@",    "@a",  "=/a", ":",     "/",   "\"/",
                                        "a@=:", " /a", "(a",  "/a b ", "a://" };

  for (size_t i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gint64 begin_us = g_get_monotonic_time ();

      while (text->len < 1000000)
        g_string_append (text, pieces[i]);
      for (size_t at = 0; at < text->len;)
        at += MAX (text_path_at (text->str, text->len, at), 1);
      g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 2000000);
    }
}

static void
whole_paths_may_have_blanks (void)
{
  g_assert_true (text_is_path ("/mnt/run 7/x", 12));
  g_assert_true (text_is_path ("D:/x", 4));
  g_assert_false (text_is_path ("/ 7", 3));
  g_assert_false (text_is_path ("a/b", 3));
  g_assert_false (text_is_path ("", 0));
  g_assert_cmpstr (text_path_ending ("/a/b.PY", 7), ==, ".py");
  g_assert_cmpstr (text_path_ending ("/a/b.alice", 10), ==, "");
}

static void
addresses_are_found (void)
{
  static const char *const y[] = { "[10.0.0.5]:29500", "tcp [192.168.1.255]", "a[1.2.3.4]b" };
  static const char *const n[] = {
    "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.1234", "1..2.3", "version 2.1.0"
  };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    check (y[i], text_address_at);
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    check (n[i], text_address_at);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text_places/paths", paths_are_found);
  g_test_add_func ("/text_places/frames", paths_of_frames_are_found);
  g_test_add_func ("/text_places/time", begins_take_no_time);
  g_test_add_func ("/text_places/whole", whole_paths_may_have_blanks);
  g_test_add_func ("/text_places/addresses", addresses_are_found);
  return g_test_run ();
}
