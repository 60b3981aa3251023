/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/rank_links.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/model/arg_finder.h"
#include "trace/model/arg_key_find.h"
#include "trace/stats/device/lane_sweep.h"
#include "trace/stats/distribution.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/slice_argument.h"

COLUMN_IMPLEMENT (RankLinkColumn, rank_link_column)

enum
{
  TOLD_COLLECTIVE,
  TOLD_FROM,
  TOLD_TO,
  N_TOLD
};

static const char *const told_keys[N_TOLD] = { "Collective name", "Src Rank", "Dst Rank" };

typedef struct
{
  int64_t from, to;
  int64_t begin_ns, dur_ns, bytes;
  uint64_t slice;
  bool is_send, has_bytes;
} Message;

COLUMN_DEFINE (MessageColumn, message_column, Message)
COLUMN_IMPLEMENT (MessageColumn, message_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  ClassOfNames classes;
  ArgFinder finder;
  CollectiveReader reader;
  MessageColumn messages;
} Search;

/* Sets *ret_is if the kernel is a message with a known partner. */
static bool
read_message (Search *search, int64_t own, Message *message, bool *ret_is)
{
  bool is_send = false, is_receive = false, has_from = false, has_to = false;
  unsigned key;
  Arg arg;

  *ret_is = false;
  if (arg_finder_begin (&search->finder, trace_slices (search->scope->trace)->args[message->slice]))
    while (arg_finder_next (&search->finder, &key, &arg))
      {
        if (key == TOLD_FROM)
          has_from = argument_whole (&arg, &message->from);
        else if (key == TOLD_TO)
          has_to = argument_whole (&arg, &message->to);
        else
          {
            is_send = collective_is_send (arg.text, arg.length);
            is_receive = collective_is_receive (arg.text, arg.length);
          }
      }
  if (search->finder.iter.ran_out)
    return false;
  message->is_send = is_send;
  if (is_send && has_to)
    message->from = own;
  else if (is_receive && has_from)
    message->to = own;
  *ret_is = (is_send && has_to) || (is_receive && has_from);
  return true;
}

static bool
add_slice (Search *search, uint64_t slice, int64_t own)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  Message message = { .slice = slice,
                      .begin_ns = slice_start_ns (slices, slice),
                      .dur_ns = slice_dur_ns (slices, slice) };
  CollectiveFacts facts;
  bool is_message;

  if (class_of_name (&search->classes, slice_name (slices, slice)) != KERNEL_COMMUNICATION
      || !stats_scope_holds_start (search->scope, message.begin_ns))
    return true;
  if (!read_message (search, own, &message, &is_message))
    return false;
  if (!is_message)
    return true;
  if (!collective_read (&search->reader, search->scope->trace, slice, &facts))
    return false;
  message.has_bytes = facts.has_bytes;
  message.bytes = facts.bytes;
  return message_column_push (&search->messages, message);
}

static bool
add_device (Search *search, uint32_t device)
{
  const Trace *trace = search->scope->trace;
  const TraceDevice *found = trace_device (trace, device);
  LaneSweep sweep;
  SweptSlice swept;
  bool ok = true;

  lane_sweep_init (&sweep, search->scope);
  sweep.has_kind[SLICE_KERNEL] = 1;
  for (uint32_t t = found->track + 1;
       ok && t < trace_n_tracks (trace) && trace_track (trace, t)->parent == found->track; t++)
    if (trace_track (trace, t)->kind == TRACK_STREAM && track_set_holds (search->scope->tracks, t))
      ok = lane_sweep_add (&sweep, trace_track (trace, t), 0);
  lane_sweep_begin (&sweep);
  while (ok && lane_sweep_next (&sweep, &swept))
    ok = stop_check_next (&search->check)
         && add_slice (search, swept.slice, trace_rank (trace, found->rank)->number);
  lane_sweep_clear (&sweep);
  return ok;
}

/* ---- pairs ---- */

static int
compare_messages (const void *a, const void *b)
{
  const Message *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->is_send != y->is_send)
    return x->is_send ? -1 : 1;
  if (x->begin_ns != y->begin_ns)
    return x->begin_ns < y->begin_ns ? -1 : 1;
  return x->slice < y->slice ? -1 : x->slice > y->slice;
}

/* messages are all of one pair of ranks: n_sends sends, then the receives. */
static RankLink
link_of (const Message *messages, size_t n)
{
  RankLink link = { .from = messages[0].from, .to = messages[0].to, .longest = messages[0].slice };
  int64_t longest_ns = -1;

  while (link.n_sends < n && messages[link.n_sends].is_send)
    link.n_sends++;
  link.n_receives = n - link.n_sends;
  link.is_paired = link.n_sends == link.n_receives;
  for (size_t i = 0; i < n; i++)
    {
      const Message *message = &messages[i];
      int64_t *sum_ns = message->is_send ? &link.send_ns : &link.receive_ns;

      const Message *shorter = message;

      *sum_ns = add_saturated (*sum_ns, message->dur_ns);
      if (link.is_paired)
        {
          const Message *other = &messages[message->is_send ? i + link.n_sends : i - link.n_sends];

          shorter = other->dur_ns < message->dur_ns ? other : message;
        }
      if (shorter->dur_ns > longest_ns)
        {
          longest_ns = shorter->dur_ns;
          link.longest = shorter->slice;
        }
      if (link.is_paired && message->is_send)
        link.transfer_ns =
          add_saturated (link.transfer_ns, MIN (message->dur_ns, messages[i + link.n_sends].dur_ns));
      if (message->has_bytes && message->is_send == (link.n_sends > 0))
        {
          link.n_told++;
          link.bytes = add_saturated (link.bytes, message->bytes);
        }
    }
  if (!link.is_paired)
    link.transfer_ns = link.n_sends > 0 ? link.send_ns : link.receive_ns; /* of those whose bytes count */
  return link;
}

static bool
add_links (Search *search, RankLinkColumn *links)
{
  const MessageColumn *messages = &search->messages;

  if (!stoppable_order (messages->at, messages->n, sizeof *messages->at, compare_messages,
                        search->check.should_continue, search->check.user_data))
    return false;
  for (size_t first = 0, end; first < messages->n; first = end)
    {
      for (end = first + 1; end < messages->n && messages->at[end].from == messages->at[first].from
                            && messages->at[end].to == messages->at[first].to;)
        end++;
      if (!rank_link_column_push (links, link_of (messages->at + first, end - first)))
        return false;
    }
  return true;
}

bool
rank_links_collect (const StatsScope *scope,
                    bool (*should_continue) (void *user_data),
                    void *user_data,
                    RankLinkColumn *ret_links)
{
  Search search = { .scope = scope, .check = { should_continue, user_data, 0 } };

  /* Then no kernel is a message with a known partner. */
  if (!arg_key_is_in (scope->trace, told_keys[TOLD_FROM]) && !arg_key_is_in (scope->trace, told_keys[TOLD_TO]))
    return stop_check_ask (&search.check);
  bool ok = class_of_names_init (&search.classes, scope->trace);

  arg_finder_init (&search.finder, scope->trace, told_keys, N_TOLD);
  for (uint32_t d = 0; ok && d < trace_n_devices (scope->trace); d++)
    ok = !stats_scope_holds_device (scope, d) || add_device (&search, d);
  ok = ok && add_links (&search, ret_links);
  class_of_names_clear (&search.classes);
  arg_finder_clear (&search.finder);
  collective_reader_clear (&search.reader);
  message_column_clear (&search.messages);
  return ok;
}
