/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/pair_options.h"

#include <string.h>

#include "trace/compare/headline_text.h"
#include "trace/compare/kernel_pattern.h"

/* Between the two names. */
#define PAIR_ARROW " => "

void
pair_options_add (PairOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "pair", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->pair,
      "Compare a kernel of BASE with a kernel of another exact name; may be given several times",
      "\"NAME => NAME\"" },
    { "apart", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->apart,
      "Do not compare a kernel of BASE with one of that exact name; may be given several times",
      "\"NAME => NAME\"" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
pair_options_clear (PairOptions *options)
{
  g_strfreev (options->pair);
  g_strfreev (options->apart);
  *options = (PairOptions){ 0 };
}

/* ---- without the profiles ---- */

static bool
is_same_pair (const HandPair *a, const HandPair *b)
{
  return strcmp (a->base, b->base) == 0 && strcmp (a->other, b->other) == 0;
}

/* Complains about what the last of the pairs says against the others. */
static CliStatus
check_last (const AskedPairs *asked)
{
  const HandPair *last = &asked->pairs[asked->n - 1];

  if (last->sort == HAND_APART && strcmp (last->base, last->other) == 0)
    return cli_usage ("--apart: kernels of the same exact name are always compared, as those of \"%s\" are",
                      last->base);
  for (const HandPair *pair = asked->pairs; pair < last; pair++)
    if (pair->sort != last->sort && is_same_pair (pair, last))
      return cli_usage ("\"%s" PAIR_ARROW "%s\" is given with --pair and with --apart", pair->base,
                        pair->other);
  return CLI_DONE;
}

static CliStatus
parse (char **texts, HandSort sort, const char *option, AskedPairs *asked)
{
  CliStatus status = CLI_DONE;

  for (char **text = texts; text != NULL && *text != NULL && status == CLI_DONE; text++)
    {
      g_auto (GStrv) names = g_strsplit (*text, PAIR_ARROW, -1);

      if (g_strv_length (names) != 2 || names[0][0] == '\0' || names[1][0] == '\0')
        return cli_usage ("%s takes two exact names of kernels: \"NAME IN BASE => NAME IN OTHER\"", option);
      asked->pairs = g_renew (HandPair, asked->pairs, asked->n + 1);
      asked->pairs[asked->n++] = (HandPair){ names[0], names[1], sort };
      g_ptr_array_add (asked->texts, g_steal_pointer (&names[0]));
      g_ptr_array_add (asked->texts, g_steal_pointer (&names[1]));
      status = check_last (asked);
    }
  return status;
}

CliStatus
pair_options_parse (const PairOptions *options, AskedPairs *ret_pairs)
{
  CliStatus status;

  *ret_pairs = (AskedPairs){ .texts = g_ptr_array_new_with_free_func (g_free) };
  status = parse (options->pair, HAND_PAIR, "--pair", ret_pairs);
  return status == CLI_DONE ? parse (options->apart, HAND_APART, "--apart", ret_pairs) : status;
}

void
asked_pairs_clear (AskedPairs *asked)
{
  g_free (asked->pairs);
  if (asked->texts != NULL)
    g_ptr_array_free (asked->texts, TRUE);
  *asked = (AskedPairs){ 0 };
}

/* ---- with the profiles ---- */

static bool
has_kernel (const CompareSide *side, const char *name)
{
  return compare_rows_have (compare_side_rows (side, ROWS_KERNELS), name);
}

/* Says which exact name was meant of the sides from first to before end, or where exact names are. Transfer full. */
static char *
hint_text (const Comparison *comparison, uint32_t first, uint32_t end, const char *name)
{
  for (uint32_t side = first; side < end; side++)
    {
      g_autofree char *meant = kernel_pattern_meant (name, &comparison->sides[side]);

      if (meant != NULL)
        return g_strdup_printf ("did you mean the exact name, \"%s\"?", meant);
    }
  return g_strdup ("exact names are meant, which --csv --table kernels lists");
}

static CliStatus
check_names (const HandPair *pair, const CompareSides *sides, const Comparison *comparison)
{
  const char *option = pair->sort == HAND_APART ? "--apart" : "--pair";
  uint32_t side = 1;

  if (!has_kernel (&comparison->sides[0], pair->base))
    {
      g_autofree char *hint = hint_text (comparison, 0, 1, pair->base);

      return cli_usage ("%s: A (%s) has no kernel \"%s\" in its scope; %s", option, sides->sides[0].path,
                        pair->base, hint);
    }
  while (side < comparison->n_sides && !has_kernel (&comparison->sides[side], pair->other))
    side++;
  if (side < comparison->n_sides)
    return CLI_DONE;
  g_autofree char *hint = hint_text (comparison, 1, comparison->n_sides, pair->other);
  if (comparison->n_sides > 2)
    return cli_usage ("%s: no side but A has a kernel \"%s\" in its scope; %s", option, pair->other, hint);
  return cli_usage ("%s: B (%s) has no kernel \"%s\" in its scope; %s", option, sides->sides[1].path,
                    pair->other, hint);
}

/* Complains about names to be kept apart that meet nowhere, since one of them meets its own name. */
static CliStatus
check_apart (const HandPair *pair, const Comparison *comparison)
{
  uint32_t last = 0;

  if (pair->sort != HAND_APART)
    return CLI_DONE;
  if (has_kernel (&comparison->sides[0], pair->other))
    return cli_usage (
      "--apart: \"%s\" and \"%s\" are no pair: A has a kernel \"%s\" too, and kernels of the same "
      "exact name are compared",
      pair->base, pair->other, pair->other);
  for (uint32_t side = 1; side < comparison->n_sides; side++)
    if (has_kernel (&comparison->sides[side], pair->other))
      {
        if (!has_kernel (&comparison->sides[side], pair->base))
          return CLI_DONE;
        last = side;
      }
  g_autofree char *label = compare_side_label (last);
  return cli_usage (
    "--apart: \"%s\" and \"%s\" are no pair: %s has a kernel \"%s\" too, and kernels of the same "
    "exact name are compared",
    pair->base, pair->other, label, pair->base);
}

/* Complains about two partners of one name. A kernel of the baseline may have one on one side, and another on another side. */
static CliStatus
check_second (const HandPair *first, const HandPair *second, const Comparison *comparison)
{
  bool is_base = strcmp (first->base, second->base) == 0,
       is_other = strcmp (first->other, second->other) == 0;

  if (first->sort != HAND_PAIR || second->sort != HAND_PAIR || is_base == is_other)
    return CLI_DONE;
  for (uint32_t side = 1; side < comparison->n_sides; side++)
    if (has_kernel (&comparison->sides[side], first->other)
        && has_kernel (&comparison->sides[side], second->other))
      return cli_usage ("--pair: \"%s\" has two partners, \"%s\" and \"%s\"; give one",
                        is_base ? first->base : first->other, is_base ? first->other : first->base,
                        is_base ? second->other : second->base);
  return CLI_DONE;
}

CliStatus
asked_pairs_check (const AskedPairs *asked, const CompareSides *sides, const Comparison *comparison)
{
  CliStatus status = CLI_DONE;

  for (guint i = 0; i < asked->n && status == CLI_DONE; i++)
    {
      status = check_names (&asked->pairs[i], sides, comparison);
      if (status == CLI_DONE)
        status = check_apart (&asked->pairs[i], comparison);
      for (guint j = 0; j < i && status == CLI_DONE; j++)
        status = check_second (&asked->pairs[j], &asked->pairs[i], comparison);
    }
  return status;
}
