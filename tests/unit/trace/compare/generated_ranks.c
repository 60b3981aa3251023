/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/compare/generated_ranks.h"

#include "tests/gen/kineto_recording.h"

Trace *
generated_ranks_new (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GError) error = NULL;

  for (int rank = 0; rank < 2; rank++)
    {
      const TraceRequest request = {
        .config = { .seed = 7,
                    .rank = rank,
                    .world_size = 2,
                    .n_layers = 2,
                    .begin_ns = TRACE_REQUEST_BEGIN_NS,
                    .first_step_number = 100,
                    .slow_step = 3,
                    .has_noise = true,
                    .noise_seed = 3 },
        .options = { .rank = rank, .world_size = 2, .trace_id = 7, .trace_name = "run.json" },
        .n_steps = 6,
      };
      g_autofree char *path = g_strdup_printf ("rank%d.json", rank);
      int64_t n_steps;

      g_assert_true (kineto_recording_build (builder, path, &request, &n_steps, &error));
      g_assert_no_error (error);
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}
