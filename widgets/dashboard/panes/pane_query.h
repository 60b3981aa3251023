/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane of a saved query, PaneOptions.name: the first rows of its result. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_query;
