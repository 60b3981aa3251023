/* SPDX-License-Identifier: Apache-2.0
 *
 * Events that describe all others: names and order of processes and threads, and when the clock began. */

#include "trace/import/chrome/chrome_sink_private.h"

#include <string.h>

/* GPU thread names end in a space ("stream 7 "). */
static uint32_t
trimmed_string (ChromeSink *sink, const JsonValue *value)
{
  size_t length = value->length;

  while (length > 0 && value->text[length - 1] == ' ')
    length--;
  return chrome_batch_string (sink->batch, value->text, length);
}

static void
describe (ChromeSink *sink, const ChromeEvent *event)
{
  static const struct
  {
    const char *name;
    KnownArg arg;
  } kinds[N_DESCRIPTIONS] = {
    [DESCRIBES_PROCESS_NAME] = { "process_name", ARG_NAME },
    [DESCRIBES_PROCESS_LABELS] = { "process_labels", ARG_LABELS },
    [DESCRIBES_PROCESS_ORDER] = { "process_sort_index", ARG_SORT_INDEX },
    [DESCRIBES_THREAD_NAME] = { "thread_name", ARG_NAME },
    [DESCRIBES_THREAD_ORDER] = { "thread_sort_index", ARG_SORT_INDEX },
  };
  ImportDescription description = { .place = sink_place (sink, event) };

  for (size_t i = 0; i < N_DESCRIPTIONS; i++)
    if (strlen (kinds[i].name) == event->name.length
        && memcmp (kinds[i].name, event->name.text, event->name.length) == 0
        && event->known & 1u << kinds[i].arg)
      {
        description.kind = (ImportDescriptionKind) i;
        if (kinds[i].arg != ARG_SORT_INDEX)
          description.text = trimmed_string (sink, &event->arg[kinds[i].arg]);
        else if (!chrome_event_arg_integer (event, ARG_SORT_INDEX, &description.number))
          return;
        if (!batch_description_column_push (&sink->batch->descriptions, description))
          sink->batch->failed = true;
        return;
      }
}

void
chrome_sink_add_metadata (ChromeSink *sink, const ChromeEvent *event)
{
  ChromeBatch *batch = sink->batch;
  int64_t epoch_us;

  /* What describes a lane of a thread is for other readers. */
  if (event->present & EVENT_NAME && !(event->present & EVENT_THREAD))
    describe (sink, event);
  if (!batch->has_epoch_base && chrome_event_arg_integer (event, ARG_EPOCH_US, &epoch_us) && epoch_us > 0
      && epoch_us < TRACE_TIME_MAX_NS / 1000)
    {
      batch->has_epoch_base = true;
      batch->epoch_base_ns = epoch_us * 1000;
    }
}
