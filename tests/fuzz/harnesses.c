/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/harness.h"

const Harness *const harnesses[] = {
  &json_harness, &gzip_harness, &cupti_harness, &native_harness, &nsys_harness, &rocm_harness, &perfetto_harness,
  &torch_memory_harness, &telemetry_harness, &xspace_harness, &sagemaker_harness,
  &summary_harness, NULL,
};
