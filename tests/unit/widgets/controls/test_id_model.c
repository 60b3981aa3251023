/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "widgets/controls/id_model.h"

/* What the model said since it was looked at last. */
typedef struct
{
  guint position, n_removed, n_added;
  int n_changes, n_renumbered;
} Said;

static void
note_items (GListModel *model, guint position, guint n_removed, guint n_added, Said *said)
{
  (void) model;
  *said = (Said){ position, n_removed, n_added, said->n_changes + 1, said->n_renumbered };
}

static void
note_numbers (IdModel *model, Said *said)
{
  (void) model;
  said->n_renumbered++;
}

static IdModel *
new_model (Said *said)
{
  IdModel *model = id_model_new ();

  *said = (Said){ 0 };
  g_signal_connect (model, "items-changed", G_CALLBACK (note_items), said);
  g_signal_connect (model, "renumbered", G_CALLBACK (note_numbers), said);
  return model;
}

static void
take (IdModel *model, const uint64_t *ids, size_t n, size_t n_shown)
{
  uint64_t *copy = malloc ((n + 1) * sizeof *copy);

  if (n > 0)
    memcpy (copy, ids, n * sizeof *copy);
  id_model_take (model, copy, n, n_shown);
}

/* A row that GTK has made for a place is made once, whatever stands there. */
static void
test_rows_stay_where_numbers_change (void)
{
  Said said;
  g_autoptr (IdModel) model = new_model (&said);

  take (model, (uint64_t[]){ 7, 8, 9 }, 3, 3);
  g_assert_cmpint (said.n_changes, ==, 1);
  g_assert_cmpuint (said.n_added, ==, 3);
  g_assert_cmpint (said.n_renumbered, ==, 0);

  g_autoptr (IdItem) item = g_list_model_get_item (G_LIST_MODEL (model), 1);
  take (model, (uint64_t[]){ 17, 18, 19 }, 3, 3);
  g_assert_cmpint (said.n_changes, ==, 1);
  g_assert_cmpint (said.n_renumbered, ==, 1);
  g_assert_cmpuint (id_item_get (item), ==, 18);
}

static void
test_only_the_end_comes_and_goes (void)
{
  Said said;
  g_autoptr (IdModel) model = new_model (&said);

  take (model, (uint64_t[]){ 1, 2, 3, 4 }, 4, 4);
  g_autoptr (IdItem) last = g_list_model_get_item (G_LIST_MODEL (model), 3);
  take (model, (uint64_t[]){ 5, 6 }, 2, 9);
  g_assert_cmpuint (said.position, ==, 2);
  g_assert_cmpuint (said.n_removed, ==, 2);
  g_assert_cmpuint (said.n_added, ==, 0);
  g_assert_cmpuint (id_item_get (last), ==, UINT64_MAX);

  take (model, (uint64_t[]){ 1, 2, 3, 4 }, 4, 3);
  g_assert_cmpuint (said.position, ==, 2);
  g_assert_cmpuint (said.n_removed, ==, 0);
  g_assert_cmpuint (said.n_added, ==, 1);
  g_assert_cmpuint (id_model_show_more (model, 5), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 4);
  g_assert_cmpint (said.n_renumbered, ==, 2);
}

static void
test_nothing_after_something (void)
{
  Said said;
  g_autoptr (IdModel) model = new_model (&said);

  take (model, (uint64_t[]){ 1, 2 }, 2, 2);
  id_model_take (model, NULL, 0, 0);
  g_assert_cmpuint (said.n_removed, ==, 2);
  g_assert_cmpint (said.n_renumbered, ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 0));
  id_model_take (model, NULL, 0, 0);
  g_assert_cmpint (said.n_changes, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/id_model/rows_stay_where_numbers_change", test_rows_stay_where_numbers_change);
  g_test_add_func ("/id_model/only_the_end_comes_and_goes", test_only_the_end_comes_and_goes);
  g_test_add_func ("/id_model/nothing_after_something", test_nothing_after_something);
  return g_test_run ();
}
