/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_window.h"

#include <stdlib.h>

void
cupti_window_init (CuptiWindow *window,
                   ByteSource *source,
                   TraceBuilder *builder,
                   const ImportControl *control)
{
  *window = (CuptiWindow){
    .source = source,
    .builder = builder,
    .control = control,
    .size = byte_source_decoded_size (source),
  };
}

void
cupti_window_clear (CuptiWindow *window)
{
  free (window->buffer);
  g_clear_error (&window->error);
  *window = (CuptiWindow){ 0 };
}

static bool
make_room (CuptiWindow *window, size_t want)
{
  size_t cap = MAX (want, CUPTI_WINDOW_BYTES);

  if (window->cap >= cap)
    return true;
  uint8_t *buffer = realloc (window->buffer, cap);
  if (buffer == NULL)
    {
      trace_builder_set_failed (window->builder);
      return false;
    }
  window->buffer = buffer;
  window->cap = cap;
  return true;
}

const uint8_t *
cupti_window_at (CuptiWindow *window, uint64_t offset, size_t want, size_t *ret_n)
{
  static const uint8_t nothing = 0;

  *ret_n = 0;
  if (window->is_stopped)
    return NULL;
  if (offset >= window->begin && offset - window->begin <= window->n
      && window->n - (size_t) (offset - window->begin) >= want && want > 0)
    {
      *ret_n = window->n - (size_t) (offset - window->begin);
      return window->buffer + (offset - window->begin);
    }
  if (offset >= window->size)
    return &nothing;

  if (trace_builder_failed (window->builder) || !make_room (window, want)
      || !import_control_continue (window->control, window->source, window->builder, &window->error))
    {
      window->is_stopped = true;
      return NULL;
    }
  if (trace_builder_is_partial (window->builder))
    {
      window->size = offset;
      return &nothing;
    }
  window->begin = offset;
  window->n = byte_source_read_at (window->source, offset, window->buffer, window->cap);
  *ret_n = window->n;
  return window->buffer;
}
