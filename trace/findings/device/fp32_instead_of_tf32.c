/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/findings/device/matrix_units.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

static bool
is_meant (Precision precision, int64_t compute_major)
{
  return precision == PRECISION_FP32 && compute_major >= 8;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  MatrixUnits units;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], percent[PERCENT_TEXT_MAX];

  if (facts->kernels.count == 0)
    return look_is_without (look, N_ ("No kernel begins in the window."));
  if (!matrix_units_gain (look, is_meant, &units))
    return look_is_stopped (look);
  if (!units.has_matrix_units)
    return look_is_without (look, N_ ("The profile does not say that a GPU has tensor cores."));
  if (units.n == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *name = look_name (look, units.worst_name);
  return look_is_found (
    look,
    look_tr (
      look,
      N_ ("Matrix products of floats run without tensor cores, most of all %s. If TF32 made them twice as "
          "fast, that would save at most %s of %s (%s).")),
    name, duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

const FindingRule rule_fp32_instead_of_tf32 = {
  .id = "fp32_instead_of_tf32",
  .title = N_ ("FP32 where TF32 would do"),
  .method = N_ (
    "Kernels of matrix products, convolutions and attention that multiply floats without tensor cores, on GPUs with "
    "compute capability 8 or more. The gain is half of their time."),
  .advice = { N_ ("Allow TF32: torch.set_float32_matmul_precision (\"high\")."),
              N_ ("For convolutions: torch.backends.cudnn.allow_tf32=True, which is the default."),
              N_ ("Or train in mixed precision: torch.autocast (\"cuda\", dtype=torch.bfloat16).") },
  .thresholds = { [SHARE] = { "share_percent", 3, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
