/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/collective/collective_instance.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/container/string_table.h"
#include "trace/model/arg_finder.h"
#include "trace/stats/collective/collective_traffic.h"

COLUMN_IMPLEMENT (CollectivePartColumn, collective_part_column)

/* The arguments that Kineto records for an NCCL kernel (torch/csrc/distributed/c10d/ParamCommsUtils.hpp). */
enum
{
  TOLD_COLLECTIVE,
  TOLD_GROUP,
  TOLD_MEMBERS,
  TOLD_SEQUENCE,
  TOLD_SEQUENCE_NUMBER, /* the same, as other tools name it */
  TOLD_TYPE,
  TOLD_ELEMENTS,
  N_TOLD
};

static const char *const told_keys[N_TOLD] = {
  "Collective name", "Process Group Name", "Process Group Ranks", "Seq", "seq_num", "dtype", "In msg nelems"
};

/* The common identity of the kernels of an instance; ids of Search.texts, 0: not known. */
typedef struct
{
  uint32_t group, members;
  uint32_t sequence; /* as spelled in the file */
  uint32_t name;     /* string id of the kernel's name, if there is no sequence number */
} Identity;

/* The common description of their message. */
typedef struct
{
  uint32_t type, elements;
} Message;

typedef struct
{
  const Trace *trace;
  StopCheck check;
  ClassOfNames classes;
  ArgFinder finder;
  StringTable *texts;
  StringTable *identities; /* the bytes of an Identity */
  StringTable *messages;   /* the bytes of a Message */
} Search;

/* The file does not say which two ranks belong together: each rank counts its sends and receives with all others. */
static bool
is_point_to_point (const Arg *collective)
{
  return collective_is_send (collective->text, collective->length)
         || collective_is_receive (collective->text, collective->length);
}

/* NCCL uses this kernel both for point-to-point sends and for all-to-all. If the file does not say which one it is, it
 * is not known who waits for whom. */
static bool
is_send_or_recv (const Trace *trace, uint32_t name)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);

  return memmem (text, length, "SendRecv", strlen ("SendRecv")) != NULL;
}

/* Sets *ret_is if the kernel is part of a collective. Returns false when memory runs out. */
static bool
read_identity (Search *search, uint64_t slice, Identity *ret_identity, Message *ret_message, bool *ret_is)
{
  const SliceColumns *slices = trace_slices (search->trace);
  uint32_t ids[N_TOLD] = { 0 };
  bool ok = true;
  bool has_collective = false;
  unsigned key;
  Arg arg;

  *ret_is = true;
  bool has_some = arg_finder_begin (&search->finder, slices->args[slice]);
  while (has_some && ok && arg_finder_next (&search->finder, &key, &arg))
    {
      if (key == TOLD_COLLECTIVE)
        {
          has_collective = true;
          *ret_is = !is_point_to_point (&arg);
        }
      else
        ok = string_table_intern (search->texts, arg.text, arg.length, &ids[key]);
    }

  if (!has_collective)
    *ret_is = !is_send_or_recv (search->trace, slice_name (slices, slice));
  *ret_message = (Message){ ids[TOLD_TYPE], ids[TOLD_ELEMENTS] };

  uint32_t sequence = ids[TOLD_SEQUENCE] != 0 ? ids[TOLD_SEQUENCE] : ids[TOLD_SEQUENCE_NUMBER];
  *ret_identity = (Identity){ ids[TOLD_GROUP], ids[TOLD_MEMBERS], sequence,
                              sequence == 0 ? slice_name (slices, slice) : 0 };
  return ok && !search->finder.iter.ran_out;
}

static bool
add_kernel (Search *search, uint64_t slice, uint32_t device, CollectiveInstances *instances)
{
  CollectivePart part = { .slice = slice,
                          .start_ns = slice_start_ns (trace_slices (search->trace), slice),
                          .device = device };
  Identity identity;
  Message message;
  bool is_collective;

  if (!read_identity (search, slice, &identity, &message, &is_collective))
    return false;
  part.is_numbered = identity.sequence != 0;
  return !is_collective
         || (string_table_intern (search->messages, (const char *) &message, sizeof message, &part.message)
             && string_table_intern (search->identities, (const char *) &identity, sizeof identity,
                                     &part.identity)
             && u64_column_push (&instances->slices, slice)
             && collective_part_column_push (&instances->parts, part));
}

static bool
add_device (Search *search, uint32_t device, CollectiveInstances *instances)
{
  const SliceColumns *slices = trace_slices (search->trace);
  uint32_t parent = trace_device (search->trace, device)->track;
  bool ok = true;

  for (uint32_t t = parent + 1; t < trace_n_tracks (search->trace) && ok; t++)
    {
      const TraceTrack *track = trace_track (search->trace, t);

      if (track->parent != parent)
        break;
      for (uint64_t i = track->first_slice;
           track->kind == TRACK_STREAM && ok && i < track->first_slice + track->n_slices; i++)
        {
          if (!stop_check_next (&search->check))
            return false;
          if (slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
              && class_of_name (&search->classes, slice_name (slices, i)) == KERNEL_COMMUNICATION)
            ok = add_kernel (search, i, device, instances);
        }
    }
  return ok;
}

/* ---- order ---- */

static int
compare_on_device (const void *a, const void *b)
{
  const CollectivePart *x = a, *y = b;

  if (x->identity != y->identity)
    return x->identity < y->identity ? -1 : 1;
  if (x->device != y->device)
    return x->device < y->device ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

static bool
is_same_instance (const CollectivePart *a, const CollectivePart *b)
{
  return a->identity == b->identity && a->nth == b->nth;
}

/* If there is no sequence number and devices have recorded different numbers of an identity, it is not known which
 * kernels belong together, so each is alone. parts are ordered by identity and device. Returns how many these are. */
static uint64_t
part_uncounted (CollectivePart *parts, size_t n)
{
  uint64_t n_uncounted = 0;

  for (size_t first = 0, end; first < n; first = end)
    {
      size_t run = first;
      uint64_t n_of_device = 0;
      bool is_even = true;

      for (end = first; end < n && parts[end].identity == parts[first].identity; end++)
        if (end + 1 == n || parts[end + 1].identity != parts[end].identity
            || parts[end + 1].device != parts[end].device)
          {
            is_even = is_even && (n_of_device == 0 || n_of_device == end + 1 - run);
            n_of_device = end + 1 - run;
            run = end + 1;
          }
      for (size_t i = first; i < end && !is_even && !parts[i].is_numbered; i++)
        {
          parts[i].nth = i - first;
          n_uncounted++;
        }
    }
  return n_uncounted;
}

static int
compare_parts (const void *a, const void *b)
{
  const CollectivePart *x = a, *y = b;

  if (x->identity != y->identity)
    return x->identity < y->identity ? -1 : 1;
  if (x->nth != y->nth)
    return x->nth < y->nth ? -1 : 1;
  if (x->start_ns != y->start_ns)
    return x->start_ns < y->start_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* Returns the index of a slice among the sorted ones, or their number. */
static size_t
find_slice (const CollectiveInstances *instances, uint64_t slice)
{
  size_t low = 0, high = instances->slices.n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (instances->slices.at[middle] < slice)
        low = middle + 1;
      else
        high = middle;
    }
  return low < instances->slices.n && instances->slices.at[low] == slice ? low : instances->slices.n;
}

static int
compare_slices (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

  return x < y ? -1 : x > y;
}

static bool
put_in_order (const Search *search, CollectiveInstances *instances)
{
  CollectivePart *parts = instances->parts.at;
  size_t n = instances->parts.n;
  const StopCheck *check = &search->check;

  if (!stoppable_order (parts, n, sizeof *parts, compare_on_device, check->should_continue, check->user_data))
    return false;
  for (size_t i = 1; i < n; i++)
    if (parts[i].identity == parts[i - 1].identity && parts[i].device == parts[i - 1].device)
      parts[i].nth = parts[i - 1].nth + 1;
  instances->n_uncounted = part_uncounted (parts, n);
  if (!stoppable_order (parts, n, sizeof *parts, compare_parts, check->should_continue, check->user_data)
      || !stoppable_order (instances->slices.at, n, sizeof (uint64_t), compare_slices, check->should_continue,
                           check->user_data)
      || !u64_column_reserve (&instances->places, n))
    return false;
  instances->places.n = n;
  for (size_t i = 0; i < n; i++)
    instances->places.at[find_slice (instances, parts[i].slice)] = i;
  return true;
}

bool
collective_instances_init (CollectiveInstances *instances,
                           const Trace *trace,
                           bool (*should_continue) (void *user_data),
                           void *user_data)
{
  Search search = { .trace = trace, .check = { should_continue, user_data, 0 } };
  bool ok;

  *instances = (CollectiveInstances){ .trace = trace };
  if (trace_n_devices (trace) < 2)
    return true;
  search.texts = string_table_new ();
  search.identities = string_table_new ();
  search.messages = string_table_new ();
  arg_finder_init (&search.finder, trace, told_keys, N_TOLD);
  ok = class_of_names_init (&search.classes, trace) && search.texts != NULL && search.identities != NULL
       && search.messages != NULL;
  for (uint32_t device = 0; device < trace_n_devices (trace) && ok; device++)
    ok = add_device (&search, device, instances);
  arg_finder_clear (&search.finder);
  string_table_free (search.texts);
  string_table_free (search.identities);
  string_table_free (search.messages);
  class_of_names_clear (&search.classes);
  return ok && put_in_order (&search, instances);
}

void
collective_instances_clear (CollectiveInstances *instances)
{
  collective_part_column_clear (&instances->parts);
  u64_column_clear (&instances->slices);
  u64_column_clear (&instances->places);
}

/* ---- queries ---- */

/* Returns the parts [*ret_first, *ret_end) of the instance of a kernel. Returns false if it has none. */
static bool
parts_of (const CollectiveInstances *instances, uint64_t kernel, size_t *ret_first, size_t *ret_end)
{
  const CollectivePartColumn *parts = &instances->parts;
  size_t place = find_slice (instances, kernel);

  if (place == instances->slices.n)
    return false;
  *ret_first = (size_t) instances->places.at[place];
  *ret_end = *ret_first + 1;
  while (*ret_first > 0 && is_same_instance (&parts->at[*ret_first - 1], &parts->at[*ret_first]))
    --*ret_first;
  while (*ret_end < parts->n && is_same_instance (&parts->at[*ret_end - 1], &parts->at[*ret_end]))
    ++*ret_end;
  return true;
}

bool
collective_instances_begin_elsewhere (const CollectiveInstances *instances,
                                      uint64_t kernel,
                                      int64_t begin_ns,
                                      int64_t end_ns)
{
  const Trace *trace = instances->trace;
  size_t first, end;

  if (!parts_of (instances, kernel, &first, &end))
    return false;
  uint32_t rank = trace_track (trace, trace_track_of (trace, kernel))->rank;
  for (size_t i = first; i < end && instances->parts.at[i].start_ns <= end_ns; i++)
    {
      uint32_t other = trace_device (trace, instances->parts.at[i].device)->rank;

      if (instances->parts.at[i].start_ns >= begin_ns && other != rank
          && trace_rank (trace, other)->has_epoch)
        return trace_rank (trace, rank)->has_epoch;
    }
  return false;
}

int64_t
collective_instances_shortest_ns (const CollectiveInstances *instances, uint64_t kernel)
{
  const SliceColumns *slices = trace_slices (instances->trace);
  int64_t shortest_ns = INT64_MAX;
  size_t first, end;

  if (!parts_of (instances, kernel, &first, &end) || end - first < 2)
    return -1;
  for (size_t i = first; i < end; i++)
    {
      int64_t dur_ns = slice_dur_ns (slices, instances->parts.at[i].slice);

      if (instances->parts.at[i].message != instances->parts.at[first].message)
        return -1;
      if (dur_ns > 0)
        shortest_ns = MIN (shortest_ns, dur_ns);
    }
  return shortest_ns == INT64_MAX ? -1 : shortest_ns;
}
