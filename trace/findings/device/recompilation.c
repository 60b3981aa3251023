/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "trace/findings/device/host_pauses.h"
#include "trace/findings/device/names_found.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

/* Names of compiling, not of running what was compiled ("Torch-Compiled Region", "## Call CompiledFxGraph ... ##") nor of
 * looking it up ("TorchDynamo Cache Lookup"). */
static bool
is_compilation (const char *name, size_t length)
{
  static const char *const words[] = { "(dynamo_timed)", "_compile.compile_inner", "entire_frame_compile",
                                       "compile_fx_inner" };
  static const struct
  {
    const char *file, *function;
  } frames[] = {
    { "torch/_dynamo/convert_frame.py", "_compile" }, { "torch/_inductor/compile_fx.py", "compile_fx" },
    { "torch/_inductor/async_compile.py", "wait" },   { "triton/compiler/compiler.py", "compile" },
    { "triton/runtime/autotuner.py", "_bench" },
  };

  (void) length;
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (name, words[i]) != NULL)
      return true;
  for (size_t i = 0; i < G_N_ELEMENTS (frames); i++)
    if (names_found_is_frame (name, frames[i].file, frames[i].function))
      return true;
  return false;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  HostPauses pauses;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX], longest[DURATION_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX];

  if (facts->n_devices == 0)
    return look_is_without (look, N_ ("The profile has no GPU activity."));
  if (!finding_facts_has_tracks (facts, TRACK_ANNOTATIONS) && !finding_facts_has_tracks (facts, TRACK_OPERATORS)
      && !finding_facts_has_tracks (facts, TRACK_PYTHON))
    return look_is_without (look, N_ ("The profile has neither operators nor named ranges nor Python's frames."));
  if (!host_pauses_gain (look, is_compilation, &pauses))
    return look_is_stopped (look);
  if (pauses.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *name = look_name (look, slice_name (facts->slices, pauses.worst));
  return look_is_found (
    look,
    look_tr (look, N_ ("The GPUs wait while code is compiled: %s of %s (%s). Compilations: "
                       "%s. The longest, %s, takes %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent), grouped_text (pauses.n, n_text), name,
    duration_text ((double) slice_dur_ns (facts->slices, pauses.worst), longest));
}

const FindingRule rule_recompilation = {
  .id = "recompilation",
  .title = N_ ("Compilation in steps"),
  .method = N_ (
    "Idle time of the GPUs of a rank while a thread of the rank compiles inside a step: torch.compile (TorchDynamo, "
    "Inductor) or Triton, by the names of their ranges and Python frames."),
  .advice = { N_ ("See what is compiled again, and why: TORCH_LOGS=recompiles."),
              N_ (
                "If shapes change, compile for all of them: torch.compile (dynamic=True), or mark_dynamic ()."),
              N_ (
                "Run some steps before recording, and keep the cache between runs: TORCHINDUCTOR_CACHE_DIR.") },
  .thresholds = { [SHARE] = { "share_percent", 1, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
