/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast way of unpacking gzip. The program's linking decides which it is: fast_gzip_isal.c, or, for the
 * static program, because no static ISA-L is packaged, fast_gzip_own.c. */

#pragma once

#include "trace/import/source/packing.h"

/* See Packing.fast. */
const Unpacker *fast_gzip_unpacker (void);
