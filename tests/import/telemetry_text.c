/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/telemetry_text.h"

#include <string.h>

static const char *
clock_word (TelemetryClock clock)
{
  static const char *const words[] = { "UTC", "local", "since the start", "ticks" };

  return words[clock];
}

void
telemetry_text_append (GString *out, const Telemetry *telemetry)
{
  g_string_append_printf (out, "%s, %s\n", telemetry->format, clock_word (telemetry->clock));
  g_string_append_printf (out,
                          "rows %" G_GUINT64_FORMAT ", skipped %" G_GUINT64_FORMAT
                          " (first at %" G_GINT64_FORMAT "), values missing %" G_GUINT64_FORMAT
                          ", invalid %" G_GUINT64_FORMAT "\n",
                          telemetry->n_rows, telemetry->n_rows_skipped, telemetry->first_skipped,
                          telemetry->n_values_missing, telemetry->n_values_invalid);
  for (guint i = 0; i < telemetry->series->len; i++)
    {
      const TelemetrySeries *series = telemetry->series->pdata[i];

      g_string_append_printf (out, "%" G_GINT64_FORMAT " \"%s\"%s", series->gpu, series->name,
                              series->is_gpu_busy ? ", GPU busy\n" : "\n");
      for (size_t s = 0; s < series->samples.n; s++)
        {
          char text[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append_printf (out, "  %" G_GINT64_FORMAT " %s\n", series->samples.at[s].time_ns,
                                  g_ascii_dtostr (text, sizeof text, series->samples.at[s].value));
        }
    }
}

static int
compare_paths (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
telemetry_cases (void)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (root != NULL ? root : ".", "tests", "import", "telemetry", NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".txt"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}
