/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU activity distribution: what the GPUs' time went to, each instant counted once. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_activity;
