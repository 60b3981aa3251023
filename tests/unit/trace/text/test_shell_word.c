/* SPDX-License-Identifier: Apache-2.0
 *
 * Commands with paths in them, as a shell reads them. */

#include <glib.h>

#include "trace/text/shell_word.h"

static void
check (const char *path, const char *expected)
{
  g_autofree char *word = shell_word (path);

  g_assert_cmpstr (word, ==, expected);
}

static void
test_plain_paths_stay_as_they_are (void)
{
  check ("/a/b-c_1.nsys-rep", "/a/b-c_1.nsys-rep");
  check ("x.json", "x.json");
}

static void
test_special_characters_are_quoted (void)
{
  check ("it's.json", "'it'\\''s.json'");
  check ("a b", "'a b'");
  check ("$(reboot)", "'$(reboot)'");
  check ("~", "'~'");
  check ("", "''");
  check ("a\nb", "'a\nb'");
}

static void
test_no_path_is_an_option (void)
{
  check ("--help", "./--help");
  check ("-a b", "'./-a b'");
}

/* Whatever the bytes, a shell gives them back. */
static void
test_every_byte_survives_a_shell (void)
{
  char all[256] = "/";

  for (int i = 1; i < 255; i++)
    all[i] = (char) i;
  g_autofree char *word = shell_word (all);
  g_autofree char *back = g_shell_unquote (word, NULL);
  g_assert_cmpstr (back, ==, all);
}

static void
test_commands_name_the_file (void)
{
  g_autofree char *command = shell_command ("convert FILE -o FILE.stepscope", "/a b");

  g_assert_cmpstr (command, ==, "convert '/a b' -o '/a b'.stepscope");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shell_word/plain_paths_stay_as_they_are", test_plain_paths_stay_as_they_are);
  g_test_add_func ("/shell_word/special_characters_are_quoted", test_special_characters_are_quoted);
  g_test_add_func ("/shell_word/no_path_is_an_option", test_no_path_is_an_option);
  g_test_add_func ("/shell_word/every_byte_survives_a_shell", test_every_byte_survives_a_shell);
  g_test_add_func ("/shell_word/commands_name_the_file", test_commands_name_the_file);
  return g_test_run ();
}
