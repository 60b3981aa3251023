/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_details.h"

#include <glib.h>
#include <string.h>

/* "key:value", between spaces. */
typedef struct
{
  const char *key, *value;
  size_t n_key, n_value;
} Word;

static bool
next_word (const char **at, const char *end, Word *ret_word)
{
  while (*at < end)
    {
      while (*at < end && **at == ' ')
        ++*at;
      const char *begin = *at, *colon;
      while (*at < end && **at != ' ')
        ++*at;
      colon = memchr (begin, ':', (size_t) (*at - begin));
      if (colon == NULL)
        continue;
      *ret_word = (Word){ begin, colon + 1, (size_t) (colon - begin), (size_t) (*at - colon - 1) };
      return true;
    }
  return false;
}

static bool
is_key (const Word *word, const char *key)
{
  return strlen (key) == word->n_key && memcmp (word->key, key, word->n_key) == 0;
}

/* Takes a number of at most 16 digits. */
static bool
take_number (const char **at, const char *end, int64_t *ret_number)
{
  int64_t number = 0;
  const char *begin = *at;

  while (*at < end && g_ascii_isdigit (**at) && *at - begin < 16)
    number = 10 * number + (*(*at)++ - '0');
  *ret_number = number;
  return *at > begin && (*at == end || !g_ascii_isdigit (**at));
}

static bool
read_number (const Word *word, int64_t *ret_number)
{
  const char *at = word->value, *end = at + word->n_value;
  int64_t number;

  if (!take_number (&at, end, &number) || at != end)
    return false;
  *ret_number = number;
  return true;
}

static bool
read_three (const Word *word, int64_t ret_three[3])
{
  const char *at = word->value, *end = at + word->n_value;

  for (int i = 0; i < 3; i++)
    {
      if (!take_number (&at, end, &ret_three[i]) || ret_three[i] > INT32_MAX)
        return false;
      if (i < 2 && (at == end || *at++ != ','))
        return false;
    }
  return at == end;
}

static void
read_thousandths (const Word *word, int64_t *ret_number)
{
  const char *at = word->value, *end = at + word->n_value;
  int64_t number;

  if (!take_number (&at, end, &number) || number > 100)
    return;
  number *= 1000;
  if (at < end && *at == '.')
    for (int64_t unit = 100; ++at < end && g_ascii_isdigit (*at) && unit > 0; unit /= 10)
      number += unit * (*at - '0');
  *ret_number = number;
}

void
xspace_details_kernel (const char *text, size_t length, XSpaceKernel *ret_kernel)
{
  const char *at = text;
  int64_t number;
  Word word;

  *ret_kernel =
    (XSpaceKernel){ .registers = -1, .shared_bytes = -1, .scratch_bytes = -1, .occupancy_thousandth = -1 };
  while (next_word (&at, text + length, &word))
    if (is_key (&word, "grid"))
      ret_kernel->has_grid = read_three (&word, ret_kernel->grid);
    else if (is_key (&word, "block"))
      ret_kernel->has_block = read_three (&word, ret_kernel->block);
    else if (is_key (&word, "regs"))
      read_number (&word, &ret_kernel->registers);
    else if (is_key (&word, "private_mem"))
      read_number (&word, &ret_kernel->scratch_bytes);
    else if (is_key (&word, "occ_pct"))
      read_thousandths (&word, &ret_kernel->occupancy_thousandth);
    else if ((is_key (&word, "shm") || is_key (&word, "static_shared") || is_key (&word, "dynamic_shared")
              || is_key (&word, "group_mem"))
             && read_number (&word, &number))
      {
        if (__builtin_add_overflow (MAX (ret_kernel->shared_bytes, 0), number, &ret_kernel->shared_bytes))
          ret_kernel->shared_bytes = INT64_MAX;
      }
}

/* GetMemoryKindName () of tsl/profiler: "pinned", "host", "pageable", "device", "array", ... */
static char
side_of_kind (const Word *word)
{
  static const struct
  {
    const char *kind;
    char side;
  } kinds[] = { { "pinned", 'H' }, { "host", 'H' },  { "pageable", 'H' },
                { "device", 'D' }, { "array", 'D' }, { "managed", 'D' } };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strlen (kinds[i].kind) == word->n_value && memcmp (word->value, kinds[i].kind, word->n_value) == 0)
      return kinds[i].side;
  return 0;
}

void
xspace_details_copy (const char *text, size_t length, XSpaceCopy *ret_copy)
{
  const char *at = text;
  Word word;

  *ret_copy = (XSpaceCopy){ .bytes = -1, .destination = -1 };
  while (next_word (&at, text + length, &word))
    if (is_key (&word, "size"))
      read_number (&word, &ret_copy->bytes);
    else if (is_key (&word, "dest"))
      read_number (&word, &ret_copy->destination);
    else if (is_key (&word, "kind_src"))
      ret_copy->src = side_of_kind (&word);
    else if (is_key (&word, "kind_dst"))
      ret_copy->dst = side_of_kind (&word);
}

MemcpyDirection
xspace_copy_direction (const char *name, size_t length, const XSpaceCopy *copy)
{
  static const struct
  {
    char name[4];
    MemcpyDirection direction;
  } directions[] = {
    { "H2D", MEMCPY_HTOD }, { "D2H", MEMCPY_DTOH }, { "D2D", MEMCPY_DTOD }, { "P2P", MEMCPY_PTOP }, { "H2H", MEMCPY_HTOH }
  };

  for (size_t i = 0; i < G_N_ELEMENTS (directions); i++)
    if (length >= 9 && memcmp (name, "Memcpy", 6) == 0 && memcmp (name + 6, directions[i].name, 3) == 0)
      return directions[i].direction;
  if (copy->src == 0 || copy->dst == 0)
    return MEMCPY_UNKNOWN;
  if (copy->src == 'H')
    return copy->dst == 'H' ? MEMCPY_HTOH : MEMCPY_HTOD;
  return copy->dst == 'H' ? MEMCPY_DTOH : MEMCPY_DTOD;
}
