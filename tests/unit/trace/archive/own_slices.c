/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/archive/own_slices.h"

#include <string.h>

OwnSlices
own_slices_new (uint64_t n)
{
  return (OwnSlices){
    n,
    {
      g_new0 (int64_t, n + 1),
      g_new0 (int64_t, n + 1),
      g_new0 (int64_t, n + 1),
      g_new0 (uint32_t, n + 1),
      g_new0 (uint32_t, n + 1),
      g_new0 (uint8_t, n + 1),
      g_new0 (uint8_t, n + 1),
    },
  };
}

void
own_slices_clear (OwnSlices *slices)
{
  g_free (slices->at.start_ns);
  g_free (slices->at.dur_ns);
  g_free (slices->at.correlation);
  g_free (slices->at.name);
  g_free (slices->at.category);
  g_free (slices->at.kind);
  g_free (slices->at.flags);
}

SliceColumns
own_slices_columns (const OwnSlices *slices)
{
  return (SliceColumns){
    .n = slices->n,
    .start_ns = slices->at.start_ns,
    .dur_ns = slices->at.dur_ns,
    .name = slices->at.name,
    .category = slices->at.category,
    .kind = slices->at.kind,
    .flags = slices->at.flags,
    .correlation = slices->at.correlation,
  };
}

bool
own_slices_decode (const BlockStream *stream, OwnSlices *slices)
{
  SliceScratch scratch = { 0 };
  ArchiveStatus status = ARCHIVE_OK;

  for (uint64_t block = 0; block < stream->n_blocks && status == ARCHIVE_OK; block++)
    {
      uint64_t at = block * stream->items_per_block;
      SliceBlock to = {
        slices->at.start_ns + at, slices->at.dur_ns + at, slices->at.correlation + at, slices->at.name + at,
        slices->at.category + at, slices->at.kind + at,   slices->at.flags + at,
      };
      status = slice_codec_decode (stream, block, &scratch, &to);
    }
  slice_scratch_clear (&scratch);
  g_assert_cmpint (status, !=, ARCHIVE_NO_MEMORY);
  return status == ARCHIVE_OK;
}

void
own_slices_assert_same (const SliceColumns *a, const OwnSlices *b)
{
  size_t n = (size_t) a->n;

  g_assert_cmpuint (a->n, ==, b->n);
  if (n == 0)
    return;
  g_assert_true (memcmp (a->start_ns, b->at.start_ns, n * sizeof *a->start_ns) == 0);
  g_assert_true (memcmp (a->dur_ns, b->at.dur_ns, n * sizeof *a->dur_ns) == 0);
  g_assert_true (memcmp (a->correlation, b->at.correlation, n * sizeof *a->correlation) == 0);
  g_assert_true (memcmp (a->name, b->at.name, n * sizeof *a->name) == 0);
  g_assert_true (memcmp (a->category, b->at.category, n * sizeof *a->category) == 0);
  g_assert_true (memcmp (a->kind, b->at.kind, n) == 0);
  g_assert_true (memcmp (a->flags, b->at.flags, n) == 0);
}

OwnSlices
own_slices_random (GRand *random, uint64_t n, bool is_wild)
{
  OwnSlices slices = own_slices_new (n);

  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t wild = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);

      slices.at.start_ns[i] = is_wild ? (int64_t) wild : (int64_t) i * 1000;
      slices.at.dur_ns[i] = is_wild ? INT64_MIN + (int64_t) i : 700;
      slices.at.correlation[i] = is_wild ? (int64_t) (wild * 3) : (int64_t) (i / 2);
      slices.at.name[i] = is_wild ? (uint32_t) wild : (uint32_t) (i % 9);
      slices.at.category[i] = is_wild ? (uint32_t) (wild >> 20) : 4;
      slices.at.kind[i] = is_wild ? (uint8_t) (wild >> 8) : 2;
      slices.at.flags[i] = is_wild ? (uint8_t) (wild >> 16) : 0;
    }
  return slices;
}
