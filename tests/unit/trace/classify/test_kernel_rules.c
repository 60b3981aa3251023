/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "trace/classify/kernel_rules.h"
#include "trace/classify/name_class.h"
#include "trace/text/trace_error.h"

static void
install (const char *text)
{
  g_autoptr (GError) error = NULL;
  KernelRules *rules = kernel_rules_parse (text, strlen (text), "/home/x/kernels.rules", &error);

  g_assert_no_error (error);
  kernel_rules_install (rules);
}

static NameClass
class_of (const char *name)
{
  return name_class_of (name, strlen (name));
}

static void
rules_come_before_the_built_in_ones (void)
{
  install ("# ours\n"
           "\n"
           "category   ring_exchange  communication\n"
           "category\tNcclTest\tcompute\r\n"
           "precision ^acme_*_q8_ fp8 # our quantised product\n"
           "precision sgemm unknown\n"
           "work acme_attn attention\n"
           "tensor_core \"acme <\\\"*>\" yes\n"
           "tensor_core sgemm unknown");

  g_assert_cmpuint (kernel_rules_installed (), ==, 7);
  g_assert_cmpint (class_of ("Ring_Exchange_v2").category, ==, KERNEL_COMMUNICATION);
  g_assert_cmpint (kernel_class_of_name ("ring_exchange", 13), ==, KERNEL_COMMUNICATION);
  g_assert_cmpint (class_of ("nccltest_kernel").category, ==, KERNEL_COMPUTE);
  g_assert_cmpint (class_of ("nccl_all").category, ==, KERNEL_COMMUNICATION);
  g_assert_cmpint (class_of ("acme_gemm_q8_v1").precision, ==, PRECISION_FP8);
  g_assert_cmpstr (class_of ("acme_gemm_q8_v1").precision_reason, ==, "our quantised product");
  g_assert_cmpint (class_of ("ampere_sgemm_128x64").precision, ==, PRECISION_UNKNOWN);
  g_assert_cmpint (class_of ("ampere_sgemm_128x64").tensor_core, ==, TENSOR_CORE_UNKNOWN);
  g_assert_cmpstr (class_of ("ampere_sgemm_128x64").tensor_core_reason, ==,
                   "rule in line 9 of kernels.rules");
  g_assert_cmpint (class_of ("acme_attn").work, ==, KERNEL_WORK_ATTENTION);
  g_assert_cmpint (class_of ("ACME <\"x>").tensor_core, ==, TENSOR_CORE_YES);
  g_assert_cmpint (class_of ("MEMORY_COPY_ring_exchange").category, ==, KERNEL_MEMORY);

  kernel_rules_install (NULL);
  g_assert_cmpint (class_of ("ring_exchange").category, ==, KERNEL_COMPUTE);
  g_assert_cmpint (class_of ("ampere_sgemm_128x64").precision, ==, PRECISION_FP32);
}

static void
the_first_rule_that_matches_decides (void)
{
  install ("precision acme_small int8\nprecision acme fp16\nprecision acme_large fp64\n");
  g_assert_cmpint (class_of ("acme_small").precision, ==, PRECISION_INT8);
  g_assert_cmpint (class_of ("acme_large").precision, ==, PRECISION_FP16);
  kernel_rules_install (NULL);
}

static void
a_precision_of_the_user_wins_over_tensors (void)
{
  install ("precision acme fp8\n");
  NameClass said = class_of ("acme");
  g_assert_cmpint (name_class_precision (&said, PRECISION_BF16), ==, PRECISION_FP8);
  kernel_rules_install (NULL);
  said = class_of ("acme");
  g_assert_cmpint (name_class_precision (&said, PRECISION_BF16), ==, PRECISION_BF16);
}

static void
check_refused (const char *text, size_t length, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (kernel_rules_parse (text, length, "/home/x/kernels.rules", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_SUCH);
  if (!g_str_has_prefix (error->message, "/home/x/kernels.rules, line ")
      || strstr (error->message, expected) == NULL)
    g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "/home/x/kernels.rules, line "));
  g_assert_nonnull (strstr (error->message, expected));
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
what_is_wrong_is_told_with_its_line (void)
{
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { "precision a fp9", "line 1: \"fp9\" is not a valid precision; write fp64," },
    { "\n# x\ncategory a memory\n", "line 3: \"memory\" is not a valid category; write compute or communication." },
    { "colour a red", "line 1: \"colour\" is not a kind of rule; begin with category," },
    { "precision", "the pattern is empty" },
    { "precision a", "\"\" is not a valid precision" },
    { "precision * fp16", "matches no character of a name" },
    { "precision a^b fp16", "has ^ after its first character" },
    { "precision \"a b fp16\n", "a quote is not closed" },
    { "precision a fp16 bf16", "something after the kind, the pattern and the value" },
    { "tensor_core a maybe", "write yes, no or unknown." },
    { "work a conv", "write gemm, attention or other." },
    { "\xff a b", "is not a kind of rule" },
    { "\" a b", "is not a kind of rule" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    check_refused (cases[i].text, strlen (cases[i].text), cases[i].expected);
  check_refused ("work a other\0", 13, "contains a NUL byte");
}

static void
sizes_are_bounded (void)
{
  g_autoptr (GString) many = g_string_new (NULL);
  g_autofree char *line = g_strnfill (KERNEL_RULES_LINE_BYTES + 1, ' ');
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < KERNEL_RULES_MAX; i++)
    g_string_append (many, "work a other\n");
  g_autoptr (KernelRules) rules = kernel_rules_parse (many->str, many->len, "x", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kernel_rules_count (rules), ==, KERNEL_RULES_MAX);
  g_string_append (many, "work a other\n");
  check_refused (many->str, many->len, "line 1001: there are more than 1000 rules");
  check_refused (line, strlen (line), "longer than 4096 bytes");
}

static void
no_bytes_of_a_file_break_it (void)
{
  GRand *random = g_rand_new_with_seed (11);

  for (int round = 0; round < 3000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      for (int i = g_rand_int_range (random, 0, 8); i > 0; i--)
        {
          static const char *const words[] = { "precision", "work", " ",  "\n", "fp8",  "other", "\"",
                                               "#",         "a",    "\\", "^",  "\xc3", "\r",    "\t" };
          g_string_append (text, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
          g_string_append (text, g_rand_boolean (random) ? " " : "");
        }
      KernelRules *rules = kernel_rules_parse (text->str, text->len, "x", &error);
      g_assert_true ((rules == NULL) == (error != NULL));
      kernel_rules_free (rules);
    }
  g_rand_free (random);
}

static void
files_that_cannot_be_read_are_told (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepscope-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "kernels.rules", NULL);
  g_autofree char *large = g_strnfill (KERNEL_RULES_FILE_BYTES + 1, '\n');
  g_autoptr (GError) missing = NULL, is_folder = NULL, too_large = NULL, error = NULL;

  g_assert_null (kernel_rules_load (path, &missing));
  g_assert_error (missing, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
  g_assert_null (kernel_rules_load (folder, &is_folder));
  g_assert_error (is_folder, TRACE_ERROR, TRACE_ERROR_UNREADABLE);

  g_assert_true (g_file_set_contents (path, large, KERNEL_RULES_FILE_BYTES + 1, NULL));
  g_assert_null (kernel_rules_load (path, &too_large));
  g_assert_error (too_large, TRACE_ERROR, TRACE_ERROR_UNREADABLE);

  g_assert_true (g_file_set_contents (path, large, KERNEL_RULES_FILE_BYTES, NULL));
  g_autoptr (KernelRules) rules = kernel_rules_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kernel_rules_count (rules), ==, 0);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel_rules/rules_come_before_the_built_in_ones", rules_come_before_the_built_in_ones);
  g_test_add_func ("/kernel_rules/the_first_rule_that_matches_decides", the_first_rule_that_matches_decides);
  g_test_add_func ("/kernel_rules/a_precision_of_the_user_wins_over_tensors",
                   a_precision_of_the_user_wins_over_tensors);
  g_test_add_func ("/kernel_rules/what_is_wrong_is_told_with_its_line", what_is_wrong_is_told_with_its_line);
  g_test_add_func ("/kernel_rules/sizes_are_bounded", sizes_are_bounded);
  g_test_add_func ("/kernel_rules/no_bytes_of_a_file_break_it", no_bytes_of_a_file_break_it);
  g_test_add_func ("/kernel_rules/files_that_cannot_be_read_are_told", files_that_cannot_be_read_are_told);
  return g_test_run ();
}
