/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>

#include "trace/classify/operand_types.h"

static OperandTypes
types_of (const char *types, const char *dimensions, bool result_first)
{
  /* In buffers of exactly that size, so that reading on is seen. */
  size_t n = strlen (types), m = strlen (dimensions);
  char *a = malloc (n + 1), *b = malloc (m + 1);

  memcpy (a + 1, types, n);
  memcpy (b + 1, dimensions, m);
  OperandTypes found = operand_types_of ((TextSpan){ a + 1, n }, (TextSpan){ b + 1, m }, result_first);
  free (a);
  free (b);
  return found;
}

static void
check (const char *types, bool is_told, Precision precision)
{
  OperandTypes found = types_of (types, "", false);

  if (found.is_told != is_told || found.precision != precision)
    g_test_message ("%s: %s", types, precision_word (found.precision));
  g_assert_cmpint (found.is_told, ==, is_told);
  g_assert_cmpint (found.precision, ==, precision);
}

static void
the_first_floating_tensor_decides (void)
{
  check ("[\"float\", \"float\", \"Scalar\"]", true, PRECISION_FP32);
  check ("[\"c10::BFloat16\", \"float\", \"float\"]", true, PRECISION_BF16);
  check ("[\"c10::Half\"]", true, PRECISION_FP16);
  check ("[\"\", \"\", \"double\"]", true, PRECISION_FP64);
  check ("[\"c10::Float8_e4m3fn\", \"c10::Float8_e4m3fn\", \"float\", \"float\"]", true, PRECISION_FP8);
  check ("[\"c10::Float8_e5m2fnuz\"]", true, PRECISION_FP8);
  check ("[\"c10::Float4_e2m1fn_x2\", \"c10::Float8_e4m3fn\"]", true, PRECISION_FP4);
  check ("[\"c10::complex<float>\"]", true, PRECISION_FP32);
}

static void
indices_do_not_make_it_an_integer (void)
{
  check ("[\"float\", \"long int\"]", true, PRECISION_FP32);
  check ("[\"long int\", \"c10::BFloat16\", \"c10::BFloat16\"]", true, PRECISION_BF16);
  check ("[\"bool\", \"float\", \"float\"]", true, PRECISION_FP32);
}

static void
without_floats_the_first_integer_decides (void)
{
  check ("[\"long int\", \"long int\", \"Scalar\"]", true, PRECISION_INT64);
  check ("[\"long\", \"int\"]", true, PRECISION_INT64);
  check ("[\"int\", \"long\"]", true, PRECISION_INT32);
  check ("[\"signed char\", \"signed char\", \"\"]", true, PRECISION_INT8);
  check ("[\"bool\", \"long int\"]", true, PRECISION_INT64);
}

static void
what_has_no_class_still_tells_of_tensors (void)
{
  check ("[\"bool\"]", true, PRECISION_UNKNOWN);
  check ("[\"unsigned char\", \"long int\"]", true, PRECISION_UNKNOWN);
  check ("[\"short int\", \"Scalar\"]", true, PRECISION_UNKNOWN);
  check ("[\"TensorList\", \"Scalar\"]", true, PRECISION_UNKNOWN);
}

static void
who_tells_of_no_tensor_says_nothing (void)
{
  check ("", false, PRECISION_UNKNOWN);
  check ("[]", false, PRECISION_UNKNOWN);
  check ("[\"\", \"\"]", false, PRECISION_UNKNOWN);
  check ("[\"Scalar\", \"ScalarList\", \"Int\", \"Double\", \"Bool\", \"GenericList\"]", false,
         PRECISION_UNKNOWN);
  check ("[\"floating\", \"pointer\", \"c10::Halfway\"]", false, PRECISION_UNKNOWN);
  check ("null", false, PRECISION_UNKNOWN);
}

static void
lists_are_looked_into (void)
{
  check ("[[\"c10::Half\", \"c10::Half\"], \"Scalar\"]", true, PRECISION_FP16);
  check ("[[], [[\"int\"]], [\"float\"]]", true, PRECISION_FP32);
}

/* Multiplying by a Python number records it as a tensor of double without dimensions. */
static void
wrapped_numbers_do_not_count (void)
{
  const char *types = "[\"double\", \"float\", \"Scalar\"]";

  g_assert_true (types_of (types, "", false).depends_on_dimensions);
  g_assert_cmpint (types_of (types, "[[], [64, 128], []]", false).precision, ==, PRECISION_FP32);
  g_assert_false (types_of (types, "[[], [64, 128], []]", false).depends_on_dimensions);
  g_assert_cmpint (types_of (types, "[[3], [64, 128], []]", false).precision, ==, PRECISION_FP64);
  g_assert_cmpint (types_of (types, "[[], [], []]", false).precision, ==, PRECISION_FP64);
  g_assert_cmpint (types_of (types, "[[ ],[4]]", false).precision, ==, PRECISION_FP32);
  g_assert_false (types_of ("[\"float\", \"float\"]", "", false).depends_on_dimensions);
}

static void
what_is_read_is_told_although_it_has_no_class (void)
{
  /* A result of float that is made of truth values is of the result's class. */
  OperandTypes found = types_of ("[\"float\", \"bool\", \"\"]", "", true);

  g_assert_cmpint (found.precision, ==, PRECISION_FP32);
  g_assert_cmpstr (operand_element_name (found.element), ==, "f32");
  g_assert_cmpstr (operand_element_name (found.reads), ==, "bool");
  found = types_of ("[\"c10::BFloat16\", \"double\", \"\"]", "", true);
  g_assert_cmpint (found.precision, ==, PRECISION_FP64);
  g_assert_cmpstr (operand_element_name (found.reads), ==, "f64");
  g_assert_cmpstr (operand_element_dtype (found.reads), ==, "float64");
  found = types_of ("[\"short int\"]", "", false);
  g_assert_cmpint (found.precision, ==, PRECISION_UNKNOWN);
  g_assert_cmpstr (operand_element_name (found.reads), ==, "i16");
  found = types_of ("[\"TensorList\"]", "", false);
  g_assert_cmpint (found.reads, ==, OPERAND_ELEMENT_NONE);
  g_assert_null (operand_element_name (OPERAND_ELEMENT_NONE));
  g_assert_null (operand_element_dtype (OPERAND_ELEMENT_NONE));
}

static void
results_are_passed_over (void)
{
  g_assert_true (operand_types_result_first (SPAN ("aten::copy_")));
  g_assert_true (operand_types_result_first (SPAN ("_C::static_scaled_fp8_quant")));
  g_assert_false (operand_types_result_first (SPAN ("aten::copy_to")));
  g_assert_false (operand_types_result_first (SPAN ("_C_cache_ops::reshape_and_cache_flash")));
  g_assert_cmpint (types_of ("[\"c10::BFloat16\", \"float\", \"Scalar\"]", "", true).precision, ==,
                   PRECISION_FP32);
  g_assert_cmpint (types_of ("[\"c10::Float8_e4m3fn\", \"c10::BFloat16\", \"float\"]", "", true).precision,
                   ==, PRECISION_BF16);
  /* There is no other. */
  g_assert_cmpint (types_of ("[\"float\", \"Scalar\"]", "", true).precision, ==, PRECISION_FP32);
  g_assert_cmpint (types_of ("[\"float\", \"bool\"]", "", true).precision, ==, PRECISION_FP32);
}

static void
collectives_name_theirs (void)
{
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN ("BFloat16"))), ==,
                   PRECISION_BF16);
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN ("Float"))), ==,
                   PRECISION_FP32);
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN ("Long"))), ==,
                   PRECISION_INT64);
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN ("Float8_e4m3fn"))), ==,
                   PRECISION_FP8);
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN ("Byte"))), ==,
                   PRECISION_UNKNOWN);
  g_assert_cmpint (operand_element_precision (operand_element_of_scalar (SPAN (""))), ==, PRECISION_UNKNOWN);
}

/* Any bytes: looking must not leave the text, and what is cut tells no more than what is there. */
static void
damaged_texts_are_harmless (void)
{
  static const char text[] = "[[\"c10::Half\", \"double\"], \"fl\\\"oat\", [[[\"int\"]";
  GRand *random = g_rand_new_with_seed (3);

  for (size_t n = 0; n < sizeof text; n++)
    {
      g_autofree char *cut = g_strndup (text, n);
      types_of (cut, cut, n % 2 == 0);
    }
  for (int round = 0; round < 5000; round++)
    {
      char any[24] = "";
      for (size_t i = 0; i + 1 < sizeof any; i++)
        any[i] = "[]\",\\ fint"[g_rand_int_range (random, 0, 10)];
      types_of (any, any, round % 2 == 0);
    }
  g_rand_free (random);
}

/* In one pass: with one for each tensor this would take minutes. */
static void
long_lists_are_read_at_once (void)
{
  g_autoptr (GString) types = g_string_new ("[\"double\""), dimensions = g_string_new ("[[]");

  for (int i = 0; i < 300000; i++)
    {
      g_string_append (types, ",\"double\"");
      g_string_append (dimensions, i % 2 == 0 ? ",[ ]" : ",\"\"");
    }
  g_string_append (types, ",[\"float\",\"double\"],\"c10::Half\"]");
  g_string_append (dimensions, ",[[], [3]],[7]]");
  g_assert_cmpint (types_of (types->str, "", false).precision, ==, PRECISION_FP64);
  g_assert_true (types_of (types->str, "", false).depends_on_dimensions);
  g_assert_cmpint (
    types_of ("[\"double\",[\"float\",\"double\"],\"c10::Half\"]", "[[],[[], [3]],[7]]", false).precision, ==,
    PRECISION_FP32);
  g_assert_cmpint (types_of (types->str, dimensions->str, false).precision, ==, PRECISION_FP64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/operand_types/the_first_floating_tensor_decides", the_first_floating_tensor_decides);
  g_test_add_func ("/operand_types/indices_do_not_make_it_an_integer", indices_do_not_make_it_an_integer);
  g_test_add_func ("/operand_types/without_floats_the_first_integer_decides",
                   without_floats_the_first_integer_decides);
  g_test_add_func ("/operand_types/what_has_no_class_still_tells_of_tensors",
                   what_has_no_class_still_tells_of_tensors);
  g_test_add_func ("/operand_types/who_tells_of_no_tensor_says_nothing", who_tells_of_no_tensor_says_nothing);
  g_test_add_func ("/operand_types/lists_are_looked_into", lists_are_looked_into);
  g_test_add_func ("/operand_types/wrapped_numbers_do_not_count", wrapped_numbers_do_not_count);
  g_test_add_func ("/operand_types/results_are_passed_over", results_are_passed_over);
  g_test_add_func ("/operand_types/what_is_read_is_told_although_it_has_no_class",
                   what_is_read_is_told_although_it_has_no_class);
  g_test_add_func ("/operand_types/collectives_name_theirs", collectives_name_theirs);
  g_test_add_func ("/operand_types/damaged_texts_are_harmless", damaged_texts_are_harmless);
  g_test_add_func ("/operand_types/long_lists_are_read_at_once", long_lists_are_read_at_once);
  return g_test_run ();
}
