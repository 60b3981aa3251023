/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers as people of several countries type them. */

#include "app/compare/typed_number.h"

#include <glib.h>

static const NumberStyle english = { ".", "," }, german = { ",", "." }, french = { ",", "\u202f" },
                         swiss = { ".", "’" };

static void
test_what_is_read (void)
{
  static const struct
  {
    const char *text;
    const NumberStyle *numbers;
    double number;
  } cases[] = {
    { "0", &english, 0 },
    { "98.32", &english, 98.32 },
    { "98,32", &english, 98.32 },
    { "98.32", &german, 98.32 },
    { "98,32", &german, 98.32 },
    { " 4096 ", &english, 4096 },
    { "4,096", &english, 4096 },
    { "4.096", &english, 4.096 },
    { "4.096", &german, 4096 },
    { "4,096", &german, 4.096 },
    { "0,125", &german, 0.125 },
    { "1,234,567", &english, 1234567 },
    { "1,234,567", &german, 1234567 },
    { "1,234.5", &english, 1234.5 },
    { "1.234,5", &english, 1234.5 },
    { "1.234.567,89", &german, 1234567.89 },
    { "1 234,5", &french, 1234.5 },
    { "1\u202f234,5", &french, 1234.5 },
    { "1’234.5", &swiss, 1234.5 },
    { ".5", &english, 0.5 },
    { "5.", &english, 5 },
    { "12345,678", &english, 12345.678 }, /* no group has five digits */
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double number = -1;

      if (!typed_number (cases[i].text, cases[i].numbers, &number) || number != cases[i].number)
        g_error ("“%s” is %g", cases[i].text, number);
    }
}

static void
test_what_is_no_number (void)
{
  static const char *const texts[] = { "",    " ",     "x",     "-5",      "+5",      "5 USD",     "1e5",
                                       ".",   "1.2.3", "1,2,3", "1,23.45", "1,234,5", "1.234,5.6", "0x10",
                                       "inf", "nan",   "\xff",  "٣",       "1..2" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      double number;

      if (typed_number (texts[i], &english, &number))
        g_error ("“%s” is read as %g", texts[i], number);
    }
}

static void
test_what_is_written_reads_back (void)
{
  static const double values[] = { 0, 1, 0.5, 98.32, 1234, 1234.5, 4096, 1e12, 0.001, 1000, 100 };

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    for (gsize k = 0; k < 4; k++)
      {
        const NumberStyle *numbers = (const NumberStyle *const[]){ &english, &german, &french, &swiss }[k];
        g_autofree char *text = typed_number_text (values[i], numbers);
        double number = -1;

        g_assert_true (typed_number (text, numbers, &number));
        g_assert_cmpfloat (number, ==, values[i]);
      }
  g_autofree char *text = typed_number_text (98.32, &german);
  g_assert_cmpstr (text, ==, "98,32");
  g_autofree char *whole = typed_number_text (4096, &german);
  g_assert_cmpstr (whole, ==, "4096");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/typed_number/what_is_read", test_what_is_read);
  g_test_add_func ("/typed_number/what_is_no_number", test_what_is_no_number);
  g_test_add_func ("/typed_number/what_is_written_reads_back", test_what_is_written_reads_back);
  return g_test_run ();
}
