/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "GPU activity distribution": the time of the GPUs by activity; each instant counts once. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_activity;
