/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Message size and bandwidth". */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_message_sizes;
