/* SPDX-License-Identifier: Apache-2.0
 *
 * The first rows of a query that the user saved: PaneOptions.name. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_query;
