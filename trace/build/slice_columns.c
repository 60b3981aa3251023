/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/slice_columns.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct
{
  SectionId id;
  size_t width, member;
} columns[] = {
  { SECTION_SLICE_START, sizeof (int64_t), offsetof (SliceRun, start_ns) },
  { SECTION_SLICE_DURATION, sizeof (int64_t), offsetof (SliceRun, dur_ns) },
  { SECTION_SLICE_NAME, sizeof (uint32_t), offsetof (SliceRun, name) },
  { SECTION_SLICE_CATEGORY, sizeof (uint32_t), offsetof (SliceRun, category) },
  { SECTION_SLICE_TRACK, sizeof (uint32_t), offsetof (SliceRun, track) },
  { SECTION_SLICE_KIND, sizeof (uint8_t), offsetof (SliceRun, kind) },
  { SECTION_SLICE_FLAGS, sizeof (uint8_t), offsetof (SliceRun, flags) },
  { SECTION_SLICE_CORRELATION, sizeof (int64_t), offsetof (SliceRun, correlation) },
  { SECTION_SLICE_ARGUMENTS, sizeof (uint64_t), offsetof (SliceRun, args) },
};

static void *
get_column (const SliceRun *run, size_t c)
{
  void *column;

  memcpy (&column, (const char *) run + columns[c].member, sizeof column);
  return column;
}

static void
set_column (SliceRun *run, size_t c, void *column)
{
  memcpy ((char *) run + columns[c].member, &column, sizeof column);
}

bool
slice_run_init (SliceRun *run, size_t n)
{
  bool ok = true;

  *run = (SliceRun){ .n = n };
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    {
      void *column = malloc (n * columns[c].width + 1);

      set_column (run, c, column);
      ok = ok && column != NULL;
    }
  return ok;
}

void
slice_run_clear (SliceRun *run)
{
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    free (get_column (run, c));
  *run = (SliceRun){ 0 };
}

void
slice_columns_begin (SectionWriter *writer, uint64_t n)
{
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    section_writer_begin (writer, columns[c].id, SECTION_RAW, n * columns[c].width);
}

void
slice_columns_add (SectionWriter *writer, const SliceRun *run)
{
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    section_writer_copy (writer, columns[c].id, get_column (run, c), run->n * columns[c].width);
}

void
slice_columns_end (SectionWriter *writer)
{
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    section_writer_end (writer, columns[c].id, 0);
}

bool
slice_columns_map (TraceBuilder *builder, Trace *trace, uint64_t n)
{
  SectionWriter *writer = builder->writer;
  SliceRun all = { 0 };
  uint64_t size_bytes = 0;

  if (!section_writer_drain (writer))
    return false;
  if (n == 0)
    return true;
  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    size_bytes = MAX (size_bytes, section_writer_at (writer, columns[c].id) + n * columns[c].width);
  trace->building = mmap (NULL, size_bytes, PROT_READ, MAP_SHARED, builder->fd, 0);
  if (trace->building == MAP_FAILED)
    {
      trace->building = NULL;
      return false;
    }
  trace->n_building_bytes = size_bytes;

  for (size_t c = 0; c < G_N_ELEMENTS (columns); c++)
    set_column (&all, c, (char *) trace->building + section_writer_at (writer, columns[c].id));
  trace->slices = (SliceColumns){
    .n = n,
    .start_ns = all.start_ns,
    .dur_ns = all.dur_ns,
    .name = all.name,
    .category = all.category,
    .track = all.track,
    .kind = all.kind,
    .flags = all.flags,
    .correlation = all.correlation,
    .args = all.args,
    .n_strings = trace_n_strings (trace),
  };
  return true;
}

void
slice_columns_unmap (Trace *trace)
{
  if (trace->building != NULL)
    munmap (trace->building, trace->n_building_bytes);
  trace->building = NULL;
  trace->slices = (SliceColumns){ 0 };
}
