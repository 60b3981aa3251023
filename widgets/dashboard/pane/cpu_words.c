/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/cpu_words.h"

#include <glib/gi18n-lib.h>

char *
cpu_words_empty (const DashboardData *data)
{
  const CpuFigures *cpu = dashboard_cpu (data);

  if (cpu->time.lines.n == 0)
    return g_strdup (
      _ ("This file has no CPU samples, and no traced thread has operators, runtime calls or Python frames"));
  if (!(cpu->active >= 0))
    return g_strdup (cpu->time.is_sampled ? _ ("There is no CPU sample in this scope")
                                          : _ ("The scope is empty"));
  return NULL;
}

uint32_t
cpu_words_n_series (const CpuTime *time)
{
  uint32_t n = 0;

  for (size_t i = 0; i < time->lines.n; i++)
    n += time->lines.at[i].n_series;
  return n;
}
