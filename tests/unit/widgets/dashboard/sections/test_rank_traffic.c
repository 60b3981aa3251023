/* SPDX-License-Identifier: Apache-2.0
 *
 * What ranks send to each other, as a map, against messages that are told one by one. */

#include <glib.h>
#include <string.h>

#include "trace/build/builder.h"
#include "widgets/dashboard/sections/section_rank_traffic.h"

#define ROUNDS   100
#define RANKS    5
#define MESSAGES 40

static const int64_t numbers[RANKS] = { 0, 1, 4, 9, 12 };

typedef struct
{
  int from, to; /* indices of numbers */
  int64_t elements, send_ns, receive_ns;
  bool has_send, has_receive, has_type;
} Told;

static void
put (TraceBuilder *builder, uint32_t *node, const char *key, const char *text, int64_t number)
{
  ArgsBlob *blob = trace_builder_args_blob (builder);

  g_assert_true (arg_keys_child (trace_builder_arg_keys (builder), *node,
                                 trace_builder_string (builder, key, strlen (key)), node));
  g_assert_true (text != NULL ? args_put_string (blob, trace_builder_strings (builder), text, strlen (text))
                              : args_put_integer (blob, number));
}

static void
add_kernel (TraceBuilder *builder, uint32_t stream, const Told *told, bool is_send, int64_t start_ns)
{
  const char *name = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
  uint32_t node = 0;
  uint64_t args;

  g_assert_true (args_begin (trace_builder_args_blob (builder), &args));
  put (builder, &node, "Collective name", is_send ? "send" : "recv", 0);
  put (builder, &node, is_send ? "Dst Rank" : "Src Rank", NULL, numbers[is_send ? told->to : told->from]);
  put (builder, &node, "In msg nelems", NULL, told->elements);
  put (builder, &node, "Out msg nelems", NULL, told->elements);
  put (builder, &node, "dtype", told->has_type ? "Float" : "Unheard", 0);
  args_end (trace_builder_args_blob (builder), args, node);
  trace_builder_add_slice (builder, &(SliceInput){ .track = stream,
                                                   .name = trace_builder_string (builder, name, strlen (name)),
                                                   .kind = SLICE_KERNEL,
                                                   .start_ns = start_ns,
                                                   .dur_ns = is_send ? told->send_ns : told->receive_ns,
                                                   .correlation = start_ns,
                                                   .args = args });
}

static Trace *
make_job (const Told *tolds)
{
  g_autoptr (GError) error = NULL;
  TraceBuilder *builder = trace_builder_new ();

  for (int rank = 0; rank < RANKS; rank++)
    {
      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, numbers[rank]);
      trace_builder_set_time_base (builder, 1000, true);
      uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
      trace_builder_track (builder, device)->device = 0;
      uint32_t stream = trace_builder_add_track (builder, TRACK_STREAM, device);
      trace_builder_track (builder, stream)->device = 0;
      trace_builder_track (builder, stream)->stream = 7;
      for (int i = 0; i < MESSAGES; i++)
        {
          if (tolds[i].from == rank && tolds[i].has_send)
            add_kernel (builder, stream, &tolds[i], true, 1000 * i + 1);
          if (tolds[i].to == rank && tolds[i].has_receive)
            add_kernel (builder, stream, &tolds[i], false, 1000 * i + 1);
        }
    }
  Trace *trace = trace_builder_finish (builder, &error);
  g_assert_no_error (error);
  trace_builder_free (builder);
  return trace;
}

/* Returns the index of a number among those of the map, or -1. */
static int
place_of (const RankTraffic *traffic, int64_t number)
{
  for (uint32_t i = 0; i < traffic->messages.n_rows; i++)
    if (traffic->numbers[i] == number)
      return (int) i;
  return -1;
}

static void
check_pair (const RankTraffic *traffic, const Told *tolds, int from, int to, size_t *n)
{
  const TrafficMap *map = &traffic->messages;
  int64_t bytes = 0, transfer_ns = 0, send_ns = 0, receive_ns = 0;
  int n_sends = 0, n_receives = 0, n_told = 0;
  int row = place_of (traffic, numbers[from]), column = place_of (traffic, numbers[to]);

  for (int i = 0; i < MESSAGES; i++)
    if (tolds[i].from == from && tolds[i].to == to)
      {
        n_sends += tolds[i].has_send;
        n_receives += tolds[i].has_receive;
      }
  for (int i = 0; i < MESSAGES; i++)
    if (tolds[i].from == from && tolds[i].to == to)
      {
        bool counts = n_sends > 0 ? tolds[i].has_send : tolds[i].has_receive;

        n_told += counts && tolds[i].has_type;
        bytes += counts && tolds[i].has_type ? 4 * tolds[i].elements : 0;
        send_ns += tolds[i].has_send ? tolds[i].send_ns : 0;
        receive_ns += tolds[i].has_receive ? tolds[i].receive_ns : 0;
        transfer_ns += MIN (tolds[i].send_ns, tolds[i].receive_ns);
      }
  if (n_sends + n_receives == 0)
    {
      g_assert_true (row < 0 || column < 0
                     || rank_traffic_entry (map, (uint32_t) row, (uint32_t) column) == SIZE_MAX);
      return;
    }
  g_assert_cmpint (row, >=, 0);
  g_assert_cmpint (column, >=, 0);
  size_t entry = rank_traffic_entry (map, (uint32_t) row, (uint32_t) column);
  g_assert_cmpuint (entry, <, map->n);
  ++*n;
  g_assert_cmpint (traffic->links.at[entry].from, ==, numbers[from]);
  g_assert_cmpint (traffic->links.at[entry].to, ==, numbers[to]);
  g_assert_cmpint (map->values[TRAFFIC_BYTES][entry], ==, n_told > 0 ? bytes : TRAFFIC_UNKNOWN);

  /* Sends and receives of which some are missing are not told apart here: only whole pairs have this sum. */
  bool is_whole = true;
  for (int i = 0; i < MESSAGES; i++)
    if (tolds[i].from == from && tolds[i].to == to)
      is_whole = is_whole && tolds[i].has_send && tolds[i].has_receive;
  if (n_told != MAX (n_sends, n_sends > 0 ? 0 : n_receives))
    g_assert_cmpint (map->values[TRAFFIC_PACE][entry], ==, TRAFFIC_UNKNOWN);
  else if (is_whole)
    g_assert_cmpint (map->values[TRAFFIC_PACE][entry], ==, transfer_ns * 1000000000 / bytes);
  else if (n_receives == 0)
    g_assert_cmpint (map->values[TRAFFIC_PACE][entry], ==, send_ns * 1000000000 / bytes);
  else if (n_sends == 0)
    g_assert_cmpint (map->values[TRAFFIC_PACE][entry], ==, receive_ns * 1000000000 / bytes);
}

static void
test_cells_are_the_messages_of_their_pair (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (31);

  for (int round = 0; round < ROUNDS; round++)
    {
      g_autoptr (GError) error = NULL;
      Told tolds[MESSAGES];
      size_t n = 0;
      int64_t least = INT64_MAX, most = 0;

      for (int i = 0; i < MESSAGES; i++)
        tolds[i] = (Told){ .from = g_rand_int_range (random, 0, RANKS),
                           .to = g_rand_int_range (random, 0, RANKS),
                           .elements = g_rand_int_range (random, 1, 5000),
                           .send_ns = g_rand_int_range (random, 1, 400),
                           .receive_ns = g_rand_int_range (random, 1, 400),
                           .has_send = g_rand_int_range (random, 0, 9) > 0,
                           .has_receive = g_rand_int_range (random, 0, 9) > 0,
                           .has_type = g_rand_int_range (random, 0, 12) > 0 };
      for (int i = 0; i < MESSAGES; i++) /* a rank sends nothing to itself */
        if (tolds[i].from == tolds[i].to)
          tolds[i].to = (tolds[i].to + 1) % RANKS;
      g_autoptr (Trace) trace = make_job (tolds);
      const Profile *profile = profile_new (trace, "job", NULL, &error);
      g_assert_no_error (error);
      StatsScope scope = stats_scope_whole (trace, profile->steps);
      g_autoptr (DashboardData) data = dashboard_data_begin (profile, &scope, NULL);
      dashboard_data_compute (data, SECTION_BIT (SECTION_RANK_TRAFFIC), 0, NULL, NULL, NULL);
      const RankTraffic *traffic = dashboard_rank_traffic (data);

      for (int from = 0; from < RANKS; from++)
        for (int to = 0; to < RANKS; to++)
          check_pair (traffic, tolds, from, to, &n);
      g_assert_cmpuint (traffic->messages.n, ==, n);
      g_assert_cmpuint (traffic->n_left_out, ==, 0);
      for (size_t i = 0; i < n; i++)
        if (traffic->messages.values[TRAFFIC_PACE][i] != TRAFFIC_UNKNOWN)
          {
            least = MIN (least, traffic->messages.values[TRAFFIC_PACE][i]);
            most = MAX (most, traffic->messages.values[TRAFFIC_PACE][i]);
          }
      if (most > 0)
        {
          g_assert_cmpint (traffic->messages.spreads[TRAFFIC_PACE].least, ==, least);
          g_assert_cmpint (traffic->messages.spreads[TRAFFIC_PACE].most, ==, most);
        }
      profile_unref (profile);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank_traffic/cells_are_the_messages_of_their_pair", test_cells_are_the_messages_of_their_pair);
  return g_test_run ();
}
