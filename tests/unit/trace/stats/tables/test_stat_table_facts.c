/* SPDX-License-Identifier: Apache-2.0
 *
 * What tables of statistics know from arguments and names: collectives, launch configurations, bytes, base names. */

#include <math.h>
#include <string.h>
#include <glib.h>

#include "tests/unit/fixtures/opened_text.h"
#include "trace/naming/base_name.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/tables/stat_tables.h"

#define GPU_OF(device, called, ts, dur, more)                                                          \
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" called "\",\"pid\":" #device ",\"tid\":7,\"ts\":" #ts \
  ",\"dur\":" #dur ",\"args\":{\"device\":" #device ",\"stream\":7" more "}}"
#define GPU(called, ts, dur, more) GPU_OF (0, called, ts, dur, more)
#define COLLECTIVE(called, in, out, n, dtype, group)                                                   \
  ",\"Collective name\":\"" called "\",\"In msg nelems\":" #in ",\"Out msg nelems\":" #out             \
  ",\"Group size\":" #n ",\"dtype\":\"" dtype "\",\"In split size\":\"[]\",\"Out split size\":\"[]\"," \
  "\"Process Group Name\":\"" group "\""

static void
compute (const Profile *profile, const char *id, StatGrouping grouping, StatTable *ret_table)
{
  StatsScope scope = stats_scope_whole (profile->trace, profile->steps);

  g_assert_true (
    stat_table_kind (id)->compute (&scope, &(StatTableOptions){ .grouping = grouping }, NULL, NULL, ret_table));
}

static const StatColumn *
column (const StatTable *table, const char *key)
{
  int at = stat_table_column (table, key);

  g_assert_cmpint (at, >=, 0);
  return &table->columns[at];
}

static const char *
text (const StatTable *table, const char *key, uint64_t row)
{
  return stat_table_text (table, (uint32_t) stat_table_column (table, key), row, NULL);
}

static bool
is_null (const StatTable *table, const char *key, uint64_t row)
{
  return stat_table_is_null (table, (uint32_t) stat_table_column (table, key), row);
}

static void
check_near (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-9 * (fabs (expected) + 1));
}

/* ---- collectives ---- */

static void
bandwidths_are_of_what_the_arguments_tell (void)
{
  const Profile *profile = opened_text (
    "collectives.json",
    "[" GPU ("ncclAllReduce", 0, 40, COLLECTIVE ("allreduce", 1000, 1000, 4, "Float", "dp")) "," GPU (
      "ncclAllReduce", 100, 60,
      COLLECTIVE ("allreduce", 4000, 4000, 4, "Float",
                  "dp")) "," GPU ("ncclAllReduce", 200, 30,
                                  COLLECTIVE ("allreduce", 3000, 3000, 2, "BFloat16",
                                              "tp")) "," GPU ("ncclAllGather", 300, 20,
                                                              COLLECTIVE (
                                                                "_allgather_base", 500, 2000, 4, "Half",
                                                                "dp")) "," GPU ("ncclSilent", 400, 10,
                                                                                "") "," GPU ("sgemm", 500, 9,
                                                                                             "") "]",
    NULL);
  StatTable table;

  compute (profile, "collectives", STAT_BY_NAME, &table);
  g_assert_cmpuint (table.n_rows, ==, 4);

  /* 5,000 floats in 100 us: 0.2 GB/s; over the bus 2 x 3 / 4 of that. */
  g_assert_cmpstr (text (&table, "collective", 0), ==, "allreduce");
  g_assert_cmpstr (text (&table, "process_group", 0), ==, "dp");
  g_assert_cmpint (column (&table, "group_size")->whole[0], ==, 4);
  g_assert_cmpint (column (&table, "count")->whole[0], ==, 2);
  g_assert_cmpint (column (&table, "bytes")->whole[0], ==, 20000);
  check_near (column (&table, "algorithm_gb_per_s")->real[0], 0.2);
  check_near (column (&table, "bus_gb_per_s")->real[0], 0.3);
  check_near (column (&table, "percent_of_communication_time")->real[0], 100.0 * 100 / 160);

  g_assert_cmpstr (text (&table, "process_group", 1), ==, "tp");
  check_near (column (&table, "algorithm_gb_per_s")->real[1], 0.2);
  check_near (column (&table, "bus_gb_per_s")->real[1], 0.2);

  /* What it puts out: 4,000 bytes in 20 us. */
  g_assert_cmpint (column (&table, "bytes")->whole[2], ==, 4000);
  check_near (column (&table, "algorithm_gb_per_s")->real[2], 0.2);
  check_near (column (&table, "bus_gb_per_s")->real[2], 0.15);

  g_assert_cmpstr (text (&table, "name", 3), ==, "ncclSilent");
  g_assert_true (is_null (&table, "collective", 3) && is_null (&table, "process_group", 3)
                 && is_null (&table, "group_size", 3) && is_null (&table, "bytes", 3)
                 && is_null (&table, "algorithm_gb_per_s", 3) && is_null (&table, "bus_gb_per_s", 3));
  stat_table_clear (&table);
  profile_unref (profile);
}

/* The two begin at different times and end together: 4,000 bytes went over in the 20 us that both were there. The third has
 * no peer in the profile. */
static void
waiting_for_another_rank_is_no_part_of_the_transfer (void)
{
  const Profile *profile = opened_text (
    "ranks.json",
    "[" GPU (
      "ncclAllReduce", 0, 80,
      COLLECTIVE ("allreduce", 1000, 1000, 2, "Float",
                  "dp") ",\"Seq\":1") "," GPU_OF (1, "ncclAllReduce", 60, 20,
                                                  COLLECTIVE (
                                                    "allreduce", 1000, 1000, 2, "Float",
                                                    "dp") ",\"Seq\":1") "," GPU ("ncclAllReduce", 100, 10,
                                                                                 COLLECTIVE (
                                                                                   "allreduce", 1000, 1000, 2,
                                                                                   "Float",
                                                                                   "tp") ",\"Seq\":1") "]",
    NULL);
  StatTable table;

  compute (profile, "collectives", STAT_BY_NAME, &table);
  g_assert_cmpuint (table.n_rows, ==, 2);
  g_assert_cmpint (column (&table, "total_ns")->whole[0], ==, 100000);
  check_near (column (&table, "algorithm_gb_per_s")->real[0], 0.2);
  check_near (column (&table, "bus_gb_per_s")->real[0], 0.2);
  check_near (column (&table, "algorithm_gb_per_s")->real[1], 0.4);
  stat_table_clear (&table);
  profile_unref (profile);
}

static double
factor (const char *collective, int64_t n)
{
  return collective_bus_factor (&(CollectiveText){ collective, strlen (collective) }, n);
}

static void
the_bus_carries_what_nccl_tests_say (void)
{
  check_near (factor ("allreduce", 8), 1.75);
  check_near (factor ("all_reduce", 8), 1.75);
  check_near (factor ("_allgather_base", 8), 0.875);
  check_near (factor ("_reduce_scatter_base", 8), 0.875);
  check_near (factor ("reduce_scatter_tensor_coalesced", 8), 0.875);
  check_near (factor ("all_to_all", 8), 0.875);
  check_near (factor ("broadcast", 8), 1);
  check_near (factor ("reduce", 8), 1);
  check_near (factor ("send", 2), 1);
  check_near (factor ("all_to_allv", 8), -1);
  check_near (factor ("allreduce", 0), -1);
  check_near (factor ("wait", 8), -1);
  check_near (factor ("", 8), -1);
}

static void
an_all_to_all_of_parts_has_no_bandwidth (void)
{
  const Profile *profile = opened_text (
    "parts.json",
    "[" GPU (
      "ncclSendRecv", 0, 10,
      ",\"Collective name\":\"all_to_all\",\"In msg nelems\":100,\"Out msg nelems\":100,"
      "\"Group size\":2,\"dtype\":\"Float\",\"In split size\":\"[30, 70]\",\"Out split size\":\"[50, 50]\"") "]",
    NULL);
  StatTable table;

  compute (profile, "collectives", STAT_BY_NAME, &table);
  g_assert_cmpstr (text (&table, "collective", 0), ==, "all_to_allv");
  g_assert_cmpint (column (&table, "bytes")->whole[0], ==, 400);
  g_assert_true (is_null (&table, "algorithm_gb_per_s", 0) && is_null (&table, "bus_gb_per_s", 0));
  stat_table_clear (&table);
  profile_unref (profile);
}

/* ---- kernels ---- */

#define SHAPE(x, block, registers, shared)                                                 \
  ",\"grid\":[" #x ",1,1],\"block\":[" #block ",1,1],\"registers per thread\":" #registers \
  ",\"shared memory\":" #shared

static void
launches_of_one_configuration_are_one_row (void)
{
  const Profile *profile = opened_text (
    "launches.json",
    "[" GPU ("k", 0, 5, SHAPE (10, 128, 32, 0)) "," GPU ("k", 10, 6, SHAPE (10, 128, 32, 0)) "," GPU (
      "k", 20, 7, SHAPE (20, 128, 32, 0)) "," GPU ("j", 30, 4, SHAPE (10, 128, 32, 0)) "," GPU ("j", 40, 3,
                                                                                                "") "]",
    NULL);
  StatTable table;

  compute (profile, "kernels", STAT_BY_LAUNCH, &table);
  g_assert_cmpuint (table.n_rows, ==, 4);
  g_assert_cmpint (column (&table, "count")->whole[0], ==, 2);
  g_assert_cmpint (column (&table, "total_ns")->whole[0], ==, 11000);
  g_assert_cmpstr (text (&table, "grid", 0), ==, "10 x 1 x 1");
  g_assert_cmpstr (text (&table, "block", 0), ==, "128 x 1 x 1");
  g_assert_cmpint (column (&table, "registers")->whole[0], ==, 32);
  g_assert_cmpint (column (&table, "shared_bytes")->whole[0], ==, 0);
  g_assert_false (is_null (&table, "shared_bytes", 0));
  g_assert_cmpstr (text (&table, "grid", 1), ==, "20 x 1 x 1");
  g_assert_cmpstr (text (&table, "name", 3), ==, "j");
  g_assert_true (is_null (&table, "grid", 3) && is_null (&table, "registers", 3)
                 && is_null (&table, "shared_bytes", 3));
  g_assert_true (is_null (&table, "precision", 3) && is_null (&table, "tensor_core", 3));
  stat_table_clear (&table);
  profile_unref (profile);
}

#define CALL(ts, correlation, x)                                                                        \
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"hipLaunchKernel\",\"pid\":9,\"tid\":9,\"ts\":" #ts \
  ",\"dur\":1,\"args\":{\"correlation\":" #correlation ",\"grid\":[" #x                                 \
  ",1,1],\"block\":[64,1,1],\"shared memory\":7}}"

/* AMD's profilers tell it with the call: kernels that are alike in their own arguments may differ. */
static void
configurations_told_by_calls_are_told_apart (void)
{
  const Profile *profile = opened_text (
    "calls.json",
    "[" CALL (0, 1, 10) "," CALL (2, 2, 20) "," CALL (4, 3, 10) "," GPU (
      "k", 10, 5, ",\"correlation\":1") "," GPU ("k", 20, 6,
                                                 ",\"correlation\":2") "," GPU ("k", 30, 7,
                                                                                ",\"correlation\":3") "]",
    NULL);
  StatTable table;

  compute (profile, "kernels", STAT_BY_LAUNCH, &table);
  g_assert_cmpuint (table.n_rows, ==, 2);
  g_assert_cmpstr (text (&table, "grid", 0), ==, "10 x 1 x 1");
  g_assert_cmpint (column (&table, "count")->whole[0], ==, 2);
  g_assert_cmpstr (text (&table, "grid", 1), ==, "20 x 1 x 1");
  g_assert_cmpint (column (&table, "shared_bytes")->whole[1], ==, 7);
  g_assert_true (is_null (&table, "registers", 1));
  stat_table_clear (&table);
  profile_unref (profile);
}

static void
base_names_have_no_types_and_no_arguments (void)
{
  static const char *const names[][2] = {
    { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >"
      "(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
      "at::native::vectorized_elementwise_kernel" },
    { "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
      "ncclDevKernel_AllReduce_Sum_f32_RING_LL" },
    { "void (anonymous namespace)::softmax<float>(float*)", "(anonymous namespace)::softmax" },
    { "_ZN2at6native13reduce_kernelILi512EEEvPf", "at::native::reduce_kernel" },
    { "ampere_sgemm_128x64_nn", "ampere_sgemm_128x64_nn" },
    { "triton_poi_fused_add_0", "triton_poi_fused_add_0" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char base[BASE_NAME_MAX_BYTES + 1];
      size_t n = base_name_write (names[i][0], strlen (names[i][0]), base);

      base[n] = '\0';
      g_assert_cmpstr (base, ==, names[i][1]);
    }
}

/* A name of any length and bytes is a row, under itself where it has no base name. */
static void
strange_names_have_rows (void)
{
  g_autofree char *longest = g_strnfill (20000, 'k');
  g_autofree char *json = g_strdup_printf ("[" GPU ("%s", 0, 5, "") "," GPU ("\\u0000", 10, 4, "") "," GPU (
                                             "a<<<(", 20, 3, "") "," GPU ("", 30, 2, "") "]",
                                           longest);
  const Profile *profile = opened_text ("strange.json", json, NULL);
  StatTable table;

  compute (profile, "kernels", STAT_BY_BASE, &table);
  g_assert_cmpuint (table.n_rows, ==, 4);
  g_assert_cmpstr (text (&table, "name", 0), ==, longest);
  for (uint64_t row = 0; row < table.n_rows; row++)
    g_assert_true (g_utf8_validate (stat_table_shown (&table, 0, row), -1, NULL));
  stat_table_clear (&table);
  profile_unref (profile);
}

/* ---- memory ---- */

#define COPY(cat, called, ts, dur, more)                                                      \
  "{\"ph\":\"X\",\"cat\":\"" cat "\",\"name\":\"" called "\",\"pid\":0,\"tid\":7,\"ts\":" #ts \
  ",\"dur\":" #dur ",\"args\":{\"device\":0,\"stream\":7" more "}}"

static void
bandwidth_is_of_copies_that_tell_their_bytes (void)
{
  const Profile *profile =
    opened_text ("copies.json",
                 "[" COPY ("gpu_memcpy", "Memcpy HtoD", 0, 10, ",\"bytes\":50000") "," COPY (
                   "gpu_memcpy", "Memcpy HtoD", 20, 10,
                   "") "," COPY ("gpu_memcpy", "Memcpy HtoD", 40, 0,
                                 ",\"bytes\":7") "," COPY ("gpu_memset", "Memset", 60, 3, "") "]",
                 NULL);
  StatTable table;

  compute (profile, "memory", STAT_BY_NAME, &table);
  g_assert_cmpuint (table.n_rows, ==, 2);
  g_assert_cmpint (column (&table, "bytes")->whole[0], ==, 50007);
  check_near (column (&table, "bandwidth_gb_per_s")->real[0], 5);
  g_assert_cmpint (table.rows[0].kind, ==, SLICE_MEMCPY);
  g_assert_cmpint (table.rows[1].kind, ==, SLICE_MEMSET);
  g_assert_true (is_null (&table, "bytes", 1) && is_null (&table, "bandwidth_gb_per_s", 1));
  stat_table_clear (&table);
  profile_unref (profile);
}

static void
sums_beyond_int64_saturate (void)
{
  const Profile *profile = opened_text (
    "large.json",
    "[" COPY ("gpu_memcpy", "Memcpy HtoD", 0, 2e15, ",\"bytes\":9000000000000000000") "," COPY (
      "gpu_memcpy", "Memcpy HtoD", 1, 2e15,
      ",\"bytes\":9000000000000000000") "," COPY ("gpu_memcpy", "Memcpy HtoD", 2, 2e15,
                                                  "") "," COPY ("gpu_memcpy", "Memcpy HtoD", 3, 2e15,
                                                                "") "," COPY ("gpu_memcpy", "Memcpy HtoD", 4,
                                                                              2e15,
                                                                              "") "," COPY ("gpu_memcpy",
                                                                                            "Memcpy HtoD", 5,
                                                                                            2e15, "") "]",
    NULL);
  StatTable table;

  compute (profile, "memory", STAT_BY_NAME, &table);
  g_assert_cmpint (column (&table, "bytes")->whole[0], ==, INT64_MAX);
  g_assert_cmpint (column (&table, "total_ns")->whole[0], ==, INT64_MAX);
  g_assert_cmpint (table.sum_ns, ==, INT64_MAX);
  check_near (column (&table, "percent_of_memory_time")->real[0], 100);
  check_near (column (&table, "percent_of_window")->real[0], 100);
  stat_table_clear (&table);
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stat_table_facts/bandwidths_are_of_what_the_arguments_tell",
                   bandwidths_are_of_what_the_arguments_tell);
  g_test_add_func ("/stat_table_facts/waiting_for_another_rank_is_no_part_of_the_transfer",
                   waiting_for_another_rank_is_no_part_of_the_transfer);
  g_test_add_func ("/stat_table_facts/the_bus_carries_what_nccl_tests_say",
                   the_bus_carries_what_nccl_tests_say);
  g_test_add_func ("/stat_table_facts/an_all_to_all_of_parts_has_no_bandwidth",
                   an_all_to_all_of_parts_has_no_bandwidth);
  g_test_add_func ("/stat_table_facts/launches_of_one_configuration_are_one_row",
                   launches_of_one_configuration_are_one_row);
  g_test_add_func ("/stat_table_facts/configurations_told_by_calls_are_told_apart",
                   configurations_told_by_calls_are_told_apart);
  g_test_add_func ("/stat_table_facts/base_names_have_no_types_and_no_arguments",
                   base_names_have_no_types_and_no_arguments);
  g_test_add_func ("/stat_table_facts/strange_names_have_rows", strange_names_have_rows);
  g_test_add_func ("/stat_table_facts/bandwidth_is_of_copies_that_tell_their_bytes",
                   bandwidth_is_of_copies_that_tell_their_bytes);
  g_test_add_func ("/stat_table_facts/sums_beyond_int64_saturate", sums_beyond_int64_saturate);
  return g_test_run ();
}
