/* SPDX-License-Identifier: Apache-2.0
 *
 * What the steps of a comparison cost (trace/compare/cost.h), with what the user says of its profiles, and its words.
 * Returned char * are translated and transfer full; const char * are static. Any thread. */

#pragma once

#include "trace/compare/cost.h"
#include "widgets/compare/compared.h"
#include "widgets/look/number_text.h"

#define COST_CURRENCY_MAX 16 /* bytes, with the NUL */

/* What the user says of a side. */
typedef struct
{
  bool has_price;
  double price_per_hour; /* of a node */
  char currency[COST_CURRENCY_MAX];
  uint64_t gpus_per_node;    /* 0: as the profile says */
  uint64_t samples_per_step; /* 0: not given */
} CostTerms;

/* Takes as much of the text as there is room for. */
void cost_terms_set_currency (CostTerms *terms, const char *text);

typedef struct
{
  uint32_t n_sides;
  CostTerms terms[COMPARED_SIDES_MAX];
  CostInput inputs[COMPARED_SIDES_MAX];
  CostSheet sheets[COMPARED_SIDES_MAX];
} ComparedCosts;

/* terms has one element for each side. O(sides + devices). */
void compared_costs_compute (const Compared *compared, const CostTerms *terms, ComparedCosts *ret_costs);

/* The rows of a table: GPUs and nodes, the step time, and the figures. */
typedef enum
{
  COST_ROW_GPUS,
  COST_ROW_NODES,
  COST_ROW_STEP_TIME,
  COST_ROW_FIGURES, /* the first of N_COST_FIGURES rows */
  N_COST_ROWS = COST_ROW_FIGURES + N_COST_FIGURES
} CostRow;

const char *cost_row_title (CostRow row);   /* "Cost of 1000 steps" */
const char *cost_row_meaning (CostRow row); /* a tooltip */

/* "10.50 USD", "128 per second", "83.5 %"; "n/a" if it is not known. */
char *cost_row_value (const ComparedCosts *costs, CostRow row, uint32_t side, const NumberStyle *numbers);

/* Why the value is not known, as a sentence; NULL if it is. */
const char *cost_row_lack (const ComparedCosts *costs, CostRow row, uint32_t side);

/* "+27 %" from the baseline; NULL where nothing can be said, as for amounts in two currencies. */
char *cost_row_change (const ComparedCosts *costs, CostRow row, uint32_t side, const NumberStyle *numbers);

/* What is missing, and what the figures are of; sentences. */
char *compared_costs_note (const ComparedCosts *costs);
