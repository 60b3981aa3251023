/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/collective/collective_traffic.h"

#include <stdlib.h>
#include <string.h>

#include "trace/stats/distribution.h"
#include "trace/stats/slice_argument.h"

COLUMN_IMPLEMENT (CollectiveTrafficColumn, collective_traffic_column)

/* The names of PyTorch's element types. */
static const struct
{
  const char *name;
  int64_t bytes;
} dtypes[] = {
  { "Byte", 1 },
  { "Char", 1 },
  { "Bool", 1 },
  { "Short", 2 },
  { "Half", 2 },
  { "BFloat16", 2 },
  { "Int", 4 },
  { "Float", 4 },
  { "ComplexHalf", 4 },
  { "Long", 8 },
  { "Double", 8 },
  { "ComplexFloat", 8 },
  { "ComplexDouble", 16 },
  { "Float8_e4m3fn", 1 },
  { "Float8_e5m2", 1 },
  { "Float8_e4m3fnuz", 1 },
  { "Float8_e5m2fnuz", 1 },
};

/* The bytes that a collective sends for each byte of its message. */
typedef enum
{
  FACTOR_UNKNOWN,
  FACTOR_ONE,
  FACTOR_PART,  /* (n - 1) / n */
  FACTOR_TWICE, /* 2 (n - 1) / n */
} Factor;

/* By kind. The name in lower case and without "_" contains the word; the first match counts. */
static const struct
{
  const char *word;
  Factor factor;
  bool is_by_output; /* its message is the output */
  const char *name;
} collectives[N_COLLECTIVE_KINDS] = {
  [COLLECTIVE_ALL_TO_ALL_V] = { "alltoallv", FACTOR_UNKNOWN, false, "all_to_all_v" },
  [COLLECTIVE_ALL_TO_ALL] = { "alltoall", FACTOR_PART, false, "all_to_all" },
  [COLLECTIVE_ALL_REDUCE] = { "allreduce", FACTOR_TWICE, false, "all_reduce" },
  [COLLECTIVE_ALL_GATHER] = { "allgather", FACTOR_PART, true, "all_gather" },
  [COLLECTIVE_REDUCE_SCATTER] = { "reducescatter", FACTOR_PART, false, "reduce_scatter" },
  [COLLECTIVE_BROADCAST] = { "broadcast", FACTOR_ONE, false, "broadcast" },
  [COLLECTIVE_REDUCE] = { "reduce", FACTOR_ONE, false, "reduce" },
  [COLLECTIVE_SEND] = { "send", FACTOR_ONE, false, "send" },
  [COLLECTIVE_RECEIVE] = { "recv", FACTOR_ONE, true, "receive" },
};

/* Returns the index into collectives, or -1. */
static int
find_collective (const CollectiveText *text)
{
  char word[64];
  size_t n = 0;

  for (size_t i = 0; i < text->n && n + 1 < sizeof word; i++)
    if (text->at[i] != '_')
      word[n++] = g_ascii_tolower (text->at[i]);
  word[n] = '\0';
  for (size_t i = 0; i < G_N_ELEMENTS (collectives); i++)
    if (strstr (word, collectives[i].word) != NULL)
      return (int) i;
  return -1;
}

/* Most kernels are of the same few collectives as the last ones. */
static int
find_again (CollectiveReader *reader, const CollectiveText *text)
{
  if (text->n != reader->n_last || memcmp (text->at, reader->last, text->n) != 0)
    {
      reader->n_last = MIN (text->n, sizeof reader->last);
      memcpy (reader->last, text->at, reader->n_last);
      reader->which_last = find_collective (text);
      if (text->n > sizeof reader->last)
        {
          reader->n_last = SIZE_MAX;
          return reader->which_last;
        }
    }
  return text->n > 0 ? reader->which_last : -1;
}

static int64_t
element_bytes (const CollectiveText *dtype)
{
  for (size_t i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strlen (dtypes[i].name) == dtype->n && memcmp (dtypes[i].name, dtype->at, dtype->n) == 0)
      return dtypes[i].bytes;
  return 0;
}

/* Copies the text. Returns false when memory runs out. */
static bool
keep (CollectiveReader *reader, const Arg *arg, size_t *ret_at, size_t *ret_n)
{
  *ret_at = reader->n;
  *ret_n = arg->length;
  if (!column_grow ((void **) &reader->texts, &reader->cap, reader->n + arg->length + 1, 1))
    return false;
  memcpy (reader->texts + reader->n, arg->text, arg->length);
  reader->n += arg->length;
  return true;
}

/* The texts come first. */
enum
{
  TOLD_COLLECTIVE,
  TOLD_GROUP,
  TOLD_DTYPE,
  N_TEXTS,
  TOLD_IN = N_TEXTS,
  TOLD_OUT,
  TOLD_SIZE,
  TOLD_IN_SPLIT,
  TOLD_OUT_SPLIT,
  N_TOLD
};

static const char *const told_keys[N_TOLD] = {
  [TOLD_COLLECTIVE] = "Collective name", [TOLD_GROUP] = "Process Group Name", [TOLD_DTYPE] = "dtype",
  [TOLD_IN] = "In msg nelems",           [TOLD_OUT] = "Out msg nelems",       [TOLD_SIZE] = "Group size",
  [TOLD_IN_SPLIT] = "In split size",     [TOLD_OUT_SPLIT] = "Out split size",
};

typedef struct
{
  size_t at[N_TEXTS], n[N_TEXTS]; /* in the reader's texts */
  bool has_in, has_out, is_split;
  int64_t in, out, group_size;
} Found;

/* Returns whether the list has elements: "[1, 2]", quoted or not. */
static bool
names_parts (const Arg *arg)
{
  for (size_t i = 0; i < arg->length; i++)
    if (g_ascii_isdigit (arg->text[i]))
      return true;
  return false;
}

static bool
take (CollectiveReader *reader, unsigned key, const Arg *arg, Found *found)
{
  switch (key)
    {
    case TOLD_IN:
      found->has_in = argument_whole (arg, &found->in);
      return true;
    case TOLD_OUT:
      found->has_out = argument_whole (arg, &found->out);
      return true;
    case TOLD_SIZE:
      if (!argument_whole (arg, &found->group_size))
        found->group_size = 0;
      return true;
    case TOLD_IN_SPLIT:
    case TOLD_OUT_SPLIT:
      found->is_split = found->is_split || names_parts (arg);
      return true;
    default:
      return !arg->quoted || keep (reader, arg, &found->at[key], &found->n[key]);
    }
}

bool
collective_read (CollectiveReader *reader, const Trace *trace, uint64_t slice, CollectiveFacts *ret_facts)
{
  CollectiveText *const texts[N_TEXTS] = { &ret_facts->collective, &ret_facts->process_group, &ret_facts->dtype };
  Found found = { 0 };
  unsigned key;
  Arg arg;

  *ret_facts = (CollectiveFacts){ { "", 0 }, { "", 0 }, { "", 0 }, N_COLLECTIVE_KINDS, 0, false, 0 };
  reader->n = 0;
  if (reader->finder.trace != trace)
    {
      arg_finder_clear (&reader->finder);
      arg_finder_init (&reader->finder, trace, told_keys, N_TOLD);
    }
  if (!arg_finder_begin (&reader->finder, trace_slices (trace)->args[slice]))
    return !reader->finder.iter.ran_out;
  while (arg_finder_next (&reader->finder, &key, &arg))
    if (!take (reader, key, &arg, &found))
      return false;
  for (unsigned i = 0; i < N_TEXTS; i++)
    if (found.n[i] > 0)
      *texts[i] = (CollectiveText){ reader->texts + found.at[i], found.n[i] };
  ret_facts->group_size = found.group_size;

  int which = find_again (reader, &ret_facts->collective);
  bool is_by_output = which >= 0 && collectives[which].is_by_output;
  int64_t width = element_bytes (&ret_facts->dtype);
  ret_facts->has_bytes =
    width > 0 && (is_by_output ? found.has_out : found.has_in)
    && !__builtin_mul_overflow (is_by_output ? found.out : found.in, width, &ret_facts->bytes);
  if (!ret_facts->has_bytes)
    ret_facts->bytes = 0;
  /* An all-to-all with parts of different sizes is another collective. */
  if (found.is_split && which >= 0 && strcmp (collectives[which].word, "alltoall") == 0)
    {
      ret_facts->collective = (CollectiveText){ "all_to_allv", strlen ("all_to_allv") };
      which = COLLECTIVE_ALL_TO_ALL_V;
    }
  ret_facts->kind = which < 0 ? N_COLLECTIVE_KINDS : (CollectiveKind) which;
  return true;
}

void
collective_reader_clear (CollectiveReader *reader)
{
  arg_finder_clear (&reader->finder);
  free (reader->texts);
  *reader = (CollectiveReader){ 0 };
}

void
collective_traffic_add (CollectiveTraffic *traffic, const CollectiveFacts *facts, int64_t transfer_ns)
{
  if (!facts->has_bytes)
    return;
  traffic->n_told++;
  traffic->bytes = add_saturated (traffic->bytes, facts->bytes);
  if (transfer_ns > 0)
    {
      traffic->timed_bytes = add_saturated (traffic->timed_bytes, facts->bytes);
      traffic->timed_ns = add_saturated (traffic->timed_ns, transfer_ns);
    }
}

bool
collective_is_send (const char *text, size_t length)
{
  return length >= strlen ("send") && memcmp (text, "send", strlen ("send")) == 0;
}

bool
collective_is_receive (const char *text, size_t length)
{
  return length >= strlen ("recv") && memcmp (text, "recv", strlen ("recv")) == 0;
}

CollectiveKind
collective_kind (const CollectiveText *collective)
{
  int which = find_collective (collective);

  return which < 0 ? N_COLLECTIVE_KINDS : (CollectiveKind) which;
}

const char *
collective_kind_word (CollectiveKind kind)
{
  return collectives[kind].name;
}

bool
collective_has_bandwidth (const CollectiveText *collective)
{
  int which = find_collective (collective);

  return which < 0 || collectives[which].factor != FACTOR_UNKNOWN;
}

double
collective_bus_factor (const CollectiveText *collective, int64_t group_size)
{
  return collective_kind_bus_factor (collective_kind (collective), group_size);
}

double
collective_kind_bus_factor (CollectiveKind kind, int64_t group_size)
{
  double n = (double) group_size;

  switch (kind == N_COLLECTIVE_KINDS ? FACTOR_UNKNOWN : collectives[kind].factor)
    {
    case FACTOR_ONE:
      return 1;
    case FACTOR_PART:
      return group_size > 0 ? (n - 1) / n : -1;
    case FACTOR_TWICE:
      return group_size > 0 ? 2 * (n - 1) / n : -1;
    default:
      return -1;
    }
}
