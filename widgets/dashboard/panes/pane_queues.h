/* SPDX-License-Identifier: Apache-2.0
 *
 * "Queue depth" */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_queues;
