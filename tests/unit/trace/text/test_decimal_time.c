/* SPDX-License-Identifier: Apache-2.0 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/text/decimal_time.h"

/* Parsed from a heap buffer of exactly that size, so that reading on is seen. */
static char *
exact_copy (const char *text, size_t length)
{
  char *copy = malloc (length > 0 ? length : 1);

  memcpy (copy, text, length);
  return copy;
}

static bool
us_to_ns (const char *text, int64_t limit_ns, int64_t *ret_ns, bool *ret_rounded)
{
  size_t length = strlen (text);
  char *copy = exact_copy (text, length);
  bool ok = decimal_us_to_ns (copy, length, limit_ns, ret_ns, ret_rounded);

  free (copy);
  return ok;
}

static void
check_time (const char *text, int64_t expected_ns, bool expected_rounded)
{
  int64_t ns = -77;
  bool rounded = !expected_rounded;

  g_test_message ("%s", text);
  g_assert_true (us_to_ns (text, INT64_MAX, &ns, &rounded));
  g_assert_cmpint (ns, ==, expected_ns);
  g_assert_cmpint (rounded, ==, expected_rounded);
}

static void
check_no_time (const char *text, int64_t limit_ns)
{
  int64_t ns = 0;
  bool rounded;

  g_test_message ("%s", text);
  g_assert_false (us_to_ns (text, limit_ns, &ns, &rounded));
}

static void
epoch_times_are_exact (void)
{
  check_time ("1712195495406752.812", INT64_C (1712195495406752812), false);
  check_time ("1712195495406752", INT64_C (1712195495406752000), false);
  check_time ("1712195495406752.5", INT64_C (1712195495406752500), false);
  check_time ("-1712195495406752.812", INT64_C (-1712195495406752812), false);
  check_time ("0.001", 1, false);
  check_time ("0", 0, false);
  check_time ("-0", 0, false);
  check_time ("-0.000", 0, false);
}

static void
further_decimals_round_half_to_even (void)
{
  check_time ("0.0005", 0, true);
  check_time ("0.0015", 2, true);
  check_time ("0.0025", 2, true);
  check_time ("0.00250000000000000000000001", 3, true);
  check_time ("0.0024999999999999999999999", 2, true);
  check_time ("-0.0015", -2, true);
  check_time ("-0.0025", -2, true);
  check_time ("-0.0005", 0, true);
  check_time ("1712195495406752.8124", INT64_C (1712195495406752812), true);
  check_time ("1712195495406752.8125", INT64_C (1712195495406752812), true);
  check_time ("1712195495406752.8126", INT64_C (1712195495406752813), true);
  check_time ("0.9999", 1000, true);
  check_time ("0.00005", 0, true);
  check_time ("0.00009", 0, true);
  check_time ("1.0000000", 1000, false);
  check_time ("1.2340000", 1234, false);
}

static void
exponents_move_the_point (void)
{
  check_time ("1e3", 1000000, false);
  check_time ("1E+3", 1000000, false);
  check_time ("1.5E-3", 2, true);
  check_time ("2.5E-3", 2, true);
  check_time ("1e-3", 1, false);
  check_time ("1e-4", 0, true);
  check_time ("5e-4", 0, true);
  check_time ("5.1e-4", 1, true);
  check_time ("1.712195495406752812e15", INT64_C (1712195495406752812), false);
  check_time ("1712195495406752812e-3", INT64_C (1712195495406752812), false);
  check_time ("0e5", 0, false);
  check_time ("1e0", 1000, false);
}

static void
forms_that_writers_use_are_read (void)
{
  check_time (".5", 500, false);
  check_time ("5.", 5000, false);
  check_time ("-.5", -500, false);
  check_time ("01", 1000, false);
  check_time ("007.5", 7500, false);
  check_time ("+5", 5000, false);
  check_time ("00000000000000000000000000000001", 1000, false);
}

static void
anything_else_is_refused (void)
{
  static const char *const texts[] = { "",      "-",    "+",    ".",    "-.",   "e",   "e5",  ".e5",  "1e",
                                       "1e+",   "1e-",  "1E",   "100a", "a100", "NaN", "inf", "-inf", "0x10",
                                       "1.2.3", "1..2", "--1",  "+-1",  "1-",   "1 ",  " 1",  "1,5",  "1e1.5",
                                       "1e1e1", "1_0",  "1e 1", "\t1",  "null", "1\n", "1f",  "1e+-1" };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    check_no_time (texts[i], INT64_MAX);

  /* NUL is no end. */
  int64_t ns;
  bool rounded;
  g_assert_false (decimal_us_to_ns ("1\0002", 3, INT64_MAX, &ns, &rounded));
}

static void
limits_are_inclusive (void)
{
  int64_t ns;
  bool rounded;

  check_time ("9223372036854775.807", INT64_MAX, false);
  check_time ("-9223372036854775.807", -INT64_MAX, false);
  check_time ("9223372036854775.80749", INT64_MAX, true);
  check_no_time ("9223372036854775.808", INT64_MAX);
  check_no_time ("9223372036854775.8075", INT64_MAX);
  check_no_time ("9223372036854776", INT64_MAX);
  check_no_time ("18446744073709551616", INT64_MAX);
  check_no_time ("99999999999999999999.99", INT64_MAX);

  g_assert_true (us_to_ns ("1", 1000, &ns, &rounded));
  g_assert_true (us_to_ns ("-1", 1000, &ns, &rounded));
  g_assert_cmpint (ns, ==, -1000);
  check_no_time ("1.001", 1000);
  check_no_time ("-1.001", 1000);
  g_assert_true (us_to_ns ("1.0005", 1000, &ns, &rounded));
  g_assert_cmpint (ns, ==, 1000);
  check_no_time ("1.00051", 1000);
}

static void
huge_texts_are_quick (void)
{
  enum
  {
    N = 1 << 20
  };
  char *text = malloc (N + 16);
  int64_t ns;
  bool rounded;
  gint64 begin_us = g_get_monotonic_time ();

  check_no_time ("1e999999999", INT64_MAX);
  check_no_time ("-1e999999999999999999999", INT64_MAX);
  check_time ("1e-999999999", 0, true);
  check_time ("0e999999999", 0, false);
  check_time ("0.0e99999999999999", 0, false);

  memset (text, '9', N);
  g_assert_false (decimal_us_to_ns (text, N, INT64_MAX, &ns, &rounded));
  memset (text, '0', N);
  g_assert_true (decimal_us_to_ns (text, N, INT64_MAX, &ns, &rounded));
  g_assert_cmpint (ns, ==, 0);

  /* However far the point is from the digits. */
  text[0] = '.';
  memcpy (text + N, "15e1048576", 10);
  g_assert_true (decimal_us_to_ns (text, N + 10, INT64_MAX, &ns, &rounded));
  g_assert_cmpint (ns, ==, 1500);
  g_assert_false (rounded);
  memset (text, '0', N);
  text[0] = '2';
  memcpy (text + N, "e-1048575", 9);
  g_assert_true (decimal_us_to_ns (text, N + 9, INT64_MAX, &ns, &rounded));
  g_assert_cmpint (ns, ==, 2000);
  g_assert_false (rounded);

  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 1000000);
  free (text);
}

static void
any_power_can_be_asked_for (void)
{
  int64_t value;
  bool rounded;

  g_assert_true (decimal_to_scaled ("1.5", 3, 9, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, 1500000000);
  g_assert_true (decimal_to_scaled ("2.5", 3, 0, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, 2);
  g_assert_true (rounded);
  g_assert_true (decimal_to_scaled ("3.5", 3, 0, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, 4);
  g_assert_true (decimal_to_scaled ("1500", 4, -3, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, 2);
  g_assert_true (decimal_to_scaled ("15", 2, -3, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, 0);
  g_assert_false (decimal_to_scaled ("10", 2, 18, INT64_MAX, &value, &rounded));
  g_assert_true (decimal_to_scaled ("9", 1, 18, INT64_MAX, &value, &rounded));
  g_assert_cmpint (value, ==, INT64_C (9000000000000000000));
}

static int64_t
random_value (GRand *random)
{
  uint64_t bits = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);

  return (int64_t) (bits >> g_rand_int_range (random, 1, 64)) * (g_rand_boolean (random) ? 1 : -1);
}

/* As text with three decimals, or with the point moved and an exponent, and back. */
static void
random_times_round_trip (void)
{
  GRand *random = g_rand_new_with_seed (17);

  for (int round = 0; round < 20000; round++)
    {
      int64_t expected = random_value (random), ns;
      uint64_t magnitude = expected < 0 ? (uint64_t) -expected : (uint64_t) expected;
      int n_zeros = g_rand_int_range (random, 0, 9);
      char digits[64], text[128];
      bool rounded;

      g_snprintf (text, sizeof text, "%s%" PRIu64 ".%03" PRIu64, expected < 0 ? "-" : "", magnitude / 1000,
                  magnitude % 1000);
      g_assert_true (us_to_ns (text, INT64_MAX, &ns, &rounded));
      g_assert_cmpint (ns, ==, expected);
      g_assert_false (rounded);

      size_t n = (size_t) g_snprintf (digits, sizeof digits, "%" PRIu64, magnitude);
      size_t point = (size_t) g_rand_int_range (random, 0, (gint32) n + 1);
      g_snprintf (text, sizeof text, "%s%.*s.%s%.*se%d", expected < 0 ? "-" : "", (int) point, digits,
                  digits + point, n_zeros, "00000000", (int) (n - point) - 3);
      g_assert_true (us_to_ns (text, INT64_MAX, &ns, &rounded));
      g_assert_cmpint (ns, ==, expected);
      g_assert_false (rounded);
    }
  g_rand_free (random);
}

/* Rounding against arithmetic in 128 bits: a value of picoseconds and finer. */
static void
random_decimals_round_as_integers_do (void)
{
  GRand *random = g_rand_new_with_seed (18);

  for (int round = 0; round < 20000; round++)
    {
      uint64_t whole = g_rand_int (random);
      uint64_t decimals = (uint64_t) g_rand_int_range (random, 0, 1000000000);
      char text[64];
      int64_t ns;
      bool rounded;

      if (round % 4 == 0)
        decimals = decimals / 1000000 * 1000000 + 500000;
      g_snprintf (text, sizeof text, "%" PRIu64 ".%09" PRIu64, whole, decimals);
      uint64_t expected = whole * 1000 + decimals / 1000000, rest = decimals % 1000000;
      if (rest > 500000 || (rest == 500000 && expected % 2 == 1))
        expected++;
      g_assert_true (us_to_ns (text, INT64_MAX, &ns, &rounded));
      g_assert_cmpint (ns, ==, (int64_t) expected);
      g_assert_cmpint (rounded, ==, rest != 0);
    }
  g_rand_free (random);
}

static bool
to_integer (const char *text, int64_t *ret_value)
{
  size_t length = strlen (text);
  char *copy = exact_copy (text, length);
  bool ok = decimal_to_integer (copy, length, ret_value);

  free (copy);
  return ok;
}

static void
ids_are_integers_in_any_form (void)
{
  static const struct
  {
    const char *text;
    int64_t value;
  } cases[] = {
    { "0", 0 },
    { "-1", -1 },
    { "007", 7 },
    { "+7", 7 },
    { "7.0", 7 },
    { "7.9", 7 },
    { "-7.9", -7 },
    { "9223372036854775807", INT64_MAX },
    { "-9223372036854775807", -INT64_MAX },
    { "-9223372036854775808", INT64_MIN },
    { "0x10", 16 },
    { "0XfF", 255 },
    { "0xdeadBEEF", 0xdeadbeef },
    { "0x7fffffffffffffff", INT64_MAX },
    { "0x0000000000000000000000001", 1 },
  };
  static const char *const none[] = { "",
                                      "-",
                                      ".",
                                      "0x",
                                      "0x1g",
                                      "x10",
                                      "-0x10",
                                      "7a",
                                      " 7",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "99999999999999999999999",
                                      "0x8000000000000000",
                                      "0xffffffffffffffff",
                                      "0x10000000000000000",
                                      "NaN",
                                      "true" };
  int64_t value;

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_true (to_integer (cases[i].text, &value));
      g_assert_cmpint (value, ==, cases[i].value);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_test_message ("%s", none[i]);
      g_assert_false (to_integer (none[i], &value));
    }
}

static void
random_integers_round_trip (void)
{
  GRand *random = g_rand_new_with_seed (19);

  for (int round = 0; round < 20000; round++)
    {
      int64_t expected = random_value (random), value;
      char text[32];

      g_snprintf (text, sizeof text, "%" PRId64, expected);
      g_assert_true (to_integer (text, &value));
      g_assert_cmpint (value, ==, expected);
      if (expected < 0)
        continue;
      g_snprintf (text, sizeof text, "0x%" PRIx64, (uint64_t) expected);
      g_assert_true (to_integer (text, &value));
      g_assert_cmpint (value, ==, expected);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decimal_time/epoch_times_are_exact", epoch_times_are_exact);
  g_test_add_func ("/decimal_time/further_decimals_round_half_to_even", further_decimals_round_half_to_even);
  g_test_add_func ("/decimal_time/exponents_move_the_point", exponents_move_the_point);
  g_test_add_func ("/decimal_time/forms_that_writers_use_are_read", forms_that_writers_use_are_read);
  g_test_add_func ("/decimal_time/anything_else_is_refused", anything_else_is_refused);
  g_test_add_func ("/decimal_time/limits_are_inclusive", limits_are_inclusive);
  g_test_add_func ("/decimal_time/huge_texts_are_quick", huge_texts_are_quick);
  g_test_add_func ("/decimal_time/any_power_can_be_asked_for", any_power_can_be_asked_for);
  g_test_add_func ("/decimal_time/random_times_round_trip", random_times_round_trip);
  g_test_add_func ("/decimal_time/random_decimals_round_as_integers_do",
                   random_decimals_round_as_integers_do);
  g_test_add_func ("/decimal_time/integer/ids_are_integers_in_any_form", ids_are_integers_in_any_form);
  g_test_add_func ("/decimal_time/integer/random_integers_round_trip", random_integers_round_trip);
  return g_test_run ();
}
