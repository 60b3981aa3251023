/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/side/device_shares.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/compare/side/compare_step_at.h"
#include "trace/container/stoppable_order.h"
#include "trace/stats/activity_walk.h"

/* The time that an activity has to itself within its part: from the end of the piece before it, or now. */
typedef struct
{
  int64_t end_ns;
  uint32_t name;
} Piece;

COLUMN_DEFINE (PieceColumn, piece_column, Piece)
COLUMN_IMPLEMENT (PieceColumn, piece_column)

/* Pieces of one part that follow one another without a gap from now on. */
typedef struct
{
  PieceColumn pieces;
  size_t first;
  int64_t until_ns; /* end of the last one */
} Queue;

typedef struct
{
  DeviceShares *shares;
  const Trace *trace;
  const CompareWindow *windows;
  uint64_t n_windows, at_window;
  Queue queues[N_SHARES];
  int64_t now_ns;
} Sweep;

static DeviceShare
share_of (Sweep *sweep, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (sweep->trace);
  uint32_t name = slice_name (slices, slice);
  uint8_t *klass = &sweep->shares->kernel_class[name];

  if (slices->kind[slice] != SLICE_KERNEL)
    return SHARE_COPIES;
  if (*klass == 0)
    {
      size_t length;
      const char *text = trace_string (sweep->trace, name, &length);

      *klass = (uint8_t) (kernel_class_of_name (text, length) + 1);
    }
  return *klass == KERNEL_COMPUTE + 1         ? SHARE_COMPUTE
         : *klass == KERNEL_COMMUNICATION + 1 ? SHARE_COMMUNICATION
                                              : SHARE_COPIES;
}

/* Times of damaged files may be of any length: their sums wrap round. */
static void
add_to (int64_t *sum, int64_t ns)
{
  *sum = (int64_t) ((uint64_t) *sum + (uint64_t) ns);
}

static void
drop_ended (Queue *queue, int64_t now_ns)
{
  while (queue->first < queue->pieces.n && queue->pieces.at[queue->first].end_ns <= now_ns)
    queue->first++;

  /* Where a device is busy all the time the queue never runs empty, but must not grow by all that it has done. */
  if (queue->first > queue->pieces.n / 2)
    {
      queue->pieces.n -= queue->first;
      memmove (queue->pieces.at, queue->pieces.at + queue->first, queue->pieces.n * sizeof *queue->pieces.at);
      queue->first = 0;
    }
}

/* Accounts for the time up to to_ns. */
static void
advance (Sweep *sweep, int64_t to_ns)
{
  while (sweep->now_ns < to_ns)
    {
      int64_t now_ns = sweep->now_ns, end_ns = to_ns;
      const CompareWindow *window;
      SampleShares *sample;
      int share = 0;

      while (sweep->at_window < sweep->n_windows && sweep->windows[sweep->at_window].end_ns <= now_ns)
        sweep->at_window++;
      for (int i = 0; i < N_SHARES; i++)
        drop_ended (&sweep->queues[i], now_ns);
      if (sweep->at_window == sweep->n_windows)
        {
          sweep->now_ns = to_ns;
          return;
        }
      window = &sweep->windows[sweep->at_window];
      if (now_ns < window->begin_ns)
        {
          sweep->now_ns = MIN (window->begin_ns, to_ns);
          continue;
        }
      end_ns = MIN (end_ns, window->end_ns);
      while (share < N_SHARES && sweep->queues[share].pieces.n == 0)
        share++;
      sample = &sweep->shares->samples[window->sample];
      if (share < N_SHARES)
        {
          const Piece *piece = &sweep->queues[share].pieces.at[sweep->queues[share].first];

          end_ns = MIN (end_ns, piece->end_ns);
          add_to (&sample->share_ns[share], end_ns - now_ns);
          add_to (&sweep->shares->name_ns[share][piece->name], end_ns - now_ns);
        }
      else
        add_to (&sample->idle_ns, end_ns - now_ns);
      if (sweep->queues[SHARE_COMMUNICATION].until_ns > now_ns)
        add_to (&sample->communication_ns,
                MIN (end_ns, sweep->queues[SHARE_COMMUNICATION].until_ns) - now_ns);
      sweep->now_ns = end_ns;
    }
}

static bool
add_piece (Queue *queue, int64_t end_ns, uint32_t name)
{
  if (end_ns <= queue->until_ns)
    return true;
  queue->until_ns = end_ns;
  return piece_column_push (&queue->pieces, (Piece){ end_ns, name });
}

static bool
sweep_device (Sweep *sweep, uint32_t device, bool (*should_continue) (void *user_data), void *user_data)
{
  const SliceColumns *slices = trace_slices (sweep->trace);
  int64_t end_ns = sweep->windows[sweep->n_windows - 1].end_ns;
  ActivityWalk walk;
  uint64_t slice, n = 0;
  bool ok;

  sweep->now_ns = sweep->windows[0].begin_ns;
  sweep->at_window = 0;
  for (int i = 0; i < N_SHARES; i++)
    {
      sweep->queues[i].first = sweep->queues[i].pieces.n = 0;
      sweep->queues[i].until_ns = INT64_MIN;
    }
  ok = activity_walk_init (&walk, sweep->trace, device, sweep->now_ns);
  while (ok && (slice = activity_walk_next (&walk)) != SLICE_NONE && slice_start_ns (slices, slice) < end_ns)
    {
      advance (sweep, slice_start_ns (slices, slice));
      sweep->shares->is_seen[slice_name (slices, slice)] = 1;
      ok = add_piece (&sweep->queues[share_of (sweep, slice)], slice_end_ns (slices, slice),
                      slice_name (slices, slice))
           && (++n % STOPPABLE_AT_ONCE != 0 || should_continue == NULL || should_continue (user_data));
    }
  if (ok)
    advance (sweep, end_ns);
  activity_walk_clear (&walk);
  return ok;
}

bool
device_shares_compute (const CompareSteps *steps,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       DeviceShares *ret_shares)
{
  const Trace *trace = steps->scope.trace;
  size_t n_names = trace_n_strings (trace) + (size_t) 1;
  CompareWindow *windows = malloc ((steps->first_step[trace_n_ranks (trace)] + 1) * sizeof *windows);
  Sweep sweep = { .shares = ret_shares, .trace = trace, .windows = windows };
  bool ok = windows != NULL;

  *ret_shares = (DeviceShares){
    .samples = calloc (steps->n, sizeof *ret_shares->samples),
    .kernel_class = calloc (n_names, 1),
    .is_seen = calloc (n_names, 1),
  };
  for (int share = 0; share < N_SHARES; share++)
    {
      ret_shares->name_ns[share] = calloc (n_names, sizeof **ret_shares->name_ns);
      ok = ok && ret_shares->name_ns[share] != NULL;
    }
  ok = ok && ret_shares->samples != NULL && ret_shares->kernel_class != NULL && ret_shares->is_seen != NULL;
  for (uint32_t device = 0; ok && device < trace_n_devices (trace); device++)
    {
      if (!compare_steps_holds_device (steps, device))
        continue;
      sweep.n_windows = compare_steps_windows (steps, trace_device (trace, device)->rank, windows);
      ok = sweep.n_windows == 0 || sweep_device (&sweep, device, should_continue, user_data);
    }
  for (int share = 0; share < N_SHARES; share++)
    piece_column_clear (&sweep.queues[share].pieces);
  free (windows);
  return ok;
}

void
device_shares_clear (DeviceShares *shares)
{
  for (int share = 0; share < N_SHARES; share++)
    free (shares->name_ns[share]);
  free (shares->samples);
  free (shares->kernel_class);
  free (shares->is_seen);
  *shares = (DeviceShares){ 0 };
}
