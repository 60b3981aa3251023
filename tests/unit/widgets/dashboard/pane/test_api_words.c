/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels that name the runtime API of a profile's devices. */

#include <glib.h>

#include "tests/unit/fixtures/opened_text.h"
#include "trace/model/device_api.h"
#include "trace/open/open.h"
#include "widgets/dashboard/pane/api_words.h"

#define CALL(category) \
  "\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"" category "\",\"name\":\"x\",\"ts\":0,\"dur\":2}]}"

static void
assert_label (const char *json, const char *wanted)
{
  const ApiWords words = { "Runtime calls", "CUDA API calls", "HIP API calls" };
  const Profile *profile = opened_text ("x.json", json, NULL);

  g_assert_cmpstr (api_words_label (&words, profile->trace), ==, wanted);
  profile_unref (profile);
}

static void
test_the_category_names_the_api (void)
{
  assert_label ("{" CALL ("cuda_runtime"), "CUDA API calls");
  assert_label ("{" CALL ("hip_runtime"), "HIP API calls");
  assert_label ("{" CALL ("runtime"), "Runtime calls");
}

/* Kineto on ROCm writes the category cuda_runtime; the device may have no name. */
static void
test_an_amd_device_means_hip (void)
{
  assert_label ("{\"deviceProperties\":[{\"id\":0,\"name\":\"AMD Instinct MI300X\"}]," CALL ("cuda_runtime"),
                "HIP API calls");
  assert_label ("{\"deviceProperties\":[{\"id\":0,\"name\":\"\",\"warpSize\": 64}]," CALL ("cuda_runtime"),
                "HIP API calls");
  assert_label ("{\"hip_runtime_version\":71326183," CALL ("cuda_runtime"), "HIP API calls");
  assert_label (
    "{\"deviceProperties\":[{\"id\":0,\"name\":\"NVIDIA H100\",\"warpSize\": 32}]," CALL ("cuda_runtime"),
    "CUDA API calls");
}

/* Of tools that write neither categories nor settings, and of settings that importers write. */
static void
test_names_of_calls_and_versions_mean_hip (void)
{
  assert_label ("{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"hipLaunchKernel\",\"ts\":0,\"dur\":2}]}",
                "HIP API calls");
  assert_label ("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"hipMemcpyAsync\","
                "\"ts\":0,\"dur\":2}]}",
                "HIP API calls");
  assert_label ("{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaMemcpyAsync\","
                "\"ts\":0,\"dur\":2}]}",
                "CUDA API calls");
  assert_label ("{\"rocm version\":\"7.0\"," CALL ("cuda_runtime"), "HIP API calls");
}

/* What AMD's and NVIDIA's own tools wrote. */
static void
test_real_traces (void)
{
  static const struct
  {
    const char *name;
    DeviceApi api;
  } traces[] = {
    { "kineto/HTA__amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz", DEVICE_API_HIP },
    { "kineto/TraceLens__mi300__gaunernst_bert-small-uncased__1016001.json.gz", DEVICE_API_HIP },
    { "kineto/TraceLens__h100__gaunernst_bert-small-uncased__1016001.json.gz", DEVICE_API_CUDA },
    { "rocm/rpd__matmul_result.json", DEVICE_API_HIP },
  };
  const char *given = g_getenv ("STEPSCOPE_TRACES"), *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    given != NULL ? g_strdup (given)
                  : g_build_filename (source != NULL ? source : ".", "..", "shared", "traces", NULL);
  guint n_found = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      g_autofree char *path = g_build_filename (folder, traces[i].name, NULL);
      g_autoptr (GError) error = NULL;

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      g_autoptr (Trace) trace = trace_open (path, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (device_api_of (trace), ==, traces[i].api);
      n_found++;
    }
  if (n_found == 0)
    g_test_skip ("There are no real traces here");
}

static void
test_a_label_without_an_api_is_the_same (void)
{
  const ApiWords words = { .other = "Compute" };
  const Profile *profile = opened_text ("x.json", "{" CALL ("cuda_runtime"), NULL);

  g_assert_cmpstr (api_words_label (&words, profile->trace), ==, "Compute");
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/api-words/the category names the API", test_the_category_names_the_api);
  g_test_add_func ("/api-words/an AMD device means HIP", test_an_amd_device_means_hip);
  g_test_add_func ("/api-words/names of calls and versions mean HIP",
                   test_names_of_calls_and_versions_mean_hip);
  g_test_add_func ("/api-words/real traces", test_real_traces);
  g_test_add_func ("/api-words/a label without an API is the same", test_a_label_without_an_api_is_the_same);
  return g_test_run ();
}
