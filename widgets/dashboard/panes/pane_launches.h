/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Launch latency". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_launches;
