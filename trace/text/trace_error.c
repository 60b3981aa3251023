/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/trace_error.h"

/* G_DEFINE_QUARK is not used: its first argument is a name with dashes, which a formatter takes for an expression. */
GQuark
trace_error_quark (void)
{
  return g_quark_from_static_string ("stepscope-trace-error-quark");
}
