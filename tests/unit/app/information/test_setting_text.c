/* SPDX-License-Identifier: Apache-2.0
 *
 * Keys of a trace file as people read them, with values as writers have written them and as nobody should. */

#include <glib.h>
#include <string.h>

#include "app/information/setting_text.h"
#include "tests/unit/fixtures/opened_text.h"

static void
check_plain (const char *value, const char *expected)
{
  g_autofree char *text = setting_text_plain (value, strlen (value));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_plain_text_of_any_value (void)
{
  check_plain ("\"a100\"", "a100");
  check_plain ("\"a \\\"quoted\\\" \\u00e9\"", "a \"quoted\" é");
  check_plain ("12", "12");
  check_plain (" -0.5 ", "-0.5");
  check_plain ("true", "true");
  check_plain ("null", "null");
  check_plain ("{\"a\": [1, 2]}", "{\"a\": [1, 2]}");
}

static void
test_what_is_no_json_stays_as_it_is (void)
{
  check_plain ("", "");
  check_plain ("  ", "  ");
  check_plain ("nonsense", "nonsense");
  check_plain ("\"no end", "\"no end");
  check_plain ("\xff\xfe", "\uFFFD\uFFFD");
  check_plain ("\"\xff\"", "\uFFFD");
  check_plain ("<b>&amp;</b>", "<b>&amp;</b>");
}

static void
check_version_of (DeviceApi api, const char *key, const char *value, const char *label, const char *expected)
{
  const char *found_label = NULL;
  g_autofree char *text = setting_text_version (key, value, strlen (value), api, &found_label);

  g_assert_cmpstr (text, ==, expected);
  if (expected != NULL)
    g_assert_cmpstr (found_label, ==, label);
}

static void
check_version (const char *key, const char *value, const char *label, const char *expected)
{
  check_version_of (DEVICE_API_CUDA, key, value, label, expected);
}

static void
test_versions_by_the_writer_of_the_key (void)
{
  check_version ("cuda_runtime_version", "12090", "CUDA runtime", "12.9");
  check_version ("cuda_driver_version", "\"11040\"", "CUDA driver", "11.4");
  check_version ("hip_runtime_version", "60241134", "HIP runtime", "6.2.41134");
  check_version ("torch_version", "\"2.7.0+cu128\"", "PyTorch", "2.7.0+cu128");
  check_version ("distributedInfo", "{\"backend\": \"nccl\", \"rank\": 0, \"nccl_version\": \"2.21.5\"}",
                 "NCCL", "2.21.5");
  check_version_of (DEVICE_API_HIP, "distributedInfo", "{\"nccl_version\": \"2.21.5\"}", "RCCL", "2.21.5");
}

/* Of the settings that importers of other formats write. */
static void
test_versions_of_tools_and_toolkits (void)
{
  check_version ("driver version", "\"570.124.06\"", "Driver", "570.124.06");
  check_version ("cuda version", "\"12.8\"", "CUDA", "12.8");
  check_version ("cuda version", "\"13\"", "CUDA", "13");
  check_version ("cuda version", "12080", "CUDA", "12.8");
  check_version ("cupti version", "\"2025.1.0\"", "CUPTI", "2025.1.0");
  check_version ("cupti_version", "130001", "CUPTI", "13.0.1");
  check_version ("cupti_version", "28", "CUPTI", "28");
  check_version ("rocm version", "\"7.0.1\"", "ROCm", "7.0.1");
  check_version ("hip version", "\"6.4\"", "HIP", "6.4");
  check_version ("hip version", "60443483", "HIP", "6.4.43483");
}

static void
test_versions_that_are_none (void)
{
  check_version ("unknown_version", "12", NULL, NULL);
  check_version ("distributedInfo", "{\"backend\": \"gloo\"}", NULL, NULL);
  check_version ("distributedInfo", "[1]", NULL, NULL);
  check_version ("distributedInfo", "{\"nccl_version\": ", NULL, NULL);
  check_version ("cuda_runtime_version", "", NULL, NULL);
  check_version ("cuda_runtime_version", "-1", "CUDA runtime", "-1");
  check_version ("cuda_runtime_version", "\"twelve\"", "CUDA runtime", "twelve");
  check_version ("cuda_runtime_version", "99999999999999999999999", "CUDA runtime",
                 "99999999999999999999999");
}

#define KERNEL                                                                              \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":1," \
  "\"args\":{\"device\":0,\"stream\":7}}"

static void
check_device (const char *properties, const char *expected)
{
  g_autofree char *json =
    g_strdup_printf ("{\"schemaVersion\":1,%s\"traceEvents\":[" KERNEL "]}", properties);
  const Profile *profile = opened_text ("device.json", json, NULL);
  g_autofree char *text =
    setting_text_device (profile->trace, trace_rank (profile->trace, 0), 0, &number_style_c);

  g_assert_cmpstr (text, ==, expected);
  profile_unref (profile);
}

static void
test_device_properties_of_both_spellings (void)
{
  check_device ("\"deviceProperties\":[{\"id\":0,\"totalGlobalMem\":80000000000,\"computeMajor\":9,"
                "\"computeMinor\":0,\"numSms\":132}],",
                "80.0\u00a0GB of memory, compute capability 9.0, 132 multiprocessors");
  check_device ("\"computeProperties\":[{\"id\":1,\"major\":1},{\"id\":0,\"major\":7,\"minor\":5,"
                "\"multiProcessorCount\":1}],",
                "compute capability 7.5, 1 multiprocessor");
  check_device ("\"hip_runtime_version\":60241134,\"deviceProperties\":[{\"id\":0,\"computeMajor\":9,"
                "\"computeMinor\":4,\"numSms\":304}],",
                "architecture 9.4, 304 compute units");
}

static void
test_device_properties_that_are_none (void)
{
  check_device ("", NULL);
  check_device ("\"deviceProperties\":{},", NULL);
  check_device ("\"deviceProperties\":[],", NULL);
  check_device ("\"deviceProperties\":[1,null,\"x\",[{}]],", NULL);
  check_device ("\"deviceProperties\":[{\"id\":3,\"numSms\":132}],", NULL);
  check_device ("\"deviceProperties\":[{\"id\":0,\"numSms\":-5,\"totalGlobalMem\":\"much\"}],", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/setting_text/plain_text_of_any_value", test_plain_text_of_any_value);
  g_test_add_func ("/setting_text/what_is_no_json_stays_as_it_is", test_what_is_no_json_stays_as_it_is);
  g_test_add_func ("/setting_text/versions_by_the_writer_of_the_key", test_versions_by_the_writer_of_the_key);
  g_test_add_func ("/setting_text/versions_of_tools_and_toolkits", test_versions_of_tools_and_toolkits);
  g_test_add_func ("/setting_text/versions_that_are_none", test_versions_that_are_none);
  g_test_add_func ("/setting_text/device_properties_of_both_spellings",
                   test_device_properties_of_both_spellings);
  g_test_add_func ("/setting_text/device_properties_that_are_none", test_device_properties_that_are_none);
  return g_test_run ();
}
