/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/model/device_word.h"

/* A profile with a device for each name, which each ran a kernel. */
static Trace *
profile_of (const char *const *names)
{
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  for (int32_t device = 0; names[device] != NULL; device++)
    {
      uint32_t track = building_add_device (builder, device);

      building_add_slice (builder, building_add_stream (builder, track, TRACK_STREAM, 7), SLICE_KERNEL, "gemm", 0, 10, 0);
      trace_builder_set_device_name (builder, device, building_intern (builder, names[device]));
    }
  return building_finish (builder);
}

static void
assert_text (const Trace *trace, const char *text, const char *expected)
{
  g_autofree char *changed = device_word_in (trace, g_strdup (text));

  g_assert_cmpstr (changed, ==, expected);
}

static void
test_a_tpu_is_called_one (void)
{
  g_autoptr (Trace) trace = profile_of ((const char *const[]){ "TPU v6 Lite", "TPU v6 Lite", NULL });

  g_assert_cmpstr (device_word (trace, 0), ==, "TPU");
  assert_text (trace, "GPU 0 of rank 3", "TPU 0 of rank 3");
  assert_text (trace, "window × GPUs", "window × TPUs");
  assert_text (trace, "", "");
  g_assert_null (device_word_in (trace, NULL));
}

static void
test_names_in_a_text_stay (void)
{
  g_autoptr (Trace) trace = profile_of ((const char *const[]){ "TPU v4", NULL });

  assert_text (trace, "The GPU waited for the host, in `GPU_0_bfc` (1 gap) of the GPU.",
               "The TPU waited for the host, in `GPU_0_bfc` (1 gap) of the TPU.");
}

static void
test_other_devices_are_gpus (void)
{
  g_autoptr (Trace) trace = profile_of ((const char *const[]){ "NVIDIA H100", "", NULL });
  g_autoptr (Trace) mixed = profile_of ((const char *const[]){ "TPU v4", "NVIDIA H100", NULL });
  g_autoptr (Trace) none = profile_of ((const char *const[]){ NULL });
  g_autofree char *one = device_word_in_one (mixed, 0, g_strdup ("GPU 0"));
  g_autofree char *other = device_word_in_one (mixed, 1, g_strdup ("GPU 1"));

  g_assert_cmpstr (device_word (trace, 0), ==, "GPU");
  g_assert_cmpstr (device_word (trace, 1), ==, "GPU");
  assert_text (trace, "GPU 0", "GPU 0");
  assert_text (mixed, "2 GPUs", "2 GPUs");
  assert_text (none, "No GPU activity", "No GPU activity");
  g_assert_cmpstr (one, ==, "TPU 0");
  g_assert_cmpstr (other, ==, "GPU 1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device word/a TPU is called one", test_a_tpu_is_called_one);
  g_test_add_func ("/device word/names in a text stay", test_names_in_a_text_stay);
  g_test_add_func ("/device word/other devices are GPUs", test_other_devices_are_gpus);
  return g_test_run ();
}
