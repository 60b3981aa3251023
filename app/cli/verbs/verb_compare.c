/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_compare.h"

#include <string.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_csv.h"
#include "app/cli/comparing/compare_json.h"
#include "app/cli/comparing/compare_sides.h"
#include "app/cli/comparing/compare_tables.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/kernel_rules_option.h"
#include "trace/compare/comparison.h"
#include "trace/compare/fail_condition.h"
#include "trace/compare/headline.h"

/* Rows of a table for people; --json and --csv have all. */
#define ROWS_SHOWN 15

/* What --csv prints of --price and --batch. */
#define TABLE_COST "cost"

/* Between the two names of --pair. */
#define PAIR_ARROW " => "

typedef struct
{
  SideOptions sides;
  CacheOptions cache;
  CostOptions costs;
  char **pairs, **fail_if;
  char *align, *table, *kernel_rules;
  gboolean json, csv, markdown;
} Options;

/* What the options say, once read. */
typedef struct
{
  GArray *conditions; /* FailCondition */
  GArray *pairs;      /* HandPair, into texts */
  GPtrArray *texts;
} Parsed;

static CliStatus
usage (const char *message)
{
  cli_complain (message);
  return CLI_USAGE;
}

static CliStatus
no_memory (void)
{
  cli_complain ("not enough memory for this comparison");
  return CLI_NO_RESOURCE;
}

static void
clear_condition (gpointer condition)
{
  fail_condition_clear (condition);
}

static Parsed
parsed_new (void)
{
  Parsed parsed = {
    .conditions = g_array_new (FALSE, FALSE, sizeof (FailCondition)),
    .pairs = g_array_new (FALSE, FALSE, sizeof (HandPair)),
    .texts = g_ptr_array_new_with_free_func (g_free),
  };

  g_array_set_clear_func (parsed.conditions, clear_condition);
  return parsed;
}

static void
parsed_clear (Parsed *parsed)
{
  g_array_free (parsed->conditions, TRUE);
  g_array_free (parsed->pairs, TRUE);
  g_ptr_array_free (parsed->texts, TRUE);
}

static CliStatus
parse (const Options *options, Parsed *parsed)
{
  if (options->json + options->csv + options->markdown > 1)
    return usage ("only one of --json, --csv, --md can be given");
  if (options->table != NULL && !options->csv)
    return usage ("--table says which table --csv prints");
  if (options->align != NULL && strcmp (options->align, "none") != 0 && strcmp (options->align, "steps") != 0)
    return usage ("--align takes \"none\" or \"steps\"");
  if (g_strcmp0 (options->table, TABLE_COST) == 0 && options->costs.price == NULL
      && options->costs.batch == NULL)
    return usage ("--table cost needs --price or --batch");
  for (char **text = options->fail_if; text != NULL && *text != NULL; text++)
    {
      FailCondition condition;
      g_autofree char *problem = NULL;

      if (!fail_condition_parse (*text, &condition, &problem))
        return usage (problem);
      g_array_append_val (parsed->conditions, condition);
    }
  for (char **text = options->pairs; text != NULL && *text != NULL; text++)
    {
      g_auto (GStrv) names = g_strsplit (*text, PAIR_ARROW, -1);

      if (g_strv_length (names) != 2 || names[0][0] == '\0' || names[1][0] == '\0')
        return usage ("--pair takes two exact names of kernels: \"NAME IN BASE => NAME IN OTHER\"");
      HandPair pair = { g_strdup (names[0]), g_strdup (names[1]) };
      g_ptr_array_add (parsed->texts, (gpointer) pair.base);
      g_ptr_array_add (parsed->texts, (gpointer) pair.other);
      g_array_append_val (parsed->pairs, pair);
    }
  return CLI_DONE;
}

static CliStatus
print (const Options *options,
       const CompareSides *sides,
       const Comparison *comparison,
       const CompareCosts *costs)
{
  GString *text;

  if (options->json)
    text = compare_json (sides, comparison, costs);
  else if (options->csv && costs->n > 0 && g_strcmp0 (options->table, TABLE_COST) == 0)
    text = compare_costs_csv (costs);
  else if (options->csv)
    text = compare_csv (comparison, options->table != NULL ? options->table : "summary");
  else
    text = compare_tables (sides, comparison, costs, options->markdown, ROWS_SHOWN);
  if (text == NULL)
    {
      g_autofree char *names = compare_csv_names ();
      g_autofree char *message =
        g_strdup_printf ("there is no table \"%s\"; there are %s", options->table, names);

      return usage (message);
    }
  CliStatus status = cli_print (text) ? CLI_DONE : CLI_NO_RESOURCE;
  g_string_free (text, TRUE);
  return status;
}

/* Says on stderr what fails, a line each. */
static CliStatus
test_conditions (const Parsed *parsed, const Comparison *comparison)
{
  CliStatus status = CLI_DONE;

  for (guint i = 0; i < parsed->conditions->len; i++)
    for (uint32_t side = 1; side < comparison->n_sides; side++)
      {
        g_autofree char *sentence = NULL;
        g_autofree char *label = compare_side_label (side);

        if (fail_condition_test (&g_array_index (parsed->conditions, FailCondition, i), comparison, side,
                                 &sentence)
            == FAIL_HOLDS_NOT)
          continue;
        status = CLI_CONDITION_FAILED;
        g_autofree char *line = g_strconcat ("failed: ", comparison->n_sides > 2 ? label : "",
                                             comparison->n_sides > 2 ? ": " : "", sentence, NULL);
        cli_complain (line);
      }
  return status;
}

static CliStatus
compare (const Options *options, const Parsed *parsed, const CompareSides *sides, CompareCosts *costs)
{
  g_autofree ComparePart *parts = g_new (ComparePart, sides->n);
  ComparisonOptions comparing = {
    .pairs = (const HandPair *) (void *) parsed->pairs->data,
    .n_pairs = parsed->pairs->len,
    .only_common_steps = options->align != NULL && strcmp (options->align, "steps") == 0,
  };
  Comparison comparison;
  CliStatus status;

  for (guint i = 0; i < sides->n; i++)
    parts[i] = sides->sides[i].part;
  if (!comparison_compute (parts, sides->n, &comparing, NULL, NULL, &comparison))
    status = no_memory ();
  else
    {
      compare_costs_compute (costs, &comparison);
      status = print (options, sides, &comparison, costs);
      if (status == CLI_DONE)
        status = test_conditions (parsed, &comparison);
    }
  comparison_clear (&comparison);
  return status;
}

static CliStatus
run (const Options *options, char **paths, guint n_paths)
{
  Parsed parsed = parsed_new ();
  CompareSides sides = { 0 };
  CompareCosts costs = { 0 };
  CliStatus status = parse (options, &parsed);

  if (status == CLI_DONE)
    status = compare_sides_plan (&options->sides, paths, n_paths, &sides);
  if (status == CLI_DONE)
    status = cost_options_parse (&options->costs, sides.n, &costs);
  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status == CLI_DONE)
    status = compare_sides_open (&sides, &options->sides, cache_options_use (&options->cache));
  if (status == CLI_DONE)
    status = compare_costs_find (&costs, &options->costs, &sides);
  if (status == CLI_DONE)
    status = compare (options, &parsed, &sides, &costs);
  compare_costs_clear (&costs);
  compare_sides_clear (&sides);
  parsed_clear (&parsed);
  return status;
}

CliStatus
verb_compare_run (int argc, char **argv)
{
  Options options = { 0 };
  g_autofree char *names = compare_csv_names ();
  g_autofree char *about_tables =
    g_strdup_printf ("The table that --csv prints (%s; cost with --price or --batch)", names);
  const GOptionEntry entries[] = {
    { "align", 0, 0, G_OPTION_ARG_FILENAME, &options.align,
      "With \"steps\", use only the steps that all sides have, by number", "none|steps" },
    { "pair", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.pairs,
      "Compare a kernel of BASE with a kernel of another name; may be given several times",
      "\"NAME => NAME\"" },
    { "fail-if", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.fail_if,
      "Exit with 6 if the condition holds or cannot be decided; may be given several times", "COND" },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &options.table, about_tables, "NAME" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "md", 0, 0, G_OPTION_ARG_NONE, &options.markdown, "Print Markdown", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("BASE OTHER...");
  CliStatus status;

  g_option_context_set_summary (
    context,
    "Compares profiles, or parts of them, step by step with the first one. With one PATH, --step, --steps,\n"
    "--window or --rank given once for each side compare parts of the same profile (\"all\" is the whole).\n"
    "Figures are means per step and GPU. The first steps are left out while they are outliers, and the last one if\n"
    "the recording ends in it. A condition is, for example,\n"
    "  step.median > +5%    idle >= +2ms    memory_peak > 70000000000    differs step.mean\n"
    "  kernel[\"*gemm*\"].total > +10%\n"
    "with a key of the summary or the kernels whose exact names match; a value with a sign is a change from BASE.");
  g_option_context_add_main_entries (context, entries, NULL);
  side_options_add (&options.sides, context);
  cost_options_add (&options.costs, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc < 2)
    status = usage ("compare needs a BASE and at least one OTHER");
  else
    status = run (&options, argv + 1, (guint) argc - 1);

  side_options_clear (&options.sides);
  cost_options_clear (&options.costs);
  g_strfreev (options.pairs);
  g_strfreev (options.fail_if);
  g_free (options.align);
  g_free (options.table);
  g_free (options.kernel_rules);
  return status;
}
