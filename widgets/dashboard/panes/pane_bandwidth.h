/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Memcpy bandwidth". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_bandwidth;
