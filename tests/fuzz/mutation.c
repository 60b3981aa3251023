/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/mutation.h"

#include <string.h>

/* Runs that are moved, removed or repeated: mostly short ones. */
#define SHORT_RUN 24

/* ---- the dictionary ---- */

/* A line `"..."`, in which \\, \" and \xNN stand for bytes. */
static GBytes *
entry_of_line (const char *line)
{
  GByteArray *bytes = g_byte_array_new ();

  for (const char *at = line + 1; *at != '"' && *at != '\0'; at++)
    {
      guint8 byte = (guint8) *at;

      if (*at == '\\' && at[1] == 'x')
        {
          byte = (guint8) (g_ascii_xdigit_value (at[2]) << 4 | g_ascii_xdigit_value (at[3]));
          at += 3;
        }
      else if (*at == '\\')
        byte = (guint8) * ++at;
      g_byte_array_append (bytes, &byte, 1);
    }
  return g_byte_array_free_to_bytes (bytes);
}

GPtrArray *
mutation_dictionary (const char *path)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line == '"')
      g_ptr_array_add (entries, entry_of_line (*line));
  g_assert_cmpuint (entries->len, >, 0);
  return entries;
}

/* ---- what changes are made of ---- */

typedef struct
{
  uint8_t *bytes;
  size_t n, max;
  Mutation *mutation;
} Target;

static size_t
below (Target *target, size_t bound)
{
  return (size_t) prng_below (&target->mutation->prng, bound);
}

/* A length of at most `most` > 0, mostly a short one. */
static size_t
run_length (Target *target, size_t most)
{
  size_t bound = below (target, 4) > 0 ? MIN (most, SHORT_RUN) : most;

  return 1 + below (target, bound);
}

/* [at, at + n_old) becomes piece[0..n_new), or the target stays as it is for want of room. */
static void
replace (Target *target, size_t at, size_t n_old, const uint8_t *piece, size_t n_new)
{
  if (target->n - n_old > target->max || n_new > target->max - (target->n - n_old))
    return;
  memmove (target->bytes + at + n_new, target->bytes + at + n_old, target->n - at - n_old);
  if (n_new > 0)
    memcpy (target->bytes + at, piece, n_new);
  target->n += n_new - n_old;
}

/* ---- changes of bytes ---- */

static void
flip_bit (Target *target)
{
  target->bytes[below (target, target->n)] ^= (uint8_t) (1u << below (target, 8));
}

static void
change_byte (Target *target)
{
  target->bytes[below (target, target->n)] = (uint8_t) below (target, 256);
}

static void
remove_run (Target *target)
{
  size_t at = below (target, target->n);

  replace (target, at, run_length (target, target->n - at), NULL, 0);
}

static void
repeat_run (Target *target)
{
  size_t at = below (target, target->n), n = run_length (target, target->n - at);
  g_autofree uint8_t *piece = g_memdup2 (target->bytes + at, n);

  replace (target, at + n, 0, piece, n);
}

static void
move_run (Target *target)
{
  size_t at = below (target, target->n), n = run_length (target, target->n - at);
  g_autofree uint8_t *piece = g_memdup2 (target->bytes + at, n);

  replace (target, at, n, NULL, 0);
  replace (target, below (target, target->n + 1), 0, piece, n);
}

static void
cut (Target *target)
{
  target->n = below (target, target->n);
}

/* ---- changes of texts ---- */

/* Goes on as another seed does from anywhere. */
static void
splice (Target *target)
{
  const GPtrArray *seeds = target->mutation->seeds;
  gsize n;
  const uint8_t *other = g_bytes_get_data (seeds->pdata[below (target, seeds->len)], &n);
  size_t at = below (target, target->n + 1), from = below (target, n + 1);

  replace (target, at, target->n - at, other + from, n - from);
}

static const uint8_t *
word (Target *target, size_t *ret_n)
{
  const GPtrArray *dictionary = target->mutation->dictionary;

  return g_bytes_get_data (dictionary->pdata[below (target, dictionary->len)], ret_n);
}

static void
insert_word (Target *target)
{
  size_t n;
  const uint8_t *inserted = word (target, &n);

  replace (target, below (target, target->n + 1), 0, inserted, n);
}

static void
write_word (Target *target)
{
  size_t n;
  const uint8_t *written = word (target, &n);
  size_t at = below (target, target->n);

  replace (target, at, MIN (n, target->n - at), written, n);
}

/* The first byte from anywhere on that is one of some; n: there is none. */
static size_t
find_any (Target *target, const char *wanted)
{
  size_t at = below (target, target->n);

  while (at < target->n && (target->bytes[at] == '\0' || strchr (wanted, target->bytes[at]) == NULL))
    at++;
  return at;
}

/* A quote, bracket or separator is lost, doubled, or becomes another. */
static void
tamper_structure (Target *target)
{
  static const char structure[] = "\"{}[]:,\\";
  size_t at = find_any (target, structure);
  uint8_t other = (uint8_t) structure[below (target, sizeof structure - 1)];

  if (at == target->n)
    return;
  switch (below (target, 3))
    {
    case 0:
      replace (target, at, 1, NULL, 0);
      break;
    case 1:
      replace (target, at, 0, target->bytes + at, 1);
      break;
    default:
      target->bytes[at] = other;
    }
}

/* A number becomes one that readers trip over. */
static void
tamper_number (Target *target)
{
  static const char *const numbers[] = { "0",
                                         "-1",
                                         "1e400",
                                         "-0.0",
                                         "NaN",
                                         "-Infinity",
                                         "1,5",
                                         "0.0005",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "18446744073709551616",
                                         "2305843009213693951.999",
                                         "4294967295",
                                         "2147483648",
                                         "1700000000000000.123",
                                         "1e-5",
                                         "00",
                                         ".5",
                                         "1e" };
  static const char digits[] = "0123456789.eE+-";
  size_t at = find_any (target, "0123456789-"), end = at;
  const char *number = numbers[below (target, G_N_ELEMENTS (numbers))];

  while (end < target->n && target->bytes[end] != '\0' && strchr (digits, target->bytes[end]) != NULL)
    end++;
  replace (target, at, end - at, (const uint8_t *) number, strlen (number));
}

/* ---- changes of numbers as they lie in memory ---- */

static void
set_number (Target *target)
{
  static const size_t widths[] = { 1, 2, 4, 8 };
  static const uint64_t numbers[] = {
    0, 1, UINT64_MAX, INT64_MAX, (uint64_t) INT64_MIN, UINT32_MAX, UINT64_C (1) << 61
  };
  size_t width = widths[below (target, G_N_ELEMENTS (widths))];
  uint64_t number =
    below (target, 2) > 0 ? numbers[below (target, G_N_ELEMENTS (numbers))] : below (target, 80);

  if (target->n >= width)
    memcpy (target->bytes + width * below (target, target->n / width), &number, width);
}

/* What stood elsewhere: true values in wrong places. */
static void
copy_within (Target *target)
{
  size_t n_words = target->n / 4;

  if (n_words < 2)
    return;
  size_t n = 1 + below (target, MIN (n_words, 16));
  size_t from = below (target, n_words - n + 1), to = below (target, n_words - n + 1);
  memmove (target->bytes + 4 * to, target->bytes + 4 * from, 4 * n);
}

/* ---- a mutation ---- */

typedef void (*Change) (Target *target);

static size_t
mutate (uint8_t *bytes, size_t n, size_t max, Mutation *mutation, const Change *changes, size_t n_changes)
{
  Target target = { bytes, n, max, mutation };

  if (n > 0)
    changes[below (&target, n_changes)](&target);
  return target.n;
}

size_t
mutation_of_text (uint8_t *bytes, size_t n, size_t max, void *mutation)
{
  static const Change changes[] = {
    flip_bit,         change_byte,      remove_run,    repeat_run,    move_run,
    splice,           insert_word,      insert_word,   write_word,    tamper_structure,
    tamper_structure, tamper_structure, tamper_number, tamper_number,
  };

  return mutate (bytes, n, max, mutation, changes, G_N_ELEMENTS (changes));
}

size_t
mutation_of_numbers (uint8_t *bytes, size_t n, size_t max, void *mutation)
{
  static const Change changes[] = { flip_bit, change_byte, set_number, set_number, copy_within, cut };

  return mutate (bytes, n, max, mutation, changes, G_N_ELEMENTS (changes));
}
