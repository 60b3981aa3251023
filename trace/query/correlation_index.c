/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/query/correlation_index.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "trace/query/query_source.h"

/* Slices between two checks whether to stop. */
#define STRETCH (UINT64_C (1) << 20)

/* Average number of slices per bucket. An API call and the work it launched always share one. */
#define BUCKET_SLICES 4

struct CorrelationIndex
{
  const Trace *trace;
  uint64_t *begins; /* begin of each bucket in slices, and the end of the last; NULL: not filled yet */
  uint64_t *slices;
  unsigned shift; /* the upper bits of a hash are its bucket */
};

CorrelationIndex *
correlation_index_new (const Trace *trace)
{
  CorrelationIndex *index = calloc (1, sizeof *index);

  if (index != NULL)
    index->trace = trace;
  return index;
}

static void
clear (CorrelationIndex *index)
{
  free (index->begins);
  free (index->slices);
  index->begins = index->slices = NULL;
}

void
correlation_index_free (CorrelationIndex *index)
{
  if (index == NULL)
    return;
  clear (index);
  free (index);
}

/* Ids are mostly consecutive; multiplying by 2^64 / golden ratio spreads them (Knuth, TAOCP 3, 6.4). */
static uint64_t
bucket_of (const CorrelationIndex *index, int64_t correlation)
{
  return ((uint64_t) correlation * UINT64_C (0x9e3779b97f4a7c15)) >> index->shift;
}

static int
count (const QuerySource *source, uint64_t *ret_n)
{
  const SliceColumns *slices = trace_slices (source->trace);
  uint64_t n = 0;

  for (uint64_t i = 0; i < slices->n; i++)
    {
      n += slices->correlation[i] != 0;
      if (i % STRETCH == STRETCH - 1 && query_source_is_over (source))
        return SQLITE_INTERRUPT;
    }
  *ret_n = n;
  return SQLITE_OK;
}

/* begins[b + 1] becomes the number of slices in bucket b. */
static int
count_buckets (CorrelationIndex *index, const QuerySource *source)
{
  const SliceColumns *slices = trace_slices (source->trace);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      if (slices->correlation[i] != 0)
        index->begins[bucket_of (index, slices->correlation[i]) + 1]++;
      if (i % STRETCH == STRETCH - 1 && query_source_is_over (source))
        return SQLITE_INTERRUPT;
    }
  return SQLITE_OK;
}

/* Goes from the last slice to the first and fills buckets from their ends, so that slices ascend. A file that is
 * truncated while it is mapped may give other values the second time; never write before a bucket's begin. */
static int
deal (CorrelationIndex *index, const QuerySource *source, uint64_t *ends)
{
  const SliceColumns *slices = trace_slices (source->trace);

  for (uint64_t i = slices->n; i-- > 0;)
    {
      if (slices->correlation[i] != 0)
        {
          uint64_t bucket = bucket_of (index, slices->correlation[i]);

          if (ends[bucket] > index->begins[bucket])
            index->slices[--ends[bucket]] = i;
        }
      if (i % STRETCH == 0 && query_source_is_over (source))
        return SQLITE_INTERRUPT;
    }
  return SQLITE_OK;
}

static int
fill (CorrelationIndex *index, const QuerySource *source)
{
  uint64_t n = 0, n_buckets = 2;
  uint64_t *ends = NULL;
  int status = count (source, &n);

  if (status != SQLITE_OK)
    return status;
  index->shift = 63;
  for (; n_buckets < n / BUCKET_SLICES; n_buckets *= 2)
    index->shift--;
  index->begins = calloc (n_buckets + 1, sizeof *index->begins);
  index->slices = calloc (n + 1, sizeof *index->slices);
  ends = calloc (n_buckets, sizeof *ends);
  if (index->begins == NULL || index->slices == NULL || ends == NULL)
    {
      free (ends);
      return SQLITE_NOMEM;
    }

  status = count_buckets (index, source);
  for (uint64_t b = 0; b < n_buckets; b++)
    {
      index->begins[b + 1] += index->begins[b];
      if (index->begins[b + 1] > n)
        index->begins[b + 1] = n;
      ends[b] = index->begins[b + 1];
    }
  if (status == SQLITE_OK)
    status = deal (index, source, ends);
  free (ends);
  return status;
}

int
correlation_index_find (CorrelationIndex *index,
                        const QuerySource *source,
                        int64_t correlation,
                        const uint64_t **ret_slices,
                        uint64_t *ret_n)
{
  *ret_slices = NULL;
  *ret_n = 0;
  if (correlation == 0)
    return SQLITE_OK;
  if (index->begins == NULL)
    {
      int status = fill (index, source);

      if (status != SQLITE_OK)
        {
          clear (index);
          return status;
        }
    }

  uint64_t bucket = bucket_of (index, correlation), begin = index->begins[bucket];
  *ret_slices = index->slices + begin;
  *ret_n = index->begins[bucket + 1] - begin;
  return SQLITE_OK;
}
