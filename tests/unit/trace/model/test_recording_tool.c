/* SPDX-License-Identifier: Apache-2.0
 *
 * Which program recorded a profile, as its settings tell. */

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "tests/unit/fixtures/opened_text.h"
#include "trace/model/recording_tool.h"

#define EVENT "\"traceEvents\":[{\"ph\":\"X\",\"name\":\"x\",\"ts\":0,\"dur\":2}]}"

static void
check (const char *settings, const char *name, const char *version, const char *text)
{
  g_autofree char *json = g_strconcat ("{", settings, EVENT, NULL);
  const Profile *profile = opened_text ("x.json", json, NULL);
  g_auto (RecordingTool) tool = recording_tool_of (profile->trace);
  g_autofree char *both = recording_tool_text (&tool);

  g_assert_cmpstr (tool.name, ==, name);
  g_assert_cmpstr (tool.version, ==, version);
  g_assert_cmpstr (both, ==, text);
  profile_unref (profile);
}

static void
test_tools_that_importers_name (void)
{
  check ("\"tool\":\"Nsight Systems\",\"tool version\":\"2025.3.1.90\",", "Nsight Systems", "2025.3.1.90",
         "Nsight Systems 2025.3.1.90");
  check ("\"tool\":\"rocprofv3\",", "rocprofv3", NULL, "rocprofv3");
  check ("\"schemaVersion\":1,\"tool\":\"dynolog \\u00e9\",\"tool version\":7,", "dynolog é", "7",
         "dynolog é 7");
}

static void
test_kineto_is_of_pytorch (void)
{
  check ("\"schemaVersion\":1,", "PyTorch", NULL, "PyTorch");
  check ("\"schemaVersion\":1,\"torch_version\":\"2.7.0+cu128\",", "PyTorch", "2.7.0+cu128",
         "PyTorch 2.7.0+cu128");
}

static void
check_formats (const char *format, const char *const *settings, const char *text)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  building_add_tracks (builder);
  trace_builder_set_format (builder, format);
  for (; *settings != NULL; settings += 2)
    trace_builder_add_setting (builder, building_intern (builder, settings[0]),
                               building_intern (builder, settings[1]));
  g_autoptr (Trace) trace = building_finish (builder);
  g_auto (RecordingTool) tool = recording_tool_of (trace);
  g_autofree char *both = recording_tool_text (&tool);
  g_assert_cmpstr (both, ==, text);
}

static void
test_versions_of_cupti (void)
{
  check_formats ("cupti", (const char *[]){ "cupti_version", "130001", NULL }, "CUPTI 13.0.1");
  check_formats ("cupti", (const char *[]){ "cupti_version", "28", NULL }, "CUPTI 28");
  check_formats ("cupti", (const char *[]){ "cupti_version", "4294967295", NULL }, "CUPTI 4294967295");
  check_formats ("cupti", (const char *[]){ NULL }, "CUPTI");
}

static void
test_all_tools_of_a_profile_of_several_formats (void)
{
  check_formats ("kineto+nsys-sqlite",
                 (const char *[]){ "tool", "\"Nsight Systems\"", "torch_version", "\"2.7.0\"", "tool version",
                                   "\"2025.3\"", NULL },
                 "PyTorch 2.7.0 + Nsight Systems 2025.3");
  check_formats ("cupti+kineto", (const char *[]){ "cupti_version", "130101", NULL },
                 "CUPTI 13.1.1 + PyTorch");
  check_formats ("chrome-json+nsys-sqlite", (const char *[]){ "tool", "\"Nsight Systems\"", NULL },
                 "Nsight Systems");
}

static void
test_tools_that_are_not_known (void)
{
  check ("", NULL, NULL, NULL);
  check ("\"tool version\":\"1\",", NULL, NULL, NULL);
  check ("\"tool\":\"\",", NULL, NULL, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording_tool/tools_that_importers_name", test_tools_that_importers_name);
  g_test_add_func ("/recording_tool/kineto_is_of_pytorch", test_kineto_is_of_pytorch);
  g_test_add_func ("/recording_tool/versions_of_cupti", test_versions_of_cupti);
  g_test_add_func ("/recording_tool/all_tools_of_a_profile_of_several_formats",
                   test_all_tools_of_a_profile_of_several_formats);
  g_test_add_func ("/recording_tool/tools_that_are_not_known", test_tools_that_are_not_known);
  return g_test_run ();
}
