/* SPDX-License-Identifier: Apache-2.0
 *
 * Sentences of the dashboard: they agree in number, give the advice that fits the program that wrote the file, and
 * explain shares above 100 %. */

#include "widgets/dashboard/pane/dashboard_text.h"

#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "widgets/dashboard/pane/pane.h"
#include "widgets/dashboard/panes/pane_kernels.h"
#include "widgets/dashboard/panes/pane_memory_use.h"

#define N_LAUNCHES 4

/* A run on n_devices GPUs whose kernels come late from the host: every 1000 us aten::slow takes 800 us and launches a
 * kernel of 100 us on each. */
static char *
waiting_run (int n_devices)
{
  GString *json = g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[{}");

  for (int i = 0, correlation = 1; i < N_LAUNCHES; i++)
    {
      g_string_append_printf (
        json,
        ",{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::slow\",\"pid\":1,\"tid\":1,\"ts\":%d,\"dur\":800}",
        1000 * i);
      for (int device = 0; device < n_devices; device++, correlation++)
        g_string_append_printf (
          json,
          ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":1,\"ts\":%d,"
          "\"dur\":5,\"args\":{\"correlation\":%d}}"
          ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":%d,\"tid\":7,\"ts\":%d,\"dur\":100,"
          "\"args\":{\"correlation\":%d,\"device\":%d,\"stream\":7}}",
          1000 * i + 700 + 10 * device, correlation, device, 1000 * i + 780, correlation, device);
    }
  g_string_append (json, "]}");
  return g_string_free (json, FALSE);
}

static DashboardData *
data_of (const char *json)
{
  const Profile *profile = opened_text ("sentences.json", json, NULL);
  StatsScope whole = stats_scope_whole (profile->trace, profile->steps);
  DashboardData *data = dashboard_data_begin (profile, &whole, NULL);

  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  profile_unref (profile);
  return data;
}

static void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("\"%s\" is not in \"%s\"", part, text);
}

static void
test_sentences_agree_in_number (void)
{
  g_autofree char *one_json = waiting_run (1), *two_json = waiting_run (2);
  g_autoptr (DashboardData) one = data_of (one_json), two = data_of (two_json);
  g_autofree char *of_one = dashboard_text_sentence (one, &number_style_c);
  g_autofree char *of_two = dashboard_text_sentence (two, &number_style_c);

  assert_contains (of_one, "The GPU was busy");
  assert_contains (of_one, "The GPU waited mostly for the host");
  assert_contains (of_one, "`aten::slow` (4 gaps).");
  assert_contains (of_two, "The 2 GPUs were busy");
  assert_contains (of_two, "The GPUs waited mostly for the host");
  assert_contains (of_two, "`aten::slow` (8 gaps).");
}

/* One GPU of two is one GPU. */
static void
test_a_gpu_of_several_is_one (void)
{
  g_autofree char *json = waiting_run (2);
  const Profile *profile = opened_text ("sentences.json", json, NULL);
  StatsScope first = stats_scope_whole (profile->trace, profile->steps);

  first.device = 0;
  g_autoptr (DashboardData) data = dashboard_data_begin (profile, &first, NULL);
  dashboard_data_compute (data, SECTIONS_ALL, 0, NULL, NULL, NULL);
  g_autofree char *sentence = dashboard_text_sentence (data, &number_style_c);
  assert_contains (sentence, "GPU 0 was busy");
  assert_contains (sentence, "The GPU waited mostly for the host");
  profile_unref (profile);
}

static PaneContext
context_of (const DashboardData *data, const Pane *kind, const PaneOptions *options)
{
  return (PaneContext){ .data = data, .kind = kind, .options = options, .numbers = &number_style_c };
}

/* Checks the advice of panes without GPU and without memory. */
static void
check_advice (const char *json, bool is_of_pytorch)
{
  static const PaneOptions options = { 0 };
  g_autoptr (DashboardData) data = data_of (json);
  const PaneContext memory = context_of (data, &pane_memory_use, &options);
  g_autofree char *no_memory = pane_memory_use.empty (&memory), *footer = pane_memory_use.footer (&memory);
  const char *no_gpu = dashboard_text_advice (data);

  g_assert_true (dashboard_text_is_of_pytorch (data->scope.trace) == is_of_pytorch);
  g_assert_true ((strstr (no_gpu, "ProfilerActivity.CUDA") != NULL) == is_of_pytorch);
  g_assert_true ((strstr (no_memory, "profile_memory=True") != NULL) == is_of_pytorch);
  g_assert_true ((strstr (footer, "PyTorch") != NULL) == is_of_pytorch);
}

static void
test_options_of_pytorch_are_named_for_its_files_only (void)
{
  check_advice (
    "{\"schemaVersion\":1,\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::mm\","
    "\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9}]}",
    true);
  /* Without Kineto there are no categories. */
  check_advice (
    "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":\"CPU functions\",\"args\":{\"name\":\"CPU functions\"}},"
    "{\"ph\":\"X\",\"name\":\"aten::mm\",\"pid\":\"CPU functions\",\"tid\":1,\"ts\":0,\"dur\":9}]",
    true);
  check_advice ("[{\"ph\":\"X\",\"cat\":\"v8\",\"name\":\"parse\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9}]",
                false);
}

/* XSpace files and CUDA's own records have amounts of memory, too. */
static void
test_memory_of_others_is_not_pytorchs (void)
{
  static const PaneOptions options = { 0 };
  g_autoptr (DashboardData) data = data_of (
    "[{\"ph\":\"X\",\"cat\":\"v8\",\"name\":\"parse\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":100},"
    "{\"ph\":\"i\",\"s\":\"t\",\"name\":\"[memory]\",\"pid\":1,\"tid\":1,\"ts\":10,"
    "\"args\":{\"Total Allocated\":4096,\"Device Type\":0,\"Device Id\":-1}}]");
  const PaneContext memory = context_of (data, &pane_memory_use, &options);
  g_autofree char *footer = pane_memory_use.footer (&memory);

  assert_contains (footer, "Allocated memory, peak of each");
  g_assert_null (strstr (footer, "PyTorch"));
}

/* Two streams with a kernel each for the whole of the window. */
static void
test_shares_above_all_say_that_kernels_overlap (void)
{
  static const PaneOptions options = { 0 };
#define KERNEL(stream)                                                                                  \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":" #stream ",\"ts\":0,\"dur\":100," \
  "\"args\":{\"device\":0,\"stream\":" #stream "}}"
  g_autoptr (DashboardData) one = data_of ("{\"schemaVersion\":1,\"traceEvents\":[" KERNEL (7) "]}");
  g_autoptr (DashboardData) two =
    data_of ("{\"schemaVersion\":1,\"traceEvents\":[" KERNEL (7) "," KERNEL (8) "]}");
#undef KERNEL
  const PaneContext of_one = context_of (one, &pane_all_kernels_by_time, &options);
  const PaneContext of_two = context_of (two, &pane_all_kernels_by_time, &options);
  g_autofree char *whole = pane_all_kernels_by_time.footer (&of_one);
  g_autofree char *above = pane_all_kernels_by_time.footer (&of_two);
  g_autofree char *row = pane_all_kernels_by_time.part_text (&of_two, 0);

  assert_contains (whole, "100.0\u202f% of window × GPUs");
  g_assert_null (strstr (whole, "overlap"));
  assert_contains (above, "200.0\u202f% of window × GPUs (kernels overlap)");
  assert_contains (row, "200.0\u202f% of window × GPUs (kernels overlap), 2 launches");
}

#define TEST(name) g_test_add_func ("/dashboard_text/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (memory_of_others_is_not_pytorchs);
  TEST (sentences_agree_in_number);
  TEST (a_gpu_of_several_is_one);
  TEST (options_of_pytorch_are_named_for_its_files_only);
  TEST (shares_above_all_say_that_kernels_overlap);
  return g_test_run ();
}
