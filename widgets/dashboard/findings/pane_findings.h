/* SPDX-License-Identifier: Apache-2.0
 *
 * Pane "Findings": what the rules find, as rows that fold out. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_findings;
