/* SPDX-License-Identifier: Apache-2.0
 *
 * The fast way of unpacking gzip, which a program has or has not by what it is linked with: fast_gzip_isal.c, or
 * fast_gzip_none.c in the static one, as no static ISA-L is packaged. */

#pragma once

#include "trace/import/source/packing.h"

/* As Packing.fast. */
const Unpacker *fast_gzip_unpacker (void);
