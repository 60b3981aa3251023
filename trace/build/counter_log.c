/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/counter_log.h"

#include <glib.h>
#include <stdlib.h>

COLUMN_IMPLEMENT_LARGE (CounterChangeColumn, counter_change_column)
COLUMN_IMPLEMENT (CounterLogColumn, counter_log_column)

bool
counter_log_add (CounterLog *log, int64_t time_ns, unsigned plus, unsigned minus, int64_t amount)
{
  const CounterChange change = {
    .time_ns = time_ns,
    .amount = amount,
    .signs = (uint8_t) (plus | minus << COUNTER_LOG_TRACKS),
  };

  if (!counter_change_column_push (&log->changes, change))
    return false;
  if (log->changes.n == 1)
    {
      log->first_ns = log->last_ns = time_ns;
      log->is_in_order = true;
    }
  log->is_in_order = log->is_in_order && time_ns >= log->last_ns;
  log->first_ns = MIN (log->first_ns, time_ns);
  log->last_ns = MAX (log->last_ns, time_ns);
  for (unsigned t = 0; t < COUNTER_LOG_TRACKS; t++)
    log->n_samples[t] += (plus | minus) >> t & 1;
  return true;
}

void
counter_logs_cut (CounterLogColumn *logs, size_t n)
{
  for (size_t i = n; i < logs->n; i++)
    counter_change_column_clear (&logs->at[i].changes);
  logs->n = MIN (logs->n, n);
}

bool
counter_replay_next (CounterReplay *replay, int64_t *ret_time_ns, double *ret_value)
{
  const CounterLog *log = replay->log;
  unsigned t = replay->track;

  while (replay->at < log->changes.n)
    {
      const CounterChange *change = &log->changes.at[replay->at++];
      bool is_plus = change->signs >> t & 1, is_minus = change->signs >> (COUNTER_LOG_TRACKS + t) & 1;
      int64_t sum;

      if (!is_plus && !is_minus)
        continue;
      if (!__builtin_add_overflow (replay->sum, is_minus ? -change->amount : change->amount, &sum))
        replay->sum = sum;
      *ret_time_ns = change->time_ns;
      *ret_value = (double) replay->sum + log->begin[t];
      return true;
    }
  return false;
}
