/* SPDX-License-Identifier: Apache-2.0 */

#include "app/start/recordings.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/copy_button.h"

/* Lines of code are not translated. None is so long that a narrow window wraps it: wrapped Python reads wrong. */
static const struct
{
  const char *caption;
  const char *command;
} recordings[] = {
  { N_ ("PyTorch, in the training script"),
    "from torch.profiler import profile, schedule\n"
    "from torch.profiler import tensorboard_trace_handler\n"
    "\n"
    "with profile(\n"
    "    schedule=schedule(wait=1, warmup=1, active=6),\n"
    "    on_trace_ready=tensorboard_trace_handler(\"traces\"),\n"
    ") as profiler:\n"
    "    for batch in loader:\n"
    "        train(batch)\n"
    "        profiler.step()" },
  { N_ ("PyTorch, a running job with dynolog and KINETO_USE_DAEMON=1"),
    "dyno gputrace --log-file /tmp/trace.json --duration-ms 500" },
  { N_ ("JAX, in the training script; then open perfetto_trace.json.gz"),
    "with jax.profiler.trace(\"traces\", create_perfetto_trace=True):\n    train(batch)" },
};

void
recordings_add (GtkBox *column)
{
  for (size_t i = 0; i < G_N_ELEMENTS (recordings); i++)
    gtk_box_append (column, command_box_new (_ (recordings[i].caption), recordings[i].command));
}
