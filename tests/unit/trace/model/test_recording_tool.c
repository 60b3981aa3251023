/* SPDX-License-Identifier: Apache-2.0
 *
 * Which program recorded a profile, as its settings tell. */

#include <glib.h>

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
  g_test_add_func ("/recording_tool/tools_that_are_not_known", test_tools_that_are_not_known);
  return g_test_run ();
}
