/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/ranks/parallelism.h"

#include <glib.h>
#include <string.h>

static const struct
{
  const char *name;
  Parallelism expected;
} names[] = {
  /* PyTorch */
  { "default_pg", PARALLELISM_UNKNOWN },
  { "undefined", PARALLELISM_UNKNOWN },
  { "mesh_dp", PARALLELISM_DATA },
  { "mesh_dp_shard", PARALLELISM_DATA },
  { "mesh_tp", PARALLELISM_TENSOR },
  { "mesh_pp", PARALLELISM_PIPELINE },
  { "mesh_ep", PARALLELISM_EXPERT },
  { "mesh_cp", PARALLELISM_CONTEXT },
  { "fsdp:root", PARALLELISM_DATA },
  /* Megatron-LM */
  { "TENSOR_MODEL_PARALLEL_GROUP", PARALLELISM_TENSOR },
  { "PIPELINE_MODEL_PARALLEL_GROUP", PARALLELISM_PIPELINE },
  { "DATA_PARALLEL_GROUP", PARALLELISM_DATA },
  { "CONTEXT_PARALLEL_GROUP", PARALLELISM_CONTEXT },
  { "EXPERT_MODEL_PARALLEL_GROUP", PARALLELISM_EXPERT },
  { "EXPERT_DATA_PARALLEL_GROUP", PARALLELISM_DATA },
  { "TENSOR_AND_DATA_PARALLEL_GROUP", PARALLELISM_UNKNOWN },
  { "MODEL_PARALLEL_GROUP", PARALLELISM_UNKNOWN },
  /* others */
  { "tp0", PARALLELISM_TENSOR },
  { "ep_size_8", PARALLELISM_EXPERT },
  { "", PARALLELISM_UNKNOWN },
  { "0", PARALLELISM_UNKNOWN },
  { "42", PARALLELISM_UNKNOWN },
  { "__", PARALLELISM_UNKNOWN },
  { "database", PARALLELISM_UNKNOWN },
  { "mesh_dp_mesh_tp", PARALLELISM_UNKNOWN },
  { "a_word_that_is_verylongandsaysnothing_tp", PARALLELISM_TENSOR },
};

static void
names_say_what_the_work_is_shared_by (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpstr (parallelism_word (parallelism_of_name (names[i].name, strlen (names[i].name))), ==,
                     parallelism_word (names[i].expected));
}

static void
bytes_behind_the_name_are_not_read (void)
{
  g_assert_cmpint (parallelism_of_name ("tp_and_dp", 2), ==, PARALLELISM_TENSOR);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallelism/names_say_what_the_work_is_shared_by", names_say_what_the_work_is_shared_by);
  g_test_add_func ("/parallelism/bytes_behind_the_name_are_not_read", bytes_behind_the_name_are_not_read);
  return g_test_run ();
}
