/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Idle by cause": the causes of idle GPU time, and the longest gaps. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_idle;
