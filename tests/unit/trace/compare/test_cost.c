/* SPDX-License-Identifier: Apache-2.0
 *
 * What steps cost, against figures computed by hand. All of them are exact in binary. */

#include "trace/compare/cost.h"

#include <glib.h>
#include <string.h>

#define HOUR_NS 3.6e12

/* A step of a 100 s run on 16 GPUs: 2 nodes of 8, 36 an hour each, so that a second costs 0.02. */
static CostInput
known_input (void)
{
  return (CostInput){
    .has_steps = true,
    .step_ns = 0.5e9,
    .has_gpus = true,
    .idle_ns = 0.125e9,
    .exposed_communication_ns = 0.0625e9,
    .n_gpus = 16,
    .gpus_per_node = 8,
    .price_per_hour = 36,
    .samples_per_step = 64,
  };
}

static CostSheet
sheet_of (CostInput input)
{
  CostSheet sheet;

  cost_compute (&input, 1, &sheet);
  return sheet;
}

static void
assert_known (const CostSheet *sheet, CostFigure figure, double value)
{
  g_assert_cmpint (sheet->figures[figure].lack, ==, COST_KNOWN);
  g_assert_cmpfloat (sheet->figures[figure].value, ==, value);
}

static void
assert_lack (const CostSheet *sheet, CostFigure figure, CostLack lack)
{
  g_assert_cmpint (sheet->figures[figure].lack, ==, lack);
  g_assert_cmpfloat (sheet->figures[figure].value, ==, 0);
}

static void
test_figures (void)
{
  CostSheet sheet = sheet_of (known_input ());

  g_assert_cmpuint (sheet.n_nodes, ==, 2);
  assert_known (&sheet, COST_THROUGHPUT, 128);
  assert_known (&sheet, COST_PER_HOUR, 72);
  assert_known (&sheet, COST_PER_STEP, 0.01);
  assert_known (&sheet, COST_PER_1000_STEPS, 10);
  assert_known (&sheet, COST_OF_IDLE, 2.5);
  assert_known (&sheet, COST_OF_EXPOSED_COMMUNICATION, 1.25);
  assert_known (&sheet, COST_PER_MILLION_SAMPLES, 156.25);
  assert_lack (&sheet, COST_SCALING_EFFICIENCY, COST_ONE_SIZE);
}

/* A node is paid as a whole. */
static void
test_nodes (void)
{
  static const struct
  {
    uint64_t n_gpus, gpus_per_node, n_nodes;
  } cases[] = {
    { 1, 8, 1 },  { 8, 8, 1 },  { 9, 8, 2 },
    { 16, 8, 2 }, { 17, 8, 3 }, { 1, 0, 1 },
    { 2, 0, 0 },  { 0, 8, 0 },  { UINT64_MAX, 1, UINT64_MAX },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CostInput input = known_input ();

      input.n_gpus = cases[i].n_gpus;
      input.gpus_per_node = cases[i].gpus_per_node;
      CostSheet sheet = sheet_of (input);
      g_assert_cmpuint (sheet.n_nodes, ==, cases[i].n_nodes);
      if (cases[i].n_nodes > 0)
        assert_known (&sheet, COST_PER_HOUR, 36 * (double) cases[i].n_nodes);
      else
        assert_lack (&sheet, COST_PER_HOUR, cases[i].n_gpus == 0 ? COST_NO_GPUS : COST_NO_NODE);
    }
}

/* Each figure lacks what it needs and nothing else. */
static void
test_lacks (void)
{
  CostInput input = known_input ();

  input.price_per_hour = -1;
  CostSheet sheet = sheet_of (input);
  for (CostFigure figure = 0; figure < N_COST_FIGURES; figure++)
    if (cost_figure_is_money (figure))
      assert_lack (&sheet, figure, COST_NO_PRICE);
  assert_known (&sheet, COST_THROUGHPUT, 128);

  input = known_input ();
  input.samples_per_step = 0;
  sheet = sheet_of (input);
  assert_known (&sheet, COST_PER_STEP, 0.01);
  assert_lack (&sheet, COST_THROUGHPUT, COST_NO_SAMPLES);
  assert_lack (&sheet, COST_PER_MILLION_SAMPLES, COST_NO_SAMPLES);
  assert_lack (&sheet, COST_SCALING_EFFICIENCY, COST_NO_SAMPLES);

  input = known_input ();
  input.has_steps = false;
  sheet = sheet_of (input);
  assert_known (&sheet, COST_PER_HOUR, 72);
  for (CostFigure figure = 0; figure < N_COST_FIGURES; figure++)
    if (figure != COST_PER_HOUR)
      assert_lack (&sheet, figure, COST_NO_STEPS);

  /* Steps of a profile without GPU activity cost what they cost; what the GPUs did is not known. */
  input = known_input ();
  input.has_gpus = false;
  sheet = sheet_of (input);
  assert_known (&sheet, COST_PER_STEP, 0.01);
  assert_lack (&sheet, COST_OF_IDLE, COST_NO_GPUS);
  assert_lack (&sheet, COST_OF_EXPOSED_COMMUNICATION, COST_NO_GPUS);
}

static void
test_a_price_of_nothing_is_a_price (void)
{
  CostInput input = known_input ();

  input.price_per_hour = 0;
  CostSheet sheet = sheet_of (input);
  assert_known (&sheet, COST_PER_STEP, 0);
  assert_known (&sheet, COST_PER_MILLION_SAMPLES, 0);
}

static void
test_one_hour (void)
{
  CostInput input = known_input ();

  input.step_ns = input.idle_ns = HOUR_NS;
  CostSheet sheet = sheet_of (input);
  assert_known (&sheet, COST_PER_STEP, 72);
  assert_known (&sheet, COST_OF_IDLE, 72000);
}

/* The smallest side is the reference, wherever it stands. */
static void
test_scaling_efficiency (void)
{
  CostInput inputs[4] = { known_input (), known_input (), known_input (), known_input () };
  CostSheet sheets[4];

  /* 16 GPUs: 128 samples a second. 4: 64, which is 16 a GPU. 8: 64. The last one has no batch size. */
  inputs[1].n_gpus = 4;
  inputs[1].samples_per_step = 32;
  inputs[2].n_gpus = 8;
  inputs[2].samples_per_step = 32;
  inputs[3].n_gpus = 2;
  inputs[3].samples_per_step = 0;
  cost_compute (inputs, 4, sheets);
  assert_known (&sheets[0], COST_SCALING_EFFICIENCY, 0.5);
  assert_known (&sheets[1], COST_SCALING_EFFICIENCY, 1);
  assert_known (&sheets[2], COST_SCALING_EFFICIENCY, 0.5);
  assert_lack (&sheets[3], COST_SCALING_EFFICIENCY, COST_NO_SAMPLES);

  /* Of two that are equally small, the first one. */
  inputs[3].n_gpus = 4;
  inputs[3].samples_per_step = 128;
  cost_compute (inputs, 4, sheets);
  assert_known (&sheets[1], COST_SCALING_EFFICIENCY, 1);
  assert_known (&sheets[3], COST_SCALING_EFFICIENCY, 4);

  inputs[0].n_gpus = inputs[2].n_gpus = 4;
  cost_compute (inputs, 4, sheets);
  for (int i = 0; i < 4; i++)
    assert_lack (&sheets[i], COST_SCALING_EFFICIENCY, COST_ONE_SIZE);

  inputs[0].n_gpus = 0;
  inputs[2].n_gpus = 8;
  cost_compute (inputs, 4, sheets);
  assert_lack (&sheets[0], COST_SCALING_EFFICIENCY, COST_NO_GPUS);
  assert_known (&sheets[2], COST_SCALING_EFFICIENCY, 0.5);
}

static void
set_hardware (CostInput *input, const char *name)
{
  input->hardware = name;
  input->hardware_length = strlen (name);
}

/* What other GPUs reach says nothing of the scaling. */
static void
test_scaling_is_between_the_same_hardware (void)
{
  CostInput inputs[4] = { known_input (), known_input (), known_input (), known_input () };
  CostSheet sheets[4];

  for (int i = 0; i < 4; i++)
    set_hardware (&inputs[i], i == 3 ? "A100" : "H100");
  inputs[1].n_gpus = 4;
  inputs[1].samples_per_step = 32;
  inputs[3].n_gpus = 8;
  cost_compute (inputs, 4, sheets);
  assert_known (&sheets[0], COST_SCALING_EFFICIENCY, 0.5);
  assert_known (&sheets[1], COST_SCALING_EFFICIENCY, 1);
  assert_lack (&sheets[3], COST_SCALING_EFFICIENCY, COST_OTHER_HARDWARE);

  /* The smallest one is alone of its kind. */
  inputs[3].n_gpus = 2;
  cost_compute (inputs, 4, sheets);
  for (int i = 0; i < 3; i++)
    assert_lack (&sheets[i], COST_SCALING_EFFICIENCY, COST_OTHER_HARDWARE);
  assert_lack (&sheets[3], COST_SCALING_EFFICIENCY, COST_ONE_SIZE);

  /* A name that is not known is one of its own; a longer one is another. */
  inputs[3].n_gpus = 8;
  set_hardware (&inputs[0], "");
  set_hardware (&inputs[2], "H100 80GB");
  cost_compute (inputs, 4, sheets);
  assert_lack (&sheets[0], COST_SCALING_EFFICIENCY, COST_OTHER_HARDWARE);
  assert_lack (&sheets[1], COST_SCALING_EFFICIENCY, COST_ONE_SIZE);
  assert_lack (&sheets[2], COST_SCALING_EFFICIENCY, COST_OTHER_HARDWARE);

  for (int i = 0; i < 4; i++)
    inputs[i].n_gpus = 4;
  cost_compute (inputs, 4, sheets);
  for (int i = 0; i < 4; i++)
    assert_lack (&sheets[i], COST_SCALING_EFFICIENCY, COST_ONE_SIZE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cost/figures", test_figures);
  g_test_add_func ("/cost/nodes_are_paid_as_a_whole", test_nodes);
  g_test_add_func ("/cost/each_figure_says_what_it_lacks", test_lacks);
  g_test_add_func ("/cost/a_price_of_nothing_is_a_price", test_a_price_of_nothing_is_a_price);
  g_test_add_func ("/cost/an_hour_costs_the_price_of_the_nodes", test_one_hour);
  g_test_add_func ("/cost/scaling_efficiency", test_scaling_efficiency);
  g_test_add_func ("/cost/scaling_is_between_the_same_hardware", test_scaling_is_between_the_same_hardware);
  return g_test_run ();
}
