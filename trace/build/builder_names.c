/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/builder_names.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/launch_operands.h"
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

/* ---- input types of kernels that cast ---- */

/* How many types a name tells one by one. */
#define READ_TYPES_MAX   3
#define READ_TYPES_BYTES 64

typedef struct
{
  const Trace *trace;
  uint32_t *elements; /* by name: a bit for each OperandElement that was read */
} ReadTypes;

G_STATIC_ASSERT (OPERAND_ELEMENT_MAX < 32);

static void
take_reads (void *user_data, uint64_t kernel, OperandElement element G_GNUC_UNUSED, OperandElement reads)
{
  ReadTypes *types = user_data;

  types->elements[slice_name (&types->trace->slices, kernel)] |= UINT32_C (1) << reads;
}

/* Writes "f32|i64", in the order of the table of types. Returns false if no type is known. */
static bool
write_reads (uint32_t elements, char out[READ_TYPES_BYTES])
{
  const char *seen[READ_TYPES_MAX];
  size_t n_seen = 0;

  out[0] = '\0';
  for (OperandElement e = 1; e <= OPERAND_ELEMENT_MAX; e++)
    {
      const char *name = elements & UINT32_C (1) << e ? operand_element_name (e) : NULL;
      bool is_new = name != NULL;

      for (size_t i = 0; i < n_seen && is_new; i++)
        is_new = strcmp (seen[i], name) != 0;
      if (!is_new)
        continue;
      if (n_seen == READ_TYPES_MAX)
        {
          g_strlcpy (out, "any", READ_TYPES_BYTES);
          return true;
        }
      seen[n_seen++] = name;
      g_strlcat (out, out[0] != '\0' ? "|" : "", READ_TYPES_BYTES);
      g_strlcat (out, name, READ_TYPES_BYTES);
    }
  return n_seen > 0;
}

/* Sets the input types of sources. *ret_texts has n texts of READ_TYPES_BYTES for them; it is only allocated if a
 * kernel casts. Returns false when memory runs out. */
static bool
find_reads (const Trace *trace, DisplayNameSource *sources, const uint32_t *ids, size_t n, char **ret_texts)
{
  uint32_t n_strings = string_table_count (trace->strings);
  uint8_t *casts = NULL;
  ReadTypes types = { .trace = trace };
  bool ok = true;

  *ret_texts = NULL;
  for (size_t i = 0; i < n && ok; i++)
    {
      if (!sources[i].is_kernel || !display_name_casts (sources[i].exact, sources[i].length))
        continue;
      if (casts == NULL)
        ok = (casts = calloc (n_strings + (size_t) 1, 1)) != NULL;
      if (ok)
        casts[ids[i]] = 1;
    }
  if (casts == NULL)
    return ok;
  types.elements = calloc (n_strings + (size_t) 1, sizeof *types.elements);
  *ret_texts = calloc (n, READ_TYPES_BYTES);

  const LaunchOperandsVisitor visitor = { .names = casts, .found = take_reads, .user_data = &types };
  ok = types.elements != NULL && *ret_texts != NULL && launch_operands_walk (trace, &visitor, NULL, NULL);
  for (size_t i = 0; i < n && ok; i++)
    if (casts[ids[i]] && write_reads (types.elements[ids[i]], *ret_texts + i * READ_TYPES_BYTES))
      sources[i].reads = *ret_texts + i * READ_TYPES_BYTES;
  free (casts);
  free (types.elements);
  return ok;
}

bool
builder_names_make (BuilderNames *ret_names, const Trace *trace, const JobRowRecord *rows, size_t n_rows)
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
  DisplayNameSource *sources = calloc (n + (size_t) 1, sizeof *sources);
  char **names = calloc (n + 1, sizeof *names), *reads = NULL;
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
      for (size_t i = 0; i < n_rows; i++)
        if (rows[i].what == JOB_KERNEL && rows[i].name < n)
          use[rows[i].name] = KERNEL_NAME;
      for (uint32_t id = 0; id < n; id++)
        if (use[id] != UNUSED)
          {
            DisplayNameSource *source = &sources[n_sources];
            source->exact = string_table_get (trace->strings, id, &source->length);
            source->is_kernel = use[id] == KERNEL_NAME;
            ids[n_sources++] = id;
          }
      ok =
        find_reads (trace, sources, ids, n_sources, &reads) && display_names_make (sources, n_sources, names);
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
  free (reads);
  free (names);
  return ok;
}
