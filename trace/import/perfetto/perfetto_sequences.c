/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_sequences.h"

#include <stdlib.h>

COLUMN_IMPLEMENT (PerfettoSequenceColumn, perfetto_sequence_column)
COLUMN_IMPLEMENT (PerfettoExtrasColumn, perfetto_extras_column)

void
perfetto_sequences_clear (PerfettoSequences *sequences)
{
  for (size_t i = 0; i < sequences->at.n; i++)
    perfetto_interned_clear (&sequences->at.at[i].interned);
  perfetto_sequence_column_clear (&sequences->at);
  perfetto_extras_column_clear (&sequences->extras);
  id_map_clear (&sequences->index_of_id);
}

void
perfetto_extra_tracks_add (PerfettoExtraTracks *tracks, const ProtobufField *field)
{
  ProtobufSpan packed = protobuf_inside (field);
  uint64_t uuid = field->value;

  if (field->wire == PROTOBUF_VARINT && tracks->n < PERFETTO_EXTRA_COUNTERS)
    tracks->uuids[tracks->n++] = uuid;
  while (tracks->n < PERFETTO_EXTRA_COUNTERS && protobuf_take_varint (&packed, &uuid))
    tracks->uuids[tracks->n++] = uuid;
}

PerfettoSequence *
perfetto_sequences_get (PerfettoSequences *sequences, uint64_t id, bool *ret_is_new)
{
  PerfettoSequence *last = sequences->last > 0 ? &sequences->at.at[sequences->last - 1] : NULL;

  *ret_is_new = false;
  if (last != NULL && last->id == id)
    return last;

  uint64_t *known = id_map_find (&sequences->index_of_id, id);
  if (known == NULL && sequences->at.n == PERFETTO_SEQUENCES_MAX)
    return &sequences->at.at[PERFETTO_SEQUENCES_MAX - 1];
  if (known == NULL)
    {
      uint64_t index = sequences->at.n;
      const PerfettoSequence sequence = { .id = id,
                                          .number = (uint32_t) index + 1,
                                          .generation = ++sequences->n_generations };

      known = id_map_add (&sequences->index_of_id, id, index);
      if (known == NULL || !perfetto_sequence_column_push (&sequences->at, sequence))
        return NULL;
      *ret_is_new = true;
    }
  sequences->last = (uint32_t) *known + 1;
  return &sequences->at.at[*known];
}

static void
forget_defaults (PerfettoSequence *sequence)
{
  perfetto_interned_empty (&sequence->interned);
  sequence->has_track = false;
  sequence->clock_id = 0;
  sequence->extra_tracks = 0;
  sequence->has_reference = false;
}

void
perfetto_sequences_renew (PerfettoSequences *sequences, PerfettoSequence *sequence)
{
  forget_defaults (sequence);
  sequence->generation = ++sequences->n_generations;
  sequence->state =
    sequences->at.n == PERFETTO_SEQUENCES_MAX && sequence == &sequences->at.at[PERFETTO_SEQUENCES_MAX - 1]
      ? SEQUENCE_LOST
      : SEQUENCE_VALID;
}

void
perfetto_sequence_lose (PerfettoSequence *sequence)
{
  sequence->state = SEQUENCE_LOST;
  sequence->has_reference = false;
}
