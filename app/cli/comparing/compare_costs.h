/* SPDX-License-Identifier: Apache-2.0
 *
 * --price HARDWARE=NUMBER[:CURRENCY] --batch N --gpus-per-node N: what steps cost (trace/compare/cost.h), as text, CSV and
 * JSON. */

#pragma once

#include <glib.h>

#include "app/cli/comparing/compare_sides.h"
#include "app/cli/comparing/text_grid.h"
#include "trace/compare/cost.h"

/* As given; all NULL when not given. */
typedef struct
{
  char **price, **batch, **gpus_per_node; /* NULL-terminated */
} CostOptions;

void cost_options_add (CostOptions *options, GOptionContext *context);
void cost_options_clear (CostOptions *options);

typedef struct
{
  char *node; /* of cost_node_name () */
  CostInput input;
  char *currency; /* "" where none was given */
  CostSheet sheet;
} SideCosts;

typedef struct
{
  SideCosts *sides;
  guint n; /* 0: none of the options was given */
} CompareCosts;

/* Reads the options for so many sides; complains if they do not fit. Opens nothing. */
CliStatus cost_options_parse (const CostOptions *options, guint n_sides, CompareCosts *ret_costs);

/* Finds the prices of the hardware of the sides; complains about a price that is for none of them. */
CliStatus compare_costs_find (CompareCosts *costs, const CostOptions *options, const CompareSides *sides);

/* Computes all figures. */
void compare_costs_compute (CompareCosts *costs, const Comparison *comparison);
void compare_costs_clear (CompareCosts *costs);

/* Appends ',"cost":{...}'. */
void compare_costs_json (GString *out, const CompareCosts *costs);

/* A row a figure. Transfer full. */
GString *compare_costs_csv (const CompareCosts *costs);

/* The same for people. Transfer full. */
TextGrid *compare_costs_grid (const CompareCosts *costs);

/* Says what is missing, a line each; "" if nothing is. Transfer full (g_free ()). */
char *compare_costs_notes (const CompareCosts *costs);
