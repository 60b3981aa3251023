/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/builder_points.h"

#include <stdlib.h>
#include <string.h>

#include "trace/radix_order.h"

/* 2 n pairs, of which the first n become the order of n items. */
static OrderPair *
new_order (size_t n)
{
  return malloc (n * 2 * sizeof (OrderPair) + 1);
}

static uint64_t
key_of_time (int64_t time_ns)
{
  return (uint64_t) time_ns ^ UINT64_C (1) << 63;
}

/* order: of n items, the keys their tracks. By track, and within each by time: that of item i lies i x width behind
 * first_time. Files write the points of a track in order of time, so that there is little to do within it. */
static void
order_points (OrderPair *order, size_t n, const int64_t *first_time, size_t width)
{
  OrderPair *scratch = order + n;

  radix_order (order, scratch, n);
  for (size_t first = 0, last; first < n; first = last)
    {
      uint64_t track = order[first].key;

      for (last = first; last < n && order[last].key == track; last++)
        {
          int64_t time_ns;

          memcpy (&time_ns, (const char *) first_time + order[last].item * width, sizeof time_ns);
          order[last].key = key_of_time (time_ns);
        }
      radix_order (order + first, scratch, last - first);
    }
}

/* Puts items[order[i].item] at items[i], without a second array of them: along each cycle of the permutation. The
 * order is lost. */
#define PERMUTE(items, order, n)                                                  \
  for (size_t first = 0; first < (n); first++)                                    \
    if ((order)[first].item != first)                                             \
      {                                                                           \
        __typeof__ (*(items)) held = (items)[first];                              \
        size_t to = first;                                                        \
                                                                                  \
        for (size_t from; (from = (size_t) (order)[to].item) != first; to = from) \
          {                                                                       \
            (items)[to] = (items)[from];                                          \
            (order)[to].item = to;                                                \
          }                                                                       \
        (items)[to] = held;                                                       \
        (order)[to].item = to;                                                    \
      }

bool
builder_instants (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns)
{
  InstantColumn *instants = &trace->instants;
  TrackColumn *tracks = &trace->tracks;
  size_t n = builder->instants.n;
  OrderPair *order = new_order (n);

  if (order == NULL)
    return false;
  *instants = builder->instants;
  builder->instants = (InstantColumn){ 0 };
  for (size_t i = 0; i < n; i++)
    {
      TraceInstant *instant = &instants->at[i];

      instant->track = track_map[instant->track];
      instant->time_ns += shift_ns[tracks->at[instant->track].rank];
      order[i] = (OrderPair){ instant->track, i };
    }
  if (n > 0)
    order_points (order, n, &instants->at[0].time_ns, sizeof *instants->at);
  PERMUTE (instants->at, order, n)
  free (order);
  for (size_t i = 0; i < n; i++)
    {
      TraceTrack *track = &tracks->at[instants->at[i].track];

      if (track->n_instants++ == 0)
        track->first_instant = i;
    }
  return true;
}

static bool
take_samples (Trace *trace, const SampleInputColumn *input)
{
  size_t n = input->n;

  if (!i64_column_reserve (&trace->sample_time_ns, n) || !f64_column_reserve (&trace->sample_value, n))
    return false;
  for (size_t i = 0; i < n; i++)
    {
      const SampleInput *sample = &input->at[i];
      TraceTrack *track = &trace->tracks.at[sample->track];

      if (track->n_samples++ == 0)
        track->first_sample = i;
      trace->sample_time_ns.at[trace->sample_time_ns.n++] = sample->time_ns;
      trace->sample_value.at[trace->sample_value.n++] = sample->value;
    }
  trace->samples = (SampleColumns){ n, trace->sample_time_ns.at, trace->sample_value.at };
  return true;
}

bool
builder_samples (TraceBuilder *builder, Trace *trace, const uint32_t *track_map, const int64_t *shift_ns)
{
  SampleInputColumn *input = &builder->samples;
  size_t n = input->n;
  OrderPair *order = new_order (n);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      SampleInput *sample = &input->at[i];

      sample->track = track_map[sample->track];
      sample->time_ns += shift_ns[trace->tracks.at[sample->track].rank];
      order[i] = (OrderPair){ sample->track, i };
    }
  if (n > 0)
    order_points (order, n, &input->at[0].time_ns, sizeof *input->at);
  PERMUTE (input->at, order, n)
  free (order);
  if (!take_samples (trace, input))
    return false;
  sample_input_column_clear (input);
  return true;
}
