/* SPDX-License-Identifier: Apache-2.0
 *
 * The importer of the Chrome trace format: PyTorch Kineto of all years, TensorFlow, SageMaker and Horovod
 * timelines, ROCm's conversions and others; plain or packed. */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer chrome_json_importer;
