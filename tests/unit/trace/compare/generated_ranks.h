/* SPDX-License-Identifier: Apache-2.0
 *
 * A job as the generator of tests/gen simulates it. Apart from other fixtures, whose headers use the same names. */

#pragma once

#include "trace/model/trace.h"

/* Two ranks that train together for six steps, each with a stream for compute and one for collectives. The data loader stalls
 * in one step. Unref it. */
Trace *generated_ranks_new (void);
