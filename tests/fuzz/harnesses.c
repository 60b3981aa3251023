/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/harness.h"

const Harness *const harnesses[] = {
  &json_harness, &gzip_harness, &cupti_harness, &native_harness, &nsys_harness, &rocm_harness, &xspace_harness, NULL,
};
