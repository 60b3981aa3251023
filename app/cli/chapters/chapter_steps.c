/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/chapters/chapter_steps.h"

#include <string.h>

#include "app/cli/chapters/chapters.h"
#include "app/cli/document/document_records.h"
#include "app/cli/reports/report.h"
#include "trace/stats/distribution.h"
#include "trace/stats/host/host_word.h"

#define SLOWEST_STEPS 15

static bool
is_truncated (const Record *step)
{
  return record_find (step, "truncated")->integer != 0;
}

static int64_t
wall_ns (const Record *step)
{
  return record_find (step, "wall_ns")->integer;
}

static Record *
statistics (const GPtrArray *steps)
{
  g_autofree int64_t *walls_ns = g_new (int64_t, steps->len);
  size_t n = 0;
  Record *record;

  for (guint i = 0; i < steps->len; i++)
    if (!is_truncated (steps->pdata[i]))
      walls_ns[n++] = wall_ns (steps->pdata[i]);
  const Distribution distribution = distribution_of (walls_ns, n);

  if (n == 0)
    return NULL;
  record = record_new ();
  record_add_count (record, "steps", distribution.count);
  record_add_integer (record, "total_ns", distribution.total_ns);
  record_add_real (record, "mean_ns", distribution.mean_ns);
  record_add_real (record, "stddev_ns", distribution.stddev_ns);
  record_add_integer (record, "min_ns", distribution.min_ns);
  record_add_real (record, "median_ns", distribution.median_ns);
  record_add_real (record, "p95_ns", distribution.p95_ns);
  record_add_integer (record, "max_ns", distribution.max_ns);
  return record;
}

static int
compare_slowest_first (gconstpointer a, gconstpointer b)
{
  int64_t x = wall_ns (*(const Record *const *) a), y = wall_ns (*(const Record *const *) b);

  return x < y ? 1 : x > y ? -1 : 0;
}

bool
chapter_steps_add (Document *document, ReportFigures *figures)
{
  g_autoptr (GPtrArray) steps = stats_report_records (&report_steps, figures, NULL);

  if (steps == NULL)
    return false;
  if (steps->len == 0)
    return true;
  g_autoptr (Record) record = statistics (steps);
  if (record != NULL)
    document_add_facts (document, "Times of all steps", record);
  g_ptr_array_sort (steps, compare_slowest_first);
  document_add_records (document, "The slowest steps", steps,
                        "index,number,name,rank,host_begin_ns,wall_ns,busy_ns,activities,truncated", SLOWEST_STEPS,
                        "`stepscope stats PATH --report steps` prints all of them");
  return true;
}

bool
chapter_steps_add_initialization (Document *document, ReportFigures *figures)
{
  g_autoptr (GPtrArray) steps = stats_report_records (&report_steps, figures, NULL);

  if (steps == NULL)
    return false;
  g_autoptr (GPtrArray) first = g_ptr_array_new ();
  for (guint i = 0; i < steps->len; i++)
    if (record_find (steps->pdata[i], "index")->integer == 0)
      g_ptr_array_add (first, steps->pdata[i]);
  document_add_records (document, "The first step of each rank", first, "rank,name,host_begin_ns,wall_ns,busy_ns",
                        CHAPTER_ROWS, "`stepscope stats PATH --report steps` prints all of them");
  return true;
}

bool
chapter_steps_add_data_loader (Document *document, ReportFigures *figures)
{
  if (!stats_report_is_known (&report_operators, report_figures_scope (figures)))
    return true;
  g_autoptr (GPtrArray) operators = stats_report_records (&report_operators, figures, NULL);
  if (operators == NULL)
    return false;
  g_autoptr (GPtrArray) loaders = g_ptr_array_new ();
  for (guint i = 0; i < operators->len; i++)
    {
      const Cell *name = record_find (operators->pdata[i], "name");

      if (host_word_of_name (name->text, name->length) == HOST_LOADER)
        g_ptr_array_add (loaders, operators->pdata[i]);
    }
  document_add_records (document, "Fetching batches", loaders,
                        "name,count,total_ns,self_ns,percent_of_window,mean_ns,median_ns,p95_ns,max_ns", CHAPTER_ROWS,
                        NULL);
  return true;
}
