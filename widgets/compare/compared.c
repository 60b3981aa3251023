/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compared.h"

#include <glib/gi18n-lib.h>

#include "widgets/compare/distinct_name.h"

Compared *
compared_new (const ComparedSide *sides,
              uint32_t n_sides,
              const HandPair *pairs,
              size_t n_pairs,
              bool (*should_continue) (void *user_data),
              void *user_data)
{
  Compared *compared = g_new0 (Compared, 1);
  ComparePart parts[COMPARED_SIDES_MAX];

  g_atomic_ref_count_init (&compared->n_references);
  compared->n_sides = n_sides;
  for (uint32_t i = 0; i < n_sides; i++)
    {
      compared->sides[i] = (ComparedSide){ profile_ref (sides[i].profile), sides[i].part,
                                           g_strdup (sides[i].name), g_strdup (sides[i].scope) };
      parts[i] = sides[i].part;
    }
  compared->pairs = g_new (HandPair, n_pairs);
  compared->n_pairs = n_pairs;
  for (size_t i = 0; i < n_pairs; i++)
    compared->pairs[i] = (HandPair){ g_strdup (pairs[i].base), g_strdup (pairs[i].other), pairs[i].sort };
  const ComparisonOptions options = { .pairs = compared->pairs, .n_pairs = n_pairs };
  if (comparison_compute (parts, n_sides, &options, should_continue, user_data, &compared->comparison))
    return compared;
  compared_unref (compared);
  return NULL;
}

Compared *
compared_ref (Compared *compared)
{
  g_atomic_ref_count_inc (&compared->n_references);
  return compared;
}

void
compared_unref (Compared *compared)
{
  if (compared == NULL || !g_atomic_ref_count_dec (&compared->n_references))
    return;
  comparison_clear (&compared->comparison);
  for (size_t i = 0; i < compared->n_pairs; i++)
    {
      g_free ((char *) compared->pairs[i].base);
      g_free ((char *) compared->pairs[i].other);
    }
  g_free (compared->pairs);
  for (uint32_t i = 0; i < compared->n_sides; i++)
    {
      profile_unref (compared->sides[i].profile);
      g_free (compared->sides[i].name);
      g_free (compared->sides[i].scope);
    }
  g_free (compared);
}

const char *
compared_letter (uint32_t side)
{
  static const char *const letters[COMPARED_SIDES_MAX] = { "A", "B", "C", "D", "E", "F", "G", "H" };

  return side < COMPARED_SIDES_MAX ? letters[side] : "?";
}

char *
compared_side_text (const Compared *compared, uint32_t side)
{
  const ComparedSide *of = &compared->sides[side];

  /* Translators: a side of a comparison: its letter, the profile, and the part of it, as in "B: test, Step 107". */
  return g_strdup_printf (_ ("%s: %s, %s"), compared_letter (side), of->name, of->scope);
}

char *
compared_short_name (const Compared *compared, uint32_t side)
{
  const char *names[COMPARED_SIDES_MAX];

  for (uint32_t i = 0; i < compared->n_sides; i++)
    names[i] = compared->sides[i].name;
  return distinct_name (compared->sides[side].name, names, compared->n_sides);
}
