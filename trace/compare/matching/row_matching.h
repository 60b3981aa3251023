/* SPDX-License-Identifier: Apache-2.0
 *
 * Which row of one side corresponds to which row of another. A row corresponds to at most one. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/compare/side/compare_rows.h"
#include "trace/container/string_table.h"

typedef enum
{
  MATCH_ABSENT, /* neither side has it (of three or more) */
  MATCH_EXACT,
  MATCH_BASE,     /* kernels: the same base name and launch shape */
  MATCH_OPERATOR, /* kernels: launched by the same operator */
  MATCH_CONTENTS, /* modules: renamed, but they contain the same */
  MATCH_HAND,     /* the caller says so */
  MATCH_ADDED,    /* only the other side has it */
  MATCH_REMOVED   /* only the baseline has it */
} RowMatch;

/* "absent", "exact", "base", "operator", "contents", "hand", "added", "removed" */
const char *row_match_word (RowMatch match);

typedef struct
{
  uint32_t n_base, n_other;
  uint32_t *other_of; /* by row of the baseline: row of the other, or TRACE_NONE */
  uint32_t *base_of;  /* the reverse */
  uint8_t *how;       /* by row of the baseline: RowMatch */

  /* By row: 1 if it has no partner, but the other side has a row with its name too, which the caller paired with another
   * or let apart. */
  uint8_t *base_is_elsewhere, *other_is_elsewhere;
} RowMatching;

/* Starts without pairs. Returns false when memory runs out; call clear () in either case. */
bool row_matching_init (RowMatching *matching, uint32_t n_base, uint32_t n_other);
void row_matching_clear (RowMatching *matching);

/* Pairs two rows that have no partner yet. */
void row_matching_pair (RowMatching *matching, uint32_t base, uint32_t other, RowMatch how);

/* A row that may be paired, and what decides with which. */
typedef struct
{
  uint32_t key; /* rows with equal keys may be paired */
  uint32_t row;
} RowKey;

COLUMN_DEFINE (RowKeyColumn, row_key_column, RowKey)

/* Among rows with the same key, pairs the first of one side with the first of the other, the second with the second, and
 * so on. First is the one with the largest total, of equal totals the one whose text is first bytewise; with by_appearance
 * the one with the lowest row. Rows that have a partner are ignored. Sorts the keys. should_continue (user_data) may be NULL;
 * it is called now and then. Returns false when it returns false or memory runs out. O(n log n). */
bool row_matching_by_key (RowMatching *matching,
                          const CompareRows *base_rows,
                          RowKeyColumn *base,
                          const CompareRows *other_rows,
                          RowKeyColumn *other,
                          bool by_appearance,
                          RowMatch how,
                          bool (*should_continue) (void *user_data),
                          void *user_data);

/* Pairs rows with the same name. should_continue (user_data) may be NULL; it is called regularly. Returns false when it returns
 * false or memory runs out. O(total length). */
bool row_matching_by_text (RowMatching *matching,
                           const CompareRows *base_rows,
                           const CompareRows *other_rows,
                           bool (*should_continue) (void *user_data),
                           void *user_data);
