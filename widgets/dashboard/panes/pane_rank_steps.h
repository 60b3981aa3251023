/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "widgets/dashboard/pane/pane.h"

/* A figure of every rank in every step, as a heat map. */
extern const Pane pane_rank_steps;
