/* SPDX-License-Identifier: Apache-2.0
 *
 * The program that has all tests of a room: ROOM NAME [OPTION...] runs those of test_NAME.c with GLib's options for tests
 * (-l lists them, -p PATH runs one). UNIT_TESTS, a TEST (NAME) for each, comes from meson.build. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEST(name) int name##_test_main (int argc, char **argv);
UNIT_TESTS
#undef TEST

#define TEST(name) { #name, name##_test_main },
static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
} tests[] = { UNIT_TESTS };
#undef TEST

int
main (int argc, char **argv)
{
  size_t n = sizeof tests / sizeof tests[0];

  for (size_t i = 0; argc > 1 && i < n; i++)
    if (strcmp (argv[1], tests[i].name) == 0)
      {
        argv[1] = argv[0];
        return tests[i].run (argc - 1, argv + 1);
      }
  fprintf (stderr, "Usage: %s NAME [OPTION...], where NAME is one of", argv[0]);
  for (size_t i = 0; i < n; i++)
    fprintf (stderr, " %s", tests[i].name);
  fputc ('\n', stderr);
  return EXIT_FAILURE;
}
