/* SPDX-License-Identifier: Apache-2.0
 *
 * What ran on the devices of an RPD database, and which call launched it. */

#pragma once

#include "trace/import/rocm/rpd_calls.h"

/* Reads the operations and adds them to the profile, after the calls. */
void rpd_ops_read (RpdTables *tables, const RpdCalls *calls);
