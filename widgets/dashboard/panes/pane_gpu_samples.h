/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "GPU utilization, sampled": the samples of another program, for each node. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_gpu_samples;
