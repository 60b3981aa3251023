/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/scrub/public_names.h"
#include "trace/scrub/pseudonyms.h"

static void
keys_are_known (void)
{
  static const char *const y[] = { "Addr",
                                   "Call stack",
                                   "Input Dims",
                                   "Input dims",
                                   "cbid",
                                   "correlation",
                                   "device",
                                   "hostname",
                                   "traceName",
                                   "trace_id",
                                   "warps per SM",
                                   "world_size",
                                   "Sequence number",
                                   "smsp__sass_thread_inst_executed_op_hfma_pred_on.sum" };
  static const char *const words[] = { "Collective name", "Input type", "dtype" };
  static const char *const n[] = { "",    "a",       "Addr ",     "addr",     "Input", "world_size2",
                                   "zzz", "my__key", "Input typ", "x__y.sum", "sm__x", "desc" };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    g_assert_cmpint (public_key_kind (y[i], strlen (y[i])), ==, KEY_KNOWN);
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    g_assert_cmpint (public_key_kind (words[i], strlen (words[i])), ==, KEY_OF_WORDS);
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    g_assert_cmpint (public_key_kind (n[i], strlen (n[i])), ==, KEY_UNKNOWN);
  g_assert_cmpint (public_key_kind ("Addr\0secret", 11), ==, KEY_UNKNOWN);
}

static void
annotations_are_known (void)
{
  static const char *const y[] = { "ProfilerStep#12",
                                   "step_7",
                                   "Step 7",
                                   "nccl:all_reduce",
                                   "gloo:broadcast",
                                   "nccl:send 0->1",
                                   "nccl:_reduce_scatter_base",
                                   "[memory]",
                                   "12",
                                   "DistributedDataParallel.forward",
                                   "Step:ModeKeys.TRAIN" };
  static const char *const n[] = { "forward",
                                   "ProfilerStep",
                                   "ProfilerStep#secret",
                                   "nccl:secret",
                                   "nccl:alpha_reduce_secret",
                                   "secret:all_reduce",
                                   "step_secret",
                                   "[memory] secret",
                                   "all_reduce",
                                   "DistributedDataParallel.forwarding" };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    g_assert_cmpuint (public_annotation_length (y[i], strlen (y[i])), ==, strlen (y[i]));
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    g_assert_cmpuint (public_annotation_length (n[i], strlen (n[i])), ==, 0);
  g_assert_cmpuint (public_annotation_length ("ProfilerStep#12 of secret", 25), ==,
                    strlen ("ProfilerStep#12"));
  g_assert_cmpuint (public_annotation_length ("Optimizer.step#Secret.step", 26), ==,
                    strlen ("Optimizer.step#"));
}

static void
values_are_public (void)
{
  static const char *const y[] = { "",     "3",      "-1.5e-05", "[1, 2, [3]]", "True",
                                   "null", "0x7ffe", "(2, 3)",   "12:30" };
  static const char *const n[] = { "a", "0x", "0xg", "e", "3e", "trues", "[a]", "1 + x" };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    g_assert_true (public_value (y[i], strlen (y[i])));
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    g_assert_false (public_value (n[i], strlen (n[i])));
  g_assert_false (public_value ("1\0secret", 8));
  g_assert_cmpuint (public_operator_length ("aten::mm", 8), ==, 8);
  g_assert_cmpuint (public_operator_length ("mylib::op", 9), ==, 0);
  g_assert_cmpuint (public_operator_length ("torch::secret", 13), ==, 0);
  g_assert_cmpuint (public_operator_length ("autograd::engine::evaluate_function: aten::mm", 45), ==, 45);
  g_assert_cmpuint (public_operator_length ("autograd::engine::evaluate_function: Mine", 41), ==, 37);
}

static void
labels_are_public (void)
{
  static const char *const y[] = { "stream 7 ", "python3", "pt_data_worker", "GPU utilization", "ac2g",
                                   "100",       "" };
  static const char *const n[] = { "zeus", "stream of zeus", "python\xc3\xa4", "\\u0070ython" };

  for (size_t i = 0; i < G_N_ELEMENTS (y); i++)
    g_assert_true (public_label (y[i], strlen (y[i])));
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    g_assert_false (public_label (n[i], strlen (n[i])));
}

static void
pseudonyms_are_stable (void)
{
  static const uint8_t key[16] = "0123456789abcde";
  Pseudonyms *counted = pseudonyms_new (NULL, 0), *keyed = pseudonyms_new (key, sizeof key),
             *again = pseudonyms_new (key, sizeof key);

  g_assert_cmpstr (pseudonyms_get (counted, PSEUDONYM_PATH, "/a", 2), ==, "path-1");
  g_assert_cmpstr (pseudonyms_get (counted, PSEUDONYM_PATH, "/b", 2), ==, "path-2");
  g_assert_cmpstr (pseudonyms_get (counted, PSEUDONYM_PATH, "/a", 2), ==, "path-1");
  g_assert_cmpstr (pseudonyms_get (counted, PSEUDONYM_USER, "/a", 2), ==, "user-1");
  g_assert_cmpstr (pseudonyms_get (counted, PSEUDONYM_PATH, "/a\0b", 4), ==, "path-3");
  g_assert_cmpuint (pseudonyms_count (counted, PSEUDONYM_PATH), ==, 3);
  /* printf 'path\0/a' | openssl dgst -sha256 -mac hmac -macopt hexkey:30313233343536373839616263646500 */
  g_assert_cmpstr (pseudonyms_get (keyed, PSEUDONYM_PATH, "/a", 2), ==, "path-c80262b1ac38");
  pseudonyms_get (again, PSEUDONYM_PATH, "/b", 2);
  g_assert_cmpstr (pseudonyms_get (again, PSEUDONYM_PATH, "/a", 2), ==, "path-c80262b1ac38");
  g_assert_cmpstr (pseudonyms_get (keyed, PSEUDONYM_USER, "/a", 2), !=, "path-c80262b1ac38");
  pseudonyms_free (counted);
  pseudonyms_free (keyed);
  pseudonyms_free (again);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/public_names/keys", keys_are_known);
  g_test_add_func ("/public_names/annotations", annotations_are_known);
  g_test_add_func ("/public_names/values", values_are_public);
  g_test_add_func ("/public_names/labels", labels_are_public);
  g_test_add_func ("/pseudonyms/stable", pseudonyms_are_stable);
  return g_test_run ();
}
