/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "trace/container/radix_order.h"
#include "trace/index/lod.h"
#include "trace/model/slice_find.h"
#include "trace/search/search_result_private.h"

COLUMN_IMPLEMENT (SearchTrackColumn, search_track_column)

static uint64_t
n_words (uint64_t n)
{
  return n / 64 + (n % 64 > 0);
}

SearchResult *
search_result_new (Trace *trace)
{
  SearchResult *result = calloc (1, sizeof *result);

  if (result == NULL)
    return NULL;
  atomic_init (&result->n_references, 1);
  result->trace = trace_ref (trace);
  result->n_slices = trace_slices (trace)->n;
  result->bits = calloc (n_words (result->n_slices) + 1, sizeof *result->bits);
  result->summary = calloc (n_words (n_words (result->n_slices)) + 1, sizeof *result->summary);
  if (result->bits == NULL || result->summary == NULL)
    g_clear_pointer (&result, search_result_unref);
  return result;
}

SearchResult *
search_result_ref (SearchResult *result)
{
  atomic_fetch_add_explicit (&result->n_references, 1, memory_order_relaxed);
  return result;
}

void
search_result_unref (SearchResult *result)
{
  if (result == NULL || atomic_fetch_sub_explicit (&result->n_references, 1, memory_order_acq_rel) > 1)
    return;
  search_track_column_clear (&result->tracks);
  free (result->bits);
  free (result->summary);
  trace_unref (result->trace);
  free (result);
}

/* ---- the slices found ---- */

const Trace *
search_result_trace (const SearchResult *result)
{
  return result->trace;
}

uint64_t
search_result_n_searched (const SearchResult *result)
{
  return result->n_searched;
}

uint64_t
search_result_n_hits (const SearchResult *result)
{
  return result->n_hits;
}

bool
search_result_holds (const SearchResult *result, uint64_t slice)
{
  return slice < result->n_slices && (result->bits[slice / 64] >> (slice % 64) & 1);
}

/* Returns the first set bit from one on, or n if there is none. */
static uint64_t
next_bit (const uint64_t *words, uint64_t n, uint64_t from)
{
  uint64_t word = from / 64;

  if (from >= n)
    return n;
  for (uint64_t bits = words[word] & UINT64_MAX << (from % 64);; bits = words[word])
    {
      if (bits != 0)
        return word * 64 + (uint64_t) __builtin_ctzll (bits);
      if (++word >= n_words (n))
        return n;
    }
}

uint64_t
search_result_next (const SearchResult *result, uint64_t slice)
{
  uint64_t word = slice / 64;

  if (slice >= result->n_slices)
    return SLICE_NONE;
  uint64_t bits = result->bits[word] & UINT64_MAX << (slice % 64);
  if (bits == 0)
    {
      word = next_bit (result->summary, n_words (result->n_slices), word + 1);
      if (word >= n_words (result->n_slices))
        return SLICE_NONE;
      bits = result->bits[word];
    }
  return word * 64 + (uint64_t) __builtin_ctzll (bits);
}

uint64_t
search_result_count (const SearchResult *result, uint64_t begin, uint64_t end)
{
  uint64_t n = 0;

  end = MIN (end, result->n_slices);
  if (begin >= end)
    return 0;
  for (uint64_t word = begin / 64; word <= (end - 1) / 64; word++)
    {
      uint64_t bits = result->bits[word];

      if (word == begin / 64)
        bits &= UINT64_MAX << (begin % 64);
      if (word == (end - 1) / 64)
        bits &= UINT64_MAX >> (63 - (end - 1) % 64);
      n += (uint64_t) __builtin_popcountll (bits);
    }
  return n;
}

const SearchTrack *
search_result_tracks (const SearchResult *result, size_t *ret_n)
{
  *ret_n = result->tracks.n;
  return result->tracks.at;
}

/* ---- figures computed from the bits ---- */

static void
summarise (SearchResult *result)
{
  for (uint64_t word = 0; word < n_words (result->n_slices); word++)
    if (result->bits[word] != 0)
      {
        result->n_hits += (uint64_t) __builtin_popcountll (result->bits[word]);
        result->summary[word / 64] |= UINT64_C (1) << (word % 64);
      }
}

static bool
count_tracks (SearchResult *result)
{
  for (uint32_t t = 0; t < trace_n_tracks (result->trace); t++)
    {
      const TraceTrack *track = trace_track (result->trace, t);
      SearchTrack found = { .track = t };

      if (track->n_slices == 0)
        continue;
      found.first = search_result_next (result, track->first_slice);
      if (found.first == SLICE_NONE || found.first - track->first_slice >= track->n_slices)
        continue;
      found.n_hits = search_result_count (result, found.first, track->first_slice + track->n_slices);
      if (!search_track_column_push (&result->tracks, found))
        return false;
    }
  return true;
}

/* After the first match in each tick, continues with the first slice behind that tick. */
static void
find_ticks (SearchResult *result)
{
  const SliceColumns *slices = trace_slices (result->trace);
  double tick_ns;

  trace_span (result->trace, &result->begin_ns, &result->end_ns);
  result->end_ns = MAX (result->end_ns, result->begin_ns + 1);
  tick_ns = (double) (result->end_ns - result->begin_ns) / SEARCH_TICKS;
  for (uint32_t r = 0; r < trace_n_rows (result->trace); r++)
    {
      const TraceRow *row = trace_row (result->trace, r);
      uint64_t end = row->first_slice + row->n_slices;

      for (uint64_t at = search_result_next (result, row->first_slice); at < end;)
        {
          int64_t start_ns = CLAMP (slice_start_ns (slices, at), result->begin_ns, result->end_ns - 1);
          uint32_t tick = lod_pixel_of (start_ns, result->begin_ns, result->end_ns, SEARCH_TICKS);

          result->ticks[tick] = 1;
          uint64_t behind = slice_find_onward (slices, at + 1, end,
                                               result->begin_ns + (int64_t) ((double) (tick + 1) * tick_ns));
          at = search_result_next (result, behind);
        }
    }
}

bool
search_result_finish (SearchResult *result)
{
  summarise (result);
  find_ticks (result);
  return count_tracks (result);
}

const uint8_t *
search_result_ticks (const SearchResult *result, int64_t *ret_begin_ns, int64_t *ret_end_ns)
{
  *ret_begin_ns = result->begin_ns;
  *ret_end_ns = result->end_ns;
  return result->ticks;
}

/* ---- sorted lists ---- */

/* Slices collected for a list: never more than twice the wanted number. */
typedef struct
{
  OrderPair *pairs, *scratch;
  size_t n, cap, wanted;
  uint64_t bound; /* slices with keys from here on are not wanted */
} Listing;

/* Ids arrive in ascending order, so slices with equal keys keep it. */
static void
keep_wanted (Listing *listing)
{
  radix_order (listing->pairs, listing->scratch, listing->n);
  if (listing->n < listing->wanted)
    return;
  listing->n = listing->wanted;
  listing->bound = listing->wanted > 0 ? listing->pairs[listing->wanted - 1].key : 0;
}

/* Matches before every COUNTED-th slice. */
#define HITS_PER_ROW_MIN 64
#define COUNTED 4096

static uint64_t *
matches_before (const SearchResult *result)
{
  uint64_t n = result->n_slices / COUNTED + 1;
  uint64_t *before = malloc (n * sizeof *before);

  if (before == NULL)
    return NULL;
  before[0] = 0;
  for (uint64_t i = 1; i < n; i++)
    before[i] = before[i - 1] + search_result_count (result, (i - 1) * COUNTED, i * COUNTED);
  return before;
}

static uint64_t
matches_in (const SearchResult *result, const uint64_t *before, uint64_t begin, uint64_t end)
{
  uint64_t from = begin / COUNTED, to = end / COUNTED;

  return before[to] - before[from] + search_result_count (result, to * COUNTED, end)
         - search_result_count (result, from * COUNTED, begin);
}

/* Returns how many matches among the slices [begin, end) start before a time. */
static uint64_t
matches_until (const SearchResult *result, const uint64_t *before, uint64_t begin, uint64_t end, int64_t time_ns)
{
  const SliceColumns *slices = trace_slices (result->trace);
  uint64_t n = 0;

  while (begin < end)
    {
      const TraceRow *row = trace_row (result->trace, slice_find_row (result->trace, begin));
      uint64_t row_end = MIN (row->first_slice + row->n_slices, end);

      if (row_end <= begin) /* a damaged table of rows */
        break;
      n += matches_in (result, before, begin, slice_find_onward (slices, begin, row_end, time_ns));
      begin = row_end;
    }
  return n;
}

static uint64_t
key_of_start (int64_t start_ns)
{
  return (uint64_t) (start_ns + TRACE_TIME_MAX_NS);
}

static uint64_t
key_of (const SliceColumns *slices, SearchOrder order, uint64_t slice)
{
  if (order == SEARCH_BY_DURATION)
    return (uint64_t) (TRACE_TIME_MAX_NS - slice_dur_ns (slices, slice));
  return key_of_start (slice_start_ns (slices, slice));
}

/* Returns a key by time that a number of matches among the slices [begin, end) are below, and hardly more unless many start
 * at once; UINT64_MAX if there are not so many. O(slices / 64 + rows x log^2 slices). */
static uint64_t
bound_by_time (const SearchResult *result, uint64_t begin, uint64_t end, uint64_t wanted, const atomic_bool *cancelled)
{
  uint64_t *before = matches_before (result);
  int64_t low_ns = result->begin_ns, high_ns = result->end_ns;

  if (before == NULL || matches_until (result, before, begin, end, high_ns) < wanted)
    {
      free (before);
      return UINT64_MAX;
    }
  while (low_ns < high_ns && (cancelled == NULL || !atomic_load_explicit (cancelled, memory_order_relaxed)))
    {
      int64_t middle_ns = low_ns + (high_ns - low_ns) / 2;

      if (matches_until (result, before, begin, end, middle_ns) < wanted)
        low_ns = middle_ns + 1;
      else
        high_ns = middle_ns;
    }
  free (before);
  return key_of_start (high_ns);
}

/* The matches among the slices [begin, end) of one row, which are in order of start. */
static bool
collect_row (Listing *listing,
             const SearchResult *result,
             SearchOrder order,
             uint64_t begin,
             uint64_t end,
             const atomic_bool *cancelled)
{
  const SliceColumns *slices = trace_slices (result->trace);
  uint64_t n_seen = 0;

  for (uint64_t at = search_result_next (result, begin); at < end;)
    {
      uint64_t word = at / 64, bits = result->bits[word] & UINT64_MAX << (at % 64);

      if (n_seen++ % 64 == 0 && cancelled != NULL && atomic_load_explicit (cancelled, memory_order_relaxed))
        return false;
      if (end - word * 64 < 64)
        bits &= (UINT64_C (1) << (end - word * 64)) - 1;
      for (; bits != 0; bits &= bits - 1)
        {
          at = word * 64 + (uint64_t) __builtin_ctzll (bits);
          uint64_t key = key_of (slices, order, at);

          if (key >= listing->bound)
            {
              if (order == SEARCH_BY_TIME)
                return true;
              continue;
            }
          if (listing->n == listing->cap)
            keep_wanted (listing);
          if (key < listing->bound)
            listing->pairs[listing->n++] = (OrderPair){ key, at };
        }
      at = search_result_next (result, (word + 1) * 64);
    }
  return true;
}

static bool
collect (Listing *listing,
         const SearchResult *result,
         SearchOrder order,
         uint64_t begin,
         uint64_t end,
         const atomic_bool *cancelled)
{
  for (uint64_t at = search_result_next (result, begin); at < end;)
    {
      const TraceRow *row = trace_row (result->trace, slice_find_row (result->trace, at));
      uint64_t row_end = row->first_slice + row->n_slices;

      if (!collect_row (listing, result, order, at, MIN (row_end, end), cancelled))
        return false;
      at = search_result_next (result, row_end);
    }
  keep_wanted (listing);
  return true;
}

uint64_t *
search_result_list (const SearchResult *result,
                    SearchOrder order,
                    uint32_t track,
                    const atomic_bool *cancelled,
                    size_t *ret_n)
{
  uint64_t begin = 0, end = result->n_slices;

  if (track != TRACE_NONE)
    {
      begin = trace_track (result->trace, track)->first_slice;
      end = begin + trace_track (result->trace, track)->n_slices;
    }
  uint64_t n_hits = search_result_count (result, begin, end);
  Listing listing = {
    .cap = (size_t) MIN (n_hits, 2 * SEARCH_LIST_MAX) + 1,
    .wanted = (size_t) MIN (n_hits, SEARCH_LIST_MAX),
    .bound = UINT64_MAX,
  };
  /* Among rows of few matches each it would take longer than the list. */
  if (order == SEARCH_BY_TIME && n_hits > listing.wanted && n_hits / HITS_PER_ROW_MIN > trace_n_rows (result->trace))
    listing.bound = bound_by_time (result, begin, end, listing.wanted, cancelled);
  uint64_t *list = malloc ((listing.wanted + 1) * sizeof *list);
  listing.pairs = malloc (listing.cap * sizeof *listing.pairs);
  listing.scratch = malloc (listing.cap * sizeof *listing.scratch);
  bool ok = list != NULL && listing.pairs != NULL && listing.scratch != NULL
            && collect (&listing, result, order, begin, end, cancelled);
  for (size_t i = 0; ok && i < listing.n; i++)
    list[i] = listing.pairs[i].item;
  free (listing.pairs);
  free (listing.scratch);
  if (!ok)
    g_clear_pointer (&list, free);
  *ret_n = ok ? listing.n : 0;
  return list;
}
