/* SPDX-License-Identifier: Apache-2.0
 *
 * The words of what steps cost: values, changes, and what is missing. */

#include "widgets/compare/compared_costs.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/random_profile.h"

#define FIGURE(figure) ((CostRow) (COST_ROW_FIGURES + (figure)))

/* Two sides of 8 and 16 GPUs; B takes half of the time. */
static ComparedCosts
known_costs (void)
{
  const CostInput input = {
    .has_steps = true,
    .step_ns = 0.5e9,
    .has_gpus = true,
    .idle_ns = 0.125e9,
    .n_gpus = 8,
    .gpus_per_node = 8,
    .price_per_hour = 72,
    .samples_per_step = 64,
  };
  ComparedCosts costs = { .n_sides = 2, .inputs = { input, input } };

  costs.inputs[1].n_gpus = 16;
  costs.inputs[1].step_ns = 0.25e9;
  cost_terms_set_currency (&costs.terms[0], "USD");
  cost_terms_set_currency (&costs.terms[1], "USD");
  return costs;
}

static void
assert_value (ComparedCosts *costs, CostRow row, uint32_t side, const char *expected)
{
  cost_compute (costs->inputs, costs->n_sides, costs->sheets);
  g_autofree char *text = cost_row_value (costs, row, side, &number_style_c);

  g_assert_cmpstr (text, ==, expected);
  g_assert_true ((strcmp (expected, "n/a") == 0) == (cost_row_lack (costs, row, side) != NULL));
}

static void
assert_change (ComparedCosts *costs, CostRow row, const char *expected)
{
  cost_compute (costs->inputs, costs->n_sides, costs->sheets);
  g_autofree char *text = cost_row_change (costs, row, 1, &number_style_c);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_values_and_changes (void)
{
  ComparedCosts costs = known_costs ();

  assert_value (&costs, COST_ROW_GPUS, 1, "16");
  assert_value (&costs, COST_ROW_NODES, 1, "2");
  assert_value (&costs, COST_ROW_STEP_TIME, 0, "500.0\u00a0ms");
  assert_value (&costs, FIGURE (COST_THROUGHPUT), 1, "256");
  assert_value (&costs, FIGURE (COST_PER_HOUR), 1, "144\u00a0USD");
  assert_value (&costs, FIGURE (COST_PER_STEP), 0, "0.01\u00a0USD");
  assert_value (&costs, FIGURE (COST_OF_IDLE), 0, "2.5\u00a0USD");
  assert_value (&costs, FIGURE (COST_OF_EXPOSED_COMMUNICATION), 0, "0\u00a0USD");
  assert_value (&costs, FIGURE (COST_PER_MILLION_SAMPLES), 0, "156.2\u00a0USD");
  assert_value (&costs, FIGURE (COST_SCALING_EFFICIENCY), 1, "100.0\u202f%");
  assert_change (&costs, COST_ROW_GPUS, NULL);
  assert_change (&costs, COST_ROW_STEP_TIME, "-50\u00a0%");
  assert_change (&costs, FIGURE (COST_THROUGHPUT), "+100\u00a0%");
  assert_change (&costs, FIGURE (COST_PER_STEP), "0\u00a0%");
  assert_change (&costs, FIGURE (COST_OF_EXPOSED_COMMUNICATION), NULL);
  assert_change (&costs, FIGURE (COST_SCALING_EFFICIENCY), NULL);

  /* Amounts without a currency, and in two. */
  cost_terms_set_currency (&costs.terms[0], "");
  assert_value (&costs, FIGURE (COST_PER_HOUR), 0, "72");
  assert_change (&costs, FIGURE (COST_PER_HOUR), NULL);
  assert_change (&costs, FIGURE (COST_THROUGHPUT), "+100\u00a0%");
}

static void
assert_note_begins (ComparedCosts *costs, const char *expected)
{
  cost_compute (costs->inputs, costs->n_sides, costs->sheets);
  g_autofree char *note = compared_costs_note (costs);

  if (!g_str_has_prefix (note, expected))
    g_error ("“%s” does not begin with “%s”", note, expected);
}

static void
test_what_is_missing_is_said (void)
{
  ComparedCosts costs = known_costs ();

  assert_note_begins (&costs, "All GPUs of a job");
  costs.inputs[1].price_per_hour = -1;
  assert_value (&costs, FIGURE (COST_PER_STEP), 1, "n/a");
  assert_note_begins (&costs, "B: Enter the price of a node to see costs. All GPUs");
  costs.inputs[0].price_per_hour = -1;
  assert_note_begins (&costs, "Enter the price of a node to see costs. All GPUs");
  costs.inputs[0].samples_per_step = 0;
  assert_note_begins (&costs, "Enter the price of a node to see costs. A: Enter the samples of a step");
  costs = known_costs ();
  costs.inputs[1].n_gpus = 8;
  assert_note_begins (&costs, "Scaling efficiency needs profiles with different numbers of GPUs.");
  costs = known_costs ();
  costs.inputs[1].hardware = "A100";
  costs.inputs[1].hardware_length = strlen ("A100");
  assert_value (&costs, FIGURE (COST_SCALING_EFFICIENCY), 1, "n/a");
  g_assert_nonnull (strstr (cost_row_lack (&costs, FIGURE (COST_SCALING_EFFICIENCY), 1), "other hardware"));
  costs.inputs[0].has_steps = costs.inputs[1].has_steps = false;
  assert_note_begins (&costs, "Without steps, the time of a step is not known. All GPUs");
  for (CostRow row = 0; row < N_COST_ROWS; row++)
    {
      g_assert_cmpuint (strlen (cost_row_title (row)), >, 0);
      g_assert_cmpuint (strlen (cost_row_meaning (row)), >, 0);
    }
}

static void
test_a_long_currency_is_cut_between_characters (void)
{
  CostTerms terms = { 0 };

  cost_terms_set_currency (&terms, "EUR");
  g_assert_cmpstr (terms.currency, ==, "EUR");
  cost_terms_set_currency (&terms, "12345678901234€");
  g_assert_cmpstr (terms.currency, ==, "12345678901234");
  cost_terms_set_currency (&terms, "123456789012€€");
  g_assert_cmpstr (terms.currency, ==, "123456789012€");
  cost_terms_set_currency (&terms, "\xff");
  g_assert_true (g_utf8_validate (terms.currency, -1, NULL));
}

/* What the user says goes before what the profile says. */
static void
test_terms_are_used (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);
  ComparedSide sides[2];
  CostTerms terms[2] = {
    { .has_price = true, .price_per_hour = 36, .gpus_per_node = 1, .samples_per_step = 8 }
  };
  ComparedCosts costs;

  for (int i = 0; i < 2; i++)
    {
      Trace *trace = random_profile_new (random);
      const Profile *profile = profile_new (trace, "run.json", NULL, NULL);

      sides[i] =
        (ComparedSide){ .profile = profile, .name = (char *) "run", .scope = (char *) "Whole profile" };
      sides[i].part.scope = stats_scope_whole (profile->trace, profile->steps);
      trace_unref (trace);
    }
  Compared *compared = compared_new (sides, 2, NULL, 0, NULL, NULL);
  compared_costs_compute (compared, terms, &costs);
  g_assert_cmpfloat (costs.inputs[0].price_per_hour, ==, 36);
  g_assert_cmpuint (costs.inputs[0].gpus_per_node, ==, 1);
  g_assert_cmpfloat (costs.inputs[0].samples_per_step, ==, 8);
  g_assert_cmpfloat (costs.inputs[1].price_per_hour, <, 0);
  g_assert_cmpuint (costs.inputs[1].gpus_per_node, ==, cost_gpus_per_node (sides[1].profile->trace));
  g_assert_cmpuint (costs.inputs[0].n_gpus, ==, trace_n_devices (sides[0].profile->trace));
  if (costs.inputs[0].n_gpus > 0)
    g_assert_cmpfloat (costs.sheets[0].figures[COST_PER_HOUR].value, ==,
                       36 * (double) costs.inputs[0].n_gpus);
  compared_unref (compared);
  for (int i = 0; i < 2; i++)
    profile_unref (sides[i].profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/compared_costs/values_and_changes", test_values_and_changes);
  g_test_add_func ("/compared_costs/what_is_missing_is_said", test_what_is_missing_is_said);
  g_test_add_func ("/compared_costs/a_long_currency_is_cut_between_characters",
                   test_a_long_currency_is_cut_between_characters);
  g_test_add_func ("/compared_costs/terms_are_used", test_terms_are_used);
  return g_test_run ();
}
