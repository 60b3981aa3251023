/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/tables/stat_source.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/state/critical_words.h"

typedef struct
{
  TableSource base;
  const Profile *profile;
  StatTable *table;
  TableColumn columns[STAT_COLUMNS_MAX];
  char *tooltips[STAT_COLUMNS_MAX];
} StatSource;

G_STATIC_ASSERT (STAT_BINS <= TABLE_BINS_MAX);

static const TableKind kinds[] = {
  [STAT_NAME] = TABLE_NAME,           [STAT_TEXT] = TABLE_TEXT,         [STAT_CRITICAL] = TABLE_TEXT,
  [STAT_COUNT] = TABLE_COUNT,
  [STAT_NUMBER] = TABLE_NUMBER,       [STAT_DURATION] = TABLE_DURATION, [STAT_DURATION_REAL] = TABLE_DURATION,
  [STAT_TIME] = TABLE_TIME,           [STAT_PERCENT] = TABLE_PERCENT,   [STAT_BYTES] = TABLE_BYTES,
  [STAT_BANDWIDTH] = TABLE_BANDWIDTH, [STAT_YES_NO] = TABLE_FLAG,       [STAT_HISTOGRAM] = TABLE_HISTOGRAM,
};

const StatTable *
stat_source_table (const TableSource *source)
{
  return ((const StatSource *) source)->table;
}

static TableValue
text_value (const StatTable *table, size_t row, int column)
{
  TableValue value = { .type = TABLE_VALUE_TEXT };

  value.text = stat_table_shown (table, (uint32_t) column, row);
  value.exact = stat_table_text (table, (uint32_t) column, row, &value.n_exact);
  return value;
}

static TableValue
value_of (const TableSource *source, size_t row, int column)
{
  const StatTable *table = stat_source_table (source);
  const StatColumn *of = &table->columns[column];
  TableValue value = { 0 };

  if (of->info->type == STAT_HISTOGRAM)
    return value;
  if (stat_table_is_null (table, (uint32_t) column, row))
    {
      if (column == 0 && table->unnamed != NULL)
        value = (TableValue){ .type = TABLE_VALUE_TEXT, .text = _ (table->unnamed) };
      return value;
    }
  switch (of->info->type)
    {
    case STAT_NAME:
    case STAT_TEXT:
      return text_value (table, row, column);
    case STAT_CRITICAL:
      value = text_value (table, row, column);
      value.text = critical_words_for (value.text);
      return value;
    case STAT_DURATION_REAL:
    case STAT_PERCENT:
    case STAT_BANDWIDTH:
      value.type = TABLE_VALUE_REAL;
      value.real = of->real[row];
      return value;
    default:
      value.type = TABLE_VALUE_INTEGER;
      value.integer = of->whole[row];
      return value;
    }
}

static int
bins_of (const TableSource *source, size_t row, uint32_t counts[TABLE_BINS_MAX])
{
  memcpy (counts, stat_source_table (source)->rows[row].bins, STAT_BINS * sizeof *counts);
  return STAT_BINS;
}

static uint64_t
slice_of (const TableSource *source, size_t row)
{
  return stat_source_table (source)->rows[row].longest;
}

static bool
leads (const TableSource *source, size_t row)
{
  return stat_source_table (source)->rows[row].track != 0;
}

/* The reasons of the program's rules are translated. Types are words of PyTorch, and a user's rule has the user's words. */
static char *
reason_of (const TableSource *source, size_t row, int column)
{
  StatReason reason = stat_table_reason (stat_source_table (source), (uint32_t) column, row);

  switch (reason.kind)
    {
    case STAT_REASON_TENSORS:
      if (reason.also == NULL)
        return g_strdup_printf (_ ("From the tensors that it was launched with: %s"), reason.text);
      /* Translators: an element type of PyTorch, and the class that the kernel's name gives, such as fp64. */
      return g_strdup_printf (
        _ ("From the tensors that it was launched with: %s. The kernel's name says %s."), reason.text,
        reason.also);
    case STAT_REASON_NAME:
      return g_strdup_printf (_ ("From the kernel's name: %s"), _ (reason.text));
    case STAT_REASON_NARROWER_NAME:
      return g_strdup_printf (_ ("From the kernel's name: %s. The tensors that it was launched with are %s."),
                              _ (reason.text), reason.also);
    case STAT_REASON_RULE:
      return g_strdup_printf (_ ("From a rule in your kernel rules: %s"), reason.text);
    case STAT_REASON_UNKNOWN:
      return g_strdup_printf (_ ("Not known: %s"), _ (reason.text));
    case STAT_REASON_NONE:
      break;
    }
  return NULL;
}

static void
stat_source_free (TableSource *source)
{
  StatSource *self = (StatSource *) source;

  stat_table_clear (self->table);
  g_free (self->table);
  profile_unref (self->profile);
  for (int i = 0; i < source->n_columns; i++)
    g_free (self->tooltips[i]);
  g_free (self);
}

/* The tooltip of a column of percentages says what they are percentages of. */
static char *
tooltip_of (const StatTable *table, const StatColumnInfo *info)
{
  const char *whole = info->type == STAT_PERCENT ? table->wholes[info->of].title : NULL;
  g_autofree char *definition = info->nsys == NULL
                                  ? g_strdup (_ (info->definition))
                                  : g_strdup_printf ("%s nsys %s", _ (info->definition), info->nsys);

  if (whole == NULL)
    return g_steal_pointer (&definition);
  /* Translators: the contents of a column, and the total of its percentages. */
  return g_strdup_printf (_ ("%s\n100 %% is %s."), definition, _ (whole));
}

TableSource *
stat_source_new (StatTable *table, const Profile *profile)
{
  StatSource *self = g_new0 (StatSource, 1);

  table_source_init (&self->base);
  self->profile = profile_ref (profile);
  self->table = table;
  for (uint32_t i = 0; i < table->n_columns; i++)
    {
      const StatColumnInfo *info = table->columns[i].info;

      self->tooltips[i] = tooltip_of (table, info);
      self->columns[i] = (TableColumn){ .id = info->key,
                                        .title = _ (info->title),
                                        .tooltip = self->tooltips[i],
                                        .kind = kinds[info->type],
                                        .is_hidden = !info->is_shown };
    }
  self->base.n_rows = (size_t) table->n_rows;
  self->base.n_columns = (int) table->n_columns;
  self->base.columns = self->columns;
  self->base.value = value_of;
  self->base.reason = reason_of;
  self->base.bins = bins_of;
  self->base.slice = slice_of;
  self->base.leads = leads;
  self->base.free = stat_source_free;
  return &self->base;
}
