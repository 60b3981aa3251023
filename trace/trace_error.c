/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/trace_error.h"

G_DEFINE_QUARK (stepscope - trace - error - quark, trace_error)
