/* SPDX-License-Identifier: Apache-2.0
 *
 * "Tensor cores" of PyTorch's TensorBoard plugin (METRICS 9 and 25), by kernel instead of by operator. */

#include "trace/findings/device/matrix_units.h"
#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE
};

/* Products of floats can use them from compute capability 8 on, as TF32: that is a rule of its own. */
static bool
is_meant (Precision precision, int64_t compute_major)
{
  return precision == PRECISION_FP16 || precision == PRECISION_BF16
         || (precision == PRECISION_FP32 && compute_major < 8);
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
      N_ ("Matrix products run without tensor cores, most of all %s. If tensor cores made them twice as "
          "fast, that would save at most %s of %s (%s).")),
    name, duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent));
}

const FindingRule rule_tensor_cores_unused = {
  .id = "tensor_cores_unused",
  .title = N_ ("Tensor cores unused"),
  .method = N_ (
    "Kernels of matrix products, convolutions and attention whose names say that they do not use tensor cores, on GPUs "
    "with compute capability 7 or more: those of 16-bit types, and before 8 also those of floats. The gain is half of "
    "their time."),
  .advice = { N_ ("Train in mixed precision: torch.autocast (\"cuda\", dtype=torch.bfloat16); before Ampere float16 with a GradScaler."),
              N_ ("Make sizes of matrices, channels and vocabularies multiples of 8, better of 64."),
              N_ ("Use torch.nn.functional.scaled_dot_product_attention () for attention.") },
  .thresholds = { [SHARE] = { "share_percent", 5, 100, N_ ("Share of the step (%)") } },
  .look = look,
};
