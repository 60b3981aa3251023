/* SPDX-License-Identifier: Apache-2.0
 *
 * The decoded bytes of a seekable source through a buffer of about 1 MiB, for reading mostly forwards. */

#pragma once

#include "trace/import/source/importer.h"

#define CUPTI_WINDOW_BYTES ((size_t) 1 << 20)

/* The longest piece that can be looked at as a whole. */
#define CUPTI_PIECE_MAX ((size_t) 16 << 20)

typedef struct
{
  ByteSource *source;
  TraceBuilder *builder;
  const ImportControl *control; /* or NULL */
  uint64_t size;                /* of the source */
  uint8_t *buffer;
  size_t cap;
  uint64_t begin; /* what the buffer holds: n bytes from here on */
  size_t n;
  bool is_stopped; /* cancelled, or out of memory */
  GError *error;   /* the reason, if it was cancelled */
} CuptiWindow;

/* source must be seekable. Clear it in any case. */
void cupti_window_init (CuptiWindow *window,
                        ByteSource *source,
                        TraceBuilder *builder,
                        const ImportControl *control);
void cupti_window_clear (CuptiWindow *window);

/* Returns the bytes from offset on and sets *ret_n to their number: at least want, which is at most CUPTI_PIECE_MAX,
 * unless the source ends before. Valid until the next call. Reports progress. Returns NULL if the import has to stop;
 * is_stopped is set then. */
const uint8_t *cupti_window_at (CuptiWindow *window, uint64_t offset, size_t want, size_t *ret_n);
