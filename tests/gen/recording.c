/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/recording.h"

int64_t
recording_make (const TrainingConfig *config,
                int64_t n_steps,
                int64_t n_events,
                const RecordingSink *sink,
                void *writer,
                int64_t *ret_end_ns)
{
  TrainingRun *run = training_run_new (config);
  RecordedStep record = { 0 };
  int64_t n_made = 0, n_made_events = 0, n_last;

  do
    {
      training_run_step (run, &record);
      sink->host (writer, &record);
      n_last = recorded_step_n_events (&record);
      n_made_events += n_last;
      n_made++;
    }
  while (n_steps > 0 ? n_made < n_steps : n_made_events + n_last / 2 < n_events);

  int64_t end_ns = training_run_now_ns (run) + 140000;
  training_run_free (run);
  sink->run_frames (writer, config->begin_ns + 20000, end_ns);

  run = training_run_new (config);
  for (int64_t i = 0; i < n_made; i++)
    {
      training_run_step (run, &record);
      sink->device (writer, &record);
    }
  training_run_free (run);
  recorded_step_clear (&record);
  *ret_end_ns = end_ns + 860000;
  return n_made;
}
