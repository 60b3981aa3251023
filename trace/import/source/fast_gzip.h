/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast way of unpacking gzip. The program's linking decides whether it exists: fast_gzip_isal.c has it,
 * and fast_gzip_none.c, for the static program, does not, because no static ISA-L is packaged. */

#pragma once

#include "trace/import/source/packing.h"

/* See Packing.fast. */
const Unpacker *fast_gzip_unpacker (void);
