/* SPDX-License-Identifier: Apache-2.0
 *
 * "Launch latency" */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_launches;
