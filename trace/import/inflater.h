/* SPDX-License-Identifier: Apache-2.0
 *
 * DEFLATE (RFC 1951) unpacked piece by piece, as fast as the libraries that want the whole at once.
 *
 * Why not one of those: libdeflate has no pieces, and memory must not depend on the file. ISA-L has, but where a
 * file is damaged it goes on where zlib stops (it takes codes that are not complete), where it is cut it keeps back
 * up to two bytes that are there, and no static program can have it. This gives every byte that zlib would give,
 * in all cases, at about twice its speed. */

#pragma once

#include "trace/import/packing.h"

typedef struct Inflater Inflater;

Inflater *inflater_new (void); /* NULL: out of memory */
void inflater_free (Inflater *inflater);

/* UNPACK_END: behind the last block; span->in is at the first byte that is not the text's, and the next call
 * begins another text. UNPACK_STARVED, _FULL, _DAMAGED. Fastest with much room: 1 MiB, say. */
UnpackStatus inflater_run (Inflater *inflater, UnpackSpan *span);
