/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile as dense as one can be: a GPU whose streams are busy all the time, so that at any zoom every row has
 * something in every pixel or a label on every other. */

#pragma once

#include "trace/model/trace.h"

/* n slices on n_streams streams, in bursts as kernels of training come. NULL: out of memory, said on standard error. */
Trace *dense_streams_new (uint64_t n, uint32_t n_streams);
