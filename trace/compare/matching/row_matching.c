/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/matching/row_matching.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/stoppable_order.h"

COLUMN_IMPLEMENT (RowKeyColumn, row_key_column)

const char *
row_match_word (RowMatch match)
{
  static const char *const words[] = { "absent",   "exact", "base",  "operator",
                                       "contents", "hand",  "added", "removed" };

  return words[match];
}

bool
row_matching_init (RowMatching *matching, uint32_t n_base, uint32_t n_other)
{
  *matching = (RowMatching){
    .n_base = n_base,
    .n_other = n_other,
    .other_of = malloc ((n_base + (size_t) 1) * sizeof *matching->other_of),
    .base_of = malloc ((n_other + (size_t) 1) * sizeof *matching->base_of),
    .how = malloc (n_base + (size_t) 1),
    .base_is_elsewhere = calloc (n_base + (size_t) 1, 1),
    .other_is_elsewhere = calloc (n_other + (size_t) 1, 1),
  };
  if (matching->other_of == NULL || matching->base_of == NULL || matching->how == NULL
      || matching->base_is_elsewhere == NULL || matching->other_is_elsewhere == NULL)
    return false;
  memset (matching->other_of, 0xff, n_base * sizeof *matching->other_of);
  memset (matching->base_of, 0xff, n_other * sizeof *matching->base_of);
  memset (matching->how, MATCH_REMOVED, n_base);
  return true;
}

void
row_matching_clear (RowMatching *matching)
{
  free (matching->other_of);
  free (matching->base_of);
  free (matching->how);
  free (matching->base_is_elsewhere);
  free (matching->other_is_elsewhere);
  *matching = (RowMatching){ 0 };
}

void
row_matching_pair (RowMatching *matching, uint32_t base, uint32_t other, RowMatch how)
{
  matching->other_of[base] = other;
  matching->base_of[other] = base;
  matching->how[base] = (uint8_t) how;
}

typedef struct
{
  const CompareRows *rows;
  bool by_appearance;
} KeyOrder;

static int
compare_keys (const void *a, const void *b, void *user_data)
{
  const RowKey *x = a, *y = b;
  const KeyOrder *by = user_data;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (!by->by_appearance)
    {
      int64_t x_ns = by->rows->rows.at[x->row].total_ns, y_ns = by->rows->rows.at[y->row].total_ns;
      int order =
        x_ns != y_ns ? (x_ns > y_ns ? -1 : 1) : compare_rows_order (by->rows, x->row, by->rows, y->row);

      if (order != 0)
        return order;
    }
  return x->row < y->row ? -1 : x->row > y->row;
}

static void
keep_unpaired (RowKeyColumn *keys, const uint32_t *partner_of)
{
  size_t n = 0;

  for (size_t i = 0; i < keys->n; i++)
    if (partner_of[keys->at[i].row] == TRACE_NONE)
      keys->at[n++] = keys->at[i];
  keys->n = n;
}

bool
row_matching_by_key (RowMatching *matching,
                     const CompareRows *base_rows,
                     RowKeyColumn *base,
                     const CompareRows *other_rows,
                     RowKeyColumn *other,
                     bool by_appearance,
                     RowMatch how,
                     bool (*should_continue) (void *user_data),
                     void *user_data)
{
  KeyOrder of_base = { base_rows, by_appearance }, of_other = { other_rows, by_appearance };
  size_t a = 0, b = 0;

  keep_unpaired (base, matching->other_of);
  keep_unpaired (other, matching->base_of);
  if (base->n == 0 || other->n == 0)
    return true;
  if (!stoppable_order_by (base->at, base->n, sizeof *base->at, compare_keys, &of_base, should_continue,
                           user_data)
      || !stoppable_order_by (other->at, other->n, sizeof *other->at, compare_keys, &of_other,
                              should_continue, user_data))
    return false;
  while (a < base->n && b < other->n)
    {
      uint32_t key = base->at[a].key;

      if (key < other->at[b].key)
        a++;
      else if (key > other->at[b].key)
        b++;
      else
        row_matching_pair (matching, base->at[a++].row, other->at[b++].row, how);
    }
  return true;
}

static bool
add_texts (StringTable *texts, const CompareRows *rows, RowKeyColumn *keys, StopCheck *check)
{
  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *text = compare_rows_name (rows, row, &length);
      RowKey key = { 0, row };

      if (!stop_check_next (check) || !string_table_intern (texts, text, length, &key.key)
          || !row_key_column_push (keys, key))
        return false;
    }
  return true;
}

bool
row_matching_by_text (RowMatching *matching,
                      const CompareRows *base_rows,
                      const CompareRows *other_rows,
                      bool (*should_continue) (void *user_data),
                      void *user_data)
{
  StopCheck check = { should_continue, user_data, 0 };
  StringTable *texts = string_table_new ();
  RowKeyColumn base = { 0 }, other = { 0 };
  bool ok = texts != NULL && add_texts (texts, base_rows, &base, &check)
            && add_texts (texts, other_rows, &other, &check)
            && row_matching_by_key (matching, base_rows, &base, other_rows, &other, true, MATCH_EXACT,
                                    should_continue, user_data);

  row_key_column_clear (&base);
  row_key_column_clear (&other);
  if (texts != NULL)
    string_table_free (texts);
  return ok;
}
