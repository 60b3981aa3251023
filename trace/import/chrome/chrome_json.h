/* SPDX-License-Identifier: Apache-2.0
 *
 * Importer of the Chrome trace format: PyTorch Kineto of all years, TensorFlow, SageMaker and Horovod
 * timelines, ROCm's conversions and others; plain or gzip. */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer chrome_json_importer;
