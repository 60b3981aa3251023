/* SPDX-License-Identifier: Apache-2.0
 *
 * How long the annotations of one name took, which the user chose: PaneOptions.name. */

#pragma once

#include "widgets/dashboard/pane/pane.h"

extern const Pane pane_histogram;
