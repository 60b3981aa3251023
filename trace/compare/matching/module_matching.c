/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/matching/module_matching.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "trace/container/stop_check.h"

/* The modules of a side as a tree. Rows of modules inside come after the row around them. */
typedef struct
{
  const CompareRows *rows;
  U32Column children;    /* by parent, the outermost first; ascending */
  uint64_t *first_child; /* by parent plus 1, 0 for the outermost; and one more */
} Tree;

static bool
tree_init (Tree *tree, const CompareRows *rows)
{
  size_t n = rows->rows.n;
  uint64_t *at;

  *tree = (Tree){ .rows = rows, .first_child = calloc (n + 3, sizeof *tree->first_child) };
  if (tree->first_child == NULL || !u32_column_reserve (&tree->children, n + 1))
    return false;
  at = tree->first_child + 1;
  for (size_t row = 0; row < n; row++)
    at[rows->rows.at[row].parent == TRACE_NONE ? 1 : rows->rows.at[row].parent + 2]++;
  for (size_t i = 1; i <= n + 1; i++)
    at[i] += at[i - 1];
  /* Each begin moves to its end while it is filled, which is the begin of the next. */
  for (uint32_t row = 0; row < n; row++)
    tree->children.at[at[rows->rows.at[row].parent == TRACE_NONE ? 0 : rows->rows.at[row].parent + 1]++] =
      row;
  tree->children.n = n;
  return true;
}

static void
tree_clear (Tree *tree)
{
  u32_column_clear (&tree->children);
  free (tree->first_child);
}

/* The children of a place, which is a row plus 1, or 0 for the outermost: [*ret_first, *ret_end) of tree->children. */
static void
children_of (const Tree *tree, uint64_t place, uint64_t *ret_first, uint64_t *ret_end)
{
  *ret_first = tree->first_child[place];
  *ret_end = tree->first_child[place + 1];
}

static void
append_class (GString *key, const CompareRows *rows, uint32_t row)
{
  size_t length, n;
  const char *name = compare_rows_name (rows, row, &length);

  for (n = length; n > 0 && name[n - 1] >= '0' && name[n - 1] <= '9'; n--)
    ;
  if (n < length && n > 1 && name[n - 1] == '_')
    length = n - 1;
  g_string_append_len (key, name, (gssize) length);
}

static bool
list_keys (const Tree *tree,
           uint64_t place,
           const uint32_t *partner_of,
           bool by_contents,
           StringTable *keys,
           GString *key,
           StopCheck *check,
           RowKeyColumn *list)
{
  uint64_t first, end, inner, inner_end;

  list->n = 0;
  children_of (tree, place, &first, &end);
  for (uint64_t i = first; i < end; i++)
    {
      RowKey of_row = { 0, tree->children.at[i] };
      size_t length;
      const char *name = compare_rows_name (tree->rows, of_row.row, &length);

      if (!stop_check_next (check))
        return false;
      if (partner_of[of_row.row] != TRACE_NONE)
        continue;
      g_string_truncate (key, 0);
      if (by_contents)
        {
          children_of (tree, (uint64_t) of_row.row + 1, &inner, &inner_end);
          if (inner == inner_end)
            append_class (key, tree->rows, of_row.row);
          for (; inner < inner_end; inner++)
            {
              append_class (key, tree->rows, tree->children.at[inner]);
              g_string_append_c (key, '/');
            }
        }
      else
        g_string_append_len (key, name, (gssize) length);
      if (!string_table_intern (keys, key->str, key->len, &of_row.key) || !row_key_column_push (list, of_row))
        return false;
    }
  return true;
}

static bool
pair_inside (RowMatching *matching,
             const Tree *base,
             uint64_t base_place,
             const Tree *other,
             uint64_t other_place,
             StringTable *keys,
             GString *key,
             StopCheck *check)
{
  RowKeyColumn of_base = { 0 }, of_other = { 0 };
  bool ok = true;

  for (int by_contents = 0; by_contents <= 1 && ok; by_contents++)
    {
      ok = list_keys (base, base_place, matching->other_of, by_contents != 0, keys, key, check, &of_base)
           && list_keys (other, other_place, matching->base_of, by_contents != 0, keys, key, check, &of_other)
           && row_matching_by_key (matching, base->rows, &of_base, other->rows, &of_other, true,
                                   by_contents != 0 ? MATCH_CONTENTS : MATCH_EXACT, check->should_continue,
                                   check->user_data);
    }
  row_key_column_clear (&of_base);
  row_key_column_clear (&of_other);
  return ok;
}

bool
module_matching_compute (const CompareRows *base,
                         const CompareRows *other,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         RowMatching *ret_matching)
{
  StopCheck check = { should_continue, user_data, 0 };
  g_autoptr (GString) key = g_string_new (NULL);
  StringTable *keys = string_table_new ();
  Tree of_base, of_other;
  bool ok = row_matching_init (ret_matching, (uint32_t) base->rows.n, (uint32_t) other->rows.n);

  ok = tree_init (&of_base, base) && ok;
  ok = tree_init (&of_other, other) && ok && keys != NULL;
  ok = ok && pair_inside (ret_matching, &of_base, 0, &of_other, 0, keys, key, &check);
  for (uint32_t row = 0; row < base->rows.n && ok; row++)
    if (ret_matching->other_of[row] != TRACE_NONE)
      ok = pair_inside (ret_matching, &of_base, (uint64_t) row + 1, &of_other,
                        (uint64_t) ret_matching->other_of[row] + 1, keys, key, &check);
  tree_clear (&of_base);
  tree_clear (&of_other);
  if (keys != NULL)
    string_table_free (keys);
  return ok;
}
