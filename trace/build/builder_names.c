/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_names.h"

#include <stdlib.h>
#include <string.h>

#include "trace/naming/display_name.h"

/* A name of both a kernel and a host slice is treated as that of a kernel. */
static bool
is_kernel_kind (SliceKind kind)
{
  return slice_kind_is_run (kind) || kind == SLICE_COUNTER_RANGE;
}

/* Keeps the readable names that differ from the exact ones. */
static bool
keep_names (BuilderNames *kept, const DisplayNameSource *sources, const uint32_t *ids, char **names, size_t n)
{
  kept->records = calloc (n + 1, sizeof *kept->records);
  if (kept->records == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      size_t length = strlen (names[i]) + 1;

      if (length == sources[i].length + 1 && memcmp (names[i], sources[i].exact, sources[i].length) == 0)
        continue;
      if (!u8_column_reserve (&kept->bytes, length))
        return false;
      kept->records[kept->n_records++] = (DisplayRecord){ .name = ids[i], .at = kept->bytes.n };
      memcpy (kept->bytes.at + kept->bytes.n, names[i], length);
      kept->bytes.n += length;
    }
  return true;
}

void
builder_names_write (BuilderNames *names, SectionWriter *writer)
{
  section_writer_put_taken (writer, SECTION_DISPLAY_BYTES, names->bytes.at, names->bytes.n);
  section_writer_put_taken (writer, SECTION_DISPLAY_ENTRIES, names->records,
                            names->n_records * sizeof *names->records);
  *names = (BuilderNames){ 0 };
}

void
builder_names_clear (BuilderNames *names)
{
  u8_column_clear (&names->bytes);
  free (names->records);
  *names = (BuilderNames){ 0 };
}

bool
builder_names_make (BuilderNames *ret_names, const Trace *trace)
{
  enum
  {
    UNUSED,
    HOST_NAME,
    KERNEL_NAME,
  };
  uint32_t n = string_table_count (trace->strings);
  uint8_t *use = calloc (n + 1, 1);
  uint32_t *ids = malloc (n * sizeof *ids + 1);
  DisplayNameSource *sources = malloc (n * sizeof *sources + 1);
  char **names = calloc (n + 1, sizeof *names);
  size_t n_sources = 0;
  bool ok = use != NULL && ids != NULL && sources != NULL && names != NULL;

  if (ok)
    {
      for (uint64_t i = 0; i < trace->slices.n; i++)
        {
          uint8_t *name_use = &use[trace->slices.name[i]];
          uint8_t this_use = is_kernel_kind ((SliceKind) trace->slices.kind[i]) ? KERNEL_NAME : HOST_NAME;
          *name_use = MAX (*name_use, this_use);
        }
      for (uint32_t id = 0; id < n; id++)
        if (use[id] != UNUSED)
          {
            DisplayNameSource *source = &sources[n_sources];
            source->exact = string_table_get (trace->strings, id, &source->length);
            source->is_kernel = use[id] == KERNEL_NAME;
            ids[n_sources++] = id;
          }
      ok = display_names_make (sources, n_sources, names);
    }
  if (ok)
    {
      ok = keep_names (ret_names, sources, ids, names, n_sources);
      for (size_t i = 0; i < n_sources; i++)
        free (names[i]);
    }
  free (use);
  free (ids);
  free (sources);
  free (names);
  return ok;
}
