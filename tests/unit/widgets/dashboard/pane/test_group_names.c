/* SPDX-License-Identifier: Apache-2.0
 *
 * Names that the user gives process groups: each group has its own, and none is lost with another's. */

#include "widgets/dashboard/pane/group_names.h"

#include <glib.h>
#include <string.h>

#define GROUPS 12

static ProcessGroups
make_groups (void)
{
  ProcessGroups groups = { .texts = string_table_new () };

  for (int i = 0; i < GROUPS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%d", i / 2), *members = g_strdup_printf ("[%d, %d]", i, i + 1);
      ProcessGroup group = { 0 };

      g_assert_true (string_table_intern (groups.texts, name, strlen (name), &group.name));
      g_assert_true (string_table_intern (groups.texts, members, strlen (members), &group.members));
      if (i % 3 == 0)
        g_assert_true (string_table_intern (groups.texts, "mesh_tp", strlen ("mesh_tp"), &group.description));
      g_assert_true (process_group_column_push (&groups.groups, group));
    }
  return groups;
}

static void
test_a_name_is_that_of_its_group (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  ProcessGroups groups = make_groups ();
  char *given[GROUPS] = { NULL };
  char *names = NULL;

  for (int round = 0; round < 2000; round++)
    {
      uint32_t group = (uint32_t) g_rand_int_range (random, 0, GROUPS);
      char *name = g_rand_int_range (random, 0, 4) == 0 ? g_strdup ("") : g_strdup_printf ("name %d = \"é\\\"", g_rand_int_range (random, 0, 50));
      char *changed = group_names_with (names, &groups, group, name);

      g_free (names);
      names = changed;
      g_free (given[group]);
      given[group] = name;
      for (uint32_t i = 0; i < GROUPS; i++)
        {
          g_autofree char *found = group_names_given (names, &groups, i), *shown = group_names_shown (names, &groups, i);
          g_autofree char *told = group_names_told (&groups, i);
          const char *wanted = given[i] != NULL && *given[i] != '\0' ? given[i] : NULL;

          g_assert_cmpstr (found, ==, wanted);
          g_assert_cmpstr (shown, ==, wanted != NULL ? wanted : told);
        }
    }
  for (uint32_t i = 0; i < GROUPS; i++)
    {
      char *changed = group_names_with (names, &groups, i, "");

      g_free (names);
      names = changed;
      g_free (given[i]);
    }
  g_assert_cmpstr (names, ==, "");
  g_free (names);
  process_groups_clear (&groups);
}

static void
test_what_the_file_calls_a_group (void)
{
  ProcessGroups groups = make_groups ();
  g_autofree char *described = group_names_told (&groups, 3), *numbered = group_names_told (&groups, 4);

  g_assert_cmpstr (described, ==, "mesh_tp 1");
  g_assert_cmpstr (numbered, ==, "Group 2");
  process_groups_clear (&groups);
}

static void
test_any_text_is_read_and_names_fit_into_it (void)
{
  static const char *const texts[] = { "", "\n", "\n\n\n", "abc", " ", "0123456789012345678901234567890123456789 ", "\xff\xfe \n" };
  ProcessGroups groups = make_groups ();
  GString *lengthy = g_string_new (NULL);

  for (int i = 0; i < 150; i++)
    g_string_append (lengthy, "é\n");
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *given = group_names_given (texts[i], &groups, 0);
      g_autofree char *names = group_names_with (texts[i], &groups, 0, lengthy->str);
      g_autofree char *cut = group_names_given (names, &groups, 0);

      g_assert_null (given);
      g_assert_cmpuint (strlen (cut), <=, GROUP_NAME_MAX);
      g_assert_true (g_utf8_validate (cut, -1, NULL));
      g_assert_true (g_str_has_prefix (cut, "é é"));
    }

  /* The text has a bound, and what was set last is kept. */
  g_autofree char *filler = g_strnfill (GROUP_NAMES_MAX, 'x');
  g_autofree char *names = group_names_with (filler, &groups, 5, "kept");
  g_autofree char *kept = group_names_given (names, &groups, 5);
  g_assert_cmpuint (strlen (names), <=, GROUP_NAMES_MAX);
  g_assert_cmpstr (kept, ==, "kept");
  g_string_free (lengthy, TRUE);
  process_groups_clear (&groups);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/group_names/a_name_is_that_of_its_group", test_a_name_is_that_of_its_group);
  g_test_add_func ("/group_names/what_the_file_calls_a_group", test_what_the_file_calls_a_group);
  g_test_add_func ("/group_names/any_text_is_read_and_names_fit_into_it", test_any_text_is_read_and_names_fit_into_it);
  return g_test_run ();
}
