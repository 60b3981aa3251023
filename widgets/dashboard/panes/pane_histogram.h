/* SPDX-License-Identifier: Apache-2.0
 *
 * The pane of a histogram: durations of the annotations of one name, PaneOptions.name, which the user chose. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_histogram;
