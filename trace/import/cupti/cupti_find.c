/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/cupti/cupti_find.h"

#include <glib.h>

#include "trace/import/cupti/cupti_walk.h"

/* A slice that is longer than this did not happen. */
#define LONGEST_NS (UINT64_C (30) * 24 * 3600 * 1000000000)

/* A file whose begin has an unknown kind is still taken for records if so many come before it. */
#define SNIFF_RECORDS 8

static const struct
{
  uint8_t start, end;
} times_of[N_CUPTI_RECORDS] = {
#define TIMES_OF(record) [CUPTI_##record] = { CUPTI_AT_##record##_start, CUPTI_AT_##record##_end }
  TIMES_OF (MEMCPY),  TIMES_OF (MEMSET),    TIMES_OF (KERNEL),       TIMES_OF (API),
  TIMES_OF (PEER),    TIMES_OF (OVERHEAD),  TIMES_OF (SYNC),         TIMES_OF (GRAPH),
  TIMES_OF (CDP),     TIMES_OF (JIT),       TIMES_OF (DEVICE_GRAPH), TIMES_OF (DECOMPRESS),
  TIMES_OF (UNIFIED), TIMES_OF (HOST_NODE), TIMES_OF (HOST_LAUNCH),
#undef TIMES_OF
};

static bool
has_odd_times (const CuptiRecord *record)
{
  CuptiRecordType type = cupti_record_of_kind (record->kind);
  if (times_of[type].start == 0)
    return false;

  uint64_t start = cupti_number (record, times_of[type].start, 8);
  uint64_t end = cupti_number (record, times_of[type].end, 8);
  return start == 0 || (end != 0 && (end < start || end - start > LONGEST_NS));
}

/* Sets the sizes on which all members agree. */
static void
agree (CuptiGroup *group)
{
  bool is_first = true;

  for (int r = 0; r < N_CUPTI_RELEASES; r++)
    {
      CuptiSizes sizes;

      if (!(group->releases >> r & 1))
        continue;
      cupti_release_sizes (r, &sizes);
      for (int kind = 0; kind < CUPTI_KINDS; kind++)
        if (is_first)
          group->sizes.size[kind] = sizes.size[kind];
        else if (group->sizes.size[kind] != sizes.size[kind])
          group->sizes.size[kind] = 0;
      is_first = false;
    }
}

void
cupti_finder_init (CuptiFinder *finder)
{
  *finder = (CuptiFinder){ .n = 1 };
  finder->groups[0].releases = (UINT32_C (1) << N_CUPTI_RELEASES) - 1;
  agree (&finder->groups[0]);
}

/* Splits a group by the members' sizes of a kind. Those that do not have the kind keep the group, and stop. */
static void
split (CuptiFinder *finder, unsigned index, uint32_t kind)
{
  CuptiGroup old = finder->groups[index];
  uint32_t left = old.releases;
  bool is_first = true;

  while (left != 0)
    {
      CuptiGroup part = old;
      uint16_t size = 0;

      part.releases = 0;
      for (int r = 0; r < N_CUPTI_RELEASES; r++)
        {
          CuptiSizes sizes;

          if (!(left >> r & 1))
            continue;
          cupti_release_sizes (r, &sizes);
          if (part.releases == 0)
            size = sizes.size[kind];
          if (sizes.size[kind] == size)
            part.releases |= UINT32_C (1) << r;
        }
      left &= ~part.releases;
      agree (&part);
      part.is_stopped = size == 0;
      finder->groups[is_first ? index : finder->n++] = part;
      is_first = false;
    }
}

static bool
differs (const CuptiGroup *group, uint32_t kind)
{
  if (kind == 0 || kind >= CUPTI_KINDS)
    return false;
  for (int r = 0; r < N_CUPTI_RELEASES; r++)
    {
      CuptiSizes sizes;

      if (!(group->releases >> r & 1))
        continue;
      cupti_release_sizes (r, &sizes);
      if (sizes.size[kind] != 0)
        return true;
    }
  return false;
}

static void
read_group (CuptiFinder *finder,
            unsigned index,
            const uint8_t *bytes,
            size_t n,
            uint64_t offset,
            bool is_last)
{
  for (;;)
    {
      CuptiGroup *group = &finder->groups[index];
      if (group->is_stopped || group->at < offset || group->at - offset > n)
        return;

      const uint8_t *begin = bytes + (group->at - offset);
      CuptiWalk walk = { &group->sizes, begin, bytes + n, 0, 0 };
      CuptiRecord record;
      CuptiStep step = CUPTI_STEP_END;

      while ((is_last || walk.end - walk.at > CUPTI_RECORD_MAX)
             && (step = cupti_walk_next (&walk, &record)) == CUPTI_STEP_RECORD)
        {
          group->n_records++;
          group->n_odd_times += has_odd_times (&record);
          /* Before the first split it is the same for all. */
          if (finder->n > 1)
            group->hash =
              (group->hash ^ (offset + (uint64_t) (record.bytes - bytes)) ^ (uint64_t) record.kind << 56)
              * 0x9e3779b97f4a7c15u;
        }
      group->at += (uint64_t) (walk.at - begin);
      group->n_padding += walk.n_padding;
      if (!is_last && walk.end - walk.at <= CUPTI_RECORD_MAX)
        return;
      if (step == CUPTI_STEP_END || step == CUPTI_STEP_CUT)
        {
          group->is_cut = step == CUPTI_STEP_CUT;
          return;
        }
      uint32_t kind = cupti_u32_at (walk.at);
      if (!differs (group, kind))
        {
          group->is_stopped = true;
          return;
        }
      split (finder, index, kind);
    }
}

void
cupti_finder_read (CuptiFinder *finder, const uint8_t *bytes, size_t n, uint64_t offset, bool is_last)
{
  /* Groups that split off come behind. */
  for (unsigned i = 0; i < finder->n; i++)
    read_group (finder, i, bytes, n, offset, is_last);
}

uint64_t
cupti_finder_at (const CuptiFinder *finder)
{
  uint64_t at = UINT64_MAX;

  for (unsigned i = 0; i < finder->n; i++)
    if (!finder->groups[i].is_stopped)
      at = MIN (at, finder->groups[i].at);
  return at;
}

/* ---- the best ---- */

/* How far a group came. */
enum
{
  CAME_TO_THE_END,
  WAS_STOPPED,
  READ_NOTHING,
};

static uint64_t
by_progress (const CuptiGroup *group)
{
  return group->n_records == 0 ? READ_NOTHING : group->is_stopped ? WAS_STOPPED : CAME_TO_THE_END;
}

/* Keeps the groups with the lowest value. */
static void
keep_lowest (CuptiFinder *finder, uint64_t (*value) (const CuptiGroup *group))
{
  uint64_t lowest = UINT64_MAX;
  unsigned n = 0;

  for (unsigned i = 0; i < finder->n; i++)
    lowest = MIN (lowest, value (&finder->groups[i]));
  for (unsigned i = 0; i < finder->n; i++)
    if (value (&finder->groups[i]) == lowest)
      finder->groups[n++] = finder->groups[i];
  finder->n = n;
}

static uint64_t
by_records (const CuptiGroup *group)
{
  return UINT64_MAX - group->n_records;
}

static uint64_t
by_times (const CuptiGroup *group)
{
  return group->n_odd_times;
}

static uint64_t
by_gaps (const CuptiGroup *group)
{
  return group->n_padding > 0;
}

static uint64_t
by_end (const CuptiGroup *group)
{
  return group->is_cut;
}

static uint64_t
by_padding (const CuptiGroup *group)
{
  return group->n_padding;
}

uint32_t
cupti_finder_best (CuptiFinder *finder, CuptiSizes *ret_sizes, bool *ret_is_one)
{
  uint32_t releases = 0;
  bool is_same = true;

  keep_lowest (finder, by_progress);
  if (by_progress (&finder->groups[0]) == READ_NOTHING)
    return 0;
  if (by_progress (&finder->groups[0]) == WAS_STOPPED)
    keep_lowest (finder, by_records);
  keep_lowest (finder, by_gaps);
  keep_lowest (finder, by_times);
  keep_lowest (finder, by_end);

  for (unsigned i = 0; i < finder->n; i++)
    is_same = is_same && finder->groups[i].hash == finder->groups[0].hash
              && finder->groups[i].n_records == finder->groups[0].n_records;
  if (is_same)
    keep_lowest (finder, by_padding);
  for (unsigned i = 0; i < finder->n; i++)
    releases |= finder->groups[i].releases;
  *ret_sizes = finder->groups[0].sizes;
  *ret_is_one = is_same;
  return releases;
}

bool
cupti_find_sniff (const uint8_t *bytes, size_t n)
{
  CuptiFinder finder;
  CuptiSizes sizes;
  bool is_one;

  if (n < 8 || cupti_record_of_kind (cupti_u32_at (bytes)) == CUPTI_NO_RECORD)
    return false;
  cupti_finder_init (&finder);
  cupti_finder_read (&finder, bytes, n, 0, true);
  if (cupti_finder_best (&finder, &sizes, &is_one) == 0)
    return false;
  return !finder.groups[0].is_stopped || finder.groups[0].n_records >= SNIFF_RECORDS;
}
